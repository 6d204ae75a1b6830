// Checks a chunk before it is loaded: whatever passes cannot make the interpreter leave its code, its
// registers or its tables.
#pragma once

#include <string>

#include "vm/chunk.h"

namespace aspen {

// False, with the first fault in `error`, if the chunk is malformed. Names of standard functions and their
// arities are checked when the chunk is linked (Machine::load).
bool verify(const Chunk& chunk, std::string& error);

}  // namespace aspen
