// The queue that all workers share: unbounded, for tasks from outside and for tasks that overflow a ring. It
// is a list under a lock, which workers take for many tasks at once.
#pragma once

#include <atomic>

#include "sched/ordered_queue.h"
#include "sched/spin_lock.h"
#include "sched/task.h"

namespace aspen::sched {

class GlobalQueue {
 public:
  // Ordered: pops the highest priority first instead of the oldest.
  explicit GlobalQueue(bool ordered) : ordered_(ordered) {}

  // Any thread.
  void push(Task& task);
  void push(TaskList& tasks);
  // For a new task: false once the queue is closed. Woken and overflowed tasks are still accepted then.
  [[nodiscard]] bool push_new(Task& task);
  void close();
  // Appends the next `most` tasks to `into`, or all if there are fewer.
  void pop(uint32_t most, TaskList& into);
  // May be out of date at once, but includes what the calling thread pushed before.
  uint32_t size() const { return size_.load(std::memory_order_acquire); }

 private:
  void append(TaskList& tasks);

  SpinLock lock_;
  const bool ordered_;
  bool closed_ = false;  // guarded by lock_
  TaskList tasks_;       // guarded by lock_
  TaskHeap by_order_;    // guarded by lock_
  // Written under lock_, read by any thread. Release: for the idle protocol's look at the queues.
  std::atomic<uint32_t> size_{0};
};

}  // namespace aspen::sched
