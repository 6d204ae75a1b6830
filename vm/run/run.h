// A running program, or a call that a host has started: the state that its tasks share. A run begins with its
// own task, and ends when that and all tasks that it has spawned have ended.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>

#include "sched/platform.h"

namespace aspen {

class Task;
struct Run;

// What a host asks for one of its calls.
struct RunTerms {
  // That the call may take, with all its tasks. The machine's Limits::wall_ns applies, too.
  uint64_t wall_ns = sched::kForever;
  int32_t priority = 0;  // of its own task, and so of those that it spawns, where tasks run by priority
  // The run for which the host starts the call: the call takes its fuel and its tasks from there. Null: none.
  Run* payer = nullptr;
  uint64_t ends_by_ns = sched::kForever;  // by the scheduler's clock: when the time of that run is over
};

// What the host has the thread do that uses the VM.
using Acts = std::list<std::function<void()>>;

// Its memory is kept until the runtime ends, because a fiber may outlive the run that made it; it is used
// again for later runs.
struct Run {
  static constexpr int kNoExit = -1;
  static constexpr uint32_t kAnyNumber = UINT32_MAX;

  // The first `exit` in any of its tasks decides the code.
  void request_exit(int code) {
    int expected = kNoExit;
    exit_code.compare_exchange_strong(expected, code, std::memory_order_relaxed);
  }

  // Counts a spawned task: false if there are as many as the host allows.
  bool take_task() {
    if (payer->most_tasks == kAnyNumber) return true;
    if (payer->tasks.fetch_add(1, std::memory_order_relaxed) < payer->most_tasks) return true;
    give_back_task();
    return false;
  }
  // For the worker that ran the last strand of a counted task.
  void give_back_task() {
    if (payer->most_tasks != kAnyNumber) payer->tasks.fetch_sub(1, std::memory_order_relaxed);
  }
  // Steps left, if counted: then one thread runs all.
  uint64_t& fuel() { return payer->fuel_left; }

  // Null: none. Written before the run begins and when the host has released it, by the host's thread.
  Task* task = nullptr;
  // The run that the fuel and the tasks of this one are taken from: itself, or that for which the host has
  // started it, which is then not used again before. Used by the host's thread, like the next two.
  Run* payer = this;
  uint32_t paid_for = 0;             // how many others it is the payer of
  uint64_t fuel_left = UINT64_MAX;   // of a payer
  uint32_t most_tasks = kAnyNumber;  // likewise; written before the run begins
  // Written by any of its strands, if tasks are counted. Relaxed: only the number matters.
  std::atomic<uint32_t> tasks{0};
  // By the scheduler's clock. Written before the run begins.
  uint64_t ends_by_ns = sched::kForever;
  // Written by its strands, read after its end. Relaxed: the end of a strand orders it.
  std::atomic<int> exit_code{kNoExit};
  // Set by the worker that ran its last strand, read by the host's thread. Release and acquire: everything
  // that the run did comes first.
  std::atomic<bool> has_ended{false};
  bool is_forsaken = false;   // set by the host's thread: its result is no longer needed
  Acts when_ended;            // by the host's thread, which calls them once the run has ended
  Task* last_lost = nullptr;  // see Task::take_lost: a ring; guarded by the lock of `task`
};

}  // namespace aspen
