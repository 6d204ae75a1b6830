// Tasks that become ready without an action of another task: by timers, and by what the I/O driver reports.
// They are collected first, so that a batch costs one look at the sleepers, and the earliest task runs first.
#include "sched/worker.h"

namespace aspen::sched {

// Fires timers if `earliest`, the deadline that concerns the caller, is due. True if tasks are ready now.
bool Worker::fire_timers(uint64_t earliest, uint64_t now) { return earliest <= now && deliver(now); }

// Looks at the driver without blocking, unless another worker does. True if tasks are ready now.
bool Worker::poll_io(uint64_t now) {
  Driver* driver = scheduler_.driver_.get();
  if (!driver || now - io_polled_ns_ < kIoPollNs || !driver->try_take_seat()) return false;
  io_polled_ns_ = now;
  counters_.io_polls.add();
  driver->turn(0, events_);
  driver->leave_seat();
  return !events_.empty() && deliver(now);
}

// Wakes the waiters of the driver's events, and fires the due timers of all workers, since the owner of a
// timer may be stuck.
bool Worker::deliver(uint64_t now) {
  collecting_ = true;
  counters_.io_events.add(events_.wake_all());
  size_t fired = 0;
  for (const auto& worker : scheduler_.workers_) {
    if (worker->timers_.next_deadline_ns() <= now) fired += worker->timers_.fire_due(now);
  }
  counters_.timers_fired.add(fired);
  return end_arrivals();
}

bool Worker::end_arrivals() {
  collecting_ = false;
  const uint32_t count = arrivals_.size();
  if (count == 0) return false;
  TaskList spilled;
  while (Task* task = arrivals_.pop()) {
    stamp(*task);
    if (scheduler_.config_.ordered) {
      ordered_.push(*task, spilled);
    } else {
      ring_.push(task, [&](Task* spill) { spilled.push(*spill); });
    }
  }
  counters_.ring_pushes.add(count);
  if (!spilled.empty()) {
    counters_.overflowed_tasks.add(spilled.size());
    scheduler_.global_.push(spilled);
    if (scheduler_.idle_->may_wake()) scheduler_.notify(WakeReason::enqueued);
  }
  // This worker runs one of them itself, so only more than one are offered.
  if (count > 1 || ring_.size() > 1) offer();
  return true;
}

}  // namespace aspen::sched
