// Format specs. Python's format() gives the values that the table expects.
#include "vm/run/operators/format.h"

#include <cmath>

#include "tests/unit/vm/values.h"

namespace aspen {
namespace {

std::string format(Values& v, Value value, std::string_view spec) {
  Value result = format_value(v.strand(), value, spec);
  if (result.is_exception()) return v.outcome(result);
  return std::string(as<String>(result)->view());
}

TEST(Format, AsPython) {
  Values v;
  struct Row {
    Value value;
    const char* spec;
    const char* expected;
  };
  const Row rows[] = {
      {v.integer("42"), "*>6", "****42"},
      {v.integer("42"), "^6", "  42  "},
      {v.integer("-42"), "05", "-0042"},
      {v.integer("42"), "+06", "+00042"},
      {v.integer("-5"), "=+6", "-    5"},
      {v.integer("255"), "08b", "11111111"},
      {v.integer("-255"), "x", "-ff"},
      {v.integer("255"), "#010x", "0x000000ff"},
      {v.integer("255"), "X", "FF"},
      {v.integer("255"), "#X", "0XFF"},
      {v.integer("1234567"), ",", "1,234,567"},
      {v.integer("1234567"), "_x", "12_d687"},
      {v.integer("1234"), "08,", "0,001,234"},
      {v.integer("1234"), "010,", "00,001,234"},
      {v.integer("18446744073709551616"), ",", "18,446,744,073,709,551,616"},
      {v.integer("0"), "#o", "0o0"},
      {v.integer("65"), "5c", "    A"},
      {v.integer("7"), ".2f", "7.00"},
      {v.integer("2"), ".0%", "200%"},
      {v.integer("12345"), "n", "12345"},
      {v.integer("12"), "x>05", "xxx12"},
      {v.integer("1"), "<05", "10000"},
      {v.integer("5"), " ", " 5"},
      {v.integer("-5"), "-", "-5"},
      {Value::number(3.14159), ">8.2", "     3.1"},
      {Value::number(3.14159), "08.2f", "00003.14"},
      {Value::number(2.5), ".0f", "2"},
      {Value::number(3.5), ".0f", "4"},
      {Value::number(0.125), ".2f", "0.12"},
      {Value::number(1234.5678), ".6g", "1234.57"},
      {Value::number(1.234e-05), "g", "1.234e-05"},
      {Value::number(1e+20), "g", "1e+20"},
      {Value::number(100000.0), "g", "100000"},
      {Value::number(1000000.0), "g", "1e+06"},
      {Value::number(12345.6789), ".3e", "1.235e+04"},
      {Value::number(0.0), ".2e", "0.00e+00"},
      {Value::number(12345.6789), ".1E", "1.2E+04"},
      {Value::number(100.0), ".3", "1e+02"},
      {Value::number(0.0), ".3", "0.0"},
      {Value::number(-0.001), "z.1f", "0.0"},
      {Value::number(-0.001), ".1f", "-0.0"},
      {Value::number(3.0), "#.0f", "3."},
      {Value::number(3.0), "#.0e", "3.e+00"},
      {Value::number(1.0), "#.3g", "1.00"},
      {Value::number(1234567.891), ",.2f", "1,234,567.89"},
      {Value::number(1234.5), "010,.1f", "0,001,234.5"},
      {Value::number(0.1234), ".1%", "12.3%"},
      {Value::number(1e+22), ".0f", "10000000000000000000000"},
      {Value::number(5e-324), ".3g", "4.94e-324"},
      {Value::number(0.1), ".20f", "0.10000000000000000555"},
      {Value::number(1.5), "+", "+1.5"},
      {Value::number(1234567.0), ",", "1,234,567.0"},
      {Value::number(HUGE_VAL), "08", "00000inf"},
      {Value::number(-HUGE_VAL), ">6", "  -inf"},
      {Value::nan(), "5", "  nan"},
      {Value::number(HUGE_VAL), "F", "INF"},
      {v.text("ab"), "-^6", "--ab--"},
      {v.text("é"), ">3", "  é"},
      {v.text("日本"), "<4", "日本  "},
      {v.text("abcdef"), ".3", "abc"},
      {v.text("abcdef"), "6.2", "ab    "},
      {v.text("ab"), ".5", "ab"},
      {v.text("a"), "05", "a0000"},
      {v.text("a"), "é>3", "ééa"},
      {v.text("héllo"), "^9.4s", "  héll   "},
  };
  for (const Row& row : rows) {
    EXPECT_TRUE(valid_format_spec(row.spec)) << row.spec;
    EXPECT_EQ(format(v, row.value, row.spec), row.expected) << v.show(row.value) << ' ' << row.spec;
  }
}

TEST(Format, OtherValuesAreText) {
  Values v;
  EXPECT_EQ(format(v, Value::boolean(true), ">6"), "  true");
  EXPECT_EQ(format(v, v.list({Value::small_int(1), v.text("a")}), "<10"), "[1, \"a\"]  ");
  EXPECT_EQ(format(v, v.label("Some", Value::small_int(1)), ".3"), "Som");
  EXPECT_EQ(format(v, Value::small_int(5), "3s"), "5  ");
  EXPECT_EQ(format(v, Value::number(1e22), ">6"), "  1e22");
  EXPECT_EQ(format(v, v.text("as it is"), ""), "as it is");
}

TEST(Format, RefusesWhatDoesNotFit) {
  Values v;
  Value one = Value::small_int(1), half = Value::number(0.5), text = v.text("a");
  EXPECT_EQ(format(v, one, "q"), "ValueError: bad format spec `q` for Int: no such type");
  EXPECT_EQ(format(v, text, ".2f"), "ValueError: bad format spec `.2f` for String: the type is for numbers");
  EXPECT_EQ(format(v, half, "x"), "ValueError: bad format spec `x` for Float: the type is for Ints");
  EXPECT_EQ(format(v, one, ".2"),
            "ValueError: bad format spec `.2` for Int: a precision is for Floats and text");
  EXPECT_EQ(format(v, one, "."), "ValueError: bad format spec `.` for Int: digits must follow the point");
  EXPECT_EQ(format(v, text, "=5"),
            "ValueError: bad format spec `=5` for String: the alignment = is for numbers");
  EXPECT_EQ(format(v, one, "2000000"),
            "ValueError: bad format spec `2000000` for Int: the width is too large");
  EXPECT_EQ(format(v, one, ",x"), "ValueError: bad format spec `,x` for Int: these digits are grouped by _");
  EXPECT_EQ(format(v, Value::small_int(-1), "c"), "ValueError: no character has the code -1");
  EXPECT_EQ(format(v, Value::small_int(0xd800), "c"), "ValueError: no character has the code 55296");
  EXPECT_EQ(format(v, int_pow(v.allocator(), Value::small_int(10), 400), "f"),
            "ValueError: the Int is too large to be formatted as a Float");
}

TEST(Format, ValidityAlone) {
  for (const char* good : {"", "5", ">8.2f", "é^5", "08,.2f", "x", "_b", ".3s", "c", "=+6", "%"}) {
    EXPECT_TRUE(valid_format_spec(good)) << good;
  }
  for (const char* bad : {"q", "5.", "f5", "5,x,", "99999999999999999999", ".2d", ",s", "+c", "xx", "é"}) {
    EXPECT_FALSE(valid_format_spec(bad)) << bad;
  }
}

}  // namespace
}  // namespace aspen
