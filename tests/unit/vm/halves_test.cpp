#include "vm/run/parallel/halves.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/unit/vm/test_heap.h"
#include "vm/object/function.h"
#include "vm/values/bytes.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

constexpr unsigned kRegister = 5;

// A loop that adds to the register; this may hold numbers, or what the body appends to.
LoopSite loop_with(bool numbers, bool appends) {
  LoopSite loop;
  loop.sums = uint64_t{1} << kRegister;
  loop.numbers = numbers ? loop.sums : 0;
  loop.appends = appends ? loop.sums : 0;
  return loop;
}

// What halves add to, if the register holds the value, or a future with its kind.
SumKind kind_in(TestHeap& test, const LoopSite& loop, Value v) {
  const SumKind kind = sum_kind(loop, kRegister, v);
  const SumKind any = sum_kind(loop_with(true, true), kRegister, v);
  EXPECT_EQ(sum_kind(loop, kRegister, Value::object(test.allocator.make<Future>(0, any))), kind);
  EXPECT_EQ(sum_kind(loop, kRegister + 1, v), SumKind::none);
  return kind;
}

TEST(Halves, AddToWhatTheBodyOfTheLoopMayAddTo) {
  TestHeap test;
  const auto kept = [&](Value v) {
    test.roots.values.push_back(v);
    return v;
  };
  const Value text = kept(Value::object(make_string(test.allocator, "text", true)));
  const Value data = kept(Value::object(make_bytes(test.allocator, "data")));
  const Value list = kept(Value::object(new_list(test.allocator)));
  const Value long_int = kept(make_int(test.allocator, INT64_MAX));
  const Value longer = kept(int_add(test.allocator, long_int, long_int));
  const struct {
    Value value;
    SumKind added, subtracted, pushed;  // for r += e; for r -= e and r = e + r; for r |>= push e
  } rows[] = {
      {Value::small_int(3), SumKind::Int, SumKind::Int, SumKind::none},
      {long_int, SumKind::Int, SumKind::Int, SumKind::none},
      {longer, SumKind::none, SumKind::none, SumKind::none},
      {Value::number(0.5), SumKind::Float, SumKind::Float, SumKind::none},
      {text, SumKind::String, SumKind::none, SumKind::none},
      {data, SumKind::Bytes, SumKind::none, SumKind::none},
      {list, SumKind::List, SumKind::none, SumKind::List},
      {Value::unit(), SumKind::none, SumKind::none, SumKind::none},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(kind_in(test, loop_with(true, true), row.value), row.added);
    EXPECT_EQ(kind_in(test, loop_with(true, false), row.value), row.subtracted);
    EXPECT_EQ(kind_in(test, loop_with(false, true), row.value), row.pushed);
    EXPECT_EQ(kind_in(test, loop_with(false, false), row.value), SumKind::none);
  }
}

}  // namespace
}  // namespace aspen
