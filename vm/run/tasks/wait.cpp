#include "vm/run/tasks/wait.h"

#include <utility>

#include "sched/scheduler.h"
#include "vm/run/strand.h"

namespace aspen {

void WaitQueue::push(Waiter& waiter) {
  waiter.queue = this;
  waiter.previous = last_ ? last_ : &waiter;
  waiter.next = last_ ? last_->next : &waiter;
  waiter.previous->next = waiter.next->previous = &waiter;
  last_ = &waiter;
}

void WaitQueue::remove(Waiter& waiter) {
  WaitQueue* queue = std::exchange(waiter.queue, nullptr);
  if (queue == nullptr) return;
  waiter.previous->next = waiter.next;
  waiter.next->previous = waiter.previous;
  if (queue->last_ == &waiter) queue->last_ = waiter.previous == &waiter ? nullptr : waiter.previous;
}

Waiter* WaitQueue::take_first() {
  while (last_ != nullptr) {
    Waiter& first = *last_->next;
    remove(first);
    if (first.strand->wait().take()) return &first;
  }
  return nullptr;
}

void set_result(Strand& strand, uint32_t which, Value value) {
  Wait& wait = strand.wait();
  wait.which = which;
  wait.value.store(value, std::memory_order_relaxed);
  wait.phase.store(Wait::over, std::memory_order_release);
}

// Once it has its result, a strand that is woken without cause goes on, and may end and be used again.
void end_wait(Strand& strand, uint32_t which, Value value) {
  sched::Scheduler& scheduler = *strand.scheduler;
  set_result(strand, which, value);
  scheduler.wake(strand);
}

}  // namespace aspen
