// The rows of tools/bench/sched that oneTBB has. Usage: bench ROW WORKERS SIZE; prints `RESULT metric value`
// lines.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <semaphore>

#include "tools/bench/sched/measure.h"

namespace aspen::bench {
namespace {

constexpr int64_t kBatch = 1000;
constexpr int64_t kBurst = 10000;

void spawn_join(int, int64_t n) {
  tbb::task_group group;
  int64_t sum = 0;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < n; ++i) {
    group.run([&] { ++sum; });
    group.wait();
  }
  result_per_item(start, n);
  check(sum == n, "spawn-join");
}

void spawn_group(std::vector<int64_t>& values) {
  tbb::task_group group;
  for (int64_t& value : values) group.run([&value] { ++value; });
  group.wait();
}

void spawn_rounds(int64_t rounds, int64_t tasks) {
  std::vector<int64_t> values(static_cast<size_t>(tasks));
  const int64_t start = now_ns();
  for (int64_t i = 0; i < rounds; ++i) spawn_group(values);
  result_per_item(start, rounds * tasks);
  for (const int64_t value : values) check(value == rounds, "spawn");
}

void spawn_batch(int, int64_t n) { spawn_rounds(n / kBatch, kBatch); }
void spawn_million(int, int64_t n) { spawn_rounds(1, n); }

void link(tbb::task_group& group, int64_t left, int64_t& ended) {
  if (left == 0) {
    ended = 1;
    return;
  }
  group.run([&group, left, &ended] { link(group, left - 1, ended); });
}

void chained(int, int64_t n) {
  tbb::task_group group;
  int64_t ended = 0;
  const int64_t start = now_ns();
  group.run([&] { link(group, n, ended); });
  group.wait();
  result_per_item(start, n);
  check(ended == 1, "chained");
}

void many_local(int, int64_t n) {
  const int64_t start = now_ns();
  for (int64_t i = 0; i < n / kBurst; ++i) {
    std::atomic<int64_t> left = kBurst;
    tbb::task_group group;
    for (int64_t j = 0; j < kBurst; ++j) group.run([&left] { left.fetch_sub(1); });
    group.wait();
    check(left == 0, "many-local");
  }
  result_per_item(start, n / kBurst * kBurst);
}

// Bursts from a thread outside the arena.
void remote_bursts(tbb::task_arena& arena, int64_t n) {
  const int64_t start = now_ns();
  for (int64_t i = 0; i < n / kBurst; ++i) {
    std::atomic<int64_t> left = kBurst;
    std::binary_semaphore done(0);
    for (int64_t j = 0; j < kBurst; ++j) {
      arena.enqueue([&] {
        if (left.fetch_sub(1) == 1) done.release();
      });
    }
    done.acquire();
  }
  result_per_item(start, n / kBurst * kBurst);
}

void remote_idle(int workers, int64_t n) {
  tbb::task_arena arena(workers, 0);
  remote_bursts(arena, n);
}

void stall(tbb::task_arena& arena, std::atomic<bool>& stop, std::atomic<int>& live) {
  if (stop) {
    live.fetch_sub(1);
    return;
  }
  spin_ns(5000);
  arena.enqueue([&] { stall(arena, stop, live); });
}

void remote_busy(int workers, int64_t n) {
  tbb::task_arena arena(workers, 0);
  std::atomic<bool> stop = false;
  std::atomic<int> live = workers;
  for (int i = 0; i < workers; ++i) arena.enqueue([&] { stall(arena, stop, live); });
  remote_bursts(arena, n);
  stop = true;
  while (live != 0) spin_ns(1000);
}

int64_t subtree(int64_t first, int64_t size) {
  if (size == 1) return first;
  std::array<int64_t, 10> sums{};
  tbb::task_group group;
  for (int64_t i = 0; i < 10; ++i) {
    group.run([&sums, i, first, size] {
      sums[static_cast<size_t>(i)] = subtree(first + i * (size / 10), size / 10);
    });
  }
  group.wait();
  int64_t sum = 0;
  for (const int64_t part : sums) sum += part;
  return sum;
}

void skynet(int, int64_t n) {
  const int64_t start = now_ns();
  const int64_t sum = subtree(0, n);
  result("ms", static_cast<double>(now_ns() - start) / static_cast<double>(n));
  check(sum == n * (n - 1) / 2, "skynet");
}

int64_t fib(int64_t n) {
  if (n < 2) return n;
  int64_t a = 0;
  int64_t b = 0;
  tbb::task_group group;
  group.run([&a, n] { a = fib(n - 1); });
  group.run([&b, n] { b = fib(n - 2); });
  group.wait();
  return a + b;
}

void fork_join_fib(int, int64_t n) {
  const int64_t start = now_ns();
  const int64_t value = fib(n);
  result_per_item(start, 2 * plain_fib(n + 1) - 1);
  check(value == plain_fib(n), "fib");
}

void for_long_items(int workers, int64_t n) {
  measure_long_items(workers, static_cast<size_t>(n), [](std::vector<uint64_t>& values) {
    tbb::parallel_for(size_t{0}, values.size(), [&](size_t i) { values[i] = long_item(i + 1); });
  });
}

void for_tiny_items(int, int64_t n) {
  measure_tiny_items(static_cast<size_t>(n), [](std::vector<uint32_t>& values) {
    tbb::parallel_for(size_t{0}, values.size(), [&](size_t i) { values[i] += tiny_item(i); });
  });
}

void ready_delay(int, int64_t n) {
  std::vector<int64_t> late(static_cast<size_t>(n));
  for (int64_t& delay : late) {
    spin_ns(2'000'000);
    tbb::task_group group;
    const int64_t ready = now_ns();
    group.run([&] { delay = now_ns() - ready; });
    spin_ns(500'000);
    group.wait();
  }
  result_percentiles(late);
}

using Row = void (*)(int workers, int64_t size);

// Rows that start outside the arena; the others run within it, so that exactly `workers` threads take part.
const std::map<std::string, Row> kOutside = {{"remote-idle", remote_idle}, {"remote-busy", remote_busy}};
const std::map<std::string, Row> kInside = {
    {"spawn-join", spawn_join}, {"spawn-batch", spawn_batch},  {"spawn-million", spawn_million},
    {"chained", chained},       {"many-local", many_local},    {"skynet", skynet},
    {"fib", fork_join_fib},     {"for-100us", for_long_items}, {"for-tiny", for_tiny_items},
    {"skynet-fork", skynet},    {"fib-fork", fork_join_fib},   {"delay", ready_delay},
};

int run(const std::string& row, int workers, int64_t size) {
  // An outside thread is not one of the workers, yet global_control counts it.
  const bool outside = kOutside.contains(row);
  const size_t threads = static_cast<size_t>(workers) + (outside ? 1 : 0);
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  if (outside) {
    kOutside.at(row)(workers, size);
  } else {
    tbb::task_arena(workers).execute([&] { kInside.at(row)(workers, size); });
  }
  return 0;
}

}  // namespace
}  // namespace aspen::bench

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return aspen::bench::run(argv[1], std::atoi(argv[2]), std::atoll(argv[3]));
}
