#include "sched/channel.h"

namespace aspen::sched {

void ChannelQueue::push(ChannelWaiter& waiter) {
  waiter.linked = true;
  waiter.next = nullptr;
  waiter.previous = last_;
  (last_ ? last_->next : first_) = &waiter;
  last_ = &waiter;
}

void ChannelQueue::remove(ChannelWaiter& waiter) {
  waiter.linked = false;
  (waiter.previous ? waiter.previous->next : first_) = waiter.next;
  (waiter.next ? waiter.next->previous : last_) = waiter.previous;
}

void park_in_channel(ChannelWaiter& waiter, std::coroutine_handle<> here) {
  Worker& worker = *Worker::current();
  waiter.task = &running_task(worker);
  waiter.task->resume_at = here;
  worker.set_outcome(Outcome::parked);
}

}  // namespace aspen::sched
