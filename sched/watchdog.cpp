#include "sched/watchdog.h"

#include <algorithm>

#include "sched/scheduler.h"
#include "sched/worker.h"

namespace aspen::sched {

namespace {

constexpr uint64_t kLooksPerSlice = 2;
// After this many looks that found all workers asleep, the watchdog sleeps, too: 20 ms with the usual slice.
// Resuming it costs a worker a system call; looking on costs an idle process one per cent of a core.
constexpr uint32_t kIdleLooks = 8;

}  // namespace

bool Watchdog::start() {
  seen_ = std::vector<Sighting>(scheduler_.workers());
  int error = 0;
  alarm_ = Alarm::start([this] { look_at_all(); }, error);
  if (alarm_) begin_looking();
  return alarm_ != nullptr;
}

void Watchdog::begin_looking() {
  const uint64_t tick = std::max<uint64_t>(1, scheduler_.config().time_slice_ns / kLooksPerSlice);
  alarm_->set(monotonic_ns() + tick, tick);
}

void Watchdog::resume_slow() {
  if (asleep_.exchange(0, std::memory_order_acq_rel) != 0) begin_looking();
}

void Watchdog::look_at_all() {
  const uint64_t now = monotonic_ns();
  for (uint32_t i = 0; i < seen_.size(); ++i) look(*scheduler_.workers_[i], seen_[i], now);
  idle_looks_ = all_asleep() ? idle_looks_ + 1 : 0;
  if (idle_looks_ >= kIdleLooks) go_to_sleep();
}

void Watchdog::go_to_sleep() {
  idle_looks_ = 0;
  // First, so that a worker that resumes the watchdog sets the alarm after this.
  alarm_->set(kForever);
  // An exchange: a worker that wakes after the look below sees the 1.
  asleep_.exchange(1, std::memory_order_acq_rel);
  if (!all_asleep()) resume_slow();
}

bool Watchdog::all_asleep() const { return scheduler_.idle_->none_is_awake(); }

void Watchdog::look(Worker& worker, Sighting& seen, uint64_t now) {
  worker.note_time(now);
  const TaskType* type = worker.running_type_.load(std::memory_order_relaxed);
  const uint64_t polls = worker.counters_.polls.get();
  // Sleeping workers do not ask, so this asks for them. The task that splits wakes one of them.
  const bool steals = scheduler_.config().steals;
  if (steals && type && type->splits && !scheduler_.idle_->all_are_awake()) worker.request(Worker::kSplit);
  if (!type || polls != seen.polls) {
    seen.polls = polls;
    seen.since_ns = now;
    return;
  }
  const uint64_t held = now - seen.since_ns;
  if (held < scheduler_.config().time_slice_ns) return;
  if (held > seen.longest_ns.load(std::memory_order_relaxed)) {
    seen.longest_ns.store(held, std::memory_order_relaxed);
    seen.longest_name.store(type->name, std::memory_order_relaxed);
  }
  worker.request(Worker::kYield);
  scheduler_.outside_.slices_ended.add_shared();
  // The worker that waited in the driver may be the stuck one, and the others asleep. Then no worker looks at
  // the driver, and nothing that it could report is seen.
  const bool has_due_timer = worker.timers_.next_deadline_ns() <= scheduler_.now();
  if (scheduler_.something_can_be_taken() || has_due_timer || scheduler_.seat_is_free())
    scheduler_.notify(WakeReason::watchdog);
}

Watchdog::Longest Watchdog::longest(uint32_t worker) const {
  const Sighting& seen = seen_[worker];
  return {seen.longest_name.load(std::memory_order_relaxed), seen.longest_ns.load(std::memory_order_relaxed)};
}

}  // namespace aspen::sched
