// Faults around a scheduler: refused threads, shutdown at any time (W7), stuck workers, strange clocks.
#include <future>
#include <stdexcept>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using namespace std::chrono_literals;

// --- Threads refused ---

std::atomic<uint32_t> threads_allowed;

std::thread refuse_some(std::function<void()> run, std::error_code& error) {
  if (threads_allowed.load() == 0) {
    error = std::make_error_code(std::errc::resource_unavailable_try_again);
    return {};
  }
  --threads_allowed;
  return start_thread(std::move(run), error);
}

TEST(Faults, NoThreadAtAll) {
  threads_allowed = 0;
  std::string error;
  EXPECT_EQ(Scheduler::start({.workers = 4, .start_thread = refuse_some}, error), nullptr);
  EXPECT_NE(error.find("thread"), std::string::npos) << error;
}

// The threads that could be started do the work.
TEST(Faults, SomeThreadsRefused) {
  for (uint32_t allowed = 1; allowed <= 4; ++allowed) {
    threads_allowed = allowed;
    const auto scheduler = start(4, {.start_thread = refuse_some});
    EXPECT_EQ(scheduler->workers(), std::min(allowed, 4u));
    std::vector<JoinHandle<int>> handles;
    for (int i = 0; i < 100; ++i) handles.push_back(spawn(*scheduler, [i] { return i; }));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(handles[static_cast<size_t>(i)].wait().value(), i);
    scheduler->shutdown();
    expect_balance(*scheduler, 100);
  }
}

TEST(Faults, TooManyWorkers) {
  std::string error;
  EXPECT_EQ(Scheduler::start({.workers = Config::kMostWorkers + 1}, error), nullptr);
  EXPECT_NE(error.find("1024"), std::string::npos) << error;
}

// --- Shutdown ---

class Shutdown : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, Shutdown, testing::Values(0, 1, 2, 8));

TEST_P(Shutdown, SpawnAfterwards) {
  const auto scheduler = start(GetParam());
  scheduler->shutdown();
  bool ran = false;
  EXPECT_TRUE(spawn(*scheduler, [&] { ran = true; }).take().cancelled());
  EXPECT_TRUE(spawn(*scheduler,
                    [&]() -> Co<void> {
                      ran = true;
                      co_return;
                    })
                  .take()
                  .cancelled());
  Probe refused([&] { ran = true; });
  EXPECT_FALSE(scheduler->submit(refused));
  refused.type->cancel(refused);
  EXPECT_FALSE(ran);
  expect_balance(*scheduler, 3);
}

TEST_P(Shutdown, TwiceAndAgain) {
  const auto scheduler = start(GetParam());
  scheduler->shutdown();
  scheduler->shutdown();
  EXPECT_TRUE(scheduler->is_shutting_down());
}

// Even if the worker always had a task to run: code that waits for the pause would wait for ever.
TEST(Pause, ComesBeforeTheThreadEnds) {
  std::atomic<bool> has_paused{false};
  Config config;
  config.on_pause = [&](Worker&) { has_paused = true; };
  const auto scheduler = start(1, std::move(config));
  std::atomic<bool> has_run{false};
  Probe busy([&](Probe&, Worker&) {
    has_paused = false;
    has_run = true;
    return Outcome::yielded;
  });
  ASSERT_TRUE(scheduler->submit(busy));
  wait_until([&] { return has_run.load(); });
  scheduler->end_workers();
  EXPECT_TRUE(has_paused);
  scheduler->shutdown();
  EXPECT_TRUE(busy.cancelled);
}

TEST_P(Shutdown, FromSeveralThreads) {
  const auto scheduler = start(GetParam());
  Channel<int> never;
  auto parked = spawn(*scheduler, [&]() -> Co<void> { (void)co_await never.receive(); });
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      scheduler->shutdown();
      EXPECT_TRUE(parked.done()) << "shutdown is over when it returns";
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(parked.take().cancelled());
}

// Tasks that wait for messages, times and each other, and some tasks that are still queued.
TEST_P(Shutdown, EndsWhatWaits) {
  std::atomic<int> frames{0};
  Channel<int> never;
  std::vector<JoinHandle<void>> handles;
  const auto scheduler = start(GetParam());
  for (int i = 0; i < 50; ++i) {
    handles.push_back(spawn(*scheduler, [&]() -> Co<void> {
      const Counted frame(frames);
      (void)co_await never.receive();
    }));
    handles.push_back(spawn(*scheduler, [&]() -> Co<void> {
      const Counted frame(frames);
      co_await sleep_for(1h);
    }));
    handles.push_back(spawn(*scheduler, [&]() -> Co<void> {
      const Counted frame(frames);
      (void)co_await spawn([&]() -> Co<void> {
        const Counted inner(frames);
        co_await never.send(1);
        (void)co_await never.receive();
        (void)co_await never.receive();
      });
    }));
  }
  if (GetParam() == 0) scheduler->poll();
  scheduler->shutdown();
  EXPECT_EQ(frames, 0);
  int cancelled = 0;
  for (auto& handle : handles) {
    ASSERT_TRUE(handle.done());
    cancelled += handle.take().cancelled();
  }
  EXPECT_GT(cancelled, 0);
  EXPECT_EQ(scheduler->statistics().live, 0u);
}

TEST_P(Shutdown, FreesThreadsThatWaitOutside) {
  const auto scheduler = start(GetParam());
  Channel<int> never;
  std::vector<std::future<bool>> waiting;
  std::atomic<int> begun{0};
  for (int i = 0; i < 4; ++i) {
    waiting.push_back(std::async(std::launch::async, [&] {
      auto handle = spawn(*scheduler, [&]() -> Co<void> { (void)co_await never.receive(); });
      ++begun;
      return handle.wait().cancelled();
    }));
  }
  wait_until([&] { return begun == 4; });
  scheduler->shutdown();
  for (auto& thread : waiting) EXPECT_TRUE(thread.get());
}

// Shutdown from outside, in the middle of everything: no task is lost, none runs on.
TEST_P(Shutdown, InTheMiddle) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> frames{0};
    std::atomic<uint64_t> spawned{0};
    Channel<int> channel(1);
    const auto scheduler = start(GetParam());
    std::vector<std::thread> spawners;
    std::atomic<bool> refused{false};
    for (int i = 0; i < 2; ++i) {
      spawners.emplace_back([&] {
        while (!refused) {
          auto handle = spawn(*scheduler, [&]() -> Co<void> {
            const Counted frame(frames);
            ++spawned;
            spawn([&, inner = Counted(frames)]() -> Co<void> { (void)co_await channel.receive(); }).detach();
            co_await channel.send(1);
            co_await sleep_for(10us);
          });
          ++spawned;
          if (scheduler->is_shutting_down()) refused = true;
        }
      });
    }
    wait_until([&] {
      if (GetParam() == 0) scheduler->poll(100'000);
      return spawned > 200;
    });
    scheduler->shutdown();
    for (std::thread& thread : spawners) thread.join();
    EXPECT_EQ(frames, 0);
    expect_balance(*scheduler, spawned);
  }
}

// A thread outside wakes tasks while shutdown cancels them.
TEST_P(Shutdown, AgainstWakesFromOutside) {
  for (int round = 0; round < 50; ++round) {
    Channel<int> channel;
    const auto scheduler = start(GetParam());
    std::vector<JoinHandle<void>> handles;
    for (int i = 0; i < 20; ++i) {
      handles.push_back(spawn(*scheduler, [&]() -> Co<void> {
        while (co_await channel.receive()) {
        }
      }));
    }
    if (GetParam() == 0) scheduler->poll();
    std::atomic<bool> over{false};
    std::thread outside([&] {
      while (!over) {
        int message = 1;
        (void)channel.try_send(message);
      }
    });
    scheduler->shutdown();
    over = true;
    outside.join();
    for (auto& handle : handles) EXPECT_TRUE(handle.take().cancelled());
    expect_balance(*scheduler, 20);
  }
}

// --- Tasks that misbehave ---

TEST(Faults, ATaskThatThrowsHarmsNoOther) {
  const auto scheduler = start(2);
  std::vector<JoinHandle<int>> handles;
  for (int i = 0; i < 200; ++i) {
    handles.push_back(spawn(*scheduler, [i]() -> int {
      if (i % 2 == 0) throw i;
      return i;
    }));
  }
  for (int i = 0; i < 200; ++i) {
    auto joined = handles[static_cast<size_t>(i)].wait();
    EXPECT_EQ(joined.failed(), i % 2 == 0);
    if (joined.failed()) {
      EXPECT_THROW(joined.value(), int);
    } else {
      EXPECT_EQ(joined.value(), i);
    }
  }
  spawn(*scheduler, [] { throw std::runtime_error("its handle is dropped"); }).detach();
  scheduler->shutdown();
  expect_balance(*scheduler, 201);
}

// The longest time for which a worker has been seen stuck, and the name of the task that held it.
std::pair<uint64_t, std::string> longest_stuck(const Scheduler& scheduler) {
  std::pair<uint64_t, std::string> longest;
  for (const WorkerStatistics& worker : scheduler.statistics().workers)
    longest = std::max(longest, {worker.longest_stuck_ns, worker.longest_stuck});
  return longest;
}

// One task holds a worker until the watchdog has seen it do so for four slices. The tasks queued there are
// taken by others meanwhile: those in the ring, those pulled in advance, the one in the next slot.
TEST(Faults, AStalledWorker) {
  constexpr uint64_t kSliceNs = 5'000'000;
  const auto scheduler = start(2, {.time_slice_ns = kSliceNs});
  std::atomic<int> others{0};
  auto stalled = spawn(*scheduler, [&] {
    for (int i = 0; i < 100; ++i) spawn([&] { ++others; }).detach();
    wait_until([&] { return others == 100 && longest_stuck(*scheduler).first > 4 * kSliceNs; });
  });
  (void)stalled.wait();
  EXPECT_EQ(others, 100);
  EXPECT_EQ(longest_stuck(*scheduler).second, "function");
  const Statistics statistics = scheduler->statistics();
  EXPECT_GT(statistics.total().slices_ended, 0u);
  EXPECT_GT(statistics.total().slots_stolen, 0u);
}

// A task that looks at its requests sees when its slice is over.
TEST(Faults, TheWatchdogEndsASlice) {
  const auto scheduler = start(1, {.time_slice_ns = 1'000'000});
  Probe greedy([](Probe& self, Worker& worker) {
    wait_until([&] { return (worker.requests().load(std::memory_order_relaxed) & Worker::kYield) != 0; });
    return self.finish();
  });
  ASSERT_TRUE(scheduler->submit(greedy));
  wait_until([&] { return greedy.over.load(); });
  scheduler->shutdown();
  EXPECT_GE(total(*scheduler).slices_ended, 1u);
}

// A worker counts its polls to the next look at the timers: 128 if nothing is known about what they take.
TEST(Faults, LongPollsLetNoTimerWait) {
  struct : Timer {
    bool has_fired = false;
  } timer;
  timer.deadline_ns = 1;
  timer.fire = [](Timer& fired) { static_cast<decltype(timer)&>(fired).has_fired = true; };
  int polls = 0;
  Probe greedy([&](Probe& self, Worker& worker) {
    if (polls++ == 0) (void)worker.timers().add(timer);
    wait_until([&] { return (worker.requests().load(std::memory_order_relaxed) & Worker::kYield) != 0; });
    return timer.has_fired ? self.finish() : Outcome::yielded;
  });
  const auto scheduler = start(1, {.time_slice_ns = 1'000'000});
  ASSERT_TRUE(scheduler->submit(greedy));
  wait_until([&] { return greedy.over.load(); });
  scheduler->shutdown();
  EXPECT_EQ(polls, 2);
}

TEST(Faults, WithoutAWatchdogSearchersStillHelp) {
  const auto scheduler = start(2, {.park_timeout_ns = kForever, .watchdog = false});
  std::atomic<int> others{0};
  auto stalled = spawn(*scheduler, [&] {
    for (int i = 0; i < 10; ++i) spawn([&] { ++others; }).detach();
    wait_until([&] { return others == 10; });
  });
  (void)stalled.wait();
}

// --- Clocks ---

uint64_t standing_clock() { return 1; }

std::atomic<uint64_t> jumps{0};
// A clock that jumps by a day from time to time.
uint64_t jumping_clock() {
  constexpr uint64_t kDay = uint64_t{24} * 3600 * 1'000'000'000;
  return monotonic_ns() + jumps++ / 100 * kDay;
}

void expect_work_done(uint64_t (*clock)()) {
  for (const uint32_t workers : {0u, 1u, 4u}) {
    for (const bool by_priority : {false, true}) {
      const auto scheduler = start(workers, {.ordered = by_priority, .clock = clock});
      std::atomic<int> ran{0};
      for (int i = 0; i < 500; ++i) {
        spawn(*scheduler, [&]() -> Co<void> {
          co_await yield();
          (void)co_await spawn([&] { ++ran; });
        }).detach();
      }
      wait_until([&] {
        if (workers == 0) scheduler->poll();
        return ran == 500;
      });
      scheduler->shutdown();
      expect_balance(*scheduler, 1000);
    }
  }
}

TEST(Faults, AClockThatStandsStill) { expect_work_done(standing_clock); }
TEST(Faults, AClockThatJumps) { expect_work_done(jumping_clock); }

TEST(Faults, SleepersUnderAClockThatJumps) {
  const auto scheduler = start(2, {.clock = jumping_clock});
  std::vector<JoinHandle<void>> handles;
  for (int i = 0; i < 50; ++i)
    handles.push_back(spawn(*scheduler, [i]() -> Co<void> { co_await sleep_for(i * 1min); }));
  for (auto& handle : handles) {
    wait_until([&] {
      jumping_clock();
      return handle.done();
    });
  }
}

// A sleeper under a clock that stands still goes on waiting, and can still be cancelled.
TEST(Faults, ASleeperUnderAClockThatStandsStill) {
  const auto scheduler = start(2, {.clock = standing_clock});
  auto sleeper = spawn(*scheduler, []() -> Co<void> { co_await sleep_for(1ms); });
  for (int i = 0; i < 100; ++i) (void)spawn(*scheduler, [] {}).wait();
  EXPECT_FALSE(sleeper.done());
  sleeper.cancel();
  EXPECT_TRUE(sleeper.wait().cancelled());
}

}  // namespace
}  // namespace aspen::sched
