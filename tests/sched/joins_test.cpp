// Spawning, joining, dropping handles.
#include <future>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

class Joins : public testing::TestWithParam<uint32_t> {
 protected:
  ~Joins() override {
    scheduler->shutdown();
    const Statistics statistics = scheduler->statistics();
    EXPECT_EQ(statistics.live, 0u);
    EXPECT_EQ(frames.load(), 0) << "what is in a frame goes with it";
  }
  const std::unique_ptr<Scheduler> scheduler = start(GetParam());
  std::atomic<int> frames{0};
};
INSTANTIATE_TEST_SUITE_P(Workers, Joins, testing::Values(1, 2, 8));

TEST_P(Joins, AValue) {
  EXPECT_EQ(spawn(*scheduler, [] { return 42; }).wait().value(), 42);
  EXPECT_EQ(spawn(*scheduler, []() -> Co<int> { co_return 43; }).wait().value(), 43);
  auto text = spawn(*scheduler, [] { return std::make_unique<std::string>("owned"); }).wait();
  EXPECT_EQ(*text.value(), "owned");
}

TEST_P(Joins, Nothing) {
  bool ran = false;
  Joined<void> joined = spawn(*scheduler, [&] { ran = true; }).wait();
  EXPECT_TRUE(ran);
  EXPECT_FALSE(joined.cancelled());
  EXPECT_FALSE(joined.failed());
}

TEST_P(Joins, AnException) {
  auto function = spawn(*scheduler, []() -> int { throw std::runtime_error("function"); }).wait();
  ASSERT_TRUE(function.failed());
  EXPECT_THROW(function.value(), std::runtime_error);
  auto coroutine = spawn(*scheduler, [&]() -> Co<int> {
                     const Counted frame(frames);
                     co_await yield();
                     throw std::runtime_error("coroutine");
                   }).wait();
  ASSERT_TRUE(coroutine.failed());
  EXPECT_THROW(coroutine.value(), std::runtime_error);
}

TEST_P(Joins, AnExceptionGoesThroughTheAwaitingCoroutines) {
  const auto thrower = []() -> Co<int> {
    co_await yield();
    throw std::out_of_range("deep");
  };
  auto joined = spawn(*scheduler, [&]() -> Co<int> {
                  const Counted frame(frames);
                  bool caught = false;
                  try {
                    (void)(co_await spawn(thrower())).value();
                  } catch (const std::out_of_range&) {
                    caught = true;
                  }
                  EXPECT_TRUE(caught);
                  co_return co_await thrower() + 1;
                }).wait();
  EXPECT_THROW(joined.value(), std::out_of_range);
}

TEST_P(Joins, FromATaskInEveryOrder) {
  auto sum = spawn(*scheduler, [&]() -> Co<int> {
    std::vector<JoinHandle<int>> handles;
    for (int i = 0; i < 100; ++i)
      handles.push_back(spawn([i]() -> Co<int> {
        if (i % 3 == 0) co_await yield();
        co_return i;
      }));
    int result = 0;
    for (int i = 0; i < 100; i += 2) result += (co_await std::move(handles[static_cast<size_t>(i)])).value();
    for (int i = 99; i > 0; i -= 2) result += (co_await std::move(handles[static_cast<size_t>(i)])).value();
    co_return result;
  });
  EXPECT_EQ(sum.wait().value(), 4950);
}

TEST_P(Joins, HandlesDroppedEarlyAndLate) {
  std::atomic<int> ran{0};
  for (int i = 0; i < 1000; ++i) {
    auto handle = spawn(*scheduler, [&, frame = Counted(frames)]() -> Co<void> {
      co_await yield();
      ++ran;
    });
    if (i % 2 == 0) wait_until([&] { return handle.done(); });
  }
  wait_until([&] { return ran == 1000; });
  auto kept = spawn(*scheduler, [] { return 1; });
  kept = spawn(*scheduler, [] { return 2; });  // drops the first
  EXPECT_EQ(kept.wait().value(), 2);
  EXPECT_FALSE(kept);
}

TEST_P(Joins, ManyThreadsWait) {
  std::vector<std::future<int>> sums;
  for (int thread = 0; thread < 4; ++thread) {
    sums.push_back(std::async(std::launch::async, [&] {
      int sum = 0;
      for (int i = 0; i < 300; ++i) sum += spawn(*scheduler, [i] { return i; }).wait().value();
      return sum;
    }));
  }
  for (auto& sum : sums) EXPECT_EQ(sum.get(), 44850);
}

Co<uint64_t> chain(uint32_t depth, std::atomic<int>& frames) {
  const Counted frame(frames);
  if (depth == 0) co_return 0;
  co_return (co_await spawn(chain(depth - 1, frames))).value() + 1;
}

// Each link waits for the next; none of them holds a thread's stack.
TEST_P(Joins, ADeepChain) { EXPECT_EQ(spawn(*scheduler, chain(100'000, frames)).wait().value(), 100'000u); }

Co<uint64_t> tree(uint32_t depth) {
  if (depth == 0) co_return 1;
  auto left = spawn(tree(depth - 1));
  auto right = spawn(tree(depth - 1));
  co_return (co_await std::move(left)).value() + (co_await std::move(right)).value();
}

TEST_P(Joins, ATreeWhoseTasksJoinTheirChildren) {
  EXPECT_EQ(spawn(*scheduler, tree(13)).wait().value(), uint64_t{1} << 13);
  scheduler->shutdown();
  expect_balance(*scheduler, (uint64_t{1} << 14) - 1);
}

TEST_P(Joins, AMillionTasks) {
  constexpr int kTasks = 1'000'000;
  std::atomic<int> ran{0};
  auto all = spawn(*scheduler, [&]() -> Co<void> {
    for (int i = 0; i < kTasks; ++i) {
      spawn([&] { ran.fetch_add(1, std::memory_order_relaxed); }).detach();
      if (i % 1000 == 0) co_await yield();
    }
  });
  (void)all.wait();
  wait_until([&] { return ran == kTasks; });
  scheduler->shutdown();
  expect_balance(*scheduler, kTasks + 1);
}

TEST_P(Joins, ATaskOfAnotherScheduler) {
  const auto other = start(1);
  auto joined = spawn(*scheduler, [&]() -> Co<int> {
                  co_return (co_await spawn(*other, [] { return 5; })).value() +
                      (co_await spawn(*other, chain(10, frames))).value();
                }).wait();
  EXPECT_EQ(joined.value(), 15);
}

// --- Without threads ---

TEST(Cooperative, NothingRunsUntilPolled) {
  const auto scheduler = cooperative();
  auto handle = spawn(*scheduler, [] { return 1; });
  EXPECT_FALSE(handle.done());
  EXPECT_FALSE(scheduler->poll());
  EXPECT_TRUE(handle.done());
  EXPECT_EQ(handle.take().value(), 1);
  EXPECT_FALSE(scheduler->poll());
}

TEST(Cooperative, ABudgetEndsAPoll) {
  const auto scheduler = cooperative({.clock = ticking_clock});
  int ran = 0;
  for (int i = 0; i < 3; ++i) spawn(*scheduler, [&] { ++ran; }).detach();
  for (int polls = 1; polls <= 3; ++polls) {
    EXPECT_TRUE(scheduler->poll(kOnePoll));
    EXPECT_EQ(ran, polls);
  }
  EXPECT_TRUE(scheduler->poll(0));
  EXPECT_FALSE(scheduler->poll());
}

TEST(Cooperative, TheHostIsToldWhenToPoll) {
  std::atomic<int> calls{0};
  const auto scheduler = cooperative({.on_wakeup = [&] { ++calls; }});
  Channel<int> channel;
  auto receiver = spawn(*scheduler, [&]() -> Co<int> { co_return *co_await channel.receive(); });
  EXPECT_EQ(calls, 1);
  scheduler->poll();
  EXPECT_EQ(calls, 1);
  int message = 7;
  std::thread([&] { EXPECT_TRUE(channel.try_send(message)); }).join();
  EXPECT_EQ(calls, 2);
  EXPECT_FALSE(receiver.done());
  scheduler->poll();
  EXPECT_EQ(receiver.take().value(), 7);
}

TEST(Cooperative, ThreadsMayEnqueueWhileItPolls) {
  const auto scheduler = cooperative();
  std::atomic<int> ran{0};
  std::thread outside([&] {
    for (int i = 0; i < 10'000; ++i) spawn(*scheduler, [&] { ++ran; }).detach();
  });
  wait_until([&] {
    scheduler->poll();
    return ran == 10'000;
  });
  outside.join();
  scheduler->shutdown();
  expect_balance(*scheduler, 10'000);
}

}  // namespace
}  // namespace aspen::sched
