// Range frames (docs/range-frames.md): library loops in which a split halves the remaining range. The
// frame keeps the first part; a frame of its function `rest` stands for the second part and for joining the
// two. From then on it is a normal split, and its pending call is the frame itself.
#pragma once

#include <cstdint>

#include "vm/heap/allocator.h"
#include "vm/object/function.h"

namespace aspen {

// What is needed, besides the code, to make the loop of a library function splittable.
struct RangeRow {
  Proto& rest;
  unsigned source;  // as in RangeLoop
  bool fills;       // the loop has a RangeLoop::out
  Decisive decisive;
};
// Finds the loop in the function's code. Call it before anything runs.
void make_range_loop(Proto& function, const RangeRow& row);

// For a function with such a loop, or a `rest`: whether the functions that it calls never see the register
// (lists of results, the value of a first part).
bool is_private(const Proto& function, unsigned reg);

// Whether the result of the first part is that of the whole call, so that the rest is not needed.
bool is_decisive(Decisive which, Value value);

// For the state of a loop (IterPrepare) over a list, a range or a dict.

// How many elements remain; for dicts, at least that many; at most 2^62. 0 for other sources.
uint64_t elements_left(Allocator& allocator, const Value* state);
// Leaves the next `kept` elements to the loop, and returns a source with the others for another loop. Both
// loops only read the data that they share.
Value take_rest(Allocator& allocator, Value* state, uint64_t kept);

// Entries [begin, end) of a dict as a source for IterPrepare: a Range that no program sees, with the dict as
// its step.
inline bool is_dict_part(const Range& range) { return is_kind(range.step, Kind::Dict); }

}  // namespace aspen
