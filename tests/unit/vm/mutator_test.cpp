// Several threads in one heap. Nothing here depends on which thread comes first.
#include "vm/heap/mutator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <random>
#include <thread>

#include "sched/platform.h"
#include "tests/unit/vm/test_heap.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

#ifdef ASPEN_STRESS_GC
constexpr int kSteps = 300;
#else
constexpr int kSteps = 30'000;
#endif

Value int_value(int64_t i) { return Value::small_int(i); }

// Runs `body(mutator, index)` on so many threads, each inside and with a Mutator of its
// own.
void on_threads(TestHeap& test, int count, const std::function<void(Mutator&, int)>& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      Mutator mutator(test.heap);
      NativeStackScope scope(mutator);
      body(mutator, i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// A chain of labels named n-1 … 0 from its front.
Value chain_of(Allocator& allocator, int n) {
  Value chain = Value::unit();
  for (int i = 0; i < n; ++i) {
    chain = Value::object(allocator.make<LabelBox>(0, static_cast<Symbol>(i), chain));
  }
  return chain;
}

bool is_chain(Value chain, int n) {
  while (n-- > 0) {
    if (!is_kind(chain, Kind::LabelBox) || as<LabelBox>(chain)->name() != static_cast<Symbol>(n))
      return false;
    chain = as<LabelBox>(chain)->payload;
  }
  return chain.is_unit();
}

class Mutators : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, Mutators, testing::Values(2, 3, 8));

TEST_P(Mutators, KeepWhatTheirStacksHoldAndFreeTheRest) {
  TestHeap test;
  std::barrier everybody(GetParam());
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    Value mine = chain_of(mutator.allocator(), 100 + index);
    for (int i = 0; i < kSteps; ++i) {
      EXPECT_TRUE(is_chain(chain_of(mutator.allocator(), 7), 7));
      if (i % (kSteps / 10) == 0) test.heap.collect(mutator);
      test.heap.safepoint(mutator);
    }
    EXPECT_TRUE(is_chain(mine, 100 + index));
    mutator.outside([&] { everybody.arrive_and_wait(); });
    test.heap.collect(mutator);
    EXPECT_TRUE(is_chain(mine, 100 + index));
  });
  EXPECT_GE(test.heap.statistics().collections, 10u);
  test.collect();
  EXPECT_EQ(test.heap.bytes_used(), 0u);
}

// Objects of all sizes, in blocks and singly, replaced at random in a list of
// the thread's own.
TEST_P(Mutators, NeverOverwriteEachOther) {
  TestHeap test;
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    std::mt19937 random(static_cast<unsigned>(index));
    Root<List> held(test.heap, new_list(mutator.allocator()));
    for (int i = 0; i < 300; ++i) push(mutator.allocator(), held.get(), Value::unit());
    for (int i = 0; i < kSteps; ++i) {
      uint32_t size = random() % (random() % 20 == 0 ? 6000 : 100);
      String* string = new_string(mutator.allocator(), size, true);
      std::fill_n(string->data(), size, static_cast<char>('a' + (size + static_cast<unsigned>(index)) % 26));
      held->items[random() % 300] = Value::object(string);
    }
    for (int i = 0; i < 300; ++i) {
      if (!held->items[i].is_object()) continue;
      std::string_view text = as<String>(held->items[i])->view();
      EXPECT_EQ(text, std::string(text.size(), static_cast<char>('a' + (text.size() + index) % 26)));
    }
  });
}

// Every thread changes data that all share. Only objects from before the last collection could
// survive.
TEST_P(Mutators, PassObjectsToEachOther) {
  TestHeap test;
  std::barrier everybody(GetParam());
  test.roots.values.resize(static_cast<size_t>(GetParam()), Value::unit());
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    auto next = static_cast<size_t>((index + 1) % GetParam());
    for (int round = 0; round < 20; ++round) {
      test.roots.values[static_cast<size_t>(index)] = chain_of(mutator.allocator(), round);
      mutator.outside([&] { everybody.arrive_and_wait(); });
      Value others = test.roots.values[next];
      if (round % GetParam() == index) test.heap.collect(mutator);
      EXPECT_TRUE(is_chain(others, round));
      mutator.outside([&] { everybody.arrive_and_wait(); });
    }
  });
}

TEST(Mutator, BlocksOutsideWhileOthersCollect) {
  TestHeap test;
  std::atomic<bool> collected = false;
  std::thread other;
  {
    NativeStackScope scope(test.mutator);
    Value held = chain_of(test.allocator, 10);
    other = std::thread([&] {
      Mutator mutator(test.heap);
      NativeStackScope inner(mutator);
      for (int i = 0; i < 3; ++i) {
        chain_of(mutator.allocator(), 1000);
        test.heap.collect(mutator);
      }
      collected = true;
      collected.notify_one();
    });
    test.mutator.outside([&] { collected.wait(false); });
    EXPECT_TRUE(is_chain(held, 10));
  }
  other.join();
  EXPECT_GE(test.heap.statistics().collections, 3u);
}

TEST(Mutator, ComesBackInWhileItIsOutside) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  Value held = chain_of(test.allocator, 10);
  test.mutator.outside([&] {
    NativeStackScope inner(test.mutator);
    Value inside = chain_of(test.allocator, 20);
    test.collect();
    EXPECT_TRUE(is_chain(inside, 20));
  });
  test.collect();
  EXPECT_TRUE(is_chain(held, 10));
}

// A value that is only in a register when the thread goes outside.
TEST(Mutator, RegistersAreScannedOutside) {
  TestHeap test;
  NativeStackScope scope(test.mutator);
  auto churn = [&](LabelBox * held) __attribute__((noinline)) {
    test.mutator.outside([&] {
      std::thread([&] {
        Mutator mutator(test.heap);
        NativeStackScope inner(mutator);
        test.heap.collect(mutator);
        chain_of(mutator.allocator(), 5000);
      }).join();
    });
    return held->name();
  };
  EXPECT_EQ(churn(test.allocator.make<LabelBox>(0, Symbol{77}, Value::unit())), 77u);
}

class CountsStops : public TestRoots {
 public:
  void request_stop() override { ++stops; }
  std::atomic<int> stops = 0;
};

TEST(Mutator, RunningThreadsAreAskedToStop) {
  CountsStops roots;
  Heap heap(SIZE_MAX, roots);
  Mutator mine(heap);
  std::atomic<bool> entered = false;
  std::atomic<int> asked = 0;
  std::thread other([&] {
    Mutator mutator(heap);
    NativeStackScope scope(mutator);
    entered = true;
    entered.notify_one();
    while (!heap.stop_requested()) std::this_thread::yield();
    heap.safepoint(mutator);
    asked = roots.stops.load();
  });
  entered.wait(false);
  heap.collect(mine);
  other.join();
  EXPECT_EQ(asked, 1);
  heap.collect(mine);
  EXPECT_EQ(roots.stops, 1) << "no thread runs";
}

// Tracing lasts until another thread has come to the door and had time to
// enter.
class SlowRoots : public TestRoots {
 public:
  void trace_roots(Tracer& tracer) override {
    tracing = true;
    tracing.notify_one();
    at_the_door.wait(false);
    for (int i = 0; i < 10'000; ++i) sched::spin_pause();
    TestRoots::trace_roots(tracer);
    tracing = false;
  }
  std::atomic<bool> tracing = false, at_the_door = false;
};

TEST(Mutator, NobodyEntersDuringACollection) {
  SlowRoots roots;
  Heap heap(SIZE_MAX, roots);
  Mutator mine(heap);
  std::thread other([&] {
    Mutator mutator(heap);
    roots.tracing.wait(false);
    roots.at_the_door = true;
    roots.at_the_door.notify_one();
    NativeStackScope scope(mutator);
    EXPECT_FALSE(roots.tracing);
  });
  heap.collect(mine);
  other.join();
}

TEST_P(Mutators, MakeAndDropRoots) {
  TestHeap test;
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    std::vector<Root<>> roots;
    for (int i = 0; i < kSteps / 10; ++i) {
      roots.emplace_back(test.heap, chain_of(mutator.allocator(), index + 1));
      Root<> copy = roots[static_cast<size_t>(i) / 2];
      if (i % 3 == 0) roots.front() = copy;
      if (i % 1000 == 0) test.heap.collect(mutator);
    }
    for (const Root<>& root : roots) EXPECT_TRUE(is_chain(root.get(), index + 1));
  });
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
}

TEST(Mutator, RootsAreDroppedOutsideDuringCollections) {
  TestHeap test;
  std::vector<Root<>> roots;
  for (int i = 0; i < kSteps; ++i) roots.emplace_back(test.heap, chain_of(test.allocator, 1));
  std::atomic<bool> dropped = false;
  std::thread host([&] {
    while (!roots.empty()) roots.pop_back();
    dropped = true;
  });
  while (!dropped) test.collect();
  host.join();
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
}

TEST_P(Mutators, FinalizeEachNativeObjectOnce) {
  static const NativeType type{
      "counter", [](void* state) { static_cast<std::atomic<int>*>(state)->fetch_add(1); }, nullptr};
  std::atomic<int> finalized = 0;
  const int each = kSteps / 10;
  {
    TestHeap test;
    on_threads(test, GetParam(), [&](Mutator& mutator, int) {
      for (int i = 0; i < each; ++i) {
        new_native_object(mutator.allocator(), type, &finalized);
        if (i % 500 == 0) test.heap.collect(mutator);
      }
    });
    EXPECT_LE(finalized, each * GetParam());
    test.collect();
    EXPECT_EQ(finalized, each * GetParam());
  }
  EXPECT_EQ(finalized, each * GetParam());
}

// A finalizer may release what it holds: the lock of the handles is free then.
TEST(Mutator, FinalizersDropRoots) {
  static const NativeType type{"holder", [](void* state) { delete static_cast<Root<>*>(state); }, nullptr};
  TestHeap test;
  new_native_object(test.allocator, type, new Root<>(test.heap, chain_of(test.allocator, 5)));
  test.collect();
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, 0u);
}

// Stores grow and are given back while other threads do the same.
TEST_P(Mutators, ReleaseLargeStores) {
  TestHeap test;
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    for (int round = 0; round < 5; ++round) {
      List* list = new_list(mutator.allocator());
      for (int i = 0; i < kSteps / 3; ++i) push(mutator.allocator(), list, int_value(i + index));
      for (int i = 0; i < kSteps / 3; ++i) ASSERT_EQ(element(list, i), int_value(i + index));
    }
  });
  test.collect();
  EXPECT_EQ(test.heap.bytes_used(), 0u);
}

TEST_P(Mutators, ReachTheLimitTogether) {
  const size_t limit = size_t{4} << 20;
  TestHeap test(limit);
  std::atomic<int> cleared = 0;
  on_threads(test, GetParam(), [&](Mutator& mutator, int) {
    std::vector<Root<>> held;
    auto fill = [&] {
      while (!test.heap.limit_reached()) {
        held.emplace_back(test.heap, Value::object(new_string(mutator.allocator(), 3000, true)));
      }
    };
    fill();
    held.clear();
    if (test.heap.clear_limit_reached()) ++cleared;
  });
  EXPECT_GE(cleared, 1);
  EXPECT_LE(test.heap.bytes_used(), limit + static_cast<size_t>(GetParam()) * 2 * kBlockBytes);
  test.heap.clear_limit_reached();
  EXPECT_TRUE(test.allocator.can_allocate(size_t{3} << 20));
}

// A large object is counted when it is found to fit: of two objects larger than half of the limit, one has to
// wait.
TEST_P(Mutators, TellLimitsOfLargeObjects) {
  const size_t limit = size_t{64} << 20;
  TestHeap test(limit);
  on_threads(test, GetParam(), [&](Mutator& mutator, int) {
    for (int i = 0; i < 50; ++i) {
      if (!mutator.allocator().can_allocate(limit / 4)) continue;
      new_string(mutator.allocator(), static_cast<uint32_t>(limit / 4), true);
      test.heap.clear_limit_reached();
    }
  });
  EXPECT_LE(test.heap.bytes_used(), limit + static_cast<size_t>(GetParam()) * limit / 4);
}

// A tree, a long list of tuples that share their items, and a chain. Returns their size in
// bytes.
size_t build_large(TestHeap& test) {
#ifdef ASPEN_STRESS_GC
  const int width = 1'000, depth = 6, length = 1'000;
#else
  const int width = 100'000, depth = 16, length = 100'000;
#endif
  NativeStackScope scope(test.mutator);
  std::function<Value(int)> tree = [&](int levels) {
    if (levels == 0) return Value::unit();
    Value left = tree(levels - 1), right = tree(levels - 1);
    auto* tuple = test.allocator.make<Tuple>(2 * sizeof(Value), 2u);
    tuple->items()[0] = left, tuple->items()[1] = right;
    return Value::object(tuple);
  };
  test.roots.values.push_back(tree(depth));
  Root<List> wide(test.heap, new_list(test.allocator));
  reserve(test.allocator, wide.get(), static_cast<size_t>(width));
  for (int i = 0; i < width; ++i) {
    auto* tuple = test.allocator.make<Tuple>(2 * sizeof(Value), 2u);
    tuple->items()[0] = int_value(i);
    tuple->items()[1] = i % 10 == 0 ? test.roots.values[0] : wide->items[i - 1];
    push(test.allocator, wide.get(), Value::object(tuple));
  }
  test.roots.values.push_back(Value::object(wide.get()));
  test.roots.values.push_back(chain_of(test.allocator, length));
  auto objects = static_cast<size_t>((1 << depth) - 1 + width);
  return objects * (sizeof(Tuple) + 2 * sizeof(Value)) + sizeof(List) + Heap::object_size(wide->array) +
         static_cast<size_t>(length) * sizeof(LabelBox);
}

// Each object is traced once, and none is missed: then exactly those bytes are live, whichever thread
// marks.
TEST_P(Mutators, MarkTogether) {
  TestHeap test;
  size_t bytes = build_large(test);
  test.collect();
  EXPECT_EQ(test.heap.statistics().bytes_live, bytes);
  std::atomic<bool> done = false;
  std::atomic<int> inside = 1;
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    if (index > 0) {
      ++inside;
      while (!done) test.heap.safepoint(mutator);
      return;
    }
    mutator.outside([&] {
      while (inside < GetParam()) std::this_thread::yield();
    });
    for (int i = 0; i < 20; ++i) {
      test.heap.collect(mutator);
      EXPECT_EQ(test.heap.statistics().bytes_live, bytes);
    }
    done = true;
  });
}

TEST_P(Mutators, ComeAndGo) {
  TestHeap test;
  test.roots.values.resize(static_cast<size_t>(GetParam()), Value::unit());
  on_threads(test, GetParam(), [&](Mutator& mutator, int index) {
    mutator.outside([&] {
      for (int i = 0; i < 20; ++i) {
        Mutator other(test.heap);
        NativeStackScope scope(other);
        test.roots.values[static_cast<size_t>(index)] = chain_of(other.allocator(), i);
        if (i % 7 == index) test.heap.collect(other);
      }
    });
  });
  for (Value chain : test.roots.values) EXPECT_TRUE(is_chain(chain, 19));
}

}  // namespace
}  // namespace aspen
