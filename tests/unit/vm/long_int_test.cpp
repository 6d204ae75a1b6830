// Arithmetic in pieces gives what GMP gives at once, pays for pieces of a few milliseconds at most, and ends
// when a piece is refused.
#include "vm/values/long_int.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "vm/values/limbs.h"

namespace aspen {
namespace {

constexpr uint64_t kPiece = LongArithmetic::kPieceBits;
// A unit of work is about a nanosecond.
constexpr uint64_t kLongestPiece = 15'000'000;

class Random {
 public:
  explicit Random(unsigned seed) {
    gmp_randinit_default(state_);
    gmp_randseed_ui(state_, seed);
  }
  ~Random() { gmp_randclear(state_); }
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;

  // Exactly this number of bits; long runs of ones and zeros test carries.
  void fill(Mpz& out, uint64_t bits, bool has_runs) {
    has_runs ? mpz_rrandomb(out.get(), state_, bits) : mpz_urandomb(out.get(), state_, bits);
    mpz_setbit(out.get(), bits - 1);
  }

 private:
  gmp_randstate_t state_;
};

struct Meter {
  uint64_t pieces = 0, longest = 0, most = UINT64_MAX;
  LongArithmetic::Pay pay() {
    return [this](uint64_t work) {
      longest = std::max(longest, work);
      return ++pieces <= most;
    };
  }
};

void expect_same(const Mpz& a, const Mpz& b, const char* what) {
  EXPECT_EQ(mpz_cmp(const_cast<Mpz&>(a).get(), const_cast<Mpz&>(b).get()), 0) << what;
}

// Lengths around the thresholds at which operations are divided.
const std::vector<std::pair<uint64_t, uint64_t>> kLengths = {
    {kPiece - 1, 70},
    {kPiece + 1, kPiece},
    {2 * kPiece + 1, kPiece + 1},
    {3 * kPiece, 3 * kPiece - 7},
    {5 * kPiece, kPiece / 3},
    {6 * kPiece + 63, 4000},
    {4 * kPiece, 2 * kPiece + 1},
    {5 * kPiece + 1, 5 * kPiece},
};

// The four pairs of signs in turn.
void for_each_pair(const std::function<void(Mpz& a, Mpz& b)>& visit) {
  Random random(1);
  unsigned signs = 0;
  for (const auto& [first, second] : kLengths) {
    for (const bool has_runs : {false, true}) {
      Mpz a, b;
      random.fill(a, first, has_runs);
      random.fill(b, second, has_runs);
      if ((signs & 1) != 0) mpz_neg(a.get(), a.get());
      if ((signs & 2) != 0) mpz_neg(b.get(), b.get());
      visit(a, b);
      ++signs;
    }
  }
}

TEST(LongInt, Products) {
  for_each_pair([](Mpz& a, Mpz& b) {
    Meter meter;
    LongArithmetic arithmetic(meter.pay());
    Mpz got, expected;
    arithmetic.multiply(got.get(), a.get(), b.get());
    mpz_mul(expected.get(), a.get(), b.get());
    expect_same(got, expected, "product");
    EXPECT_LE(meter.longest, kLongestPiece);
  });
}

TEST(LongInt, QuotientsAndRemainders) {
  for_each_pair([](Mpz& a, Mpz& b) {
    Meter meter;
    LongArithmetic arithmetic(meter.pay());
    Mpz product, quotient, remainder, expected, rest;
    mpz_mul(product.get(), a.get(), b.get());
    mpz_sub_ui(product.get(), product.get(), 2);  // one less than the product, the product, one more
    for (int i = 0; i < 3; ++i) {
      mpz_add_ui(product.get(), product.get(), 1);
      arithmetic.floor_divide(quotient.get(), remainder.get(), product.get(), b.get());
      mpz_fdiv_qr(expected.get(), rest.get(), product.get(), b.get());
      expect_same(quotient, expected, "quotient");
      expect_same(remainder, rest, "remainder");
    }
    EXPECT_LE(meter.longest, kLongestPiece);
  });
}

TEST(LongInt, RootsAndPowers) {
  for_each_pair([](Mpz& a, Mpz& b) {
    Meter meter;
    LongArithmetic arithmetic(meter.pay());
    Mpz square, got, expected;
    mpz_mul(square.get(), a.get(), a.get());
    for (const unsigned less : {0u, 1u}) {
      mpz_sub_ui(square.get(), square.get(), less);
      arithmetic.root(got.get(), square.get());
      mpz_sqrt(expected.get(), square.get());
      expect_same(got, expected, "root");
    }
    arithmetic.power(got.get(), b.get(), 3);
    mpz_pow_ui(expected.get(), b.get(), 3);
    expect_same(got, expected, "power");
    EXPECT_LE(meter.longest, kLongestPiece);
  });
}

TEST(LongInt, CommonDivisors) {
  Random random(2);
  for (const auto& [first, second] : kLengths) {
    Mpz a, b, factor, got, expected;
    random.fill(a, first, false);
    random.fill(b, second, false);
    random.fill(factor, 1000, false);
    mpz_mul(a.get(), a.get(), factor.get());
    mpz_mul(b.get(), b.get(), factor.get());
    Meter meter;
    LongArithmetic arithmetic(meter.pay());
    arithmetic.gcd(got.get(), a.get(), b.get());
    mpz_gcd(expected.get(), a.get(), b.get());
    expect_same(got, expected, "divisor");
    EXPECT_LE(meter.longest, kLongestPiece);
  }
}

TEST(LongInt, TextsAndBack) {
  Random random(3);
  for (const uint64_t bits : {kPiece / 2, kPiece + 1, 4 * kPiece + 9}) {
    for (const int base : {2, 3, 8, 10, 36}) {
      Mpz v, back;
      random.fill(v, bits, base == 3);
      Meter meter;
      LongArithmetic arithmetic(meter.pay());
      std::string got, expected(mpz_sizeinbase(v.get(), base) + 2, '\0');
      arithmetic.append_text(got, v.get(), base);
      mpz_get_str(expected.data(), base, v.get());
      expected.resize(expected.find('\0'));
      EXPECT_TRUE(got == expected) << bits << " bits in base " << base;
      std::vector<uint8_t> digits;
      for (char c : got) digits.push_back(static_cast<uint8_t>(digit_value(c)));
      arithmetic.read_digits(back.get(), digits, base);
      expect_same(back, v, "number read");
      EXPECT_LE(meter.longest, kLongestPiece);
    }
  }
}

// Refused at each of the first pieces, and at some later ones.
TEST(LongInt, EndsWhereAPieceIsRefused) {
  Random random(4);
  Mpz a, b;
  random.fill(a, 5 * kPiece, false);
  random.fill(b, 3 * kPiece, false);
  const std::function<void(LongArithmetic&, Mpz&)> operations[] = {
      [&](LongArithmetic& arithmetic, Mpz& out) { arithmetic.multiply(out.get(), a.get(), b.get()); },
      [&](LongArithmetic& arithmetic, Mpz& out) {
        Mpz rest;
        arithmetic.floor_divide(out.get(), rest.get(), a.get(), b.get());
      },
      [&](LongArithmetic& arithmetic, Mpz& out) { arithmetic.root(out.get(), a.get()); },
      [&](LongArithmetic& arithmetic, Mpz& out) { arithmetic.gcd(out.get(), a.get(), b.get()); },
      [&](LongArithmetic& arithmetic, Mpz& out) { arithmetic.power(out.get(), b.get(), 3); },
      [&](LongArithmetic& arithmetic, Mpz&) {
        std::string text;
        arithmetic.append_text(text, a.get(), 10);
      }};
  for (const auto& operation : operations) {
    Meter whole;
    LongArithmetic unlimited(whole.pay());
    Mpz out;
    operation(unlimited, out);
    EXPECT_TRUE(unlimited.ok());
    EXPECT_GT(whole.pieces, 2u);
    for (uint64_t most = 0; most < whole.pieces; most += most < 8 ? 1 : whole.pieces / 5 + 1) {
      Meter meter;
      meter.most = most;
      LongArithmetic arithmetic(meter.pay());
      operation(arithmetic, out);
      EXPECT_FALSE(arithmetic.ok());
      EXPECT_EQ(meter.pieces, most + 1) << "asked again after a refusal";
    }
  }
}

}  // namespace
}  // namespace aspen
