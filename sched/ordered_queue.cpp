#include "sched/ordered_queue.h"

#include <algorithm>

namespace aspen::sched {

bool TaskHeap::goes_later(const Entry& a, const Entry& b) {
  return a.rank != b.rank ? a.rank > b.rank : a.number > b.number;
}

void TaskHeap::push(Task& task) {
  const int64_t rank = static_cast<int64_t>(task.ready_at) -
                       static_cast<int64_t>(kAgeingNs) * static_cast<int64_t>(task.priority);
  entries_.push_back({rank, arrivals_++, &task});
  std::push_heap(entries_.begin(), entries_.end(), goes_later);
}

Task* TaskHeap::pop() {
  if (entries_.empty()) return nullptr;
  std::pop_heap(entries_.begin(), entries_.end(), goes_later);
  Task* task = entries_.back().task;
  entries_.pop_back();
  return task;
}

void TaskHeap::spill_lower_half(TaskList& into) {
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return goes_later(b, a); });
  const size_t kept = entries_.size() - entries_.size() / 2;
  for (size_t i = kept; i < entries_.size(); ++i) into.push(*entries_[i].task);
  entries_.resize(kept);  // sorted, so it is a heap
}

void OrderedQueue::push(Task& task, TaskList& spilled) {
  const std::lock_guard guard(lock_);
  if (tasks_.size() >= capacity_) tasks_.spill_lower_half(spilled);
  tasks_.push(task);
}

Task* OrderedQueue::pop() {
  const std::lock_guard guard(lock_);
  return tasks_.pop();
}

uint32_t OrderedQueue::size() const {
  const std::lock_guard guard(lock_);
  return tasks_.size();
}

}  // namespace aspen::sched
