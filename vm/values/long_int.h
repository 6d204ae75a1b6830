// Arithmetic on Ints so long that one call of GMP would occupy a thread for tens of milliseconds. Each
// operation is divided into pieces of a few milliseconds, and each piece is paid for before it is computed,
// so fuel, interrupts and time limits can stop the operation between two pieces.
//
// Once a piece has been refused, all further calls return immediately and leave their results unspecified.
// The caller checks `ok` at the end.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace aspen {

class LongArithmetic {
 public:
  // Receives the work of a piece (Strand::work). If it returns false, the operation stops.
  using Pay = std::function<bool(uint64_t work)>;
  explicit LongArithmetic(Pay pay) : pay_(std::move(pay)) {}

  // With operands of at most this many bits, any operation is one piece, and LongArithmetic is not needed.
  static constexpr uint64_t kPieceBits = uint64_t{1} << 19;

  bool ok() const { return !stopped_; }

  // Results may be operands. Signs as for the GMP functions of the same name.
  void multiply(mpz_ptr product, mpz_srcptr a, mpz_srcptr b);
  // Rounds towards negative infinity; the remainder has the sign of `b`, which is not zero.
  void floor_divide(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b);
  void power(mpz_ptr result, mpz_srcptr base, uint64_t exponent);
  // The integral part of the square root of `a`, which is not negative.
  void root(mpz_ptr result, mpz_srcptr a);
  void gcd(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);
  // Appends the digits of `v` in a base of 2 to 36, in lower case, with a minus below zero.
  void append_text(std::string& out, mpz_srcptr v, int base);
  // The number with these digits: values from 0 to base - 1, most significant first.
  void read_digits(mpz_ptr result, const std::vector<uint8_t>& digits, int base);

 private:
  struct Matrix;
  class Powers;

  bool pay(uint64_t bits, uint64_t cost);
  void multiply_magnitudes(mpz_ptr product, mpz_srcptr a, mpz_srcptr b);
  void multiply_chunks(mpz_ptr product, mpz_srcptr longer, mpz_srcptr shorter);
  void multiply_halves(mpz_ptr product, mpz_srcptr a, mpz_srcptr b);
  void divide_magnitudes(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b);
  void divide_2_by_1(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b, mp_bitcnt_t n);
  void divide_3_by_2(mpz_ptr quotient, mpz_ptr remainder, mpz_srcptr a, mpz_srcptr b, mp_bitcnt_t half);
  void root_with_rest(mpz_ptr root, mpz_ptr rest, mpz_srcptr a);
  void apply(Matrix& steps, mpz_ptr a, mpz_ptr b);
  static void put_in_order(mpz_ptr a, mpz_ptr b, Matrix* steps);
  void step(mpz_ptr a, mpz_ptr b, Matrix* steps);
  void halve(mpz_ptr a, mpz_ptr b, Matrix* steps);
  void halve_by_words(mpz_ptr a, mpz_ptr b, uint64_t target, Matrix* steps);
  void halve_leading(mpz_ptr a, mpz_ptr b, uint64_t shift, Matrix* steps);
  void append_part(std::string& out, mpz_srcptr v, Powers& powers, size_t level, bool is_first);
  void read_part(mpz_ptr result, const uint8_t* digits, size_t count, Powers& powers);

  Pay pay_;
  bool stopped_ = false;
};

}  // namespace aspen
