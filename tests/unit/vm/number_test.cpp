// Numbers: arithmetic at the borders between the forms of an Int, conversions that round once, text. Expected
// values come from Python.
#include "vm/run/operators/number.h"
#include "vm/values/float_text.h"

#include <cmath>
#include <random>

#include "tests/unit/vm/values.h"

namespace aspen {
namespace {

// "A**B+C", "A**B-C", "A**B", or the integer itself.
Value power(Values& v, std::string_view text) {
  size_t stars = text.find("**");
  if (stars == std::string_view::npos) return v.integer(text);
  Value base = v.integer(text.substr(0, stars));
  text.remove_prefix(stars + 2);
  size_t sign = text.find_first_of("+-");
  int64_t exponent = 0;
  EXPECT_TRUE(fits_int64(v.integer(text.substr(0, sign)), exponent));
  Value result = int_pow(v.allocator(), base, static_cast<uint64_t>(exponent));
  return sign == std::string_view::npos ? result
                                        : int_add(v.allocator(), result, v.integer(text.substr(sign)));
}

Value apply(Values& v, std::string_view op, Value a, Value b) {
  Strand& s = v.strand();
  if (op == "+") return add(s, a, b);
  if (op == "-") return sub(s, a, b);
  if (op == "*") return mul(s, a, b);
  if (op == "/") return aspen::div(s, a, b);
  if (op == "//") return floor_div(s, a, b);
  if (op == "%") return mod(s, a, b);
  EXPECT_EQ(op, "**");
  return aspen::pow(s, a, b);
}

bool is_smallest_form(Value v) {
  if (v.is_small_int()) return true;
  if (is_kind(v, Kind::Int64)) {
    int64_t i = as<Int64>(v)->value;
    return i > Value::kMaxSmallInt || i < Value::kMinSmallInt;
  }
  const BigInt* big = as<BigInt>(v);
  if (big->length > 1) return big->limbs()[big->length - 1] != 0;
  return big->limbs()[0] > static_cast<uint64_t>(INT64_MAX) + big->extra;
}

Value random_int(Values& v, std::mt19937_64& random) {
  static constexpr int kBits[] = {3, 17, 46, 47, 48, 49, 62, 63, 64, 65, 127, 128, 129, 700};
  int bits = kBits[random() % std::size(kBits)];
  uint64_t limbs[11];
  for (int i = 0; i <= bits / 64; i++) limbs[i] = random() % 8 == 0 ? ~uint64_t{0} : random();
  limbs[bits / 64] &= (uint64_t{1} << bits % 64) - 1;
  return make_int_limbs(v.allocator(), random() & 1, limbs, static_cast<size_t>(bits / 64 + 1));
}

TEST(Number, CrossesTheBordersBetweenForms) {
  static constexpr const char* kRows[][4] = {
      {"2**64-1", "+", "1", "18446744073709551616"},
      {"-140737488355328", "-", "1", "-140737488355329"},
      {"140737488355327", "+", "1", "140737488355328"},
      {"140737488355328", "-", "1", "140737488355327"},
      {"2**63-1", "+", "1", "9223372036854775808"},
      {"-9223372036854775808", "-", "1", "-9223372036854775809"},
      {"2**63", "-", "2**63", "0"},
      {"2**63", "-", "1", "9223372036854775807"},
      {"-9223372036854775808", "*", "-1", "9223372036854775808"},
      {"2**64", "*", "2**64", "340282366920938463463374607431768211456"},
      {"2**32", "*", "2**32", "18446744073709551616"},
      {"2**64", "*", "0", "0"},
      {"-7", "//", "2", "-4"},
      {"7", "//", "-2", "-4"},
      {"-7", "%", "2", "1"},
      {"7", "%", "-2", "-1"},
      {"-9223372036854775808", "//", "-1", "9223372036854775808"},
      {"-9223372036854775808", "%", "-1", "0"},
      {"-1000000000000000000000000000000", "//", "7", "-142857142857142857142857142858"},
      {"-1000000000000000000000000000000", "%", "7", "6"},
      {"10**30", "//", "-7", "-142857142857142857142857142858"},
      {"10**30", "%", "-7", "-6"},
      {"10**30", "//", "-10000000000000000000000000000000000000000", "-1"},
      {"10**30", "%", "-10000000000000000000000000000000000000000",
       "-9999999999000000000000000000000000000000"},
      {"-3", "**", "41", "-36472996377170786403"},
      {"3", "**", "80", "147808829414345923316083210206383297601"},
      {"2", "**", "63", "9223372036854775808"},
      {"-2", "**", "63", "-9223372036854775808"},
      {"10", "**", "0", "1"},
      {"0", "**", "0", "1"},
      {"-1", "**", "10**30+1", "-1"},
      {"-1", "**", "10**30", "1"},
      {"0", "**", "10**30", "0"},
  };
  Values v;
  for (auto& [a, op, b, expected] : kRows) {
    Value result = apply(v, op, power(v, a), power(v, b));
    EXPECT_EQ(v.outcome(result), expected) << a << ' ' << op << ' ' << b;
    EXPECT_TRUE(is_smallest_form(result)) << a << ' ' << op << ' ' << b;
  }
}

TEST(Number, AgreesWith128Bits) {
  Values v;
  std::mt19937_64 random(1);
  for (int i = 0; i < rounds(20000); i++) {
    int64_t a = static_cast<int64_t>(random()) >> random() % 64,
            b = static_cast<int64_t>(random()) >> random() % 64;
    Value x = v.integer(a), y = v.integer(b);
    ASSERT_TRUE(int_equal(int_add(v.allocator(), x, y), make_int_wide(v.allocator(), Int128{a} + b)));
    ASSERT_TRUE(int_equal(int_sub(v.allocator(), x, y), make_int_wide(v.allocator(), Int128{a} - b)));
    ASSERT_TRUE(int_equal(int_mul(v.allocator(), x, y), make_int_wide(v.allocator(), Int128{a} * b)));
    ASSERT_EQ(int_compare(x, y), (a > b) - (a < b));
  }
}

TEST(Number, KeepsTheIdentities) {
  Values v;
  Allocator& heap = v.allocator();
  std::mt19937_64 random(2);
  for (int i = 0; i < rounds(5000); i++) {
    Value a = random_int(v, random), b = random_int(v, random), c = random_int(v, random);
    Value sum = int_add(heap, a, b);
    ASSERT_TRUE(is_smallest_form(sum));
    ASSERT_TRUE(int_equal(int_sub(heap, sum, b), a));
    ASSERT_TRUE(int_equal(int_mul(heap, sum, c), int_add(heap, int_mul(heap, a, c), int_mul(heap, b, c))));
    ASSERT_TRUE(int_equal(int_neg(heap, int_neg(heap, a)), a));
    // a + b == (a & b) + (a | b), a ^ b == (a | b) - (a & b)
    Value both = int_and(heap, a, b), either = int_or(heap, a, b);
    ASSERT_TRUE(int_equal(int_add(heap, both, either), sum));
    ASSERT_TRUE(int_equal(int_sub(heap, either, both), int_xor(heap, a, b)));
    ASSERT_TRUE(int_equal(int_not(heap, int_not(heap, a)), a));
    if (int_bits(b) == 0) continue;
    Value q = int_floor_div(heap, a, b), r = int_mod(heap, a, b);
    ASSERT_TRUE(int_equal(int_add(heap, int_mul(heap, q, b), r), a));
    ASSERT_TRUE(int_bits(r) == 0 || int_is_negative(r) == int_is_negative(b));
    Value divisor = int_gcd(heap, a, b);
    ASSERT_EQ(int_bits(int_mod(heap, a, divisor)) + int_bits(int_mod(heap, b, divisor)), 0u);
  }
}

TEST(Number, ShiftsAndRoots) {
  Values v;
  Allocator& heap = v.allocator();
  std::mt19937_64 random(3);
  for (int i = 0; i < rounds(2000); i++) {
    Value a = random_int(v, random);
    uint64_t n = random() % 200;
    Value factor = int_pow(heap, Value::small_int(2), n);
    ASSERT_TRUE(int_equal(int_shift_left(heap, a, n), int_mul(heap, a, factor)));
    ASSERT_TRUE(int_equal(int_shift_right(heap, a, n), int_floor_div(heap, a, factor)));
    if (int_is_negative(a)) a = int_neg(heap, a);
    Value root = int_isqrt(heap, a), next = int_add(heap, root, Value::small_int(1));
    ASSERT_LE(int_compare(int_mul(heap, root, root), a), 0);
    ASSERT_GT(int_compare(int_mul(heap, next, next), a), 0);
  }
  EXPECT_EQ(int_popcount(v.integer("-255")), 8u);
  EXPECT_EQ(v.outcome(isqrt(v.strand(), v.integer("9223372036854775807"))), "3037000499");
}

TEST(Number, DividesToTheNearestFloat) {
  struct Row {
    const char *a, *b;
    double expected;
  };
  static constexpr Row kRows[] = {
      {"1", "3", 0x1.5555555555555p-2},
      {"2**53+1", "1", 0x1p53},
      {"2**53+1", "3", 0x1.5555555555556p+51},
      {"10**30", "7", 0x1.cd98a8b00a10bp+96},
      {"-1000000000000000000000000000000", "10**25+1", -0x1.86a0000000000p+16},
      {"2**2000", "2**1990+1", 0x1p10},
      {"3", "10**320", 0x0.00000000017b8p-1022},
      {"1", "2**1074", 0x1p-1074},
      {"3", "2**1076", 0x1p-1074},
      {"1", "2**1076", 0},
      {"1", "2**1075", 0},
      {"3", "2**1075", 0x1p-1073},
      {"2**63-1", "2**62", 2},
      {"-18446744073709551617", "2**64-1", -1},
      {"10**400", "10**399", 10},
      {"0", "10**400", 0},
  };
  Values v;
  for (const Row& row : kRows) {
    Value quotient = aspen::div(v.strand(), power(v, row.a), power(v, row.b));
    EXPECT_EQ(quotient.as_double(), row.expected) << row.a << " / " << row.b;
  }
}

TEST(Number, TakesTheLeadingBitsOfAnInt) {
  struct Row {
    const char* value;
    double fraction;
    int64_t exponent;
  };
  static constexpr Row kRows[] = {{"1", 0.5, 1},        {"3", 0.75, 2},         {"2**53+1", 0.5, 54},
                                  {"2**64-1", 0.5, 65}, {"2**5000", 0.5, 5001}, {"2**5000-1", 0.5, 5001}};
  Values v;
  for (const Row& row : kRows) {
    int64_t exponent;
    EXPECT_EQ(int_fraction(power(v, row.value), exponent), row.fraction) << row.value;
    EXPECT_EQ(exponent, row.exponent) << row.value;
  }
}

TEST(Number, ConvertsToTheNearestFloat) {
  Values v;
  EXPECT_EQ(to_double(power(v, "2**64+1")), 0x1p64);
  EXPECT_EQ(to_double(power(v, "2**64+2049")), 0x1.0000000000001p64);
  EXPECT_EQ(to_double(power(v, "2**64+2048")), 0x1p64);
  EXPECT_EQ(to_double(power(v, "-2**1023")), -0x1p1023);
  EXPECT_EQ(to_double(power(v, "2**1024-1")), HUGE_VAL);
  Value largest = int_sub(v.allocator(), power(v, "2**1024"), power(v, "2**970"));
  EXPECT_EQ(to_double(largest), HUGE_VAL);
  EXPECT_EQ(to_double(int_sub(v.allocator(), largest, Value::small_int(1))), 0x1.fffffffffffffp+1023);
}

TEST(Number, ComparesIntsAndFloatsExactly) {
  Values v;
  EXPECT_EQ(int_compare_double(power(v, "2**53+1"), 0x1p53), 1);
  EXPECT_EQ(int_compare_double(power(v, "2**63-1"), 0x1p63), -1);
  EXPECT_EQ(int_compare_double(power(v, "-2**63"), -0x1p63), 0);
  EXPECT_EQ(int_compare_double(power(v, "2**64"), 0x1p64), 0);
  EXPECT_EQ(int_compare_double(power(v, "2**64+1"), 0x1p64), 1);
  EXPECT_EQ(int_compare_double(power(v, "10**400"), HUGE_VAL), -1);
  EXPECT_EQ(int_compare_double(power(v, "10**400"), 1e308), 1);
  EXPECT_EQ(int_compare_double(Value::small_int(-1), -1.5), 1);
  EXPECT_EQ(int_compare_double(Value::small_int(0), -0.0), 0);
}

TEST(Number, FloatsDivideDown) {
  struct Row {
    double a, b, quotient, remainder;
  };
  static constexpr Row kRows[] = {
      {7.5, 2, 3, 1.5},
      {-7.5, 2, -4, 0.5},
      {7.5, -2, -4, -0.5},
      {-7.5, -2, 3, -1.5},
      {5, HUGE_VAL, 0, 5},
      {-5, HUGE_VAL, -1, HUGE_VAL},
      {0.3, 0.1, 2, 0.3 - 0.1 - 0.1},
      {1e300, 1e-10, HUGE_VAL, 0},
  };
  Values v;
  for (const Row& row : kRows) {
    Value a = Value::number(row.a), b = Value::number(row.b);
    EXPECT_EQ(floor_div(v.strand(), a, b).as_double(), row.quotient) << row.a << " // " << row.b;
    if (std::isfinite(row.quotient)) {
      EXPECT_EQ(mod(v.strand(), a, b).as_double(), row.remainder) << row.a << " % " << row.b;
    }
  }
  EXPECT_TRUE(std::signbit(mod(v.strand(), Value::number(4), Value::number(-2)).as_double()));
}

TEST(Number, RoundsToInts) {
  Values v;
  Strand& s = v.strand();
  auto number = [](double d) { return Value::number(d); };
  EXPECT_EQ(v.outcome(aspen::round(s, number(2.5))), "2");
  EXPECT_EQ(v.outcome(aspen::round(s, number(3.5))), "4");
  EXPECT_EQ(v.outcome(aspen::round(s, number(-0.5))), "0");
  EXPECT_EQ(v.outcome(aspen::floor(s, number(-1.5))), "-2");
  EXPECT_EQ(v.outcome(aspen::ceil(s, number(-1.5))), "-1");
  EXPECT_EQ(v.outcome(aspen::trunc(s, number(1e25))), "10000000000000000905969664");
  EXPECT_EQ(v.outcome(aspen::trunc(s, number(-0x1p64))), "-18446744073709551616");
  EXPECT_EQ(v.outcome(aspen::floor(s, number(NAN))), "ValueError: floor of nan is no Int");
  EXPECT_EQ(v.outcome(aspen::floor(s, v.text("a"))), "TypeError: floor takes a number, not String");
}

TEST(Number, RefusesWithBothTypes) {
  Values v;
  Strand& s = v.strand();
  Value one = Value::small_int(1), zero = Value::small_int(0), text = v.text("a"), unit = Value::unit();
  EXPECT_EQ(v.outcome(add(s, one, text)), "TypeError: cannot add Int and String");
  EXPECT_EQ(v.outcome(sub(s, text, one)), "TypeError: cannot subtract Int from String");
  EXPECT_EQ(v.outcome(mul(s, unit, one)), "TypeError: cannot multiply Unit and Int");
  EXPECT_EQ(v.outcome(aspen::pow(s, one, text)), "TypeError: cannot raise Int to the power of String");
  EXPECT_EQ(v.outcome(neg(s, text)), "TypeError: cannot negate String");
  EXPECT_EQ(v.outcome(add(s, v.list({one}), v.tuple({one, one}))), "TypeError: cannot add List and Tuple");
  EXPECT_EQ(v.outcome(aspen::div(s, one, zero)), "ArithmeticError: division by zero");
  EXPECT_EQ(v.outcome(floor_div(s, Value::number(1), Value::number(-0.0))),
            "ArithmeticError: division by zero");
  EXPECT_EQ(v.outcome(mod(s, power(v, "2**100"), zero)), "ArithmeticError: division by zero");
  EXPECT_EQ(v.outcome(aspen::pow(s, zero, Value::small_int(-1))),
            "ArithmeticError: 0 cannot be raised to a negative power");
  EXPECT_EQ(v.outcome(aspen::div(s, power(v, "2**1024"), one)),
            "ArithmeticError: the quotient is too large for a Float");
  EXPECT_EQ(v.outcome(add(s, power(v, "2**1024"), Value::number(0.5))),
            "ArithmeticError: the Int is too large for a Float");
  EXPECT_EQ(v.outcome(shift_left(s, one, Value::small_int(-1))),
            "ValueError: bits.shift_left takes a count that is not negative");
}

TEST(Number, TooLargeIsMemoryLimit) {
  Values v;
  Strand& s = v.strand();
  Value huge = power(v, "10**12");
  EXPECT_EQ(v.outcome(aspen::pow(s, Value::small_int(2), huge)),
            "MemoryLimit: the integer would be too large");
  EXPECT_EQ(v.outcome(aspen::pow(s, Value::small_int(2), power(v, "2**80"))),
            "MemoryLimit: the integer would be too large");
  EXPECT_EQ(v.outcome(shift_left(s, Value::small_int(1), power(v, "2**80"))),
            "MemoryLimit: the integer would be too large");
  EXPECT_EQ(v.outcome(shift_left(s, Value::small_int(0), power(v, "2**80"))), "0");
  EXPECT_EQ(v.outcome(shift_right(s, Value::small_int(-5), power(v, "2**80"))), "-1");
}

TEST(Number, JoinsTextListsAndBytes) {
  Values v;
  Strand& s = v.strand();
  EXPECT_EQ(v.outcome(add(s, v.text("ab"), v.text("cd"))), "\"abcd\"");
  EXPECT_EQ(v.outcome(add(s, v.bytes("a"), v.bytes("\xff"))), "b\"a\\xff\"");
  EXPECT_EQ(v.outcome(add(s, v.list({Value::small_int(1)}), v.list({Value::small_int(2)}))), "[1, 2]");
}

TEST(Number, ReadsIntegers) {
  struct Row {
    const char* text;
    int base;
    const char* expected;  // null: refused
  };
  static constexpr Row kRows[] = {
      {"0", 10, "0"},
      {"-0", 10, "0"},
      {"+12", 10, "12"},
      {"1_000", 10, "1000"},
      {"00012", 10, "12"},
      {"zZ", 36, "1295"},
      {"ff", 16, "255"},
      {"-1010", 2, "-10"},
      {"", 10, nullptr},
      {"-", 10, nullptr},
      {"--1", 10, nullptr},
      {"+-1", 10, nullptr},
      {"1__0", 10, nullptr},
      {"_1", 10, nullptr},
      {"1_", 10, nullptr},
      {"12a", 10, nullptr},
      {" 1", 10, nullptr},
      {"2", 2, nullptr},
      {"1.0", 10, nullptr},
      {"9223372036854775808", 10, "9223372036854775808"},
      {"-9223372036854775808", 10, "-9223372036854775808"},
      {"1_0000000000000000000000000000000", 16, "21267647932558653966460912964485513216"},
  };
  Values v;
  for (const Row& row : kRows) {
    std::optional<Value> read = parse_int(v.allocator(), row.text, row.base);
    ASSERT_EQ(read.has_value(), row.expected != nullptr) << row.text;
    if (!read) continue;
    EXPECT_EQ(v.show(*read), row.expected) << row.text;
  }
  EXPECT_EQ(v.show(*parse_int_literal(v.allocator(), "-0xff")), "-255");
  EXPECT_EQ(v.show(*parse_int_literal(v.allocator(), "0b1_1")), "3");
  EXPECT_FALSE(parse_int_literal(v.allocator(), "0x-1"));
  EXPECT_FALSE(parse_int_literal(v.allocator(), "0x"));
}

TEST(Number, TextReadsBackInEveryBase) {
  Values v;
  std::mt19937_64 random(4);
  for (int i = 0; i < rounds(2000); i++) {
    Value n = random_int(v, random);
    int base = 2 + static_cast<int>(random() % 35);
    std::string text;
    append_int(text, n, base);
    ASSERT_TRUE(int_equal(*parse_int(v.allocator(), text, base), n)) << text;
  }
}

TEST(Number, FloatText) {
  struct Row {
    double d;
    const char* expected;
  };
  static constexpr Row kRows[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1, "1.0"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {1.0 / 3, "0.3333333333333333"},
      {123456.789, "123456.789"},
      {1e15, "1000000000000000.0"},
      {9999999999999998.0, "9999999999999998.0"},
      {1e16, "1e16"},
      {1e22, "1e22"},
      {1.5e-7, "1.5e-7"},
      {1e-4, "0.0001"},
      {1e-5, "1e-5"},
      {0.00012345, "0.00012345"},
      {9.9e-5, "9.9e-5"},
      {5e-324, "5e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {1.7976931348623157e308, "1.7976931348623157e308"},
      {-1e-10, "-1e-10"},
      {4.35, "4.35"},
      {100, "100.0"},
      {0x1.0000000000001p+53, "9007199254740994.0"},
      {12345678901234567.0, "1.2345678901234568e16"},
      {HUGE_VAL, "inf"},
      {-HUGE_VAL, "-inf"},
      {NAN, "nan"},
  };
  for (const Row& row : kRows) {
    std::string text;
    append_float(text, row.d);
    EXPECT_EQ(text, row.expected);
  }
}

TEST(Number, FloatTextReadsBack) {
  std::mt19937_64 random(5);
  for (int i = 0; i < rounds(20000); i++) {
    double d = std::bit_cast<double>(random());
    if (std::isnan(d)) continue;
    std::string text;
    append_float(text, d);
    ASSERT_EQ(parse_float(text), d) << text;
  }
}

TEST(Number, ReadsFloats) {
  EXPECT_EQ(parse_float("1_000.2_5e1_0"), 1000.25e10);
  EXPECT_EQ(parse_float("5"), 5.0);
  EXPECT_EQ(parse_float("-.5"), -0.5);
  EXPECT_EQ(parse_float("1.e2"), 100.0);
  EXPECT_EQ(parse_float("-1E-3"), -0.001);
  EXPECT_EQ(parse_float("+1e+3"), 1000.0);
  EXPECT_EQ(parse_float("1e400"), HUGE_VAL);
  EXPECT_EQ(parse_float("-1e400"), -HUGE_VAL);
  EXPECT_EQ(parse_float("1e-400"), 0.0);
  EXPECT_EQ(parse_float("1e999999999999999999999"), HUGE_VAL);
  EXPECT_EQ(parse_float("-inf"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(*parse_float("nan")));
  EXPECT_EQ(parse_float("0.1000000000000000055511151231257827021181583404541015625000000000001"), 0.1);
  for (const char* bad : {"", "-", ".", "-.", ".e1", "1_.", "._5", "1e", "1e+", "1_", "_1", "1__0", "1._5",
                          "0x1", "1.5.2", "infinity", "1 ", "--1"}) {
    EXPECT_FALSE(parse_float(bad)) << bad;
  }
}

}  // namespace
}  // namespace aspen
