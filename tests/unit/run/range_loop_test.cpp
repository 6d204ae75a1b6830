// What a split makes of a loop: the states of both halves, and whole programs that have their ranges split.
#include "vm/run/parallel/range_loop.h"

#include <gtest/gtest.h>

#include <atomic>

#include "sched/statistics.h"
#include "stdlib/embed/engine.h"
#include "stdlib/library/stdlib.h"
#include "tests/unit/vm/test_heap.h"
#include "vm/run/runtime.h"
#include "vm/values/bigint.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"

namespace aspen {
namespace {

Value small(int64_t i) { return Value::small_int(i); }

class RangeLoopTest : public testing::Test {
 protected:
  Value range(Value start, Value end, Value step, bool inclusive = false) {
    return Value::object(allocator_.make<Range>(0, start, end, step, inclusive));
  }
  Value power_of_ten(uint64_t n) { return int_pow(allocator_, small(10), n); }

  TestHeap test_;
  Allocator& allocator_ = test_.allocator;
};

TEST_F(RangeLoopTest, HalvesSmallRanges) {
  NativeStackScope scope(test_.mutator);
  Value state[] = {small(10), small(5), small(-3)};  // 10 7 4 1 -2
  ASSERT_EQ(elements_left(allocator_, state), 5u);
  const auto* rest = as<Range>(take_rest(allocator_, state, 2));
  EXPECT_EQ(state[0], small(10));
  EXPECT_EQ(state[1], small(2));
  EXPECT_EQ(rest->start, small(4));
  EXPECT_EQ(rest->end, small(-2));
  EXPECT_EQ(rest->step, small(-3));
  EXPECT_TRUE(rest->inclusive());
}

TEST_F(RangeLoopTest, HalvesLargeRanges) {
  NativeStackScope scope(test_.mutator);
  Value start = power_of_ten(20), step = small(7);
  Value end = int_add(allocator_, start, small(70));
  Value state[] = {range(start, end, step), int_add(allocator_, start, small(14)), Value::unit()};
  ASSERT_EQ(elements_left(allocator_, state), 8u);
  const auto* rest = as<Range>(take_rest(allocator_, state, 3));
  EXPECT_EQ(elements_left(allocator_, state), 3u);
  EXPECT_TRUE(int_equal(rest->start, int_add(allocator_, start, small(35))));
  EXPECT_TRUE(int_equal(rest->end, end));
  Value endless[] = {range(small(0), power_of_ten(40), small(1)), small(0), Value::unit()};
  EXPECT_EQ(elements_left(allocator_, endless), uint64_t{1} << 62);
}

TEST_F(RangeLoopTest, HalvesListsWithoutCopyingThem) {
  NativeStackScope scope(test_.mutator);
  List* list = new_list(allocator_);
  for (int i = 0; i < 10; ++i) push(allocator_, list, small(i));
  Value state[] = {Value::object(list), small(4), Value::unit()};
  ASSERT_EQ(elements_left(allocator_, state), 6u);
  const auto* rest = as<List>(take_rest(allocator_, state, 3));
  EXPECT_EQ(as<List>(state[0])->length, 7u);
  EXPECT_EQ(state[1], small(4));
  EXPECT_EQ(rest->length, 3u);
  EXPECT_EQ(rest->items, list->items + 7);
  EXPECT_FALSE(is_writable(list)) << "its owner copies it before changing it";
}

TEST_F(RangeLoopTest, HalvesDictsByTheirEntries) {
  NativeStackScope scope(test_.mutator);
  Dict* dict = new_dict(allocator_);
  for (int i = 0; i < 6; ++i) find_or_add(allocator_, test_.context, dict, small(i)).value = small(i);
  Value state[] = {Value::object(dict), small(1), Value::unit()};
  ASSERT_EQ(elements_left(allocator_, state), 5u);
  const auto* rest = as<Range>(take_rest(allocator_, state, 2));
  EXPECT_EQ(elements_left(allocator_, state), 2u);
  ASSERT_TRUE(is_dict_part(*rest));
  EXPECT_EQ(rest->start, small(3));
  EXPECT_EQ(rest->end, small(6));
  EXPECT_TRUE(dict->is_shared());
}

TEST_F(RangeLoopTest, LeavesOtherSourcesAlone) {
  NativeStackScope scope(test_.mutator);
  Value state[] = {Value::object(new_dict(allocator_)), small(0), Value::unit()};
  EXPECT_EQ(elements_left(allocator_, state), 0u);
  state[0] = Value::unit();
  EXPECT_EQ(elements_left(allocator_, state), 0u);
}

TEST(Decisive, ValuesOfTheFirstPartThatAreThoseOfTheWhole) {
  EXPECT_TRUE(is_decisive(Decisive::if_true, Value::boolean(true)));
  EXPECT_FALSE(is_decisive(Decisive::if_true, Value::boolean(false)));
  EXPECT_TRUE(is_decisive(Decisive::if_false, Value::boolean(false)));
  EXPECT_FALSE(is_decisive(Decisive::if_some, Value::label(sym::kNone)));
  EXPECT_FALSE(is_decisive(Decisive::none, Value::boolean(true)));
}

// ---- Programs

struct Observed {
  std::string printed;  // and the report of the error
  uint64_t splits = 0;
  size_t copied = 0;  // bytes
};

struct Copies : CopyObserver {
  void copied(size_t bytes) override { total.fetch_add(bytes, std::memory_order_relaxed); }
  // Added to by workers, read once they have ended the program: relaxed, a number.
  std::atomic<size_t> total = 0;
};

Observed run(const std::string& text, uint32_t workers, SplitPolicy split) {
  Observed out;
  CompileResult compiled = compile_text("test.asp", text, standard_catalogue());
  EXPECT_TRUE(compiled.ok()) << compiled.render();
  MachineOptions options;
  options.out = options.err = [&](std::string_view written) { out.printed += written; };
  Engine engine(std::move(options));
  std::string error;
  RuntimeOptions runtime;
  runtime.workers = workers;
  runtime.split = split;
  runtime.seed = 7;
  LoadedModule* module = engine.load(compiled.program, error);
  EXPECT_NE(module, nullptr) << error;
  if (module == nullptr || !engine.machine().start_runtime(runtime, error)) return out;
  Copies copies;
  engine.machine().heap().observe_copies(&copies);
  Outcome outcome = engine.run(*module);
  out.copied = copies.total.load(std::memory_order_relaxed);
  engine.machine().heap().observe_copies(nullptr);
  engine.machine().out().flush();
  if (!outcome.finished()) out.printed += engine.report(outcome);
  out.splits = engine.machine().runtime()->scheduler().statistics().total().splits_given;
  return out;
}

// Each loop by itself, as none of these calls is promotable.
TEST(RangeFrames, EachFunctionSplitsItsRange) {
  for (const char* call :
       {"map (x -> x)", "filter (x -> true)", "reject (x -> true)", "flat_map (x -> [x])", "filter_map Some",
        "each (x -> x)", "count (x -> true)", "any (x -> false)", "all (x -> true)", "find (x -> false)",
        "find_index (x -> false)", "partition (x -> true)"}) {
    const std::string text = "print (0..100 |> " + std::string(call) + ")";
    const Observed split = run(text, 1, SplitPolicy::always);
    EXPECT_GE(split.splits, 50u) << call;
    EXPECT_EQ(split.printed, run(text, 1, SplitPolicy::never).printed) << call;
  }
  EXPECT_GE(run("print (len (list.of 100 identity))", 1, SplitPolicy::always).splits, 50u);
  EXPECT_GE(run("print (reduce (a b -> a + b) (0..10000))", 1, SplitPolicy::always).splits, 5u);
  // No range frame, but a loop that is split between its iterations.
  EXPECT_GE(run("print (fold 0 (a b -> a + b) (0..100))", 1, SplitPolicy::always).splits, 50u);
}

// The report of the error in the element with that number, from a map in `f`, which `g` calls.
std::string report(int element, SplitPolicy split) {
  return run("h = x -> if x == " + std::to_string(element) + R"( { error "here" } else { x }
g = xs -> { ys = map h xs; ys }
f = xs -> { n = len (g xs); n }
print (f (0..64)))",
             2, split)
      .printed;
}

TEST(RangeFrames, ErrorsTellTheCallsThatStandInTheText) {
  for (int element : {0, 1, 31, 32, 62, 63}) {
    const std::string told = report(element, SplitPolicy::never);
    EXPECT_NE(told.find("in h at test.asp:1\n  in map\n  in g at test.asp:2\n  in f"), told.npos) << told;
    EXPECT_EQ(report(element, SplitPolicy::always), told);
    EXPECT_EQ(report(element, SplitPolicy::chaos), told);
  }
}

// If joining the halves copied elements, they would count as shared, and the updates would copy them.
TEST(RangeFrames, WhatTheHalvesGiveHasOneOwner) {
  for (const char* call : {"map (x -> [x])", "filter_map (x -> Some [x])", "flat_map (x -> [[x]])"}) {
    const std::string text = "ys = 0..1000 |> " + std::string(call) + R"(
for i in 0..1000 { ys[i][0] += 1 }
print (ys[0], ys[999]))";
    const Observed split = run(text, 2, SplitPolicy::always);
    EXPECT_EQ(split.printed, "([1], [1000])\n");
#ifndef ASPEN_STRESS_FRAMES  // which shares what lives in a frame now and then
    EXPECT_EQ(split.copied, run(text, 2, SplitPolicy::never).copied) << call;
#endif
  }
}

}  // namespace
}  // namespace aspen
