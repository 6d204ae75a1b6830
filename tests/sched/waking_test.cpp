// Sleeping and waking: no task is forgotten though no time-out helps (W6), workers come when they are needed
// and sleep when they are not.
#include <pthread.h>
#include <signal.h>

#include <mutex>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

const Config kNoTimeout{.park_timeout_ns = kForever};

class Waking : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, Waking, testing::Values(1, 2, 3, 8, 200));

void expect_sober(const Scheduler& scheduler) {
  const Statistics statistics = scheduler.statistics();
  EXPECT_LE(statistics.most_searching, (scheduler.workers() + 1) / 2);
}

// All workers sleep: each has parked once more often than it was woken.
void wait_until_all_sleep(const Scheduler& scheduler) {
  wait_until([&] {
    const WorkerStatistics now = total(scheduler);
    return now.parks == now.wakes_received + scheduler.workers();
  });
}

// One task at a time, while workers fall asleep.
TEST_P(Waking, OneByOneFromOutside) {
  const auto scheduler = start(GetParam(), kNoTimeout);
  const int rounds = GetParam() > 100 ? 200 : 1000;
  for (int i = 0; i < rounds; ++i) {
    if (i % 10 == 0 && i < 100) wait_until_all_sleep(*scheduler);
    EXPECT_EQ(spawn(*scheduler, [i] { return i; }).wait().value(), i);
  }
  scheduler->shutdown();
  expect_sober(*scheduler);
  expect_balance(*scheduler, static_cast<uint64_t>(rounds));
}

TEST_P(Waking, StormsFromOutsideAndInside) {
  const auto scheduler = start(GetParam(), kNoTimeout);
  for (int storm = 0; storm < 20; ++storm) {
    std::atomic<int> ran{0};
    std::vector<std::thread> outside;
    for (int thread = 0; thread < 2; ++thread) {
      outside.emplace_back([&] {
        for (int i = 0; i < 100; ++i)
          spawn(*scheduler, [&] {
            for (int k = 0; k < 9; ++k) spawn([&] { ++ran; }).detach();
            ++ran;
          }).detach();
      });
    }
    for (std::thread& thread : outside) thread.join();
    wait_until([&] { return ran == 2000; });
  }
  scheduler->shutdown();
  expect_sober(*scheduler);
  expect_balance(*scheduler, 40'000);
}

// Tasks that need each other to run at the same time: the wakes spread until all workers are up. After that
// there is nothing to do, and all workers sleep.
TEST_P(Waking, RampUpAndDown) {
  const uint32_t workers = GetParam();
  const auto scheduler = start(workers, kNoTimeout);
  // Whether a woken worker finds more than its task depends on which worker is faster.
  const auto is_enough = [&](int rounds) {
    if (rounds < (workers > 100 ? 2 : 20)) return false;
    return workers == 1 || rounds == 2000 || total(*scheduler).wakes_for_more > 0;
  };
  for (int round = 0; !is_enough(round); ++round) {
    wait_until_all_sleep(*scheduler);
    std::atomic<uint32_t> met{0};
    std::vector<JoinHandle<void>> handles;
    for (uint32_t i = 0; i < workers; ++i) {
      handles.push_back(spawn(*scheduler, [&] {
        ++met;
        wait_until([&] { return met == workers; });
      }));
    }
    for (auto& handle : handles) (void)handle.wait();
  }
  wait_until_all_sleep(*scheduler);
  const WorkerStatistics now = total(*scheduler);
  EXPECT_EQ(now.wakes_received,
            now.wakes_for_enqueued + now.wakes_for_more + now.wakes_at_last_look + now.wakes_by_watchdog);
  if (workers > 1) {
    EXPECT_GT(now.wakes_for_more, 0u);
  }
  scheduler->shutdown();
  expect_sober(*scheduler);
}

// Likewise for tasks that one task makes ready: sleepers wake and take those in its ring.
TEST(Waking, SleepersComeForWhatAWorkerEnqueues) {
  const auto scheduler = start(4, kNoTimeout);
  for (int round = 0; round < 20; ++round) {
    wait_until_all_sleep(*scheduler);
    std::atomic<uint32_t> met{0};
    const auto meet = [&] {
      ++met;
      wait_until([&] { return met == 4; });
    };
    std::vector<JoinHandle<void>> others;
    auto handle = spawn(*scheduler, [&] {
      for (int i = 0; i < 3; ++i) others.push_back(spawn(meet));
      meet();
    });
    (void)handle.wait();
    for (auto& other : others) (void)other.wait();
  }
  scheduler->shutdown();
  expect_sober(*scheduler);
  EXPECT_GT(total(*scheduler).slots_stolen, 0u) << "the newest stands in the slot of a worker that is stuck";
}

// A task enqueues another just as the other workers fall asleep, and then holds its own worker until that
// task has run: a sleeper that missed it would sleep for ever.
TEST_P(Waking, WhatIsEnqueuedWhileOthersFallAsleepIsFound) {
  if (GetParam() == 1) GTEST_SKIP() << "needs a second worker";
  Config config = kNoTimeout;
  config.watchdog = false;
  const auto scheduler = start(GetParam(), config);
  const int rounds = GetParam() > 100 ? 20 : 200;
  (void)spawn(*scheduler, [&] {
    for (int round = 0; round < rounds; ++round) {
      const uint64_t parks = total(*scheduler).parks;
      std::atomic<bool> ran{false};
      spawn([&] { ran = true; }).detach();
      wait_until([&] { return ran.load(); });
      // The worker that ran it parks a little later.
      if (round % 2 == 0) wait_until([&] { return total(*scheduler).parks > parks; });
      for (int i = 0; i < round % 4 * 100; ++i) spin_pause();
    }
  }).wait();
  scheduler->shutdown();
  EXPECT_EQ(total(*scheduler).timeout_rescues, 0u);
  expect_balance(*scheduler, static_cast<uint64_t>(rounds) + 1);
}

// A worker that looks for work reads this clock before each look at the others. So each look finds that the
// sender has sent once more.
std::atomic<Worker*> sender{nullptr};
uint64_t clock_of_sending() {
  if (Worker* sends = sender.load()) sends->counters().operations.add_shared();
  return monotonic_ns();
}

// A task goes on sending, and the tasks that it makes ready run elsewhere: one child is in the slot,
// one was displaced into the ring. Only a look by the other worker can help; without it the sender
// gives up.
TEST(Waking, ATaskThatGoesOnSendingDoesNotKeepWhatItMadeReady) {
  Config config = kNoTimeout;
  config.watchdog = false;
  config.clock = clock_of_sending;
  const auto scheduler = start(2, config);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ran{0};
    int seen = 0;
    (void)spawn(*scheduler, [&] {
      sender = Worker::current();
      for (int i = 0; i < 2; ++i) spawn([&] { ++ran; }).detach();
      const uint64_t begin = monotonic_ns();
      wait_until([&] { return ran == 2 || monotonic_ns() - begin > kHangNs; });
      seen = ran;
      sender = nullptr;
    }).wait();
    wait_until([&] { return ran == 2; });
    ASSERT_EQ(seen, 2) << "in round " << round;
  }
}

// A task that yields where nothing else is ready goes on where it is, and wakes no other worker.
TEST(Waking, ATaskThatYieldsAloneWakesNobody) {
  Config config = kNoTimeout;
  config.watchdog = false;
  const auto scheduler = start(2, config);
  wait_until_all_sleep(*scheduler);
  int left = 1'000;
  Probe yields([&](Probe& self, Worker&) { return left-- > 0 ? Outcome::yielded : self.finish(); });
  ASSERT_TRUE(scheduler->submit(yields));
  wait_until([&] { return yields.over.load(); });
  scheduler->shutdown();
  const WorkerStatistics now = total(*scheduler);
  EXPECT_EQ(now.polls, 1'001u);
  EXPECT_EQ(now.wakes_for_enqueued, 1u) << "for the task itself";
  EXPECT_EQ(now.steals, 0u);
}

// An idle scheduler stays asleep: no wake, no search, no nap.
TEST(Waking, NobodyStirsWithoutWork) {
  const auto scheduler = start(4, kNoTimeout);
  (void)spawn(*scheduler, [] {}).wait();
  wait_until_all_sleep(*scheduler);
  const WorkerStatistics before = total(*scheduler);
  const uint64_t begin = monotonic_ns();
  wait_until([&] { return monotonic_ns() - begin > 20'000'000; });
  const WorkerStatistics after = total(*scheduler);
  EXPECT_EQ(after.parks, before.parks);
  EXPECT_EQ(after.naps, before.naps);
  EXPECT_EQ(after.steal_tries, before.steal_tries);
  EXPECT_EQ(after.wakes_received, before.wakes_received);
}

// --- Wakes for no reason ---

std::mutex bombarded_lock;
std::vector<pthread_t> bombarded;

std::thread start_bombarded(std::function<void()> run, std::error_code& error) {
  std::thread thread = start_thread(std::move(run), error);
  const std::lock_guard guard(bombarded_lock);
  bombarded.push_back(thread.native_handle());
  return thread;
}

// A signal ends a futex wait early: the most spurious of wakes.
TEST(Waking, BombardedWithSpuriousWakes) {
  bombarded.clear();
  struct sigaction action {};
  action.sa_handler = [](int) {};
  struct sigaction before {};
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  Config config = kNoTimeout;
  config.start_thread = start_bombarded;
  const auto scheduler = start(4, config);
  std::atomic<bool> over{false};
  std::thread bomber([&] {
    while (!over) {
      for (const pthread_t thread : bombarded) pthread_kill(thread, SIGUSR1);
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 500; ++i) {
    if (i % 50 == 0) wait_until_all_sleep(*scheduler);
    EXPECT_EQ(spawn(*scheduler, [&]() -> Co<int> { co_return (co_await spawn([i] { return i; })).value(); })
                  .wait()
                  .value(),
              i);
  }
  over = true;
  bomber.join();  // before the threads end
  scheduler->shutdown();
  sigaction(SIGUSR1, &before, nullptr);
  expect_sober(*scheduler);
  expect_balance(*scheduler, 1000);
}

// --- Time-outs ---

// Sleepers look at the queues often. Nothing that they find would have been lost, as the tests without
// time-outs end. But a thread that is about to wake them for it may be held up by the system, so it is not
// counted here.
TEST(Waking, TimeoutsDoNoHarm) {
  Config config;
  config.park_timeout_ns = 200'000;
  const auto scheduler = start(4, config);
  for (int i = 0; i < 300; ++i) {
    (void)spawn(*scheduler, [&]() -> Co<void> {
      for (int k = 0; k < 5; ++k) (void)co_await spawn([] {});
    }).wait();
  }
  wait_until_all_sleep(*scheduler);
  scheduler->shutdown();
  EXPECT_LE(scheduler->statistics().most_searching, 2u);
  expect_balance(*scheduler, 300 * 6);
}

}  // namespace
}  // namespace aspen::sched
