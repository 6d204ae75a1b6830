// The worker that waited for I/O goes on with a task that holds it, while the other workers are asleep.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <string>

#include "sched/readiness.h"
#include "sched/sched.h"

namespace aspen::sched {
namespace {

struct FlagWaiter : Waiter {
  FlagWaiter() {
    wake = [](Waiter& waiter) { static_cast<FlagWaiter&>(waiter).came.store(true); };
  }
  std::atomic<bool> came{false};
};

TEST(StuckListener, OthersListenInItsPlace) {
  std::string error;
  const auto scheduler = Scheduler::start({.workers = 2, .park_timeout_ns = kForever}, error);
  ASSERT_TRUE(scheduler) << error;
  for (int round = 0; round < 20; ++round) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
    Readiness readable(scheduler->driver(), ends[0]);
    FlagWaiter waiter;
    ASSERT_EQ(readable.wait_readable(waiter), 0);
    JoinHandle<bool> stuck = spawn(*scheduler, [&] {
      EXPECT_EQ(write(ends[1], "x", 1), 1);
      const uint64_t end = monotonic_ns() + 300'000'000'000;
      while (!waiter.came.load() && monotonic_ns() < end) spin_pause();
      return waiter.came.load();
    });
    EXPECT_TRUE(stuck.wait().value());
    readable.close();
    close(ends[1]);
  }
}

}  // namespace
}  // namespace aspen::sched
