// What the tests of running schedulers share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "sched/sched.h"

namespace aspen::sched {

inline std::unique_ptr<Scheduler> start(uint32_t workers, Config config = {}) {
  config.workers = workers;
  std::string error;
  auto scheduler = Scheduler::start(std::move(config), error);
  EXPECT_TRUE(scheduler) << error;
  return scheduler;
}

// Without threads: poll() runs everything, on the test's thread, in a fixed order.
inline std::unique_ptr<Scheduler> cooperative(Config config = {}) { return start(0, std::move(config)); }

// A clock that stands still unless a test moves it.
inline std::atomic<uint64_t> manual_ns{1};
inline uint64_t manual_clock() { return manual_ns.load(); }

// A clock that advances by a nanosecond at each look; poll(kOnePoll) then runs one task, once.
inline uint64_t ticking_clock() { return manual_ns.fetch_add(1) + 1; }
inline constexpr uint64_t kOnePoll = 2;

// After so long, a test that would otherwise hang fails. No machine is so busy that work takes that long.
inline constexpr uint64_t kHangNs = 300'000'000'000;

// Without sleeping.
template <class Condition>
void wait_until(Condition holds) {
  while (!holds()) std::this_thread::yield();
}

inline WorkerStatistics total(const Scheduler& scheduler) { return scheduler.statistics().total(); }

// After shutdown: no task is lost or counted twice (W1, W2).
inline void expect_balance(const Scheduler& scheduler, uint64_t spawned) {
  const Statistics statistics = scheduler.statistics();
  EXPECT_EQ(statistics.total().spawned, spawned);
  EXPECT_EQ(statistics.total().completed + statistics.total().cancelled, spawned);
  EXPECT_EQ(statistics.live, 0u);
  EXPECT_EQ(statistics.global_queue, 0u);
}

// A task without coroutine or handle, made by the test.
struct Probe : Task {
  explicit Probe(std::function<Outcome(Probe&, Worker&)> of) : Task(kType), body(std::move(of)) {}
  explicit Probe(std::function<void()> of)
      : Probe([of = std::move(of)](Probe& self, Worker&) {
          of();
          return self.finish();
        }) {}

  Outcome finish() {
    over = true;
    scheduler->retire(*this, TaskState<ThreadAtomics>::kDone);
    return Outcome::done;
  }

  std::function<Outcome(Probe&, Worker&)> body;
  std::atomic<bool> over{false}, cancelled{false};

 private:
  static Outcome run(Task& task, Worker& worker) {
    auto& self = static_cast<Probe&>(task);
    return self.body(self, worker);
  }
  static void cancel(Task& task) {
    auto& self = static_cast<Probe&>(task);
    self.cancelled = true;
    task.scheduler->retire(task, TaskState<ThreadAtomics>::kCancelled);
  }
  static constexpr TaskType kType{"probe", run, cancel};
};

// The number of these that exist: objects in a task's frame must be destroyed in the end.
struct Counted {
  explicit Counted(std::atomic<int>& of) : count(&of) { ++*count; }
  Counted(const Counted& other) : count(other.count) { ++*count; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*count; }
  std::atomic<int>* count;
};

}  // namespace aspen::sched
