// Arithmetic on any values: what the interpreter's operators do outside their fast paths, and what the
// library's number functions do. Int and Int is exact; with a Float on either side both become Floats.
//
// Each raises TypeError for operands it does not take, and returns Value::exception() then.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "vm/bigint.h"
#include "vm/strand.h"

namespace aspen {

inline bool is_number(Value v) { return v.is_double() || is_int(v); }

// The Float that an Int or Float is, rounded to nearest. Precondition: is_number.
inline double to_double(Value v) {
  if (v.is_double()) return v.as_double();
  if (v.is_small_int()) return static_cast<double>(v.as_small_int());
  return int_to_double(v);
}

// MemoryLimit pending and returned / false, unless an Int of so many bits can be had.
Value int_too_large(Strand& strand);
bool room_for_int(Strand& strand, uint64_t bits);

// Pays (Strand::work) for what is not linear in the size of an Int, before it begins: it costs so many times
// a product of that size. False, with the reason to stop pending, if the strand cannot.
enum class IntCost : uint8_t { product = 1, quotient = 3, root = 3, reading = 4, text = 8, divisor = 20 };
bool pay_for_int(Strand& strand, uint64_t bits, IntCost cost);
uint64_t int_work(uint64_t bits, IntCost cost);
// The same for its text, and for reading digits; MemoryLimit for more of them than any Int has.
bool pay_for_text(Strand& strand, Value v);
bool pay_for_digits(Strand& strand, size_t digits);

// Joins strings, lists and bytes too.
Value add(Strand& strand, Value a, Value b);
Value sub(Strand& strand, Value a, Value b);
Value mul(Strand& strand, Value a, Value b);
// Real division: a Float, rounded once. These three raise ArithmeticError for a zero divisor, 0.0 included.
Value div(Strand& strand, Value a, Value b);
// Rounds down; the remainder has the divisor's sign, and for Ints a == a // b * b + a % b.
Value floor_div(Strand& strand, Value a, Value b);
Value mod(Strand& strand, Value a, Value b);
// An Int to a negative Int is a Float. 0 to a negative power is an ArithmeticError; a negative number to a
// fractional power is nan.
Value pow(Strand& strand, Value a, Value b);
Value neg(Strand& strand, Value a);

Value abs(Strand& strand, Value a);
// Int in, same Int out; a Float becomes an Int. ValueError for nan and inf. `round` takes halves to the even
// neighbour.
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

// The fewest digits that read back the same: positional for 1e-4 <= abs d < 1e16, else scientific; always
// with `.` or `e`, or inf, -inf, nan.
void append_float(std::string& out, double d);

// The Float that `text` writes, as literals are written, or an integer, with a sign or none; also inf and
// nan, and ".5" and "5.", which other programs write. Nothing for anything else. Too large gives inf, too
// small 0.0.
std::optional<double> parse_float(std::string_view text);

}  // namespace aspen
