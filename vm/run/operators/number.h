// Arithmetic on any values: the slow paths of the interpreter's operators, and the library's number
// functions. Int with Int is exact; if either operand is a Float, both become Floats.
//
// Each raises TypeError for operands it does not take, and ArithmeticError for an Int that has to become a
// Float and is beyond the largest. It returns Value::exception() then.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "vm/run/strand.h"
#include "vm/values/bigint.h"

namespace aspen {

inline bool is_number(Value v) { return v.is_double() || is_int(v); }

// The Float that an Int or Float is, rounded to nearest; infinite for an Int beyond the largest Float, which
// `read_float` refuses. Precondition: is_number.
inline double to_double(Value v) {
  if (v.is_double()) return v.as_double();
  if (v.is_small_int()) return static_cast<double>(v.as_small_int());
  return int_to_double(v);
}

Value int_beyond_float(Strand& strand);
// The same; false with an ArithmeticError pending for an Int beyond the largest Float.
inline bool read_float(Strand& strand, Value v, double& out) {
  out = to_double(v);
  if (v.is_small_int() || v.is_double() || std::isfinite(out)) [[likely]]
    return true;
  int_beyond_float(strand);
  return false;
}

// MemoryLimit pending and returned / false, unless an Int of so many bits can be had.
Value int_too_large(Strand& strand);
bool room_for_int(Strand& strand, uint64_t bits);

// Pays (Strand::work), in advance, for work that is not linear in the size of an Int: the cost in multiples
// of a product of that size. False, with the reason to stop pending, if the strand has to stop.
enum class IntCost : uint8_t { product = 1, quotient = 3, root = 3, reading = 4, text = 8, divisor = 20 };
bool pay_for_int(Strand& strand, uint64_t bits, IntCost cost);
uint64_t int_work(uint64_t bits, IntCost cost);
// Likewise for its text, and for reading digits; MemoryLimit for more digits than any Int has.
bool pay_for_text(Strand& strand, Value v);
bool pay_for_digits(Strand& strand, size_t digits);

// Also concatenates strings, lists and bytes.
Value add(Strand& strand, Value a, Value b);
// The same if `a` is dead: an unshared string, list or bytes grows in place.
Value add_in_place(Strand& strand, Value a, Value b);
Value sub(Strand& strand, Value a, Value b);
Value mul(Strand& strand, Value a, Value b);
// Real division: a Float, rounded once; ArithmeticError for a quotient of Ints beyond the largest Float.
// These three raise ArithmeticError for a zero divisor, 0.0 included.
Value div(Strand& strand, Value a, Value b);
// Rounds down; the remainder has the divisor's sign, and for Ints a == a // b * b + a % b.
Value floor_div(Strand& strand, Value a, Value b);
Value mod(Strand& strand, Value a, Value b);
// An Int to a negative Int is a Float. 0 to a negative power and a negative number to a fractional power are
// ArithmeticErrors.
Value pow(Strand& strand, Value a, Value b);
Value neg(Strand& strand, Value a);

Value abs(Strand& strand, Value a);
// Returns an Int argument unchanged; a Float becomes an Int. ValueError for nan and inf. `round` rounds
// halves to the even neighbour.
Value floor(Strand& strand, Value a);
Value ceil(Strand& strand, Value a);
Value round(Strand& strand, Value a);
Value trunc(Strand& strand, Value a);

// Ints only.
Value bit_and(Strand& strand, Value a, Value b);
Value bit_or(Strand& strand, Value a, Value b);
Value bit_xor(Strand& strand, Value a, Value b);
Value bit_not(Strand& strand, Value a);
// ValueError for a negative count.
Value shift_left(Strand& strand, Value a, Value count);
Value shift_right(Strand& strand, Value a, Value count);
Value popcount(Strand& strand, Value a);
Value gcd(Strand& strand, Value a, Value b);
Value lcm(Strand& strand, Value a, Value b);
// ValueError below zero.
Value isqrt(Strand& strand, Value a);

}  // namespace aspen
