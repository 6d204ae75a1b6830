// Tracks which registers of a function have values, along every path through it, errors included.
#pragma once

#include <cstdint>

#include "vm/code/chunk.h"

namespace aspen {

struct FlowFault {
  uint32_t word = 0;           // of the instruction
  const char* what = nullptr;  // null: no fault
};

// The first instruction found that reads a register without a value on some path, or that takes a step of a
// loop without a Prepare on every path to it. A register has a value after it is written. It loses it in a
// call with a window at or below it, and in a call with a row that does not list it as live, and at a step
// of a loop with such a row. Takes time proportional to the code; code with loops too entangled for that is a
// fault. Precondition: the other checks of `verify`.
FlowFault find_flow_fault(const FunctionCode& function);

}  // namespace aspen
