// The greatest common divisor of long Ints, by halving: the leading halves of two numbers determine the steps
// of Euclid's algorithm that halve the numbers (Möller, "On Schönhage's algorithm and subquadratic integer
// gcd computation", 2008). Steps are matrices of determinant 1 or -1, so none of them changes the divisor: a
// wrong step costs time, but never the result.
#include <utility>

#include "vm/values/limbs.h"
#include "vm/values/long_int.h"

namespace aspen {

namespace {

// Up to this size, Lehmer's steps with single words are faster.
constexpr uint64_t kLehmerBits = 1 << 13;
// Nanoseconds per limb and per bit of the number of limbs, for halving up to that size.
constexpr uint64_t kHalvingCost = 100;
constexpr uint64_t kDivisorCost = 90;

uint64_t bits_of(mpz_srcptr v) { return mpz_sgn(v) == 0 ? 0 : mpz_sizeinbase(v, 2); }

// Maps (a, b) to (aa * a + ab * b, ba * a + bb * b).
struct WordSteps {
  int64_t aa = 1, ab = 0, ba = 0, bb = 1;
};

// Euclid's steps for the leading bits, as long as the multiples fit half a word.
WordSteps word_steps(mpz_srcptr a, mpz_srcptr b) {
  constexpr uint64_t kWordBits = 62;
  const uint64_t n = bits_of(a), shift = n > kWordBits ? n - kWordBits : 0;
  Mpz part;
  mpz_tdiv_q_2exp(part.get(), a, shift);
  uint64_t x = mpz_get_ui(part.get());
  mpz_tdiv_q_2exp(part.get(), b, shift);
  uint64_t y = mpz_get_ui(part.get());
  WordSteps out;
  while (y >> (kWordBits / 2) != 0) {
    const auto q = static_cast<int64_t>(x / y);
    x = std::exchange(y, x % y);
    out.aa = std::exchange(out.ba, out.aa - q * out.ba);
    out.ab = std::exchange(out.bb, out.ab - q * out.bb);
  }
  return out;
}

void add_multiple(mpz_ptr sum, mpz_srcptr v, int64_t by) {
  by < 0 ? mpz_submul_ui(sum, v, 0 - static_cast<uint64_t>(by))
         : mpz_addmul_ui(sum, v, static_cast<uint64_t>(by));
}

void apply_words(const WordSteps& steps, mpz_ptr a, mpz_ptr b) {
  Mpz x, y;
  add_multiple(x.get(), a, steps.aa);
  add_multiple(x.get(), b, steps.ab);
  add_multiple(y.get(), a, steps.ba);
  add_multiple(y.get(), b, steps.bb);
  mpz_swap(a, x.get());
  mpz_swap(b, y.get());
}

}  // namespace

struct LongArithmetic::Matrix {
  Mpz aa, ab, ba, bb;
  Matrix() {
    mpz_set_ui(aa.get(), 1);
    mpz_set_ui(bb.get(), 1);
  }
  void negate_first() {
    mpz_neg(aa.get(), aa.get());
    mpz_neg(ab.get(), ab.get());
  }
  void negate_second() {
    mpz_neg(ba.get(), ba.get());
    mpz_neg(bb.get(), bb.get());
  }
  void swap_rows() {
    mpz_swap(aa.get(), ba.get());
    mpz_swap(ab.get(), bb.get());
  }
};

// Sets (a, b) to steps * (a, b).
void LongArithmetic::apply(Matrix& steps, mpz_ptr a, mpz_ptr b) {
  Mpz x, y, part;
  multiply(x.get(), steps.aa.get(), a);
  multiply(part.get(), steps.ab.get(), b);
  mpz_add(x.get(), x.get(), part.get());
  multiply(y.get(), steps.ba.get(), a);
  multiply(part.get(), steps.bb.get(), b);
  mpz_add(y.get(), y.get(), part.get());
  mpz_swap(a, x.get());
  mpz_swap(b, y.get());
}

// Restores a >= b >= 0 after steps.
void LongArithmetic::put_in_order(mpz_ptr a, mpz_ptr b, Matrix* steps) {
  if (mpz_sgn(a) < 0) {
    mpz_neg(a, a);
    if (steps != nullptr) steps->negate_first();
  }
  if (mpz_sgn(b) < 0) {
    mpz_neg(b, b);
    if (steps != nullptr) steps->negate_second();
  }
  if (mpz_cmp(a, b) >= 0) return;
  mpz_swap(a, b);
  if (steps != nullptr) steps->swap_rows();
}

// Sets (a, b) to (b, a mod b).
void LongArithmetic::step(mpz_ptr a, mpz_ptr b, Matrix* steps) {
  Mpz q, r;
  divide_magnitudes(q.get(), r.get(), a, b);
  if (stopped_) return;
  mpz_swap(a, b);
  mpz_swap(b, r.get());
  if (steps == nullptr) return;
  multiply(r.get(), q.get(), steps->ba.get());
  mpz_sub(steps->aa.get(), steps->aa.get(), r.get());
  multiply(r.get(), q.get(), steps->bb.get());
  mpz_sub(steps->ab.get(), steps->ab.get(), r.get());
  steps->swap_rows();
}

void LongArithmetic::halve_by_words(mpz_ptr a, mpz_ptr b, uint64_t target, Matrix* steps) {
  if (!pay(bits_of(a), kHalvingCost)) return;
  while (bits_of(b) > target && !stopped_) {
    const WordSteps words = word_steps(a, b);
    if (words.ab == 0) {
      step(a, b, steps);
      continue;
    }
    apply_words(words, a, b);
    if (steps != nullptr) {
      apply_words(words, steps->aa.get(), steps->ba.get());
      apply_words(words, steps->ab.get(), steps->bb.get());
    }
    put_in_order(a, b, steps);
  }
}

// Requires a >= b >= 0; reduces until b has half of the bits of a. Adds the steps to `steps`, if not null.
void LongArithmetic::halve(mpz_ptr a, mpz_ptr b, Matrix* steps) {
  const uint64_t n = bits_of(a), target = n / 2 + 1;
  if (n <= kLehmerBits) return halve_by_words(a, b, target, steps);
  halve_leading(a, b, n / 2, steps);
  if (bits_of(b) > target && !stopped_) step(a, b, steps);
  if (bits_of(b) <= target || stopped_) return;
  const uint64_t left = bits_of(a);
  halve_leading(a, b, 2 * target > left ? 2 * target - left : 0, steps);
}

// Uses the steps that halve the bits from `shift` up.
void LongArithmetic::halve_leading(mpz_ptr a, mpz_ptr b, uint64_t shift, Matrix* steps) {
  Mpz leading_a, leading_b;
  mpz_tdiv_q_2exp(leading_a.get(), a, shift);
  mpz_tdiv_q_2exp(leading_b.get(), b, shift);
  Matrix found;
  halve(leading_a.get(), leading_b.get(), &found);
  if (stopped_) return;
  apply(found, a, b);
  if (steps != nullptr) {
    apply(found, steps->aa.get(), steps->ba.get());
    apply(found, steps->ab.get(), steps->bb.get());
  }
  if (!stopped_) put_in_order(a, b, steps);
}

void LongArithmetic::gcd(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) {
  Mpz x, y;
  mpz_abs(x.get(), a);
  mpz_abs(y.get(), b);
  if (mpz_cmp(x.get(), y.get()) < 0) mpz_swap(x.get(), y.get());
  while (bits_of(y.get()) > kPieceBits / 4 && !stopped_) {
    step(x.get(), y.get(), nullptr);
    if (bits_of(y.get()) > kPieceBits / 4 && !stopped_) halve(x.get(), y.get(), nullptr);
  }
  if (mpz_sgn(y.get()) != 0 && !stopped_) step(x.get(), y.get(), nullptr);
  if (pay(bits_of(x.get()), kDivisorCost)) mpz_gcd(result, x.get(), y.get());
}

}  // namespace aspen
