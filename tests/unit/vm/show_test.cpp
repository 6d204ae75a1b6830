// The text of values, and the similar names in hints.
#include "tests/unit/vm/values.h"
#include "vm/values/suggest.h"

namespace aspen {
namespace {

Value i(int64_t n) { return Value::small_int(n); }

TEST(Show, EveryKindOfData) {
  Values v;
  EXPECT_EQ(v.show(Value::unit()), "()");
  EXPECT_EQ(v.show(Value::boolean(true)), "true");
  EXPECT_EQ(v.show(i(-42)), "-42");
  EXPECT_EQ(v.show(v.integer("-123456789012345678901234567890")), "-123456789012345678901234567890");
  EXPECT_EQ(v.show(Value::number(1)), "1.0");
  EXPECT_EQ(v.show(v.list({i(1), v.text("a"), v.list({})})), "[1, \"a\", []]");
  EXPECT_EQ(v.show(v.tuple({i(1)})), "(1,)");
  EXPECT_EQ(v.show(v.tuple({i(1), i(2)})), "(1, 2)");
  EXPECT_EQ(v.show(v.record({})), "{:}");
  EXPECT_EQ(v.show(v.record({{"a", i(1)}, {"b", v.record({{"c", v.text("x")}})}})),
            "{ a: 1, b: { c: \"x\" } }");
  EXPECT_EQ(v.show(v.dict({})), "[:]");
  EXPECT_EQ(v.show(v.dict({{v.text("k"), i(1)}, {v.list({}), v.dict({})}})), "[\"k\": 1, []: [:]]");
}

TEST(Show, Labels) {
  Values v;
  EXPECT_EQ(v.show(v.bare("None")), "None");
  EXPECT_EQ(v.show(v.label("Some", i(-1))), "Some -1");
  EXPECT_EQ(v.show(v.label("Some", v.bare("None"))), "Some None");
  EXPECT_EQ(v.show(v.label("Some", v.label("Some", i(1)))), "Some (Some 1)");
  EXPECT_EQ(v.show(v.label("Point", v.tuple({i(1), v.label("A", i(2))}))), "Point (1, A 2)");
  EXPECT_EQ(v.show(v.label("Some", v.range(1, 3, 1, false))), "Some (1..3)");
  EXPECT_EQ(v.show(v.label("Box", v.record({{"a", i(1)}}))), "Box { a: 1 }");
}

TEST(Show, Ranges) {
  Values v;
  EXPECT_EQ(v.show(v.range(1, 3, 1, false)), "1..3");
  EXPECT_EQ(v.show(v.range(-1, 3, 1, true)), "-1..=3");
  EXPECT_EQ(v.show(v.list({v.range(1, 9, 2, false)})), "[range 1 9 2]");
}

TEST(Show, QuotesAndEscapes) {
  Values v;
  EXPECT_EQ(v.show(v.text(std::string_view("\n\t\r\0\x1b\\\"{}", 9))), "\"\\n\\t\\r\\0\\e\\\\\\\"\\{}\"");
  EXPECT_EQ(v.show(v.text("\x01\x7f\u0080\u009f\u00a0é日😀")), "\"\\u{1}\\u{7f}\\u{80}\\u{9f}\u00a0é日😀\"");
  EXPECT_EQ(v.show(v.bytes("a{\xff\n\x01\"")), "b\"a{\\xff\\n\\x01\\\"\"");
  std::string out;
  append_text(out, v.machine, v.text("raw\n\""));
  EXPECT_EQ(out, "raw\n\"");
  append_text(out, v.machine, v.list({v.text("raw\n\"")}));
  EXPECT_EQ(out, "raw\n\"[\"raw\\n\\\"\"]");
}

TEST(Show, DictsWithRemovedEntries) {
  Values v;
  Value dict = v.dict({{i(1), i(1)}, {i(2), i(2)}, {i(3), i(3)}});
  remove(v.machine.value_context(), as<Dict>(dict), i(1));
  EXPECT_EQ(v.show(dict), "[2: 2, 3: 3]");
  remove(v.machine.value_context(), as<Dict>(dict), i(3));
  EXPECT_EQ(v.show(dict), "[2: 2]");
  remove(v.machine.value_context(), as<Dict>(dict), i(2));
  EXPECT_EQ(v.show(dict), "[:]");
}

TEST(Show, DeepValues) {
  Values v;
  constexpr size_t kDepth = rounds(1'000'000);
  Value list = v.list({}), label = i(1);
  for (size_t n = 0; n < kDepth; n++) {
    list = v.list({list});
    label = v.label("A", label);
  }
  EXPECT_EQ(v.show(list), std::string(kDepth + 1, '[') + std::string(kDepth + 1, ']'));
  EXPECT_EQ(v.show(label).size(), 3 * kDepth - 1 + 1 + (kDepth - 1));
}

TEST(Show, StopsAtTheLimit) {
  Values v;
  Value list = v.list({});
  for (int n = 0; n < 60; n++) list = v.list({list, list});  // 2^60 leaves
  std::string out;
  EXPECT_FALSE(append_show(out, v.machine, list, 1000));
  EXPECT_LT(out.size(), 1100u);
  v.machine.heap().set_limit(16 << 20);
  EXPECT_TRUE(v.outcome(show_of(v.strand(), list)).starts_with("MemoryLimit: "));
}

TEST(Show, Shortens) {
  Values v;
  EXPECT_EQ(shorten(v.strand(), v.list({i(1), i(2)}), 10), "[1, 2]");
  EXPECT_EQ(shorten(v.strand(), v.list({i(1), i(2)}), 6), "[1, 2]");
  EXPECT_EQ(shorten(v.strand(), v.list({i(1), i(2)}), 5), "[1, …");
  EXPECT_EQ(shorten(v.strand(), v.text("éééééééééé"), 6), "\"éééé…");
}

TEST(Show, TypeNames) {
  Values v;
  EXPECT_EQ(type_name(v.integer("100000000000000000000")), "Int");
  EXPECT_EQ(type_name(Value::number(1)), "Float");
  EXPECT_EQ(type_name(Value::boolean(true)), "Bool");
  EXPECT_EQ(type_name(Value::unit()), "Unit");
  EXPECT_EQ(type_name(v.bare("None")), "Label");
  EXPECT_EQ(type_name(v.label("Some", i(1))), "Label");
  EXPECT_EQ(type_name(v.range(1, 2, 1, false)), "Range");
}

std::string nearest(std::string_view wanted, std::initializer_list<const char*> names) {
  NearestName nearest(wanted);
  for (const char* name : names) nearest.consider(name);
  return nearest.best();
}

TEST(Suggest, FindsNearNames) {
  EXPECT_EQ(nearest("lenght", {"height", "length", "left"}), "length");
  EXPECT_EQ(nearest("pirnt", {"point", "print"}), "print");
  EXPECT_EQ(nearest("Some", {"some", "none"}), "some");
  EXPECT_EQ(nearest("colour", {"color"}), "color");
  EXPECT_EQ(nearest("x", {"y", "xy"}), "");
  EXPECT_EQ(nearest("name", {"name"}), "");
  EXPECT_EQ(nearest("apple", {"banana", "cherry"}), "");
  EXPECT_EQ(nearest(std::string(10'000, 'a'), {"a"}), "");
  NearestName none("zzz");
  EXPECT_EQ(none.hint(), "");
  none.consider("zzzz");
  EXPECT_EQ(none.hint(), "did you mean `zzzz`?");
}

TEST(Suggest, GivesUpAfterAMillisecond) {
  NearestName nearest("here");
  nearest.consider("there");
  const uint64_t cost = nearest.cost_ns();
  EXPECT_LT(cost, 1'000u);
  for (int i = 0; i < 20'000; ++i) nearest.consider("xxxx");
  EXPECT_TRUE(nearest.is_over());
  EXPECT_LT(nearest.cost_ns(), 1'000'000 + cost);
  nearest.consider("Here");
  EXPECT_EQ(nearest.best(), "there");
}

}  // namespace
}  // namespace aspen
