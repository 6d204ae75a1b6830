// Calls that are forked and joined (sched/fork.h).
#include "sched/fork.h"

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

// A task that runs the function; its value.
template <class Function>
auto run_in(Scheduler& scheduler, Function function) {
  auto ended = spawn(scheduler, std::move(function)).wait();
  return std::move(ended.value());
}

class Forks : public testing::TestWithParam<uint32_t> {
 protected:
  const std::unique_ptr<Scheduler> scheduler = start(GetParam(), {.park_timeout_ns = kForever});
};
INSTANTIATE_TEST_SUITE_P(, Forks, testing::Values(1, 2, 3, 8));

int64_t fib(int64_t n) {
  if (n < 2) return n;
  Fork left([n] { return fib(n - 1); });
  const int64_t right = fib(n - 2);
  return left.join() + right;
}

TEST_P(Forks, ATreeOfCalls) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(run_in(*scheduler, [] { return fib(20); }), 6765);
  scheduler->shutdown();
  EXPECT_EQ(scheduler->statistics().live, 0u);
}

int64_t subtree(int64_t first, int64_t size) {
  if (size == 1) return first;
  const int64_t part = size / 10;
  const auto below = [&](int64_t i) { return [=] { return subtree(first + i * part, part); }; };
  std::array<std::optional<Fork<decltype(below(0))>>, 10> forks;
  for (size_t i = 0; i < forks.size(); ++i) forks[i].emplace(below(static_cast<int64_t>(i)));
  int64_t sum = 0;
  for (auto& fork : forks) sum += fork->join();  // the oldest first
  return sum;
}

TEST_P(Forks, AreJoinedInAnyOrder) {
  EXPECT_EQ(run_in(*scheduler, [] { return subtree(0, 100'000); }), 100'000ll * 99'999 / 2);
}

TEST_P(Forks, SeveralTreesAtOnce) {
  std::vector<JoinHandle<int64_t>> trees;
  for (int i = 0; i < 50; ++i) trees.push_back(spawn(*scheduler, [i] { return fib(10 + i % 8); }));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(trees[static_cast<size_t>(i)].wait().value(), fib(10 + i % 8));
}

// Of both sorts: made by the owner, and by others.
TEST_P(Forks, AnExceptionIsRaisedByTheJoin) {
  const auto failing = [](int64_t n, auto& self) -> int64_t {
    if (n == 0) throw std::runtime_error("leaf");
    Fork left([&] { return self(n - 1, self); });
    Fork right([&] { return self(n - 1, self); });
    return left.join() + right.join();
  };
  for (int i = 0; i < 20; ++i) {
    const std::string what = run_in(*scheduler, [&]() -> std::string {
      try {
        return std::to_string(failing(8, failing));
      } catch (const std::runtime_error& error) {
        return error.what();
      }
    });
    EXPECT_EQ(what, "leaf");
  }
}

// The rings of the workers hold tasks, too, which run in between.
TEST_P(Forks, BesideOtherTasks) {
  std::atomic<int> ran{0};
  const int64_t value = run_in(*scheduler, [&] {
    for (int i = 0; i < 1000; ++i) spawn([&] { ++ran; }).detach();
    return fib(18);
  });
  EXPECT_EQ(value, 2584);
  wait_until([&] { return ran == 1000; });
}

TEST_P(Forks, ShutdownWaitsForThem) {
  std::atomic<bool> has_begun{false};
  auto tree = spawn(*scheduler, [&] {
    has_begun = true;
    return fib(22);
  });
  wait_until([&] { return has_begun.load(); });
  scheduler->shutdown();
  EXPECT_EQ(tree.wait().value(), 17711);
  EXPECT_EQ(scheduler->statistics().live, 0u);
}

TEST_P(Forks, WithoutAValue) {
  std::vector<int> seen(2);
  run_in(*scheduler, [&] {
    Fork one([&] { seen[0] = 1; });
    seen[1] = 2;
    one.join();
    return 0;
  });
  EXPECT_EQ(seen, (std::vector<int>{1, 2}));
}

TEST(Fork, AWorkerWithoutWorkTakesOne) {
  const auto scheduler = start(2, {.park_timeout_ns = kForever});
  const bool others = run_in(*scheduler, [] {
    Worker* const owner = Worker::current();
    std::atomic<Worker*> maker{nullptr};
    Fork given([&] { maker = Worker::current(); });
    // Each fork is where the task looks whether it is asked for work.
    while (maker == nullptr) {
      Fork other([] {});
      other.join();
    }
    given.join();
    return maker != owner;
  });
  EXPECT_TRUE(others);
  EXPECT_GE(total(*scheduler).splits_given, 1u);
}

// Its owner keeps its calls, though one was asked for.
TEST(Fork, OneWorkerMakesNoTaskOfThem) {
  const auto scheduler = start(1);
  EXPECT_EQ(run_in(*scheduler, [] { return fib(15); }), 610);
  EXPECT_EQ(total(*scheduler).spawned, 1u);
}

TEST(Fork, OutsideOfTasksTheJoinMakesTheCall) {
  int calls = 0;
  Fork fork([&] { return ++calls; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(fork.join(), 1);
  Fork dropped([&] { return ++calls; });
  EXPECT_EQ(fib(10), 55);
  EXPECT_EQ(calls, 1);
}

TEST(Fork, ACallThatIsNotJoinedIsOverAfterwards) {
  const auto scheduler = start(2);
  for (int i = 0; i < 1000; ++i) {
    auto alive = std::make_unique<std::atomic<int>>(0);
    run_in(*scheduler, [&] {
      Fork dropped([&] { ++*alive; });
      return 0;
    });
    EXPECT_LE(alive->load(), 1);
  }
}

TEST(Fork, MovesWhatItReturns) {
  const auto scheduler = start(2);
  EXPECT_EQ(*run_in(*scheduler,
                    [] {
                      Fork fork([owned = std::make_unique<int>(5)]() mutable { return std::move(owned); });
                      return fork.join();
                    }),
            5);
}

TEST(Fork, WithoutThreads) {
  const auto scheduler = cooperative();
  auto tree = spawn(*scheduler, [] { return fib(15); });
  while (scheduler->poll()) {
  }
  EXPECT_EQ(tree.wait().value(), 610);
}

}  // namespace
}  // namespace aspen::sched
