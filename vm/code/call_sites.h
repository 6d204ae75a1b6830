// Which registers stay live in a frame during a call in it: derived from the code, because instructions
// declare which registers they read and write (instructions.def).
#pragma once

#include <vector>

#include "vm/code/chunk.h"

namespace aspen {

// Fills in the rows of `function.calls`, which name their words and hold the compiler's knowledge, and makes
// those of `function.loops`. `steady`
// says for each module variable whether it is set only once, before any code can read it. Precondition: the
// code is well-formed.
void complete_call_sites(FunctionCode& function, const std::vector<bool>& steady);

}  // namespace aspen
