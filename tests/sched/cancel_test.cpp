// Cancelling a task at every point where it waits: its frame is dropped there, its joiner gets the
// cancellation, and the object that it waited for still works.
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using namespace std::chrono_literals;

// Waits in every possible way, one after the other.
struct Waits {
  Channel<int> full{1}, empty;
  std::atomic<int> frames{0};
  int passed = 0;

  Waits() {
    int message = 0;
    EXPECT_TRUE(full.try_send(message));
  }

  Co<void> inner() {
    const Counted frame(frames);
    co_await yield();
  }
  Co<int> value() {
    const Counted frame(frames);
    co_await yield();
    co_await yield();
    co_return 1;
  }

  Co<void> all() {
    const Counted frame(frames);
    co_await yield();
    ++passed;
    co_await inner();
    ++passed;
    (void)(co_await spawn(value()));
    ++passed;
    co_await sleep_for(1ms);
    ++passed;
    co_await full.send(1);
    ++passed;
    (void)co_await empty.receive();
    ++passed;
    co_await parallel_for(0, 10, [](size_t) {});
    ++passed;
  }

  // What the other side does so that the waits end: a little of everything.
  void help() {
    manual_ns += 1'000'000;
    (void)full.try_receive();
    int message = 2;
    (void)empty.try_send(message);
  }
};

Config ticking() { return {.clock = ticking_clock}; }

TEST(Cancel, AtEveryStep) {
  int cancelled = 0, passed = 0;
  for (int steps = 0;; ++steps) {
    ASSERT_LT(steps, 1000);
    const auto scheduler = cooperative(ticking());
    Waits waits;
    auto victim = spawn(*scheduler, waits.all());
    for (int i = 0; i < steps; ++i) {
      if (!scheduler->poll(kOnePoll)) waits.help();
    }
    const bool was_over = victim.done();
    victim.cancel();
    victim.cancel();
    scheduler->poll();
    ASSERT_TRUE(victim.done()) << "after " << steps << " steps";
    EXPECT_EQ(victim.take().cancelled(), !was_over);
    cancelled += !was_over;
    passed = std::max(passed, waits.passed);
    waits.help();
    for (int i = 0; i < 3; ++i) scheduler->poll(), waits.help();
    EXPECT_EQ(waits.frames, 0) << "after " << steps << " steps";
    scheduler->shutdown();
    EXPECT_EQ(scheduler->statistics().live, 0u);
    if (was_over) break;
  }
  EXPECT_EQ(passed, 7);
  EXPECT_GT(cancelled, 7);
}

// Likewise when nothing runs the task any more: shutdown ends it wherever it waits.
TEST(Cancel, ByShutdownAtEveryStep) {
  for (int steps = 0; steps < 40; ++steps) {
    const auto scheduler = cooperative(ticking());
    Waits waits;
    auto victim = spawn(*scheduler, waits.all());
    for (int i = 0; i < steps; ++i)
      if (!scheduler->poll(kOnePoll)) waits.help();
    scheduler->shutdown();
    ASSERT_TRUE(victim.done());
    EXPECT_EQ(victim.take().cancelled(), waits.passed < 7);
    EXPECT_EQ(waits.frames, 0);
    EXPECT_EQ(scheduler->statistics().live, 0u);
  }
}

TEST(Cancel, BeforeItHasRun) {
  const auto scheduler = cooperative();
  bool ran = false;
  auto function = spawn(*scheduler, [&] { ran = true; });
  auto coroutine = spawn(*scheduler, [&]() -> Co<void> {
    ran = true;
    co_return;
  });
  function.cancel();
  coroutine.cancel();
  scheduler->poll();
  EXPECT_TRUE(function.take().cancelled());
  EXPECT_TRUE(coroutine.take().cancelled());
  EXPECT_FALSE(ran);
  scheduler->shutdown();
  EXPECT_EQ(total(*scheduler).cancelled, 2u);
}

TEST(Cancel, AfterItIsOverChangesNothing) {
  const auto scheduler = cooperative();
  auto handle = spawn(*scheduler, [] { return 3; });
  scheduler->poll();
  handle.cancel();
  scheduler->poll();
  EXPECT_EQ(handle.take().value(), 3);
}

TEST(Cancel, TheJoinerIsTold) {
  const auto scheduler = cooperative();
  Channel<int> never;
  JoinHandle<int>* inner = nullptr;
  auto joiner = spawn(*scheduler, [&]() -> Co<bool> {
    auto handle = spawn([&]() -> Co<int> { co_return *co_await never.receive(); });
    inner = &handle;
    co_await yield();
    inner->cancel();
    co_return (co_await std::move(handle)).cancelled();
  });
  scheduler->poll();
  EXPECT_TRUE(joiner.take().value());
}

// The joiner is cancelled, the task that it waits for goes on.
TEST(Cancel, AJoinerDoesNotTakeItsTaskWithIt) {
  const auto scheduler = cooperative();
  Channel<int> channel;
  int got = 0;
  auto joiner = spawn(*scheduler, [&]() -> Co<void> {
    (void)co_await spawn([&]() -> Co<void> { got = *co_await channel.receive(); });
  });
  scheduler->poll();
  joiner.cancel();
  scheduler->poll();
  EXPECT_TRUE(joiner.take().cancelled());
  int message = 8;
  EXPECT_TRUE(channel.try_send(message));
  scheduler->poll();
  EXPECT_EQ(got, 8);
}

// --- With threads ---

class CancelRaces : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, CancelRaces, testing::Values(1, 2, 8));

// Cancelled from outside while they run, wait and are woken.
TEST_P(CancelRaces, WhileOthersWakeThem) {
  const auto scheduler = start(GetParam());
  std::atomic<int> frames{0};
  std::atomic<bool> over{false};
  Channel<int> channel(2);
  auto feeder = spawn(*scheduler, [&]() -> Co<void> {
    for (int i = 0; !over; ++i) {
      if (!channel.try_send(i)) co_await yield();
    }
  });
  uint64_t spawned = 1, cancelled = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<JoinHandle<void>> victims;
    for (int i = 0; i < 10; ++i, ++spawned) {
      victims.push_back(spawn(*scheduler, [&, i]() -> Co<void> {
        const Counted frame(frames);
        for (int k = 0; k < 20; ++k) {
          if (i % 2 == 0)
            (void)co_await channel.receive();
          else
            (void)co_await spawn([&]() -> Co<void> { co_await yield(); });
        }
      }));
    }
    for (auto& victim : victims) victim.cancel();
    for (auto& victim : victims) cancelled += victim.wait().cancelled();
  }
  over = true;
  (void)feeder.wait();
  scheduler->shutdown();
  EXPECT_EQ(frames, 0);
  EXPECT_GT(cancelled, 0u);
  const Statistics statistics = scheduler->statistics();
  EXPECT_EQ(statistics.live, 0u);
  EXPECT_GE(statistics.total().cancelled, cancelled);
}

// A sleeper is cancelled just as its time comes.
TEST_P(CancelRaces, SleepersWhoseTimeComes) {
  const auto scheduler = start(GetParam());
  for (int round = 0; round < 100; ++round) {
    std::vector<JoinHandle<void>> sleepers;
    for (int i = 0; i < 10; ++i) {
      sleepers.push_back(spawn(*scheduler, [i]() -> Co<void> { co_await sleep_for(i * 50us); }));
    }
    const uint64_t begin = monotonic_ns();
    for (auto& sleeper : sleepers) {
      wait_until([&] { return monotonic_ns() - begin > 300'000; });
      sleeper.cancel();
    }
    for (auto& sleeper : sleepers) (void)sleeper.wait();
  }
  scheduler->shutdown();
  expect_balance(*scheduler, 1000);
}

}  // namespace
}  // namespace aspen::sched
