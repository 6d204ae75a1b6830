#include "vm/heap/mark_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/unit/vm/values.h"
#include "vm/heap/tracer.h"
#include "vm/object/object.h"

namespace aspen {
namespace {

struct Taken {
  std::vector<Object*> objects;
  std::vector<MarkRun> runs;
};

bool take(MarkPool& pool, Taken& taken) { return pool.take(taken.objects, taken.runs); }

TEST(MarkPool, IsOverWhenTheOnlyMarkerHasNothing) {
  MarkPool pool;
  EXPECT_FALSE(pool.hungry());
  Taken taken;
  EXPECT_FALSE(take(pool, taken));
  EXPECT_FALSE(pool.join());
}

TEST(MarkPool, GivesEverythingBack) {
  MarkPool pool;
  Tuple a(0), b(0);
  Value values[3];
  Object* objects[] = {&a, &b};
  pool.give(objects, 2);
  pool.give(MarkRun{values, values + 3});
  Taken taken;
  ASSERT_TRUE(take(pool, taken));
  EXPECT_EQ(taken.objects, (std::vector<Object*>{&a, &b}));
  ASSERT_EQ(taken.runs.size(), 1u);
  EXPECT_EQ(taken.runs[0].end - taken.runs[0].begin, 3);
  EXPECT_FALSE(take(pool, taken));
}

// The second marker waits for the first, which has work until it finds that nothing is left.
TEST(MarkPool, WhoWaitsIsGivenWorkUntilAllWait) {
  MarkPool pool;
  Tuple a(0);
  Object* object = &a;
  ASSERT_TRUE(pool.join());
  int taken_by_other = 0;
  std::thread other([&] {
    Taken taken;
    while (take(pool, taken)) taken_by_other += static_cast<int>(taken.objects.size());
  });
  for (int i = 0; i < 100; ++i) {
    while (!pool.hungry()) std::this_thread::yield();
    pool.give(&object, 1);
  }
  while (!pool.hungry()) std::this_thread::yield();
  Taken taken;
  EXPECT_FALSE(take(pool, taken));
  other.join();
  EXPECT_EQ(taken_by_other, 100);
}

// An array of numbers refers to no objects, but is much work.
TEST(MarkPool, IsGivenHalfOfALongArrayOfNumbers) {
  constexpr uint32_t kLength = 100'000;
  Values v;
  const Value list =
      Value::object(new_list_repeated(v.machine.main_strand().allocator(), Value::small_int(7), kLength));
  MarkPool pool;
  ASSERT_TRUE(pool.join());
  std::atomic<size_t> taken_by_other = 0;
  std::thread other([&] {
    for (Taken taken; take(pool, taken); taken = {}) {
      for (const MarkRun& run : taken.runs) taken_by_other += static_cast<size_t>(run.end - run.begin);
    }
  });
  while (!pool.hungry()) std::this_thread::yield();
  Tracer(&pool, false, nullptr).visit_range(&list, &list + 1);
  while (!pool.hungry()) std::this_thread::yield();
  Taken taken;
  EXPECT_FALSE(take(pool, taken));
  other.join();
  EXPECT_GE(taken_by_other, kLength / 2);
}

}  // namespace
}  // namespace aspen
