// Follows what stands in the registers of a function along every path through it, errors included.
#pragma once

#include <cstdint>

#include "vm/chunk.h"

namespace aspen {

struct FlowFault {
  uint32_t word = 0;           // of the instruction
  const char* what = nullptr;  // null: there is none
};

// The first instruction found that reads a register which has no value on some path, or that takes a step of
// a loop which no Prepare has begun there. A register has a value once it is written. It loses it to a call
// whose window lies at or below it, and to a call whose row does not say that it lives on. Takes time in
// proportion to the code; code whose loops are too entangled for that is a fault. Precondition: the rest of
// what `verify` checks.
FlowFault find_flow_fault(const FunctionCode& function);

}  // namespace aspen
