// Range frames (execution.md): loops of library functions whose split halves what is left of the range. The
// frame keeps the first part, and a frame of its function `rest` stands for the second one and for what joins
// the two. From there on it is a split like any other, whose pending call is the frame itself.
#pragma once

#include <cstdint>

#include "vm/allocator.h"
#include "vm/function.h"

namespace aspen {

// What is to be known about a library function so that its loop may be split, beside its code.
struct RangeRow {
  Proto& rest;
  unsigned source;  // as in RangeLoop
  bool fills;       // the loop has a RangeLoop::out
  Decisive decisive;
};
// Finds the loop in the function's code. Before anything runs.
void make_range_loop(Proto& function, const RangeRow& row);

// Whether a register of a function with such a loop, or of a `rest`, is never seen by what the function
// calls: lists of results, the value of a first part.
bool is_private(const Proto& function, unsigned reg);

// Whether the value that the first part has come to is that of the whole call, so that nobody needs the rest.
bool is_decisive(Decisive which, Value value);

// The state of a loop (IterPrepare) whose source is a list, a range or a dict.

// How many elements it has not taken yet; of dicts, at least that many; at most 2^62. 0 for other sources.
uint64_t elements_left(Allocator& allocator, const Value* state);
// Leaves the next `kept` of them to the loop, and gives a source for another one that takes the others. Both
// only read what they share.
Value take_rest(Allocator& allocator, Value* state, uint64_t kept);

// Entries [begin, end) of a dict as a source that IterPrepare takes: a Range that no program sees, whose step
// is the dict.
inline bool is_dict_part(const Range& range) { return is_kind(range.step, Kind::Dict); }

}  // namespace aspen
