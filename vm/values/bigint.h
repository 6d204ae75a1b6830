// Integers of any size. A program's Int is a small integer, an Int64 or a BigInt, always in the smallest form
// that holds it, so two Ints of different form are never equal. These functions take only Ints and never
// raise; number.h has functions that take any value.
//
// Results of up to kMaxIntBits bits are exact. A caller with a possibly longer result checks first: int_bits
// returns the size, and Strand::reserve whether there is memory for it. The arguments are the only Values
// kept across an allocation; the caller keeps them reachable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/heap/allocator.h"
#include "vm/object/object.h"

namespace aspen {

__extension__ typedef __int128 Int128;

// An Int has at most this many bits, ten million decimal digits; beyond is MemoryLimit. An operation cannot
// be stopped once it has begun, so none may take more than a few seconds.
inline constexpr uint64_t kMaxIntBits = uint64_t{1} << 25;
// No Int of that size has more digits than this in base 10.
inline constexpr size_t kMaxIntDigits = 10'100'891;

inline bool is_int(Value v) {
  return v.is_small_int() || is_kind(v, Kind::Int64) || is_kind(v, Kind::BigInt);
}

Value make_int_slow(Allocator& allocator, int64_t i);
inline Value make_int(Allocator& allocator, int64_t i) {
  if (i >= Value::kMinSmallInt && i <= Value::kMaxSmallInt) [[likely]]
    return Value::small_int(i);
  return make_int_slow(allocator, i);
}
Value make_int_unsigned(Allocator& allocator, uint64_t i);
Value make_int_wide(Allocator& allocator, Int128 i);
// `count` limbs, least significant first; leading zeros are allowed. The limbs must not be in the heap.
Value make_int_limbs(Allocator& allocator, bool negative, const uint64_t* limbs, size_t count);
// The integral part of a finite double.
Value make_int_truncated(Allocator& allocator, double d);

// The value of an Int that fits 64 bits; false for every other Value.
inline bool fits_int64(Value v, int64_t& out) {
  if (v.is_small_int()) [[likely]] {
    out = v.as_small_int();
    return true;
  }
  if (!is_kind(v, Kind::Int64)) return false;
  out = static_cast<Int64*>(v.as_object())->value;
  return true;
}

bool int_is_negative(Value v);
// Bits of the magnitude: 0 for 0, 1 for 1 and -1, 8 for 255.
uint64_t int_bits(Value v);
// Negative, zero or positive, as a - b.
int int_compare(Value a, Value b);
// Like int_compare, exactly; `d` is not NaN.
int int_compare_double(Value a, double d);
bool int_equal(Value a, Value b);
// The nearest double, ties to even; infinite beyond the largest.
double int_to_double(Value v);
// As frexp: the magnitude is about fraction * 2 ** exponent, and the fraction at least 0.5 and below 1. `v`
// is positive.
double int_fraction(Value v, int64_t& exponent);
// a / b as the nearest double, infinite beyond the largest. `b` is not zero.
double int_divide_to_double(Value a, Value b);

Value int_add(Allocator& allocator, Value a, Value b);
Value int_sub(Allocator& allocator, Value a, Value b);
Value int_mul(Allocator& allocator, Value a, Value b);
Value int_neg(Allocator& allocator, Value a);
// Rounded down, and the remainder that goes with it: it has the sign of `b`. `b` is not zero.
Value int_floor_div(Allocator& allocator, Value a, Value b);
Value int_mod(Allocator& allocator, Value a, Value b);
Value int_pow(Allocator& allocator, Value base, uint64_t exponent);

// Bit operations see an infinite two's complement.
Value int_and(Allocator& allocator, Value a, Value b);
Value int_or(Allocator& allocator, Value a, Value b);
Value int_xor(Allocator& allocator, Value a, Value b);
Value int_not(Allocator& allocator, Value a);
Value int_shift_left(Allocator& allocator, Value a, uint64_t bits);
// Rounds down.
Value int_shift_right(Allocator& allocator, Value a, uint64_t bits);
// One bits of the magnitude.
uint64_t int_popcount(Value a);

// Never negative.
Value int_gcd(Allocator& allocator, Value a, Value b);
// The integral part of the square root; `a` is not negative.
Value int_isqrt(Allocator& allocator, Value a);

// Appends the text of `v` in a base of 2 to 36, lower case, without prefix.
void append_int(std::string& out, Value v, int base = 10);
// The Int that `text` denotes: an optional sign, digits of the base with single underscores between them.
// Nothing for any other text.
std::optional<Value> parse_int(Allocator& allocator, std::string_view text, int base = 10);
// The Int of a literal of the language: decimal, or after 0x, 0o or 0b, with an optional minus.
std::optional<Value> parse_int_literal(Allocator& allocator, std::string_view text);

}  // namespace aspen
