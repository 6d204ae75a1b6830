// Work that is divided among workers: trees of tasks, loops.
#include <array>
#include <optional>
#include <vector>

#include "sched/fork.h"
#include "sched/parallel_for.h"
#include "sched/spawn.h"
#include "tools/bench/sched/aspen/rows.h"
#include "tools/bench/sched/aspen/run.h"
#include "tools/bench/sched/measure.h"

namespace aspen::bench {
namespace {

using sched::Co;

constexpr int64_t kBranches = 10;

Co<int64_t> subtree(int64_t first, int64_t size) {
  if (size == 1) co_return first;
  const int64_t part = size / kBranches;
  std::vector<sched::JoinHandle<int64_t>> below;
  below.reserve(kBranches);
  for (int64_t i = 0; i < kBranches; ++i) below.push_back(sched::spawn(subtree(first + i * part, part)));
  int64_t sum = 0;
  for (auto& handle : below) sum += (co_await std::move(handle)).value();
  co_return sum;
}

Co<void> skynet(int64_t n) {
  const int64_t start = now_ns();
  const int64_t sum = (co_await sched::spawn(subtree(0, n))).value();
  result("ms", static_cast<double>(now_ns() - start) / static_cast<double>(n));
  check(sum == n * (n - 1) / 2, "skynet");
}

Co<int64_t> fib(int64_t n) {
  if (n < 2) co_return n;
  auto a = sched::spawn(fib(n - 1));
  auto b = sched::spawn(fib(n - 2));
  const int64_t first = (co_await std::move(a)).value();
  co_return first + (co_await std::move(b)).value();
}

Co<void> fork_join_fib(int64_t n) {
  const int64_t start = now_ns();
  const int64_t value = (co_await sched::spawn(fib(n))).value();
  result_per_item(start, 2 * plain_fib(n + 1) - 1);
  check(value == plain_fib(n), "fib");
}

// Likewise with functions that fork their calls.
int64_t forked_subtree(int64_t first, int64_t size) {
  if (size == 1) return first;
  const int64_t part = size / kBranches;
  const auto below = [&](int64_t i) { return [=] { return forked_subtree(first + i * part, part); }; };
  std::array<std::optional<sched::Fork<decltype(below(0))>>, kBranches> forks;
  for (int64_t i = 0; i < kBranches; ++i) forks[static_cast<size_t>(i)].emplace(below(i));
  int64_t sum = 0;
  for (size_t i = forks.size(); i-- > 0;) sum += forks[i]->join();
  return sum;
}

void skynet_fork(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  const int64_t begin = now_ns();
  const int64_t sum = sched::spawn(*scheduler, [n] { return forked_subtree(0, n); }).wait().value();
  result("ms", static_cast<double>(now_ns() - begin) / static_cast<double>(n));
  check(sum == n * (n - 1) / 2, "skynet-fork");
}

int64_t forked_fib(int64_t n) {
  if (n < 2) return n;
  sched::Fork a([n] { return forked_fib(n - 1); });
  sched::Fork b([n] { return forked_fib(n - 2); });
  const int64_t second = b.join();
  return a.join() + second;
}

void fib_fork(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  const int64_t begin = now_ns();
  const int64_t value = sched::spawn(*scheduler, [n] { return forked_fib(n); }).wait().value();
  result_per_item(begin, 2 * plain_fib(n + 1) - 1);
  check(value == plain_fib(n), "fib-fork");
}

void for_long_items(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  const auto loop = [](std::vector<uint64_t>& values) -> Co<void> {
    co_await sched::parallel_for(0, values.size(), [&](size_t i) { values[i] = long_item(i + 1); });
  };
  measure_long_items(static_cast<int>(workers), static_cast<size_t>(n), [&](std::vector<uint64_t>& values) {
    sched::spawn(*scheduler, loop(values)).wait().value();
  });
}

void for_tiny_items(uint32_t workers, int64_t n) {
  constexpr size_t kGrain = 1000;
  const auto scheduler = start(workers);
  const auto loop = [](std::vector<uint32_t>& values) -> Co<void> {
    const auto body = [&](size_t i) { values[i] += tiny_item(i); };
    co_await sched::parallel_for(0, values.size(), body, kGrain);
  };
  measure_tiny_items(static_cast<size_t>(n), [&](std::vector<uint32_t>& values) {
    sched::spawn(*scheduler, loop(values)).wait().value();
  });
}

}  // namespace

Rows compute_rows() {
  return {
      {"skynet", [](uint32_t workers, int64_t n) { run(workers, skynet(n)); }},
      {"fib", [](uint32_t workers, int64_t n) { run(workers, fork_join_fib(n)); }},
      {"skynet-fork", skynet_fork},
      {"fib-fork", fib_fork},
      {"for-100us", for_long_items},
      {"for-tiny", for_tiny_items},
  };
}

}  // namespace aspen::bench
