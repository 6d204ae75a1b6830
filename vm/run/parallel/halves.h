// Loops of programs that are halved (docs/loops.md, *Sums*): the state of a loop over a list or small Ints,
// and the values with which a half may begin.
#pragma once

#include <cstdint>

#include "vm/heap/allocator.h"
#include "vm/object/future.h"
#include "vm/values/bigint.h"

namespace aspen {

// In `state[2]`, the high bits say what is to be done when the elements are used up; the step of small Ints
// stays in the low ones.
enum class AtEnd : uint8_t {
  goes_on = 0,  // nothing: the loop is over
  leaves = 1,   // another strand has the next half
  adds = 2,     // the values of sums before this half have to be added
};
bool has_at_end(Value state_2, AtEnd what);
void set_at_end(Value& state_2, AtEnd what);
void clear_at_end(Value& state_2, AtEnd what);

// Whether the state is one that can be halved.
bool can_halve(const Value* state);
// Leaves the next `kept` elements to the loop, and sets `rest` to the state of a loop over the others.
void halve_state(Allocator& allocator, Value* state, Value* rest, uint64_t kept);

// Whether halves may add to the value: Ints of at most 64 bits. Larger ones have a bound, and cost fuel,
// which depend on the order.
inline bool is_summand(Value v) { return v.is_small_int() || is_kind(v, Kind::Int64); }
// Whether bests of loops may begin with the value, and be compared: numbers, but not nan.
inline bool is_comparable(Value v) { return v.is_double() ? v.as_double() == v.as_double() : is_summand(v); }

// What halves of the loop add to, if the register holds this value, or a future with such a kind; none if the
// loop may not be halved with it.
SumKind sum_kind(const LoopSite& loop, unsigned reg, Value v);
// How many values a half keeps to add them to Floats later, in order.
constexpr uint32_t kMostKept = 1 << 15;

}  // namespace aspen
