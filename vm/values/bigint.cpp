// Integers of any size: representation and ring operations. All functions try 64 bits first; only larger
// numbers go to GMP.
#include "vm/values/bigint.h"

#include <cmath>
#include <cstring>

#include "vm/values/limbs.h"

namespace aspen {

namespace {

uint64_t magnitude(int64_t i) { return i < 0 ? 0 - static_cast<uint64_t>(i) : static_cast<uint64_t>(i); }

const BigInt& big(Value v) { return *as<BigInt>(v); }

int compare_magnitudes(const uint64_t* a, size_t a_count, const uint64_t* b, size_t b_count) {
  if (a_count != b_count) return a_count < b_count ? -1 : 1;
  return a_count == 0 ? 0 : mpn_cmp(a, b, static_cast<mp_size_t>(a_count));
}

// |a| + |b| with the given sign.
Value add_magnitudes(Allocator& allocator, bool negative, const IntView& a, const IntView& b) {
  const IntView& longer = a.count() >= b.count() ? a : b;
  const IntView& shorter = a.count() >= b.count() ? b : a;
  LimbBuffer sum(longer.count() + 1);
  sum[longer.count()] = mpn_add(sum.data(), longer.limbs(), static_cast<mp_size_t>(longer.count()),
                                shorter.limbs(), static_cast<mp_size_t>(shorter.count()));
  return make_int_limbs(allocator, negative, sum.data(), longer.count() + 1);
}

// |a| - |b|, negated if `negative`.
Value subtract_magnitudes(Allocator& allocator, bool negative, const IntView& a, const IntView& b) {
  int order = compare_magnitudes(a.limbs(), a.count(), b.limbs(), b.count());
  if (order == 0) return Value::small_int(0);
  const IntView& larger = order > 0 ? a : b;
  const IntView& smaller = order > 0 ? b : a;
  LimbBuffer difference(larger.count());
  mpn_sub(difference.data(), larger.limbs(), static_cast<mp_size_t>(larger.count()), smaller.limbs(),
          static_cast<mp_size_t>(smaller.count()));
  return make_int_limbs(allocator, negative != (order < 0), difference.data(), larger.count());
}

// The magnitude is top * 2 ** exponent, and a part of 2 ** exponent more if `sticky`. The highest bit of
// `top` is set.
struct Leading {
  uint64_t top;
  bool sticky;
  int64_t exponent;
};

Leading leading_bits(const BigInt& b) {
  const uint64_t* limbs = b.limbs();
  size_t last = b.length - 1;
  int shift = std::countl_zero(limbs[last]);
  uint64_t top = limbs[last] << shift, rest = 0;
  if (last > 0) {
    if (shift != 0) top |= limbs[last - 1] >> (64 - shift);
    rest = limbs[last - 1] << shift;
    for (size_t l = 0; l + 1 < last && rest == 0; l++) rest |= limbs[l];
  }
  return {top, rest != 0, static_cast<int64_t>(last * 64) - shift};
}

int64_t floor_quotient(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

}  // namespace

IntView::IntView(Value v) {
  int64_t i;
  if (fits_int64(v, i)) {
    negative_ = i < 0;
    small_ = magnitude(i);
    count_ = small_ != 0;
    limbs_ = &small_;
  } else {
    negative_ = big(v).extra;
    count_ = big(v).length;
    limbs_ = big(v).limbs();
  }
  mpz_roinit_n(mpz_, limbs_, negative_ ? -static_cast<mp_size_t>(count_) : static_cast<mp_size_t>(count_));
}

size_t double_limbs(double d, uint64_t limbs[kDoubleLimbs]) {
  int exponent;
  double fraction = std::frexp(std::fabs(d), &exponent);
  uint64_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  size_t shift = static_cast<size_t>(exponent - 53), limb = shift / 64, bit = shift % 64;
  std::fill(limbs, limbs + limb, 0);
  limbs[limb] = mantissa << bit;
  uint64_t high = bit == 0 ? 0 : mantissa >> (64 - bit);
  if (high != 0) limbs[limb + 1] = high;
  return limb + 1 + (high != 0);
}

double compose_double(uint64_t top, bool sticky, int64_t exponent) {
  constexpr int64_t kLargest = 1023, kSmallestNormal = -1022;
  int64_t leading = exponent + 63;
  if (leading > kLargest) return HUGE_VAL;
  // Bits below the last one of a double of this size: 11, more for subnormals.
  int64_t drop = 11 + (leading < kSmallestNormal ? kSmallestNormal - leading : 0);
  if (drop > 64) return 0;
  uint64_t kept = drop == 64 ? 0 : top >> drop;
  uint64_t rest = top << (64 - drop);
  constexpr uint64_t kHalf = uint64_t{1} << 63;
  bool up = rest > kHalf || (rest == kHalf && (sticky || (kept & 1)));
  return std::ldexp(static_cast<double>(kept + up), static_cast<int>(exponent + drop));
}

Value make_int_slow(Allocator& allocator, int64_t i) { return Value::object(allocator.make<Int64>(0, i)); }

Value make_int_unsigned(Allocator& allocator, uint64_t i) {
  if (i <= INT64_MAX) return make_int(allocator, static_cast<int64_t>(i));
  return make_int_limbs(allocator, false, &i, 1);
}

Value make_int_wide(Allocator& allocator, Int128 i) {
  if (i == static_cast<int64_t>(i)) return make_int(allocator, static_cast<int64_t>(i));
  __extension__ typedef unsigned __int128 Unsigned;
  Unsigned m = i < 0 ? 0 - static_cast<Unsigned>(i) : static_cast<Unsigned>(i);
  uint64_t limbs[] = {static_cast<uint64_t>(m), static_cast<uint64_t>(m >> 64)};
  return make_int_limbs(allocator, i < 0, limbs, 2);
}

Value make_int_limbs(Allocator& allocator, bool negative, const uint64_t* limbs, size_t count) {
  while (count > 0 && limbs[count - 1] == 0) count--;
  if (count == 0) return Value::small_int(0);
  if (count == 1 && limbs[0] <= static_cast<uint64_t>(INT64_MAX) + negative) {
    return make_int(allocator, static_cast<int64_t>(negative ? 0 - limbs[0] : limbs[0]));
  }
  BigInt* result = allocator.make<BigInt>(count * sizeof(uint64_t), negative, static_cast<uint32_t>(count));
  std::memcpy(result->limbs(), limbs, count * sizeof(uint64_t));
  return Value::object(result);
}

Value make_int_truncated(Allocator& allocator, double d) {
  if (d >= -0x1p63 && d < 0x1p63) return make_int(allocator, static_cast<int64_t>(d));
  uint64_t limbs[kDoubleLimbs];
  size_t count = double_limbs(d, limbs);
  return make_int_limbs(allocator, d < 0, limbs, count);
}

bool int_is_negative(Value v) {
  int64_t i;
  return fits_int64(v, i) ? i < 0 : big(v).extra != 0;
}

uint64_t int_bits(Value v) {
  int64_t i;
  if (fits_int64(v, i)) return static_cast<uint64_t>(std::bit_width(magnitude(i)));
  const BigInt& b = big(v);
  return (uint64_t{b.length} - 1) * 64 + static_cast<uint64_t>(std::bit_width(b.limbs()[b.length - 1]));
}

int int_compare(Value a, Value b) {
  int64_t x, y;
  bool a_fits = fits_int64(a, x), b_fits = fits_int64(b, y);
  if (a_fits && b_fits) return x < y ? -1 : x > y;
  // An Int that does not fit 64 bits is further from zero than any that does.
  if (a_fits) return big(b).extra ? 1 : -1;
  if (b_fits) return big(a).extra ? -1 : 1;
  if (big(a).extra != big(b).extra) return big(a).extra ? -1 : 1;
  int order = compare_magnitudes(big(a).limbs(), big(a).length, big(b).limbs(), big(b).length);
  return big(a).extra ? -order : order;
}

int int_compare_double(Value a, double d) {
  if (std::isinf(d)) return d > 0 ? -1 : 1;
  int64_t x;
  if (fits_int64(a, x)) {
    if (d >= 0x1p63) return -1;
    if (d < -0x1p63) return 1;
    int64_t whole = static_cast<int64_t>(d);
    if (x != whole) return x < whole ? -1 : 1;
    double fraction = d - static_cast<double>(whole);
    return fraction > 0 ? -1 : fraction < 0;
  }
  bool negative = big(a).extra;
  int outward = negative ? -1 : 1;
  if (std::fabs(d) < 0x1p63 || (d < 0) != negative) return outward;
  uint64_t limbs[kDoubleLimbs];
  size_t count = double_limbs(d, limbs);
  return outward * compare_magnitudes(big(a).limbs(), big(a).length, limbs, count);
}

bool int_equal(Value a, Value b) {
  if (a == b) return true;
  if (!a.is_object() || !b.is_object()) return false;
  return int_compare(a, b) == 0;
}

double int_to_double(Value v) {
  int64_t i;
  if (fits_int64(v, i)) return static_cast<double>(i);
  const Leading leading = leading_bits(big(v));
  double d = compose_double(leading.top, leading.sticky, leading.exponent);
  return big(v).extra ? -d : d;
}

double int_fraction(Value v, int64_t& exponent) {
  int64_t i;
  int binary = 0;
  if (fits_int64(v, i)) {
    double fraction = std::frexp(static_cast<double>(i), &binary);
    exponent = binary;
    return fraction;
  }
  const Leading leading = leading_bits(big(v));
  double fraction = std::frexp(compose_double(leading.top, leading.sticky, -64), &binary);
  exponent = leading.exponent + 64 + binary;
  return fraction;
}

double int_divide_to_double(Value a, Value b) {
  constexpr int64_t kExact = int64_t{1} << 53;
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y) && x <= kExact && x >= -kExact && y <= kExact && y >= -kExact) {
    return static_cast<double>(x) / static_cast<double>(y);
  }
  if (int_bits(a) == 0) return int_is_negative(b) ? -0.0 : 0.0;
  IntView dividend(a), divisor(b);
  // A quotient of 65 or 66 bits: 64, and a few that only need to be zero or not.
  int64_t shift = 66 - static_cast<int64_t>(int_bits(a)) + static_cast<int64_t>(int_bits(b)) - 1;
  Mpz scaled, quotient, remainder;
  if (shift >= 0) {
    mpz_mul_2exp(scaled.get(), dividend.mpz(), static_cast<mp_bitcnt_t>(shift));
    mpz_tdiv_qr(quotient.get(), remainder.get(), scaled.get(), divisor.mpz());
  } else {
    mpz_mul_2exp(scaled.get(), divisor.mpz(), static_cast<mp_bitcnt_t>(-shift));
    mpz_tdiv_qr(quotient.get(), remainder.get(), dividend.mpz(), scaled.get());
  }
  const uint64_t* q = mpz_limbs_read(quotient.get());
  int extra = std::bit_width(q[1]);
  uint64_t top = q[1] << (64 - extra) | q[0] >> extra;
  bool sticky = (q[0] << (64 - extra)) != 0 || mpz_sgn(remainder.get()) != 0;
  double d = compose_double(top, sticky, extra - shift);
  return dividend.negative() != divisor.negative() ? -d : d;
}

Value int_add(Allocator& allocator, Value a, Value b) {
  int64_t x, y, sum;
  if (fits_int64(a, x) && fits_int64(b, y)) {
    if (!__builtin_add_overflow(x, y, &sum)) return make_int(allocator, sum);
    return make_int_wide(allocator, Int128{x} + y);
  }
  IntView u(a), v(b);
  if (u.negative() == v.negative()) return add_magnitudes(allocator, u.negative(), u, v);
  return subtract_magnitudes(allocator, u.negative(), u, v);
}

Value int_sub(Allocator& allocator, Value a, Value b) {
  int64_t x, y, difference;
  if (fits_int64(a, x) && fits_int64(b, y)) {
    if (!__builtin_sub_overflow(x, y, &difference)) return make_int(allocator, difference);
    return make_int_wide(allocator, Int128{x} - y);
  }
  IntView u(a), v(b);
  if (u.negative() != v.negative()) return add_magnitudes(allocator, u.negative(), u, v);
  return subtract_magnitudes(allocator, u.negative(), u, v);
}

Value int_mul(Allocator& allocator, Value a, Value b) {
  int64_t x, y, product;
  if (fits_int64(a, x) && fits_int64(b, y)) {
    if (!__builtin_mul_overflow(x, y, &product)) return make_int(allocator, product);
    return make_int_wide(allocator, Int128{x} * y);
  }
  IntView u(a), v(b);
  if (u.count() == 0 || v.count() == 0) return Value::small_int(0);
  const IntView& longer = u.count() >= v.count() ? u : v;
  const IntView& shorter = u.count() >= v.count() ? v : u;
  LimbBuffer result(u.count() + v.count());
  mpn_mul(result.data(), longer.limbs(), static_cast<mp_size_t>(longer.count()), shorter.limbs(),
          static_cast<mp_size_t>(shorter.count()));
  return make_int_limbs(allocator, u.negative() != v.negative(), result.data(), u.count() + v.count());
}

Value int_neg(Allocator& allocator, Value a) {
  int64_t x;
  if (fits_int64(a, x)) return make_int_wide(allocator, -Int128{x});
  return int_sub(allocator, Value::small_int(0), a);
}

Value int_floor_div(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y)) {
    if (y == -1) return int_neg(allocator, a);
    return make_int(allocator, floor_quotient(x, y));
  }
  IntView u(a), v(b);
  Mpz quotient;
  mpz_fdiv_q(quotient.get(), u.mpz(), v.mpz());
  return quotient.to_int(allocator);
}

Value int_mod(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y)) {
    if (y == -1) return Value::small_int(0);
    int64_t r = x % y;
    return make_int(allocator, r != 0 && (r < 0) != (y < 0) ? r + y : r);
  }
  IntView u(a), v(b);
  Mpz remainder;
  mpz_fdiv_r(remainder.get(), u.mpz(), v.mpz());
  return remainder.to_int(allocator);
}

Value int_pow(Allocator& allocator, Value base, uint64_t exponent) {
  int64_t square;
  if (fits_int64(base, square)) {
    if (exponent > 1 && (square == 0 || square == 1)) return base;
    if (square == -1) return Value::small_int(exponent % 2 == 0 ? 1 : -1);
    int64_t result = 1;
    bool overflow = false;
    for (uint64_t left = exponent; left != 0 && !overflow;) {
      if (left & 1) overflow = __builtin_mul_overflow(result, square, &result);
      left >>= 1;
      if (left != 0) overflow |= __builtin_mul_overflow(square, square, &square);
    }
    if (!overflow) return make_int(allocator, result);
  }
  IntView view(base);
  Mpz power;
  mpz_pow_ui(power.get(), view.mpz(), exponent);
  return power.to_int(allocator);
}

}  // namespace aspen
