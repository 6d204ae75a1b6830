// Integers of any size: bit operations and number theory.
#include <bit>
#include <cmath>
#include <numeric>

#include "vm/values/limbs.h"

namespace aspen {

namespace {

using MpzOperation = void (*)(mpz_ptr, mpz_srcptr, mpz_srcptr);

Value combine(Allocator& allocator, Value a, Value b, MpzOperation operation) {
  IntView u(a), v(b);
  Mpz result;
  operation(result.get(), u.mpz(), v.mpz());
  return result.to_int(allocator);
}

uint64_t root_of(uint64_t n) {
  uint64_t root = static_cast<uint64_t>(std::sqrt(static_cast<double>(n)));
  // The double may be off by one in either direction, and its square may exceed 64 bits.
  while (root > UINT32_MAX || root * root > n) root--;
  while (root < UINT32_MAX && (root + 1) * (root + 1) <= n) root++;
  return root;
}

}  // namespace

Value int_and(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y)) return make_int(allocator, x & y);
  return combine(allocator, a, b, mpz_and);
}

Value int_or(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y)) return make_int(allocator, x | y);
  return combine(allocator, a, b, mpz_ior);
}

Value int_xor(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (fits_int64(a, x) && fits_int64(b, y)) return make_int(allocator, x ^ y);
  return combine(allocator, a, b, mpz_xor);
}

Value int_not(Allocator& allocator, Value a) {
  int64_t x;
  if (fits_int64(a, x)) return make_int(allocator, ~x);
  return int_sub(allocator, Value::small_int(-1), a);
}

Value int_shift_left(Allocator& allocator, Value a, uint64_t bits) {
  int64_t x;
  if (fits_int64(a, x)) {
    if (x == 0) return a;
    if (bits < 64) return make_int_wide(allocator, Int128{x} * (Int128{1} << bits));
  }
  IntView view(a);
  Mpz result;
  mpz_mul_2exp(result.get(), view.mpz(), bits);
  return result.to_int(allocator);
}

Value int_shift_right(Allocator& allocator, Value a, uint64_t bits) {
  int64_t x;
  if (fits_int64(a, x)) return make_int(allocator, x >> (bits < 63 ? bits : 63));
  IntView view(a);
  Mpz result;
  mpz_fdiv_q_2exp(result.get(), view.mpz(), bits);
  return result.to_int(allocator);
}

uint64_t int_popcount(Value a) {
  IntView view(a);
  return view.count() == 0 ? 0 : mpn_popcount(view.limbs(), static_cast<mp_size_t>(view.count()));
}

Value int_gcd(Allocator& allocator, Value a, Value b) {
  int64_t x, y;
  if (!fits_int64(a, x) || !fits_int64(b, y)) return combine(allocator, a, b, mpz_gcd);
  IntView u(a), v(b);
  return make_int_unsigned(allocator, std::gcd(u.count() ? u.limbs()[0] : 0, v.count() ? v.limbs()[0] : 0));
}

Value int_isqrt(Allocator& allocator, Value a) {
  int64_t x;
  if (fits_int64(a, x)) return make_int_unsigned(allocator, root_of(static_cast<uint64_t>(x)));
  IntView view(a);
  Mpz root;
  mpz_sqrt(root.get(), view.mpz());
  return root.to_int(allocator);
}

}  // namespace aspen
