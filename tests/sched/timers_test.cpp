#include "sched/timers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>
#include <vector>

namespace aspen::sched {
namespace {

struct Counted : Timer {
  Counted() {
    fire = [](Timer& timer) { static_cast<Counted&>(timer).fired.fetch_add(1, std::memory_order_relaxed); };
  }
  std::atomic<int> fired{0};
  bool removed = false;
};

TEST(Timers, PublishesTheEarliestDeadline) {
  Timers timers(0);
  Counted early, late, same;
  early.deadline_ns = same.deadline_ns = 1'000'000;
  late.deadline_ns = 2'000'000'000;
  EXPECT_EQ(timers.next_deadline_ns(), kForever);
  EXPECT_TRUE(timers.add(late));
  EXPECT_EQ(timers.next_deadline_ns(), late.deadline_ns);
  EXPECT_TRUE(timers.add(early));
  EXPECT_FALSE(timers.add(same));
  EXPECT_EQ(timers.next_deadline_ns(), early.deadline_ns);
  EXPECT_EQ(timers.fire_due(early.deadline_ns - 1), 0u);
  EXPECT_EQ(timers.fire_due(early.deadline_ns), 2u);
  EXPECT_EQ(early.fired + same.fired, 2);
  EXPECT_EQ(timers.next_deadline_ns(), late.deadline_ns);
  EXPECT_TRUE(timers.remove(late));
  EXPECT_EQ(timers.next_deadline_ns(), kForever);
  EXPECT_FALSE(timers.remove(late));
  EXPECT_FALSE(timers.remove(early));
}

struct Repeating : Counted {
  Repeating() {
    fire = [](Timer& timer) {
      auto& self = static_cast<Repeating&>(timer);
      ++self.fired;
      (void)self.timers->add(self);  // still due
    };
  }
  Timers* timers = nullptr;
};

TEST(Timers, FiresOutsideItsLockAndComesToAnEnd) {
  Timers timers(0);
  Repeating repeating;
  repeating.timers = &timers;
  (void)timers.add(repeating);
  EXPECT_EQ(timers.fire_due(1), 1u);
  EXPECT_EQ(timers.size(), 1u);
  EXPECT_EQ(timers.fire_due(2), 1u);
  EXPECT_EQ(repeating.fired, 2);
  timers.remove(repeating);
}

TEST(Timers, FireManyInOneCall) {
  Timers timers(0);
  std::vector<Counted> many(1000);
  for (size_t i = 0; i < many.size(); ++i) {
    many[i].deadline_ns = i * 100'000;
    (void)timers.add(many[i]);
  }
  EXPECT_EQ(timers.fire_due(500 * 100'000), 501u);
  EXPECT_EQ(timers.size(), 499u);
  EXPECT_EQ(timers.fire_due(kForever), 499u);
}

// Each timer either fires once or is removed, while other threads add, remove and fire.
TEST(Timers, FireOrAreRemovedUnderContention) {
  constexpr int kRounds = 200, kCount = 200;
  for (int round = 0; round < kRounds; ++round) {
    Timers timers(0);
    std::vector<Counted> pool(kCount);
    std::atomic<uint64_t> now{0};
    std::atomic<bool> added_all{false};
    std::atomic<size_t> fired{0};
    auto firing = [&] {
      while (!added_all.load(std::memory_order_acquire)) {
        fired += timers.fire_due(now.fetch_add(30'000, std::memory_order_relaxed));
      }
    };
    std::thread one(firing), two(firing);
    std::mt19937 random(static_cast<uint32_t>(round));
    size_t removed = 0;
    for (int i = 0; i < kCount; ++i) {
      pool[i].deadline_ns = now.load(std::memory_order_relaxed) + random() % 1'000'000;
      (void)timers.add(pool[i]);
      Counted& other = pool[random() % (i + 1)];
      if (timers.remove(other)) other.removed = true, ++removed;
    }
    added_all.store(true, std::memory_order_release);
    one.join();
    two.join();
    fired += timers.fire_due(kForever);
    EXPECT_EQ(fired + removed, pool.size());
    for (Counted& timer : pool) ASSERT_EQ(timer.fired + timer.removed, 1);
    ASSERT_EQ(timers.size(), 0u);
  }
}

}  // namespace
}  // namespace aspen::sched
