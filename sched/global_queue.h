// The queue that all workers share: unbounded, for what comes from outside and for what overflows. A lock
// around a list; it is taken for many tasks at once.
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
  // Of a task that is new: false once the queue is closed. What was woken or overflowed still gets in then.
  [[nodiscard]] bool push_new(Task& task);
  void close();
  // The next `most` tasks, fewer if there are fewer, behind those of `into`.
  void pop(uint32_t most, TaskList& into);
  // A moment's truth. What a thread pushed before it looks is in it.
  uint32_t size() const { return size_.load(std::memory_order_acquire); }

 private:
  void append(TaskList& tasks);

  SpinLock lock_;
  const bool ordered_;
  bool closed_ = false;  // guarded by lock_
  TaskList tasks_;       // guarded by lock_
  TaskHeap by_order_;    // guarded by lock_
  // Written under lock_, read by everybody. Release: for the idle protocol's look at the queues.
  std::atomic<uint32_t> size_{0};
};

}  // namespace aspen::sched
