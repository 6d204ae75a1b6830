// Queues by priority, for ordered mode. After open-coroutine's ordered work-steal queue.
//
// Waiting raises a task's priority by one every kAgeingNs. As that is the same for all, who goes before whom
// never changes: a task's rank is the time at which it was enqueued, less its priority in units of kAgeingNs;
// the lowest rank goes first.
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
  // The task's ready_at says since when it waits.
  void push(Task& task);
  // The highest, or null.
  Task* pop();
  // Takes the lower-ranking half, rounded down, out.
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

  // If it is full, its lower half goes to `spilled` first.
  void push(Task& task, TaskList& spilled);
  // The highest, or null: for the owner and for thieves.
  Task* pop();
  uint32_t size() const;

 private:
  mutable std::mutex lock_;
  const uint32_t capacity_;
  TaskHeap tasks_;  // guarded by lock_
};

}  // namespace aspen::sched
