// A program that runs, or a call that a host has started: what its tasks have in common. It begins with a
// task of its own, and ends when that and all that it has spawned have ended.
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/platform.h"

namespace aspen {

class Task;

// Its memory stays until the runtime ends, since a fiber may outlive the run that made it; then it serves
// another one.
struct Run {
  static constexpr int kNoExit = -1;
  static constexpr uint32_t kAnyNumber = UINT32_MAX;

  // The first of `exit` in any of its tasks decides.
  void request_exit(int code) {
    int expected = kNoExit;
    exit_code.compare_exchange_strong(expected, code, std::memory_order_relaxed);
  }

  // By who spawns a task that counts: false if there are as many as the host allows.
  bool take_task() {
    if (most_tasks == kAnyNumber) return true;
    if (tasks.fetch_add(1, std::memory_order_relaxed) < most_tasks) return true;
    give_back_task();
    return false;
  }
  // By the worker that ran the last of such a task.
  void give_back_task() {
    if (most_tasks != kAnyNumber) tasks.fetch_sub(1, std::memory_order_relaxed);
  }

  // Null: none. Written before it begins and when its host has done with it, by the host's thread.
  Task* task = nullptr;
  uint64_t fuel = UINT64_MAX;        // left, if that is counted: then one thread runs all
  uint32_t most_tasks = kAnyNumber;  // written before it begins
  // Written by any of its strands, if they are counted. Relaxed: only the number matters.
  std::atomic<uint32_t> tasks{0};
  // By the scheduler's clock. Written before it begins.
  uint64_t ends_by_ns = sched::kForever;
  // Written by its strands, read when it is over. Relaxed: the end of a strand orders more than this.
  std::atomic<int> exit_code{kNoExit};
  // Set by the worker that ran the last of it, read by the host's thread. Release and acquire: all that it
  // did comes first.
  std::atomic<bool> has_ended{false};
  bool is_forsaken = false;   // by the host's thread: nobody wants to know how it ends
  Task* last_lost = nullptr;  // see Task::take_lost: a ring; guarded by the lock of `task`
};

}  // namespace aspen
