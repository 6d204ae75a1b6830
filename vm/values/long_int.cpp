// Products are divided into pieces by Karatsuba's method; quotients as by Burnikel and Ziegler ("Fast
// recursive division", 1998), square roots as by Zimmermann ("Karatsuba square root", 1999). GMP computes
// each piece with its own algorithms, which are faster than these, so pieces are as large as their duration
// allows.
#include "vm/values/long_int.h"

#include <algorithm>
#include <bit>
#include <deque>

#include "vm/values/limbs.h"

namespace aspen {

namespace {

// Nanoseconds per limb and per bit of the number of limbs, measured with GMP 6.2 at the size of a piece.
constexpr uint64_t kProductCost = 6, kQuotientCost = 16, kRootCost = 14, kTextCost = 40, kReadingCost = 18;
// With a factor or divisor of at most this many bits, the operation is linear.
constexpr uint64_t kShortBits = 4 * 64;

uint64_t bits_of(mpz_srcptr v) { return mpz_sgn(v) == 0 ? 0 : mpz_sizeinbase(v, 2); }

// The parts of |v| from bit n up and below bit n.
void split_at(mpz_ptr high, mpz_ptr low, mpz_srcptr v, mp_bitcnt_t n) {
  mpz_tdiv_r_2exp(low, v, n);
  mpz_tdiv_q_2exp(high, v, n);
}

// Sets `high` to high * 2^n + low.
void append_bits(mpz_ptr high, mpz_srcptr low, mp_bitcnt_t n) {
  mpz_mul_2exp(high, high, n);
  mpz_add(high, high, low);
}

}  // namespace

bool LongArithmetic::pay(uint64_t bits, uint64_t cost) {
  const uint64_t limbs = bits / 64 + 1;
  stopped_ = stopped_ || !pay_(limbs * static_cast<uint64_t>(std::bit_width(limbs)) * cost);
  return !stopped_;
}

// ---- Products

void LongArithmetic::multiply(mpz_ptr product, mpz_srcptr a, mpz_srcptr b) {
  const bool is_negative = mpz_sgn(a) * mpz_sgn(b) < 0;
  multiply_magnitudes(product, a, b);
  mpz_abs(product, product);
  if (is_negative) mpz_neg(product, product);
}

void LongArithmetic::multiply_magnitudes(mpz_ptr product, mpz_srcptr a, mpz_srcptr b) {
  if (stopped_) return;
  const uint64_t m = bits_of(a), n = bits_of(b);
  if (m < n) return multiply_magnitudes(product, b, a);
  if (m + n <= 4 * kPieceBits || n <= kShortBits) {
    if (pay(n <= kShortBits ? (m + n) / 16 : m + n, kProductCost)) mpz_mul(product, a, b);
  } else if (m >= 2 * n) {
    multiply_chunks(product, a, b);
  } else {
    multiply_halves(product, a, b);
  }
}

// Multiplies chunks of `longer`, each at least as long as `shorter`, the most significant one first.
void LongArithmetic::multiply_chunks(mpz_ptr product, mpz_srcptr longer, mpz_srcptr shorter) {
  const uint64_t chunk_bits = std::max(bits_of(shorter), kPieceBits),
                 count = bits_of(longer) / chunk_bits + 1;
  Mpz sum, chunk, part;
  for (uint64_t i = count; i-- > 0 && !stopped_;) {
    mpz_tdiv_q_2exp(chunk.get(), longer, i * chunk_bits);
    mpz_tdiv_r_2exp(chunk.get(), chunk.get(), chunk_bits);
    multiply_magnitudes(part.get(), chunk.get(), shorter);
    mpz_abs(part.get(), part.get());
    append_bits(sum.get(), part.get(), chunk_bits);
  }
  mpz_swap(product, sum.get());
}

void LongArithmetic::multiply_halves(mpz_ptr product, mpz_srcptr a, mpz_srcptr b) {
  const mp_bitcnt_t half = (bits_of(a) + 1) / 2;
  Mpz a1, a0, b1, b0, high, low, middle;
  split_at(a1.get(), a0.get(), a, half);
  split_at(b1.get(), b0.get(), b, half);
  for (Mpz* part : {&a1, &a0, &b1, &b0}) mpz_abs(part->get(), part->get());
  multiply_magnitudes(high.get(), a1.get(), b1.get());
  multiply_magnitudes(low.get(), a0.get(), b0.get());
  mpz_add(a1.get(), a1.get(), a0.get());
  mpz_add(b1.get(), b1.get(), b0.get());
  multiply_magnitudes(middle.get(), a1.get(), b1.get());
  if (stopped_) return;
  mpz_sub(middle.get(), middle.get(), high.get());
  mpz_sub(middle.get(), middle.get(), low.get());
  append_bits(high.get(), middle.get(), half);
  append_bits(high.get(), low.get(), half);
  mpz_swap(product, high.get());
}

// By GMP while the power is one piece; then by squaring, once for each remaining bit of the exponent.
void LongArithmetic::power(mpz_ptr result, mpz_srcptr base, uint64_t exponent) {
  const uint64_t begun = std::max<uint64_t>(kPieceBits / std::max<uint64_t>(bits_of(base), 1), 1);
  int left = 0;
  while (exponent >> left > begun) ++left;
  Mpz out;
  if (pay(std::min(bits_of(base), kPieceBits) * (exponent >> left), kProductCost))
    mpz_pow_ui(out.get(), base, exponent >> left);
  while (left-- > 0 && !stopped_) {
    multiply(out.get(), out.get(), out.get());
    if (exponent >> left & 1) multiply(out.get(), out.get(), base);
  }
  mpz_swap(result, out.get());
}

// ---- Quotients

void LongArithmetic::floor_divide(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b) {
  const bool signs_differ = mpz_sgn(a) * mpz_sgn(b) < 0, is_negative = mpz_sgn(b) < 0;
  Mpz dividend, divisor, q, r;
  mpz_abs(dividend.get(), a);
  mpz_abs(divisor.get(), b);
  divide_magnitudes(q.get(), r.get(), dividend.get(), divisor.get());
  if (stopped_) return;
  if (signs_differ && mpz_sgn(r.get()) != 0) {
    mpz_add_ui(q.get(), q.get(), 1);
    mpz_sub(r.get(), divisor.get(), r.get());
  }
  if (signs_differ) mpz_neg(q.get(), q.get());
  if (is_negative) mpz_neg(r.get(), r.get());
  mpz_swap(quotient, q.get());
  mpz_swap(remainder, r.get());
}

// In digits at least as long as the divisor, the most significant one first.
void LongArithmetic::divide_magnitudes(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b) {
  const uint64_t n = bits_of(b), m = bits_of(a);
  const uint64_t longest = m > n ? m - n : 0;
  if (m <= 2 * kPieceBits || n <= kShortBits || longest <= kShortBits) {
    const bool is_linear = n <= kShortBits || longest <= kShortBits;
    if (pay(is_linear ? m / 16 : m, kQuotientCost)) mpz_tdiv_qr(quotient, remainder, a, b);
    return;
  }
  const uint64_t digit_bits = std::max(n, kPieceBits);
  Mpz q, r, digit;
  for (uint64_t i = m / digit_bits + 1; i-- > 0 && !stopped_;) {
    mpz_tdiv_q_2exp(digit.get(), a, i * digit_bits);
    mpz_tdiv_r_2exp(digit.get(), digit.get(), digit_bits);
    append_bits(r.get(), digit.get(), digit_bits);
    divide_2_by_1(digit.get(), r.get(), r.get(), b, n);
    append_bits(q.get(), digit.get(), digit_bits);
  }
  mpz_swap(quotient, q.get());
  mpz_swap(remainder, r.get());
}

// `b` has n bits. Requires a < 2^n * b, unless the operation is one piece.
void LongArithmetic::divide_2_by_1(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b,
                                   mp_bitcnt_t n) {
  if (n <= kPieceBits) {
    if (pay(bits_of(a), kQuotientCost)) mpz_tdiv_qr(quotient, remainder, a, b);
    return;
  }
  if (stopped_) return;
  // Parts are freed as early as possible: together they would be many times as large as the operands.
  const mp_bitcnt_t odd = n & 1, half = (n + odd) / 2;
  Mpz shifted, part, upper, lower, rest;
  if (odd != 0) mpz_mul_2exp(shifted.get(), b, odd);
  mpz_srcptr divisor = odd != 0 ? shifted.get() : b;
  mpz_tdiv_q_2exp(part.get(), a, half - odd);
  divide_3_by_2(upper.get(), rest.get(), part.get(), divisor, half);
  mpz_tdiv_r_2exp(part.get(), a, half - odd);
  mpz_mul_2exp(part.get(), part.get(), odd);
  append_bits(rest.get(), part.get(), half);
  mpz_realloc2(part.get(), 1);
  divide_3_by_2(lower.get(), rest.get(), rest.get(), divisor, half);
  if (stopped_) return;
  append_bits(upper.get(), lower.get(), half);
  mpz_tdiv_q_2exp(remainder, rest.get(), odd);
  mpz_swap(quotient, upper.get());
}

// `b` has 2 * half bits. Requires a < 2^half * b.
void LongArithmetic::divide_3_by_2(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b,
                                   mp_bitcnt_t half) {
  Mpz high, b1, part, q, r;
  mpz_tdiv_q_2exp(high.get(), a, half);
  mpz_tdiv_q_2exp(b1.get(), b, half);
  mpz_tdiv_q_2exp(r.get(), high.get(), half);
  if (mpz_cmp(r.get(), b1.get()) >= 0) {
    mpz_setbit(q.get(), half);
    mpz_sub_ui(q.get(), q.get(), 1);
    mpz_mul_2exp(r.get(), b1.get(), half);
    mpz_sub(r.get(), high.get(), r.get());
    mpz_add(r.get(), r.get(), b1.get());
  } else {
    divide_2_by_1(q.get(), r.get(), high.get(), b1.get(), half);
  }
  mpz_realloc2(b1.get(), 1);
  mpz_tdiv_r_2exp(part.get(), a, half);
  append_bits(r.get(), part.get(), half);
  mpz_tdiv_r_2exp(part.get(), b, half);
  multiply(high.get(), q.get(), part.get());
  if (stopped_) return;
  mpz_sub(r.get(), r.get(), high.get());
  while (mpz_sgn(r.get()) < 0) {
    mpz_sub_ui(q.get(), q.get(), 1);
    mpz_add(r.get(), r.get(), b);
  }
  mpz_swap(quotient, q.get());
  mpz_swap(remainder, r.get());
}

// ---- Roots

void LongArithmetic::root(mpz_ptr result, mpz_srcptr a) {
  Mpz rest;
  root_with_rest(result, rest.get(), a);
}

// Computes a = root^2 + rest, where 0 <= rest <= 2 * root.
void LongArithmetic::root_with_rest(mpz_ptr root, mpz_ptr rest, mpz_srcptr a) {
  const uint64_t n = bits_of(a);
  if (n <= 4 * kPieceBits) {
    if (pay(n, kRootCost)) mpz_sqrtrem(root, rest, a);
    return;
  }
  const mp_bitcnt_t quarter = (n - 1) / 4;
  Mpz high, low, next, r, q, upper;
  split_at(high.get(), low.get(), a, quarter);
  split_at(high.get(), next.get(), high.get(), quarter);
  root_with_rest(upper.get(), r.get(), high.get());
  if (stopped_) return;
  append_bits(r.get(), next.get(), quarter);
  mpz_mul_2exp(high.get(), upper.get(), 1);
  divide_magnitudes(q.get(), r.get(), r.get(), high.get());
  append_bits(upper.get(), q.get(), quarter);
  multiply(q.get(), q.get(), q.get());
  if (stopped_) return;
  append_bits(r.get(), low.get(), quarter);
  mpz_sub(r.get(), r.get(), q.get());
  while (mpz_sgn(r.get()) < 0) {
    mpz_addmul_ui(r.get(), upper.get(), 2);
    mpz_sub_ui(r.get(), r.get(), 1);
    mpz_sub_ui(upper.get(), upper.get(), 1);
  }
  mpz_swap(root, upper.get());
  mpz_swap(rest, r.get());
}

// ---- Text

// The powers of a base at which texts are divided: of first_digits_ digits, twice as many, and so on.
class LongArithmetic::Powers {
 public:
  Powers(LongArithmetic& arithmetic, int base)
      : arithmetic_(arithmetic),
        base_(base),
        bits_(std::has_single_bit(static_cast<unsigned>(base)) ? std::countr_zero(static_cast<unsigned>(base))
                                                               : 0),
        first_digits_(kPieceBits / 2 / static_cast<unsigned>(std::bit_width(static_cast<unsigned>(base)))) {}

  int base() const { return base_; }
  size_t digits(size_t level) const { return first_digits_ << level; }
  mpz_srcptr at(size_t level) {
    do {
      if (powers_.size() <= level) add();
    } while (powers_.size() <= level && arithmetic_.ok());
    return powers_[std::min(level, powers_.size() - 1)].get();
  }
  void divide(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr v, size_t level) {
    if (bits_ != 0) return split_at(quotient, remainder, v, digits(level) * bits_);
    arithmetic_.divide_magnitudes(quotient, remainder, v, at(level));
  }
  // Multiplies v by the power.
  void shift(mpz_ptr v, size_t level) {
    if (bits_ != 0) return mpz_mul_2exp(v, v, digits(level) * bits_);
    arithmetic_.multiply(v, v, at(level));
  }

 private:
  void add() {
    const bool is_first = powers_.empty();
    mpz_srcptr last = is_first ? nullptr : powers_.back().get();
    mpz_ptr power = powers_.emplace_back().get();
    if (!is_first) return arithmetic_.multiply(power, last, last);
    if (arithmetic_.pay(kPieceBits, kProductCost))
      mpz_ui_pow_ui(power, static_cast<unsigned>(base_), first_digits_);
  }

  LongArithmetic& arithmetic_;
  const int base_;
  const mp_bitcnt_t bits_;  // bits of a digit; 0: the base is not a power of two
  const size_t first_digits_;
  std::deque<Mpz> powers_;  // a deque, so that elements keep their addresses
};

void LongArithmetic::append_text(std::string& out, mpz_srcptr v, int base) {
  Powers powers(*this, base);
  size_t level = 0;
  const size_t digits = mpz_sizeinbase(v, base);
  while (powers.digits(level) < digits) ++level;
  out.reserve(out.size() + digits + 2);
  if (mpz_sgn(v) < 0) out += '-';
  Mpz magnitude;
  mpz_abs(magnitude.get(), v);
  append_part(out, magnitude.get(), powers, level, true);
}

// Appends at most powers.digits(level) digits, and exactly that many unless it is the first part.
void LongArithmetic::append_part(std::string& out, mpz_srcptr v, Powers& powers, size_t level,
                                 bool is_first) {
  if (level == 0) {
    if (!pay(bits_of(v), kTextCost)) return;
    std::string digits(mpz_sizeinbase(v, powers.base()) + 2, '\0');
    mpz_get_str(digits.data(), powers.base(), v);
    digits.resize(digits.find('\0'));
    if (!is_first) out.append(powers.digits(0) - digits.size(), '0');
    out += digits;
    return;
  }
  Mpz high, low;
  powers.divide(high.get(), low.get(), v, level - 1);
  if (stopped_) return;
  const bool is_short = is_first && mpz_sgn(high.get()) == 0;
  if (!is_short) append_part(out, high.get(), powers, level - 1, is_first);
  append_part(out, low.get(), powers, level - 1, is_short);
}

void LongArithmetic::read_digits(mpz_ptr result, const std::vector<uint8_t>& digits, int base) {
  Powers powers(*this, base);
  read_part(result, digits.data(), digits.size(), powers);
}

void LongArithmetic::read_part(mpz_ptr result, const uint8_t* digits, size_t count, Powers& powers) {
  if (count <= powers.digits(0)) {
    const uint8_t* first = std::find_if(digits, digits + count, [](uint8_t digit) { return digit != 0; });
    const size_t bits = count * static_cast<size_t>(std::bit_width(static_cast<unsigned>(powers.base())));
    mpz_set_ui(result, 0);
    if (first == digits + count || !pay(bits, kReadingCost)) return;
    const mp_size_t limbs = mpn_set_str(mpz_limbs_write(result, static_cast<mp_size_t>(bits / 64 + 2)), first,
                                        static_cast<size_t>(digits + count - first), powers.base());
    return mpz_limbs_finish(result, limbs);
  }
  size_t level = 0;
  while (powers.digits(level + 1) < count) ++level;
  const size_t high_count = count - powers.digits(level);
  Mpz low;
  read_part(result, digits, high_count, powers);
  read_part(low.get(), digits + high_count, powers.digits(level), powers);
  if (stopped_) return;
  powers.shift(result, level);
  if (!stopped_) mpz_add(result, result, low.get());
}

}  // namespace aspen
