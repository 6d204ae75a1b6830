// Private to the integer code: Ints as a sign and limbs, the form that GMP computes with.
#pragma once

#include <gmp.h>

#include <memory>
#include <type_traits>

#include "vm/values/bigint.h"

namespace aspen {

static_assert(std::is_same_v<mp_limb_t, uint64_t>);

// An Int as sign and limbs; those of a BigInt are not copied. Zero has none. The Int must outlive the view.
class IntView {
 public:
  explicit IntView(Value v);
  IntView(const IntView&) = delete;
  IntView& operator=(const IntView&) = delete;

  bool negative() const { return negative_; }
  size_t count() const { return count_; }
  const uint64_t* limbs() const { return limbs_; }
  mpz_srcptr mpz() const { return mpz_; }

 private:
  bool negative_;
  size_t count_;
  uint64_t small_;
  const uint64_t* limbs_;
  mpz_t mpz_;
};

// A buffer for a result of known size, outside of the heap: the collector may run while it becomes a Value.
class LimbBuffer {
 public:
  explicit LimbBuffer(size_t count)
      : spilled_(count > kInline ? new uint64_t[count] : nullptr),
        data_(spilled_ ? spilled_.get() : inline_) {}
  LimbBuffer(const LimbBuffer&) = delete;
  LimbBuffer& operator=(const LimbBuffer&) = delete;
  uint64_t* data() { return data_; }
  uint64_t& operator[](size_t i) { return data_[i]; }

 private:
  static constexpr size_t kInline = 40;
  std::unique_ptr<uint64_t[]> spilled_;
  uint64_t* data_;
  uint64_t inline_[kInline];
};

// An mpz_t with a destructor.
class Mpz {
 public:
  Mpz() { mpz_init(z_); }
  ~Mpz() { mpz_clear(z_); }
  Mpz(const Mpz&) = delete;
  Mpz& operator=(const Mpz&) = delete;
  mpz_ptr get() { return z_; }
  Value to_int(Allocator& allocator) const {
    return make_int_limbs(allocator, mpz_sgn(z_) < 0, mpz_limbs_read(z_), mpz_size(z_));
  }

 private:
  mpz_t z_;
};

// The value of a digit in a base of up to 36; kNoDigit for any other character.
inline constexpr int kNoDigit = 36;
constexpr int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return kNoDigit;
}

// The maximum number of limbs of a finite double of magnitude 2^63 or more.
inline constexpr size_t kDoubleLimbs = 16;
// Writes the magnitude of the integral part, least significant limb first; returns the number of limbs
// written, of which the top one is not zero.
size_t double_limbs(double d, uint64_t limbs[kDoubleLimbs]);

// (top + s) * 2^exponent rounded to nearest, ties to even, where 0 < s < 1 if `sticky`, else 0. Bit 63 of
// `top` is set.
double compose_double(uint64_t top, bool sticky, int64_t exponent);

}  // namespace aspen
