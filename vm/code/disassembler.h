// Bytecode as text, for `aspen disasm` and tests.
#pragma once

#include <string>

#include "vm/code/chunk.h"

namespace aspen {

// Every function of the chunk: one line for each instruction, with the names that its operands refer to and
// its meaning.
std::string disassemble(const Chunk& chunk);

}  // namespace aspen
