// Rounding, bits and number theory for the library: type checks and errors around bigint.h.
#include <algorithm>
#include <cmath>

#include "vm/run/operators/number.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/values/float_text.h"

namespace aspen {

namespace {

Value want_int(Strand& strand, const char* what, Value got) {
  return strand.type_error(what + (" takes an Int, not " + std::string(type_name(got))));
}
Value want_number(Strand& strand, const char* what, Value got) {
  return strand.type_error(what + (" takes a number, not " + std::string(type_name(got))));
}

using IntOperation = Value (*)(Allocator&, Value, Value);

Value on_ints(Strand& strand, const char* what, IntOperation operation, Value a, Value b) {
  if (!is_int(a)) return want_int(strand, what, a);
  if (!is_int(b)) return want_int(strand, what, b);
  if (!pay_for_limbs(strand, a, b)) return Value::exception();
  return operation(strand.allocator(), a, b);
}

Value round_by(Strand& strand, const char* what, double (*rounding)(double), Value a) {
  if (is_int(a)) return a;
  if (!a.is_double()) return want_number(strand, what, a);
  double d = a.as_double();
  if (std::isfinite(d)) return make_int_truncated(strand.allocator(), rounding(d));
  std::string message = what;
  message += " of ";
  append_float(message, d);
  return strand.value_error(message + " is no Int");
}

// The count of a shift, limited to kMaxIntBits + 1. False with the error pending.
bool shift_count(Strand& strand, const char* what, Value count, uint64_t& out) {
  if (!is_int(count)) {
    want_int(strand, what, count);
    return false;
  }
  if (int_is_negative(count)) {
    strand.value_error(std::string(what) + " takes a count that is not negative");
    return false;
  }
  int64_t n;
  bool fits = fits_int64(count, n) && static_cast<uint64_t>(n) <= kMaxIntBits;
  out = fits ? static_cast<uint64_t>(n) : kMaxIntBits + 1;
  return true;
}

}  // namespace

Value abs(Strand& strand, Value a) {
  if (a.is_double()) return Value::number(std::fabs(a.as_double()));
  if (!is_int(a)) return want_number(strand, "abs", a);
  return int_is_negative(a) ? neg(strand, a) : a;
}

Value floor(Strand& strand, Value a) { return round_by(strand, "floor", std::floor, a); }
Value ceil(Strand& strand, Value a) { return round_by(strand, "ceil", std::ceil, a); }
Value round(Strand& strand, Value a) { return round_by(strand, "round", std::nearbyint, a); }
Value trunc(Strand& strand, Value a) { return round_by(strand, "trunc", std::trunc, a); }

Value bit_and(Strand& strand, Value a, Value b) { return on_ints(strand, "bits.and", int_and, a, b); }
Value bit_or(Strand& strand, Value a, Value b) { return on_ints(strand, "bits.or", int_or, a, b); }
Value bit_xor(Strand& strand, Value a, Value b) { return on_ints(strand, "bits.xor", int_xor, a, b); }
Value bit_not(Strand& strand, Value a) {
  if (!is_int(a)) return want_int(strand, "bits.not", a);
  return pay_for_limbs(strand, a) ? int_not(strand.allocator(), a) : Value::exception();
}

Value shift_left(Strand& strand, Value a, Value count) {
  uint64_t bits;
  if (!is_int(a)) return want_int(strand, "bits.shift_left", a);
  if (!shift_count(strand, "bits.shift_left", count, bits)) return Value::exception();
  if (a == Value::small_int(0)) return a;
  if (!room_for_int(strand, int_bits(a) + bits)) return Value::exception();
  if (!pay_for_int(strand, (int_bits(a) + bits) / 8, IntCost::product)) return Value::exception();
  return int_shift_left(strand.allocator(), a, bits);
}

Value shift_right(Strand& strand, Value a, Value count) {
  uint64_t bits;
  if (!is_int(a)) return want_int(strand, "bits.shift_right", a);
  if (!shift_count(strand, "bits.shift_right", count, bits)) return Value::exception();
  if (!pay_for_limbs(strand, a)) return Value::exception();
  return int_shift_right(strand.allocator(), a, bits);
}

Value popcount(Strand& strand, Value a) {
  if (!is_int(a)) return want_int(strand, "bits.popcount", a);
  if (!pay_for_limbs(strand, a)) return Value::exception();
  return make_int_unsigned(strand.allocator(), int_popcount(a));
}

static bool pay_for_gcd(Strand& strand, Value a, Value b) {
  if (!is_kind(a, Kind::BigInt) || !is_kind(b, Kind::BigInt)) return true;
  return pay_for_int(strand, std::min(int_bits(a), int_bits(b)), IntCost::divisor);
}

Value gcd(Strand& strand, Value a, Value b) {
  if ((is_long_int(a) && is_int(b)) || (is_long_int(b) && is_int(a))) return long_gcd(strand, a, b);
  if (!pay_for_gcd(strand, a, b)) return Value::exception();
  return on_ints(strand, "gcd", int_gcd, a, b);
}

Value lcm(Strand& strand, Value a, Value b) {
  if (!is_int(a)) return want_int(strand, "lcm", a);
  if (!is_int(b)) return want_int(strand, "lcm", b);
  Value divisor = gcd(strand, a, b);
  if (divisor.is_exception() || divisor == Value::small_int(0)) return divisor;
  Value rest = floor_div(strand, a, divisor);
  if (rest.is_exception()) return rest;
  Value product = mul(strand, rest, b);
  return product.is_exception() ? product : abs(strand, product);
}

Value isqrt(Strand& strand, Value a) {
  if (!is_int(a)) return want_int(strand, "isqrt", a);
  if (int_is_negative(a)) return strand.value_error("isqrt of a negative Int");
  if (is_long_int(a)) return long_root(strand, a);
  if (!pay_for_int(strand, int_bits(a), IntCost::root)) return Value::exception();
  return int_isqrt(strand.allocator(), a);
}

}  // namespace aspen
