// Queues by priority, for ordered mode. After open-coroutine's ordered work-steal queue.
//
// Waiting raises a task's priority by one every kAgeingNs. As that is the same for all tasks, their order
// never changes: a task's rank is the time at which it was enqueued, minus its priority times kAgeingNs. The
// lowest rank goes first.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "sched/task.h"

namespace aspen::sched {

inline constexpr uint64_t kAgeingNs = 100'000'000;

// A binary heap of tasks by rank, first in first out among equals. One thread.
class TaskHeap {
 public:
  // `task.ready_at` is the time since which the task waits, in ns.
  void push(Task& task);
  // Takes out the task that goes first; null if there is none.
  Task* pop();
  // Moves the half of the tasks that goes last, rounded down, to `into`.
  void spill_lower_half(TaskList& into);
  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

 private:
  struct Entry {
    int64_t rank;
    uint64_t number;  // of arrival
    Task* task;
  };
  static bool goes_later(const Entry& a, const Entry& b);

  std::vector<Entry> entries_;
  uint64_t arrivals_ = 0;
};

// A worker's bounded queue in ordered mode. Any thread.
class OrderedQueue {
 public:
  explicit OrderedQueue(uint32_t capacity) : capacity_(capacity) {}

  // If the queue is full, the half that goes last is first moved to `spilled`.
  void push(Task& task, TaskList& spilled);
  // Takes out the task that goes first, or returns null. For the owner and for thieves.
  Task* pop();
  uint32_t size() const;

 private:
  mutable std::mutex lock_;
  const uint32_t capacity_;
  TaskHeap tasks_;  // guarded by lock_
};

}  // namespace aspen::sched
