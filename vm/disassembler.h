// Bytecode as text, for `aspen disasm` and tests.
#pragma once

#include <string>

#include "vm/chunk.h"

namespace aspen {

// Every function of the chunk: a line an instruction, with the names of what its operands refer to and its
// meaning.
std::string disassemble(const Chunk& chunk);

}  // namespace aspen
