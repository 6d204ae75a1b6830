#include "vm/mark_pool.h"

#include <gtest/gtest.h>

#include <thread>

#include "vm/object.h"

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

// The second marker waits for the first, which has work all the time until it finds that it has none.
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

}  // namespace
}  // namespace aspen
