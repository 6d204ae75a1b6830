// Equality, order and hashes.
#include "vm/run/operators/compare.h"

#include <cmath>

#include "tests/unit/vm/values.h"

namespace aspen {
namespace {

Value i(int64_t n) { return Value::small_int(n); }
Value f(double d) { return Value::number(d); }

void expect_equal(Values& v, Value a, Value b) {
  ValueContext context = v.machine.value_context();
  EXPECT_TRUE(equal(context, a, b)) << v.show(a) << " == " << v.show(b);
  EXPECT_TRUE(equal(context, b, a)) << v.show(b) << " == " << v.show(a);
  EXPECT_TRUE(same_key(context, a, b)) << v.show(a) << " and " << v.show(b);
  EXPECT_EQ(hash_value(context, a), hash_value(context, b)) << v.show(a) << " and " << v.show(b);
}

void expect_different(Values& v, Value a, Value b) {
  ValueContext context = v.machine.value_context();
  EXPECT_FALSE(equal(context, a, b)) << v.show(a) << " == " << v.show(b);
  EXPECT_FALSE(equal(context, b, a)) << v.show(b) << " == " << v.show(a);
  EXPECT_FALSE(same_key(context, a, b)) << v.show(a) << " and " << v.show(b);
}

TEST(Compare, NumbersAreEqualAcrossTypes) {
  Values v;
  expect_equal(v, i(1), f(1));
  expect_equal(v, f(0.0), f(-0.0));
  expect_equal(v, i(0), f(-0.0));
  expect_equal(v, v.integer(int64_t{1} << 60), f(0x1p60));
  expect_equal(v, v.integer("18446744073709551616"), f(0x1p64));
  expect_equal(v, v.integer("-9223372036854775808"), f(-0x1p63));
  expect_equal(v, v.integer("9223372036854775808"), f(0x1p63));
  expect_equal(v, v.integer("12345678901234567890123"), v.integer("12345678901234567890123"));
  expect_different(v, v.integer("9007199254740993"), f(0x1p53));
  expect_different(v, v.integer("18446744073709551617"), f(0x1p64));
  expect_different(v, i(1), f(1.5));
  expect_different(v, i(1), Value::boolean(true));
}

TEST(Compare, UnlikeTypesDiffer) {
  Values v;
  Value values[] = {i(1),
                    v.text("1"),
                    v.bytes("1"),
                    v.list({i(1)}),
                    v.tuple({i(1)}),
                    v.dict({{i(1), i(1)}}),
                    v.record({{"a", i(1)}}),
                    v.label("Some", i(1)),
                    v.bare("Some"),
                    Value::unit(),
                    Value::boolean(false),
                    v.range(1, 2, 1, false),
                    v.range(1, 2, 1, true),
                    v.list({}),
                    v.dict({}),
                    v.record({})};
  for (size_t a = 0; a < std::size(values); a++) {
    expect_equal(v, values[a], values[a]);
    for (size_t b = 0; b < a; b++) expect_different(v, values[a], values[b]);
  }
}

TEST(Compare, StructuresAreEqualByContent) {
  Values v;
  expect_equal(v, v.list({i(1), v.text("a")}), v.list({f(1), v.text("a")}));
  expect_equal(v, v.record({{"x", i(1)}, {"y", i(2)}}), v.record({{"y", i(2)}, {"x", f(1)}}));
  expect_different(v, v.record({{"x", i(1)}, {"y", i(2)}}), v.record({{"x", i(2)}, {"y", i(1)}}));
  expect_different(v, v.record({{"x", i(1)}, {"y", i(2)}}), v.record({{"x", i(1)}, {"z", i(2)}}));
  expect_equal(v, v.dict({{i(1), i(2)}, {v.text("k"), i(3)}}), v.dict({{v.text("k"), i(3)}, {f(1), i(2)}}));
  expect_different(v, v.dict({{i(1), i(2)}}), v.dict({{i(1), i(3)}}));
  expect_different(v, v.dict({{i(1), i(2)}}), v.dict({{i(2), i(2)}}));
  expect_equal(v, v.label("Some", v.list({})), v.label("Some", v.list({})));
  expect_different(v, v.label("Some", i(1)), v.label("Just", i(1)));
  expect_different(v, v.list({i(1), i(2)}), v.list({i(2), i(1)}));
  expect_different(v, v.list({i(1)}), v.list({i(1), i(1)}));
}

TEST(Compare, NanIsItselfAsKeyOnly) {
  Values v;
  ValueContext context = v.machine.value_context();
  Value nan = Value::nan(), list = v.list({nan});
  EXPECT_FALSE(equal(context, nan, nan));
  EXPECT_TRUE(same_key(context, nan, nan));
  EXPECT_FALSE(equal(context, list, list));
  EXPECT_TRUE(same_key(context, list, v.list({nan})));
  EXPECT_EQ(hash_value(context, list), hash_value(context, v.list({nan})));
  EXPECT_TRUE(equal(context, v.dict({{list, i(1)}}), v.dict({{v.list({nan}), i(1)}})));
  EXPECT_FALSE(equal(context, v.dict({{i(1), nan}}), v.dict({{i(1), nan}})));
}

// Tuples are looked up, and lists are compared by elements: both ways must agree in any order.
TEST(Compare, DictsWithCompoundKeys) {
  Values v;
  ValueContext context = v.machine.value_context();
  constexpr int kCount = 300;
  auto make = [&](bool backwards, int changed) {
    Dict* d = new_dict(v.allocator());
    for (int n = 0; n < kCount; n++) {
      int k = backwards ? kCount - 1 - n : n;
      Value value = i(k == changed ? -1 : k);
      set(v.allocator(), context, d, v.tuple({i(k), i(k + 1)}), value);
      set(v.allocator(), context, d, v.list({v.list({i(k)}), v.text("key")}), value);
    }
    return Value::object(d);
  };
  expect_equal(v, make(false, kCount), make(true, kCount));
  expect_different(v, make(false, kCount), make(true, kCount / 2));
}

TEST(Compare, DeepValues) {
  Values v;
  ValueContext context = v.machine.value_context();
  constexpr int kDepth = rounds(200'000);
  auto make = [&](int which, Value innermost) {
    Value value = innermost;
    for (int n = 0; n < kDepth; n++) {
      switch (which) {
        case 0: value = v.list({value}); break;
        case 1: value = v.tuple({i(1), value}); break;
        case 2: value = v.label("Some", value); break;
        case 3: value = v.record({{"next", value}}); break;
        case 4: value = v.dict({{i(1), value}}); break;
        case 5: value = v.dict({{value, i(1)}}); break;
      }
    }
    return value;
  };
  for (int which = 0; which < 6; which++) {
    Value a = make(which, i(1)), b = make(which, f(1)), c = make(which, i(2));
    EXPECT_TRUE(equal(context, a, b)) << which;
    EXPECT_FALSE(equal(context, a, c)) << which;
    EXPECT_EQ(hash_value(context, a), hash_value(context, b)) << which;
    EXPECT_NE(hash_value(context, a), hash_value(context, c)) << which;
  }
  EXPECT_EQ(order(v.strand(), make(0, i(1)), make(0, i(2))), Order::less);
  EXPECT_EQ(order(v.strand(), make(1, i(2)), make(1, i(1))), Order::greater);
}

TEST(Compare, HashesDependOnOrderAndSeed) {
  Values v;
  ValueContext context = v.machine.value_context(), other{context.seed + 1, context.shapes};
  Value a = v.list({i(1), i(2)}), b = v.list({i(2), i(1)});
  EXPECT_NE(hash_value(context, a), hash_value(context, b));
  EXPECT_NE(hash_value(context, a), hash_value(other, a));
  EXPECT_NE(hash_value(context, v.list({a, b})), hash_value(context, v.list({b, a})));
  EXPECT_NE(hash_value(context, v.list({v.list({i(1)}), i(2)})),
            hash_value(context, v.list({i(1), v.list({i(2)})})));
}

TEST(Compare, Orders) {
  Values v;
  Strand& s = v.strand();
  EXPECT_EQ(order(s, i(1), f(1.5)), Order::less);
  EXPECT_EQ(order(s, f(1.5), i(1)), Order::greater);
  EXPECT_EQ(order(s, i(1), f(1)), Order::equal);
  EXPECT_EQ(order(s, v.integer("100000000000000000000"), f(HUGE_VAL)), Order::less);
  EXPECT_EQ(order(s, f(-HUGE_VAL), v.integer("-100000000000000000000")), Order::less);
  EXPECT_EQ(order(s, i(1), Value::nan()), Order::unordered);
  EXPECT_EQ(order(s, Value::nan(), Value::nan()), Order::unordered);
  EXPECT_EQ(order(s, v.text("ab"), v.text("b")), Order::less);
  EXPECT_EQ(order(s, v.text("a"), v.text("ab")), Order::less);
  EXPECT_EQ(order(s, v.text("\uffff"), v.text("\U00010000")), Order::less);
  EXPECT_EQ(order(s, v.bytes("\xff"), v.bytes("a")), Order::greater);
  EXPECT_EQ(order(s, v.list({}), v.list({i(0)})), Order::less);
  EXPECT_EQ(order(s, v.list({i(2)}), v.list({i(1), i(9)})), Order::greater);
  EXPECT_EQ(order(s, v.tuple({i(1), v.list({i(1)})}), v.tuple({f(1), v.list({i(1), i(2)})})), Order::less);
  EXPECT_EQ(order(s, v.list({v.bare("None"), i(1)}), v.list({v.bare("None"), i(2)})), Order::less);
  EXPECT_EQ(order(s, v.list({Value::nan()}), v.list({i(1)})), Order::unordered);
}

TEST(Compare, RefusesToOrder) {
  Values v;
  auto refusal = [&](Value a, Value b) {
    EXPECT_EQ(order(v.strand(), a, b), Order::raised);
    return v.outcome(Value::exception());
  };
  EXPECT_EQ(refusal(i(1), v.text("a")), "TypeError: cannot order Int and String");
  EXPECT_EQ(refusal(Value::boolean(true), Value::boolean(false)), "TypeError: cannot order Bool and Bool");
  EXPECT_EQ(refusal(v.bare("None"), v.bare("None")), "TypeError: cannot order Label and Label");
  EXPECT_EQ(refusal(v.list({i(1)}), v.tuple({i(1), i(1)})), "TypeError: cannot order List and Tuple");
  EXPECT_EQ(refusal(v.list({i(1)}), v.list({v.text("a")})), "TypeError: cannot order Int and String");
}

}  // namespace
}  // namespace aspen
