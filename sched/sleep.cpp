// A worker without work: naps while it still searches, sleeps when it has given up. One of the sleepers has
// the seat: it keeps the time for all.
#include <algorithm>

#include "sched/watchdog.h"
#include "sched/worker.h"

namespace aspen::sched {

namespace {

// After so many time-outs in a row that found nothing, a sleeper relies on being woken.
constexpr uint32_t kVainTimeouts = 8;

}  // namespace

// True if a token came, which only shutdown gives to a worker that is awake.
bool Worker::nap() {
  counters_.naps.add();
  return parker_.wait(kNapNs);
}

void Worker::sleep() {
  if (scheduler_.is_shutting_down()) return;
  if (woken_) counters_.useless_wakes.add();
  woken_ = false;
  const bool last = scheduler_.idle_->park(index_, searching_);
  searching_ = false;
  if (last && scheduler_.something_is_queued()) scheduler_.notify(WakeReason::last_look, index_);
  counters_.parks.add();
  trace(TraceKind::sleep, nullptr);
  uint64_t timeout = scheduler_.config_.park_timeout_ns;
  for (uint32_t vain = 0; !wait_for_token(timeout); ++vain) {
    // Still counted asleep. What is queued now was enqueued while it slept, so somebody should have been
    // woken for it.
    if (scheduler_.something_is_queued() && scheduler_.idle_->would_wake()) {
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

// True if the worker is up again: it was woken to search, or has something to do by itself.
bool Worker::wait_for_token(uint64_t timeout_ns) {
  if (!scheduler_.seat_.exchange(true, std::memory_order_acq_rel)) return keep_time(timeout_ns);
  return parker_.wait(timeout_ns) && begin_woken();
}

bool Worker::keep_time(uint64_t timeout_ns) {
  const uint64_t now = scheduler_.now();
  const uint64_t deadline = scheduler_.next_deadline();
  const bool token = parker_.wait(deadline <= now ? 0 : std::min(timeout_ns, deadline - now));
  scheduler_.seat_.store(false, std::memory_order_release);
  if (token) return begin_woken();
  if (scheduler_.next_deadline() > scheduler_.now()) return false;
  if (!scheduler_.idle_->get_up(index_)) {
    parker_.wait(kForever);  // somebody wakes it just now
    begin_woken();
  }
  fire_timers(scheduler_.now());
  return true;
}

bool Worker::begin_woken() {
  searching_ = woken_ = !scheduler_.is_shutting_down();
  counters_.wakes_received.add();
  return true;
}

void Worker::count_time(Counter& counter) {
  const uint64_t now = scheduler_.now();
  counter.add(now - mark_ns_);
  mark_ns_ = now;
}

}  // namespace aspen::sched
