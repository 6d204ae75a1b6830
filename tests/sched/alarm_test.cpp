// Alarms: when they ring, how often, and at the request of which thread.
#include "sched/alarm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <semaphore>
#include <set>
#include <string>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

constexpr uint64_t kMillisecond = 1'000'000;

class AlarmTest : public testing::Test {
 protected:
  AlarmTest() {
    int error = 0;
    alarm_ = Alarm::start([this] { rings_.release(); }, error);
    EXPECT_EQ(error, 0);
  }
  bool rings_within(uint64_t ns) { return rings_.try_acquire_for(std::chrono::nanoseconds(ns)); }

  std::counting_semaphore<> rings_{0};
  std::unique_ptr<Alarm> alarm_;
};

TEST_F(AlarmTest, RingsWhenTheTimeHasCome) {
  const uint64_t at = monotonic_ns() + 20 * kMillisecond;
  alarm_->set(at);
  rings_.acquire();
  EXPECT_GE(monotonic_ns(), at);
  EXPECT_FALSE(rings_within(20 * kMillisecond));
}

TEST_F(AlarmTest, RingsAgainUntilItIsSetAnew) {
  alarm_->set(monotonic_ns(), kMillisecond);
  for (int i = 0; i < 5; ++i) rings_.acquire();
  alarm_->set(kForever);
  while (rings_within(20 * kMillisecond)) {
  }
}

TEST_F(AlarmTest, HearsOfAnEarlierTime) {
  alarm_->set(monotonic_ns() + 3'600'000 * kMillisecond);
  alarm_->set(monotonic_ns() + kMillisecond);
  rings_.acquire();
}

TEST_F(AlarmTest, RingsAtOnceWhenAsked) {
  for (int i = 0; i < 1000; ++i) {
    alarm_->ring_now();
    rings_.acquire();
  }
}

std::set<std::string> threads_of_process() {
  std::set<std::string> numbers;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    numbers.insert(entry.path().filename());
  return numbers;
}

// The system still lists a thread for a moment after it has been joined: those of earlier tests are no news.
std::vector<std::string> threads_since(const std::set<std::string>& before) {
  const std::set<std::string> now = threads_of_process();
  std::vector<std::string> added;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(added));
  return added;
}

// Any number of alarms share one thread, which ends with the last of them. Watchdogs use alarms, too.
TEST(Alarms, ShareOneThread) {
  const std::set<std::string> before = threads_of_process();
  std::atomic<int> rung{0};
  {
    std::vector<std::unique_ptr<Alarm>> alarms;
    for (int i = 0; i < 500; ++i) {
      int error = 0;
      alarms.push_back(Alarm::start([&] { ++rung; }, error));
      ASSERT_TRUE(alarms.back()) << error;
    }
    const auto scheduler = start(1);
    EXPECT_EQ(threads_since(before).size(), 2u) << "the alarms' thread and the worker's";
    const uint64_t now = monotonic_ns();
    for (size_t i = 0; i < alarms.size(); ++i) alarms[i]->set(now + (i % 7) * kMillisecond);
    wait_until([&] { return rung == 500; });
  }
  wait_until([&] { return threads_since(before).empty(); });
}

// An alarm that rings without a pause does not keep the others from ringing.
TEST(Alarms, TakeTurns) {
  int error = 0;
  std::atomic<int> rung{0}, busy{0};
  const auto restless = Alarm::start([&] { ++busy; }, error);
  const auto other = Alarm::start([&] { ++rung; }, error);
  restless->set(monotonic_ns(), 0);
  wait_until([&] { return busy > 10; });
  for (int i = 0; i < 100; ++i) {
    other->set(monotonic_ns());
    wait_until([&] { return rung > i; });
  }
}

// A thread that destroys an alarm waits for the ring of that alarm only.
TEST(Alarms, EndWhileTheyRing) {
  for (int round = 0; round < 200; ++round) {
    int error = 0;
    std::atomic<bool> rings{false}, is_over{false};
    auto alarm = Alarm::start(
        [&] {
          rings = true;
          std::this_thread::yield();
          is_over = true;
        },
        error);
    alarm->set(monotonic_ns());
    if (round % 2 == 0) wait_until([&] { return rings.load(); });
    alarm.reset();
    EXPECT_EQ(rings.load(), is_over.load());
  }
}

// Several threads set earlier and later times while it rings: the last time that was set counts.
TEST(Alarms, NoTimeIsForgotten) {
  int error = 0;
  std::atomic<uint64_t> rung_ns{0};
  const auto alarm = Alarm::start([&] { rung_ns = monotonic_ns(); }, error);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::thread> setters;
    for (int i = 0; i < 2; ++i)
      setters.emplace_back([&, i] {
        for (int k = 0; k < 20; ++k)
          alarm->set(monotonic_ns() + static_cast<uint64_t>((k * 7 + i * 3) % 5) * 20'000);
      });
    for (std::thread& setter : setters) setter.join();
    const uint64_t at = monotonic_ns();
    alarm->set(at);
    wait_until([&] { return rung_ns >= at; });
  }
}

}  // namespace
}  // namespace aspen::sched
