// A worker without work: naps while it still searches, sleeps when it has given up. One of these workers has
// the seat: it waits in the I/O driver instead of at its own word.
#include <algorithm>

#include "sched/watchdog.h"
#include "sched/worker.h"

namespace aspen::sched {

namespace {

// After this many time-outs in a row that found nothing, a sleeper relies on being woken.
constexpr uint32_t kVainTimeouts = 8;

}  // namespace

// True if a token came: only shutdown gives one to a worker that is awake.
bool Worker::nap() {
  counters_.naps.add();
  return scheduler_.take_seat() ? wait_in_seat(kNapNs) : parker_.wait(kNapNs);
}

// Returns whether a token came. The events that the driver reported are in events_. Leaves the seat.
bool Worker::wait_in_seat(uint64_t timeout_ns) {
  bool token;
  if (Driver* driver = scheduler_.driver_.get()) {
    token = !parker_.begin_elsewhere();
    if (!token) {
      driver->turn(timeout_ns, events_);
      token = parker_.end_elsewhere();
    }
  } else {
    token = parker_.wait(timeout_ns);
  }
  scheduler_.leave_seat();
  return token;
}

void Worker::sleep() {
  if (scheduler_.is_shutting_down()) return;
  if (woken_) counters_.useless_wakes.add();
  woken_ = false;
  scheduler_.idle_->park(index_, searching_);
  searching_ = false;
  if (scheduler_.something_can_be_taken()) scheduler_.notify(WakeReason::last_look, index_);
  if (scheduler_.config_.on_idle && scheduler_.idle_->none_is_awake()) scheduler_.config_.on_idle();
  // Without stealing, no other worker comes for what that has woken: it is in a queue of this one.
  const bool has_own_work = !scheduler_.config_.steals && has_queued();
  counters_.parks.add();
  trace(TraceKind::sleep, nullptr);
  uint64_t timeout = scheduler_.config_.park_timeout_ns;
  if (has_own_work) get_up();
  for (uint32_t vain = 0; !has_own_work && !sleep_once(timeout); ++vain) {
    // This worker still counts as asleep. What is queued now was enqueued while it slept, so the enqueuer
    // should have woken a worker.
    if (scheduler_.something_can_be_taken() && scheduler_.idle_->would_wake()) {
      counters_.timeout_rescues.add();
      scheduler_.notify(WakeReason::timeout, index_);
    }
    if (vain >= kVainTimeouts) timeout = kForever;
  }
  count_time(counters_.idle_ns);
  trace(TraceKind::get_up, nullptr);
  busy_since_ns_ = mark_ns_;
  if (scheduler_.watchdog_) scheduler_.watchdog_->resume();
}

// True if the worker is up again: it was woken to search, or has something to do itself. Every sleeper
// watches its own timers; searchers fire those of a worker that is stuck.
bool Worker::sleep_once(uint64_t timeout_ns) {
  const uint64_t now = scheduler_.now();
  const uint64_t deadline = timers_.next_deadline_ns();
  const uint64_t limit = deadline <= now ? 0 : std::min(timeout_ns, deadline - now);
  bool token = scheduler_.take_seat() ? wait_in_seat(limit) : parker_.wait(limit);
  const bool has_arrivals = !events_.empty() || timers_.next_deadline_ns() <= scheduler_.now();
  if (!token && !has_arrivals) return false;
  token ? begin_woken() : get_up();
  if (has_arrivals) deliver(scheduler_.now());
  return true;
}

// For a reason of its own. If it cannot get up by itself, another thread is waking it.
void Worker::get_up() {
  if (scheduler_.idle_->get_up(index_)) return;
  parker_.wait(kForever);
  begin_woken();
}

void Worker::begin_woken() {
  searching_ = woken_ = !scheduler_.is_shutting_down();
  counters_.wakes_received.add();
}

void Worker::count_time(Counter& counter) {
  const uint64_t now = scheduler_.now();
  counter.add(now - mark_ns_);
  note_time(mark_ns_ = now);
}

}  // namespace aspen::sched
