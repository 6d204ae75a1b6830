// Many tasks from outside, while a worker has tasks of its own (W5).
#include <gtest/gtest.h>

#include <thread>

#include "sched/spawn.h"

namespace aspen::sched {
namespace {

constexpr int kOutside = 640;
constexpr int kWarmUp = 20'000;  // until the worker knows that its tasks are short, and looks outside seldom

// How often it yields until the tasks from outside are over.
Co<int> give_way(Scheduler& scheduler) {
  for (int i = 0; i < kWarmUp; ++i) co_await yield();
  int over = 0;
  std::thread([&] {
    for (int i = 0; i < kOutside; ++i) spawn(scheduler, [&over] { ++over; }).detach();
  }).join();
  int times = 0;
  for (; over < kOutside; ++times) co_await yield();
  co_return times;
}

TEST(Backlog, WaitsForNoIntervalBetweenTwoPulls) {
  Config config;
  config.workers = 0;
  std::string error;
  const auto scheduler = Scheduler::start(config, error);
  ASSERT_TRUE(scheduler) << error;
  auto handle = spawn(*scheduler, give_way(*scheduler));
  scheduler->poll();
  ASSERT_TRUE(handle.done());
  // 255 polls to the first pull. After that at most one poll in three is not for these tasks. With a whole
  // interval for each 64 it would be 1,900.
  EXPECT_LT(handle.take().value(), 255 + kOutside / 2);
}

}  // namespace
}  // namespace aspen::sched
