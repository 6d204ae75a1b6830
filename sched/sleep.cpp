// A worker without work: naps while it still searches, sleeps when it has given up.
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
  uint64_t timeout = scheduler_.config_.park_timeout_ns;
  for (uint32_t vain = 0; !parker_.wait(timeout); ++vain) {
    // Still counted asleep. What is queued now was enqueued while it slept, so somebody should have been
    // woken for it.
    if (scheduler_.something_is_queued() && scheduler_.idle_->would_wake()) {
      counters_.timeout_rescues.add();
      scheduler_.notify(WakeReason::timeout, index_);
    }
    if (vain >= kVainTimeouts) timeout = kForever;
  }
  searching_ = woken_ = !scheduler_.is_shutting_down();
  counters_.wakes_received.add();
  count_time(counters_.idle_ns);
  busy_since_ns_ = mark_ns_;
  if (scheduler_.watchdog_) scheduler_.watchdog_->resume();
}

void Worker::count_time(Counter& counter) {
  const uint64_t now = scheduler_.now();
  counter.add(now - mark_ns_);
  mark_ns_ = now;
}

}  // namespace aspen::sched
