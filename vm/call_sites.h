// What lives on in a frame while a call in it runs: read off the code itself, whose instructions declare
// which registers they read and write (instructions.def).
#pragma once

#include <vector>

#include "vm/chunk.h"

namespace aspen {

// Fills in the rows of `function.calls`, which name their words and carry what the compiler knows. `steady`
// says of each module variable whether it is set once, before anybody may ask for it. Precondition: the code
// is well-formed.
void complete_call_sites(FunctionCode& function, const std::vector<bool>& steady);

}  // namespace aspen
