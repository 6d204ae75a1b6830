// What becomes ready without a task's doing: timers, and what the I/O driver reports. It is collected first,
// so that a batch costs one look at who sleeps, and the earliest goes first.
#include "sched/worker.h"

namespace aspen::sched {

void Worker::enqueue_ready(Task& task) { collecting_ ? arrivals_.push(task) : enqueue_next(task); }

// Fires what is due, everybody's: another worker may be asleep or stuck. Whether tasks are ready now.
bool Worker::fire_timers(uint64_t now) {
  size_t fired = 0;
  begin_arrivals();
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
  }
  // This worker runs the first itself.
  if (count > 1 && !scheduler_.idle_->everybody_is_awake()) scheduler_.notify(WakeReason::enqueued);
  return true;
}

}  // namespace aspen::sched
