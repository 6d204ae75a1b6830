#include "vm/wait.h"

#include <utility>

#include "sched/scheduler.h"
#include "vm/strand.h"

namespace aspen {

void WaitQueue::push(Waiter& waiter) {
  waiter.queue = this;
  waiter.previous = last_;
  waiter.next = nullptr;
  (last_ ? last_->next : first_) = &waiter;
  last_ = &waiter;
}

void WaitQueue::remove(Waiter& waiter) {
  WaitQueue* queue = std::exchange(waiter.queue, nullptr);
  if (queue == nullptr) return;
  (waiter.previous ? waiter.previous->next : queue->first_) = waiter.next;
  (waiter.next ? waiter.next->previous : queue->last_) = waiter.previous;
}

Waiter* WaitQueue::take_first() {
  while (Waiter* waiter = first_) {
    remove(*waiter);
    if (waiter->strand->wait().take()) return waiter;
  }
  return nullptr;
}

void end_wait(Strand& strand, uint32_t which, Value value) {
  Wait& wait = strand.wait();
  wait.which = which;
  wait.value = value;
  wait.phase.store(Wait::over, std::memory_order_release);
  strand.scheduler->wake(strand);
}

}  // namespace aspen
