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

// For loops of programs, over lists and small Ints. In `state[2]`, the high bits say what is to be done when
// the elements are used up; the step of small Ints stays in the low ones.
enum class AtEnd : uint8_t {
  goes_on = 0,  // nothing: the loop is over
  leaves = 1,   // another strand has the next half
  adds = 2,     // the values of sums before this half have to be added
};
bool has_at_end(Value state_2, AtEnd what);
void set_at_end(Value& state_2, AtEnd what);
void clear_at_end(Value& state_2, AtEnd what);
// Whether sums of loops may begin with the value, and be joined: Ints of at most 64 bits. Larger ones have a
// bound, and cost fuel, which depend on the order.
inline bool is_summand(Value v) { return v.is_small_int() || is_kind(v, Kind::Int64); }
// Whether bests of loops may begin with the value, and be compared: numbers, but not nan.
inline bool is_comparable(Value v) { return v.is_double() ? v.as_double() == v.as_double() : is_summand(v); }
// Whether the state is one that can be halved.
bool can_halve(const Value* state);
// Leaves the next `kept` elements to the loop, and sets `rest` to the state of a loop over the others.
void halve_state(Allocator& allocator, Value* state, Value* rest, uint64_t kept);

// Entries [begin, end) of a dict as a source for IterPrepare: a Range that no program sees, with the dict as
// its step.
inline bool is_dict_part(const Range& range) { return is_kind(range.step, Kind::Dict); }

}  // namespace aspen
