// Registers that the next iteration of a loop begins with, known before this one ends: i in `i += 1`, and
// what the rest of the iteration leaves alone.
#pragma once

#include <array>
#include <cstdint>

#include "vm/object/function.h"

namespace aspen {

// `frame` holds the registers of a frame that is at word `at` of the loop's body. Sets `values[r]` for each
// register r that the rest of the iteration changes only by a known sum, difference or product of numbers,
// or not at all any more. Returns these registers as bits; the others depend on what the iteration computes,
// or hold what costs too much to copy. Where the value is an object, the frame still has it: share it.
uint64_t next_values(const Proto& proto, const LoopSite& loop, uint32_t at, Value* frame,
                     std::array<Value, 64>& values);

}  // namespace aspen
