// The cost of a task: spawned, awaited, run, yielding.
#include <atomic>
#include <semaphore>
#include <vector>

#include "sched/spawn.h"
#include "tools/bench/sched/aspen/rows.h"
#include "tools/bench/sched/aspen/run.h"
#include "tools/bench/sched/measure.h"

namespace aspen::bench {
namespace {

using sched::Co;

constexpr int64_t kBatch = 1000;
constexpr int64_t kBurst = 10000;
constexpr int64_t kYielders = 200;

int64_t one() { return 1; }

Co<void> spawn_and_join(int64_t n) {
  int64_t sum = 0;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < n; ++i) sum += (co_await sched::spawn(one)).value();
  result_per_item(start, n);
  check(sum == n, "spawn-join");
}

// `rounds` times: `tasks` alive at once, then all awaited.
Co<void> spawn_rounds_of(int64_t rounds, int64_t tasks) {
  std::vector<sched::JoinHandle<int64_t>> handles;
  handles.reserve(static_cast<size_t>(tasks));
  int64_t sum = 0;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < rounds; ++i) {
    for (int64_t j = 0; j < tasks; ++j) handles.push_back(sched::spawn(one));
    for (auto& handle : handles) sum += (co_await std::move(handle)).value();
    handles.clear();
  }
  result_per_item(start, rounds * tasks);
  check(sum == rounds * tasks, "spawn");
}

void link(int64_t left, std::binary_semaphore& ended) {
  if (left == 0) return ended.release();
  sched::spawn([left, &ended] { link(left - 1, ended); }).detach();
}

void chained(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  std::binary_semaphore ended(0);
  const int64_t begin = now_ns();
  sched::spawn(*scheduler, [&] { link(n, ended); }).detach();
  ended.acquire();
  result_per_item(begin, n);
}

// Tasks that are not awaited; the last task of a burst to run releases `done`.
struct Burst {
  std::atomic<int64_t> left = kBurst;
  std::binary_semaphore done{0};
};

void count_down(Burst& burst) {
  if (burst.left.fetch_sub(1, std::memory_order_acq_rel) == 1) burst.done.release();
}

void spawn_burst(Burst& burst) {
  for (int64_t i = 0; i < kBurst; ++i) sched::spawn([&burst] { count_down(burst); }).detach();
}

void many_local(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  const int64_t begin = now_ns();
  for (int64_t i = 0; i < n / kBurst; ++i) {
    Burst burst;
    sched::spawn(*scheduler, [&burst] { spawn_burst(burst); }).detach();
    burst.done.acquire();
  }
  result_per_item(begin, n / kBurst * kBurst);
}

// Bursts from this thread, which is not a worker.
void remote_bursts(sched::Scheduler& scheduler, int64_t n) {
  const int64_t begin = now_ns();
  for (int64_t i = 0; i < n / kBurst; ++i) {
    Burst burst;
    for (int64_t j = 0; j < kBurst; ++j) sched::spawn(scheduler, [&burst] { count_down(burst); }).detach();
    burst.done.acquire();
  }
  result_per_item(begin, n / kBurst * kBurst);
}

void remote_idle(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  remote_bursts(*scheduler, n);
}

Co<void> stall(const std::atomic<bool>& stop) {
  while (!stop.load(std::memory_order_relaxed)) {
    spin_ns(5000);
    co_await sched::yield();
  }
}

void remote_busy(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  std::atomic<bool> stop = false;
  std::vector<sched::JoinHandle<void>> stalling;
  for (uint32_t i = 0; i < workers; ++i) stalling.push_back(sched::spawn(*scheduler, stall(stop)));
  remote_bursts(*scheduler, n);
  stop = true;
  for (auto& handle : stalling) handle.wait().value();
}

Co<int64_t> yield_times(int64_t times) {
  for (int64_t i = 0; i < times; ++i) co_await sched::yield();
  co_return times;
}

Co<void> yield_many(int64_t n) {
  std::vector<sched::JoinHandle<int64_t>> handles;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < kYielders; ++i) handles.push_back(sched::spawn(yield_times(n / kYielders)));
  int64_t sum = 0;
  for (auto& handle : handles) sum += (co_await std::move(handle)).value();
  result_per_item(start, sum);
  check(sum == n / kYielders * kYielders, "yield");
}

}  // namespace

Rows spawn_rows() {
  return {
      {"spawn-join", [](uint32_t workers, int64_t n) { run(workers, spawn_and_join(n)); }},
      {"spawn-batch", [](uint32_t workers, int64_t n) { run(workers, spawn_rounds_of(n / kBatch, kBatch)); }},
      {"spawn-million", [](uint32_t workers, int64_t n) { run(workers, spawn_rounds_of(1, n)); }},
      {"chained", chained},
      {"many-local", many_local},
      {"remote-idle", remote_idle},
      {"remote-busy", remote_busy},
      {"yield", [](uint32_t workers, int64_t n) { run(workers, yield_many(n)); }},
  };
}

}  // namespace aspen::bench
