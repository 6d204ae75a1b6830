// The options of a host: each has the effect that it is documented to have.
#include <semaphore>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

// The first task enqueues others; how many of them overflow.
uint64_t overflowed(uint32_t ring_capacity, int tasks) {
  const auto scheduler = cooperative({.ring_capacity = ring_capacity});
  std::atomic<int> ran{0};
  (void)spawn(*scheduler, [&] {
    for (int i = 0; i < tasks; ++i) spawn([&] { ++ran; }).detach();
  });
  while (scheduler->poll()) {
  }
  EXPECT_EQ(ran, tasks);
  return total(*scheduler).overflowed_tasks;
}

// One more stands in the next slot.
TEST(Options, RingCapacity) {
  EXPECT_EQ(overflowed(4, 5), 0u);
  EXPECT_EQ(overflowed(4, 6), 3u) << "the newest half, and the task that found no room";
  EXPECT_EQ(overflowed(7, 6), 3u) << "rounded down";
  EXPECT_EQ(overflowed(0, 4), 2u) << "2 at least";
  EXPECT_EQ(overflowed(8, 9), 0u);
  EXPECT_EQ(overflowed(100'000, 257), 0u) << "256 at most";
  EXPECT_GT(overflowed(100'000, 258), 0u);
}

// Two tasks of one worker. The first waits until the second runs, or for long enough.
bool runs_elsewhere(bool steals) {
  std::atomic<bool> ran{false}, seen{false};
  const uint64_t give_up_ns = steals ? kHangNs : 20'000'000;
  const auto scheduler = start(2, {.steals = steals});
  (void)spawn(*scheduler, [&] {
    spawn([&] { ran = true; }).detach();
    const uint64_t begin = monotonic_ns();
    wait_until([&] { return ran || monotonic_ns() - begin > give_up_ns; });
    seen = ran.load();
  }).wait();
  wait_until([&] { return ran.load(); });
  scheduler->shutdown();
  EXPECT_EQ(total(*scheduler).steals != 0, steals);
  expect_balance(*scheduler, 2);
  return seen;
}

TEST(Options, StealsOrNot) {
  EXPECT_TRUE(runs_elsewhere(true));
  EXPECT_FALSE(runs_elsewhere(false));
}

// Without stealing, all tasks from outside are still run, by any worker, and the workers sleep in the end.
TEST(Options, WithoutStealingNothingIsForgotten) {
  const auto scheduler = start(3, {.steals = false, .park_timeout_ns = kForever});
  std::atomic<int> ran{0};
  for (int i = 0; i < 300; ++i)
    spawn(*scheduler, [&] {
      for (int k = 0; k < 3; ++k) spawn([&] { ++ran; }).detach();
    }).detach();
  wait_until([&] { return ran == 900; });
  wait_until([&] {
    const WorkerStatistics now = total(*scheduler);
    return now.parks == now.wakes_received + 3;
  });
  scheduler->shutdown();
  EXPECT_EQ(total(*scheduler).steals, 0u);
  expect_balance(*scheduler, 1200);
}

// How often a worker without work looks at the queue of the one other worker, until its first nap.
TEST(Options, StealSweeps) {
  for (const uint32_t sweeps : {1u, 3u, 9u}) {
    const auto scheduler = start(2, {.steal_sweeps = sweeps, .watchdog = false});
    std::atomic<bool> begun{false}, over{false};
    auto busy = spawn(*scheduler, [&] {
      begun = true;
      wait_until([&] { return over.load(); });
    });
    wait_until([&] { return begun.load(); });
    // The other worker may sleep by now. A short task gets it up: after that it searches.
    (void)spawn(*scheduler, [] {}).wait();
    wait_until([&] { return total(*scheduler).naps > 0; });
    over = true;
    (void)busy.wait();
    EXPECT_GE(total(*scheduler).steal_tries, sweeps);
  }
}

TEST(Options, BlockingThreads) {
  const auto scheduler = start(1, {.blocking_threads = 2});
  std::counting_semaphore<> go{0};
  std::vector<JoinHandle<void>> calls;
  for (int i = 0; i < 5; ++i)
    calls.push_back(spawn(*scheduler, [&]() -> Co<void> {
      co_await blocking([&]() -> int64_t {
        go.acquire();
        return 0;
      });
    }));
  wait_until([&] { return scheduler->blocking_pool().statistics().queued == 3; });
  EXPECT_EQ(scheduler->blocking_pool().statistics().threads, 2u);
  go.release(5);
  for (auto& call : calls) (void)call.wait();
  EXPECT_EQ(scheduler->blocking_pool().statistics().most_threads_ever, 2u);
}

// The host is called in time with what keeps shutdown from ending; shutdown waits on.
TEST(Options, ShutdownDeadline) {
  std::binary_semaphore overdue{0};
  std::atomic<bool> leaves{false}, begun{false};
  std::string what;
  Config config;
  config.shutdown_deadline_ns = 1'000'000;
  config.on_overdue = [&](const std::string& runs) {
    what = runs;
    overdue.release();
  };
  const auto scheduler = start(2, config);
  auto stays = spawn(*scheduler, [&] {
    begun = true;
    wait_until([&] { return leaves.load(); });
  });
  wait_until([&] { return begun.load(); });
  std::thread shuts_down([&] { scheduler->shutdown(); });
  overdue.acquire();
  EXPECT_EQ(what, "function");
  leaves = true;
  shuts_down.join();
  EXPECT_TRUE(stays.done());
}

TEST(Options, AShutdownInTimeIsNotOverdue) {
  Config config;
  config.shutdown_deadline_ns = 3'600'000'000'000;
  config.on_overdue = [](const std::string& runs) { ADD_FAILURE() << runs; };
  const auto scheduler = start(2, config);
  (void)spawn(*scheduler, [] {}).wait();
  scheduler->shutdown();
}

}  // namespace
}  // namespace aspen::sched
