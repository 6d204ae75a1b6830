#include "sched/global_queue.h"

#include <mutex>

namespace aspen::sched {

void GlobalQueue::push(Task& task) {
  TaskList one;
  one.push(task);
  push(one);
}

void GlobalQueue::push(TaskList& tasks) {
  const std::lock_guard guard(lock_);
  append(tasks);
}

bool GlobalQueue::push_new(Task& task) {
  TaskList one;
  one.push(task);
  const std::lock_guard guard(lock_);
  if (closed_) return false;
  append(one);
  return true;
}

void GlobalQueue::close() {
  const std::lock_guard guard(lock_);
  closed_ = true;
}

void GlobalQueue::append(TaskList& tasks) {
  size_.store(size_.load(std::memory_order_relaxed) + tasks.size(), std::memory_order_release);
  if (!ordered_) return tasks_.append(tasks);
  while (Task* task = tasks.pop()) by_order_.push(*task);
}

void GlobalQueue::pop(uint32_t most, TaskList& into) {
  if (size() == 0) return;
  const std::lock_guard guard(lock_);
  uint32_t count = 0;
  while (count < most) {
    Task* task = ordered_ ? by_order_.pop() : tasks_.pop();
    if (!task) break;
    into.push(*task);
    ++count;
  }
  size_.store(size_.load(std::memory_order_relaxed) - count, std::memory_order_release);
}

}  // namespace aspen::sched
