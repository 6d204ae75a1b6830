// The arithmetic operators. Each tries Ints, then Floats, then the types that it concatenates, and names both
// types if none applies.
#include "vm/run/operators/number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "vm/object/symbol.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/values/bytes.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// The words of an operator's message: before, the left type, between, the right type.
struct OperatorWords {
  const char* before;
  const char* between;
  bool right_first;
};
// Those of `+` and `*` name no order: a constant on the left is compiled as if it were on the right.
constexpr OperatorWords kAdd = {"cannot add ", " and ", false};
constexpr OperatorWords kSubtract = {"cannot subtract ", " from ", true};
constexpr OperatorWords kMultiply = {"cannot multiply ", " and ", false};
constexpr OperatorWords kDivide = {"cannot divide ", " by ", false};
constexpr OperatorWords kRemainder = {"cannot take the remainder of ", " by ", false};
constexpr OperatorWords kPower = {"cannot raise ", " to the power of ", false};

const char* add_hint(Value a, Value b) {
  if (is_kind(a, Kind::String) != is_kind(b, Kind::String)) {
    return "turn the other value into text with `string`, or write \"{x}\" inside a string";
  }
  if (is_kind(a, Kind::List) != is_kind(b, Kind::List)) return "`push v xs` adds one element to a list";
  if (is_kind(a, Kind::Dict) && is_kind(b, Kind::Dict)) return "`merge a b` joins dicts";
  return "";
}

const char* multiply_hint(Value a, Value b) {
  if (is_kind(a, Kind::String) || is_kind(b, Kind::String)) return "`string.repeat n s` repeats text";
  if (is_kind(a, Kind::List) || is_kind(b, Kind::List)) return "`repeat n v` makes a list of n times v";
  return "";
}

// Of a language where `%` lays out text.
const char* remainder_hint(Value a) {
  return is_kind(a, Kind::String) ? "values are put into text by a format: `\"{x:>6.2f}\"`" : "";
}

// For what holds a value, or brings one.
const char* holder_hint(Value v) {
  if (is_kind(v, Kind::Cell))
    return "`cell.get c` is the value of a cell, and `cell.update (n -> n + 1) c` changes it";
  if (is_kind(v, Kind::Task)) return "`await t` is the value of a task";
  if (is_kind(v, Kind::Channel)) return "`recv ch` takes a value from a channel, as `Some v`";
  if (is_kind(v, Kind::Fiber)) return "`f ()` is the next value of a fiber, as `Some v`";
  return "";
}

Value refuse(Strand& strand, const OperatorWords& words, Value a, Value b, std::string_view hint = "") {
  for (Value each : {a, b}) {
    if (const std::string_view held = holder_hint(each); !held.empty()) hint = held;
  }
  // Often the result of `print`.
  if (a.is_unit() || b.is_unit()) hint = "a call comes before operators: `f (a + b)`";
  if (is_kind(a, Kind::Partial) || is_kind(b, Kind::Partial)) hint = kWaitsForMore;
  for (Value each : {a, b}) {
    if (const std::string_view option = option_hint(each); !option.empty()) hint = option;
  }
  std::string message = words.before;
  message += type_name(words.right_first ? b : a);
  message += words.between;
  message += type_name(words.right_first ? a : b);
  return strand.type_error(message, hint);
}

bool both_ints(Value a, Value b) { return is_int(a) && is_int(b); }
bool both_numbers(Value a, Value b) { return is_number(a) && is_number(b); }
bool both(Value a, Value b, Kind kind) { return is_kind(a, kind) && is_kind(b, kind); }
bool is_zero(Value v) { return v == Value::small_int(0) || (v.is_double() && v.as_double() == 0); }

Value division_by_zero(Strand& strand) { return strand.arithmetic_error("division by zero"); }

// Lengths are 32-bit counts; the bytes of the joined object are reserved before it is made.
bool room_to_join(Strand& strand, uint64_t a, uint64_t b, size_t unit) {
  if (a + b <= (unit == 1 ? kMostTextBytes : UINT32_MAX)) return strand.reserve((a + b) * unit);
  strand.raise(sym::kMemoryLimit, "the joined value would be too long");
  return false;
}

constexpr uint32_t kElementsPerPiece = 1 << 14;

// Piece by piece, as each element has to be found and marked as shared.
Value join_long_lists(Strand& strand, const List& a, const List& b) {
  constexpr uint64_t kWorkPerElement = 4;
  List* out = new_list_for_sum(strand.allocator(), &a, &b);
  for (const List* part : {&a, &b}) {
    for (uint32_t at = 0; at < part->length;) {
      const uint32_t count = std::min(kElementsPerPiece, part->length - at);
      std::for_each_n(part->items + at, count, [](Value v) { share(v); });
      append(strand.allocator(), out, part->items + at, count);
      if (!strand.work(count * kWorkPerElement)) return strand.raise_stop();
      at += count;
    }
  }
  return Value::object(out);
}

Value join(Strand& strand, Value a, Value b) {
  size_t unit = is_kind(a, Kind::List) ? sizeof(Value) : 1;
  if (!room_to_join(strand, a.as_object()->length, b.as_object()->length, unit)) return Value::exception();
  Allocator& allocator = strand.allocator();
  if (is_kind(a, Kind::String)) return Value::object(concat(allocator, as<String>(a), as<String>(b)));
  if (is_kind(a, Kind::Bytes)) return Value::object(concat(allocator, as<Bytes>(a), as<Bytes>(b)));
  List &first = *as<List>(a), &second = *as<List>(b);
  if (List* sum = second.length < kElementsPerPiece ? continued(allocator, &first, second.length) : nullptr) {
    add_last_elements(sum, &second);
    return Value::object(sum);
  }
  if (first.length + second.length > kElementsPerPiece) return join_long_lists(strand, first, second);
  return Value::object(concat(allocator, &first, &second));
}

// Of two numbers as Floats. The operation may raise, too.
template <class Operation>
Value on_floats(Strand& strand, Value a, Value b, Operation operation) {
  double x, y;
  if (!read_float(strand, a, x) || !read_float(strand, b, y)) return Value::exception();
  return Value::number(operation(x, y));
}

// The remainder of the same sign as `b`, and the quotient that goes with it: that of the exact values,
// rounded down.
double float_mod(double a, double b) {
  double r = std::fmod(a, b);
  if (r == 0) return std::copysign(0.0, b);
  return (r < 0) != (b < 0) ? r + b : r;
}

double float_floor_div(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  // The division above is exact up to a rounding error, so the nearest integer is the quotient.
  double below = std::floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
}

// -1, 0 or 1 to a power that is not negative.
Value unit_to_power(int64_t base, Value exponent) {
  if (is_zero(exponent)) return Value::small_int(1);
  int64_t small;
  bool odd = fits_int64(exponent, small) ? small & 1 : as<BigInt>(exponent)->limbs()[0] & 1;
  return Value::small_int(odd ? base : base * base);
}

Value float_power(Strand& strand, Value a, Value b) {
  double x, y;
  if (!read_float(strand, a, x) || !read_float(strand, b, y)) return Value::exception();
  double power = std::pow(x, y);
  if (!std::isnan(power) || std::isnan(x) || std::isnan(y)) return Value::number(power);
  return strand.arithmetic_error("a negative number cannot be raised to a fractional power");
}

Value int_to_power(Strand& strand, Value a, Value b) {
  if (int_is_negative(b)) {
    if (is_zero(a)) return strand.arithmetic_error("0 cannot be raised to a negative power");
    return float_power(strand, a, b);
  }
  int64_t base, exponent;
  if (fits_int64(a, base) && base >= -1 && base <= 1) return unit_to_power(base, b);
  bool in_range = fits_int64(b, exponent) && static_cast<uint64_t>(exponent) <= kMaxIntBits;
  if (!in_range) return int_too_large(strand);
  double bits_each = fits_int64(a, base) ? std::log2(std::fabs(static_cast<double>(base)))
                                         : static_cast<double>(int_bits(a));
  auto bits = static_cast<uint64_t>(bits_each * static_cast<double>(exponent)) + 1;
  if (!room_for_int(strand, bits)) return Value::exception();
  if (bits > LongArithmetic::kPieceBits) return long_power(strand, a, static_cast<uint64_t>(exponent));
  if (!pay_for_int(strand, bits, IntCost::product)) return Value::exception();
  return int_pow(strand.allocator(), a, static_cast<uint64_t>(exponent));
}

// A sum is longer than its operands by at most one bit.
Value checked_size(Strand& strand, Value sum) {
  return is_kind(sum, Kind::BigInt) && int_bits(sum) > kMaxIntBits ? int_too_large(strand) : sum;
}

// With a short Int, the cost is linear.
uint64_t effective_bits(uint64_t a, uint64_t b) {
  constexpr uint64_t kShortBits = 4 * 64;
  uint64_t less = std::min(a, b);
  return less > kShortBits ? a + b : (a + b) / 16;
}

Value multiply_big(Strand& strand, Value a, Value b) {
  uint64_t m = int_bits(a), n = int_bits(b);
  if (!room_for_int(strand, m + n)) return Value::exception();
  if (m + n > LongArithmetic::kPieceBits) return long_multiply(strand, a, b);
  if (!pay_for_int(strand, effective_bits(m, n), IntCost::product)) return Value::exception();
  return int_mul(strand.allocator(), a, b);
}

bool pay_for_quotient(Strand& strand, Value a, Value b) {
  if (!is_kind(a, Kind::BigInt)) return true;
  uint64_t m = int_bits(a), n = int_bits(b);
  // The quotient has as many bits as `a` has more than the divisor.
  return m <= n || pay_for_int(strand, effective_bits(m, std::min(n, m - n)), IntCost::quotient);
}

}  // namespace

Value int_beyond_float(Strand& strand) { return strand.arithmetic_error("the Int is too large for a Float"); }

Value int_too_large(Strand& strand) {
  return strand.raise(sym::kMemoryLimit, "the integer would be too large");
}

bool room_for_int(Strand& strand, uint64_t bits) {
  constexpr uint64_t kAlwaysThere = 1 << 15;
  if (bits <= kAlwaysThere) return true;
  if (bits > kMaxIntBits) {
    int_too_large(strand);
    return false;
  }
  // Two copies: GMP's own scratch space, or the copy into the heap. The pieces of a long Int need more.
  const uint64_t copies = bits > LongArithmetic::kPieceBits ? 6 : 2;
  return strand.reserve(bits / 8 * copies);
}

uint64_t int_work(uint64_t bits, IntCost cost) {
  constexpr uint64_t kLimbBits = 64;
  // A limb takes a little longer if there are more of them.
  uint64_t limbs = bits / kLimbBits;
  return limbs * static_cast<uint64_t>(std::bit_width(limbs)) * 8 * static_cast<uint64_t>(cost);
}

bool pay_for_int(Strand& strand, uint64_t bits, IntCost cost) {
  constexpr uint64_t kUnpaidBits = 1 << 10;
  if (bits <= kUnpaidBits || strand.work(int_work(bits, cost))) return true;
  strand.raise_stop();
  return false;
}

bool pay_for_text(Strand& strand, Value v) {
  return !is_kind(v, Kind::BigInt) || pay_for_int(strand, int_bits(v), IntCost::text);
}

bool pay_for_digits(Strand& strand, size_t digits) {
  constexpr uint64_t kBitsPerDigit = 3;
  if (digits <= kMaxIntBits) return pay_for_int(strand, digits * kBitsPerDigit, IntCost::reading);
  int_too_large(strand);
  return false;
}

Value add(Strand& strand, Value a, Value b) {
  if (both_ints(a, b)) {
    if (!pay_for_limbs(strand, a, b)) return Value::exception();
    return checked_size(strand, int_add(strand.allocator(), a, b));
  }
  if (both_numbers(a, b)) return on_floats(strand, a, b, std::plus<>());
  if (both(a, b, Kind::String) || both(a, b, Kind::List) || both(a, b, Kind::Bytes))
    return join(strand, a, b);
  return refuse(strand, kAdd, a, b, add_hint(a, b));
}

Value sub(Strand& strand, Value a, Value b) {
  if (both_ints(a, b)) {
    if (!pay_for_limbs(strand, a, b)) return Value::exception();
    return checked_size(strand, int_sub(strand.allocator(), a, b));
  }
  if (both_numbers(a, b)) return on_floats(strand, a, b, std::minus<>());
  return refuse(strand, kSubtract, a, b);
}

Value mul(Strand& strand, Value a, Value b) {
  if (both_ints(a, b)) {
    if (is_kind(a, Kind::BigInt) || is_kind(b, Kind::BigInt)) return multiply_big(strand, a, b);
    return int_mul(strand.allocator(), a, b);
  }
  if (both_numbers(a, b)) return on_floats(strand, a, b, std::multiplies<>());
  return refuse(strand, kMultiply, a, b, multiply_hint(a, b));
}

Value div(Strand& strand, Value a, Value b) {
  if (!both_numbers(a, b)) return refuse(strand, kDivide, a, b);
  if (is_zero(b)) return division_by_zero(strand);
  if (both_ints(a, b)) {
    if (!pay_for_limbs(strand, a, b)) return Value::exception();
    double quotient = int_divide_to_double(a, b);
    if (std::isinf(quotient)) return strand.arithmetic_error("the quotient is too large for a Float");
    return Value::number(quotient);
  }
  return on_floats(strand, a, b, std::divides<>());
}

Value floor_div(Strand& strand, Value a, Value b) {
  if (!both_numbers(a, b)) return refuse(strand, kDivide, a, b);
  if (is_zero(b)) return division_by_zero(strand);
  if (both_ints(a, b)) {
    if (is_long_int(a)) return long_quotient(strand, a, b);
    if (!pay_for_quotient(strand, a, b)) return Value::exception();
    return int_floor_div(strand.allocator(), a, b);
  }
  return on_floats(strand, a, b, float_floor_div);
}

Value mod(Strand& strand, Value a, Value b) {
  if (!both_numbers(a, b)) return refuse(strand, kRemainder, a, b, remainder_hint(a));
  if (is_zero(b)) return division_by_zero(strand);
  if (both_ints(a, b)) {
    if (is_long_int(a)) return long_remainder(strand, a, b);
    if (!pay_for_quotient(strand, a, b)) return Value::exception();
    return int_mod(strand.allocator(), a, b);
  }
  return on_floats(strand, a, b, float_mod);
}

Value pow(Strand& strand, Value a, Value b) {
  if (both_ints(a, b)) return int_to_power(strand, a, b);
  if (!both_numbers(a, b)) return refuse(strand, kPower, a, b);
  if (is_zero(a) && to_double(b) < 0)
    return strand.arithmetic_error("0 cannot be raised to a negative power");
  return float_power(strand, a, b);
}

Value neg(Strand& strand, Value a) {
  if (a.is_double()) return Value::number(-a.as_double());
  if (is_int(a)) return pay_for_limbs(strand, a) ? int_neg(strand.allocator(), a) : Value::exception();
  return strand.type_error("cannot negate " + std::string(type_name(a)));
}

}  // namespace aspen
