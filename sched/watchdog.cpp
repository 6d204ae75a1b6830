#include "sched/watchdog.h"

#include "sched/scheduler.h"
#include "sched/worker.h"

namespace aspen::sched {

namespace {

constexpr uint64_t kLooksPerSlice = 2;
// After so many looks that found all workers asleep, the watchdog sleeps, too: 20 ms with the usual slice.
// Waking it again costs a worker a system call; looking on costs an idle process one per cent of a core.
constexpr uint32_t kIdleLooks = 8;

}  // namespace

bool Watchdog::start() {
  seen_ = std::vector<Sighting>(scheduler_.workers());
  std::error_code error;
  thread_ = scheduler_.config().start_thread([this] { loop(); }, error);
  return !error;
}

void Watchdog::stop() {
  stop_.store(1, std::memory_order_release);
  wake_word(stop_);
  resume_slow();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::resume_slow() {
  if (asleep_.exchange(0, std::memory_order_acq_rel) != 0) wake_word(asleep_);
}

void Watchdog::loop() {
  const uint64_t tick = scheduler_.config().time_slice_ns / kLooksPerSlice;
  uint32_t idle_looks = 0;
  while (stop_.load(std::memory_order_acquire) == 0) {
    wait_word(stop_, 0, tick);
    const uint64_t now = monotonic_ns();
    for (uint32_t i = 0; i < seen_.size(); ++i) look(*scheduler_.workers_[i], seen_[i], now);
    idle_looks = all_asleep() ? idle_looks + 1 : 0;
    if (idle_looks < kIdleLooks) continue;
    idle_looks = 0;
    // An exchange: either the look at stop_ below sees what stop did, or stop finds the 1, and wakes.
    asleep_.exchange(1, std::memory_order_acq_rel);
    // Looked at once more: a worker that woke before this look need not have seen the word above.
    while (asleep_.load(std::memory_order_acquire) != 0 && stop_.load(std::memory_order_acquire) == 0 &&
           all_asleep()) {
      wait_word(asleep_, 1, kForever);
    }
    asleep_.store(0, std::memory_order_release);
  }
}

bool Watchdog::all_asleep() const { return scheduler_.idle_->nobody_is_awake(); }

void Watchdog::look(Worker& worker, Sighting& seen, uint64_t now) {
  const TaskType* type = worker.running_type_.load(std::memory_order_relaxed);
  const uint64_t polls = worker.counters_.polls.get();
  // Who sleeps asks nobody. The task that splits wakes one of them.
  if (type && type->splits && !scheduler_.idle_->everybody_is_awake()) worker.request(Worker::kSplit);
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
  // Whoever waited in the driver may be the one who is stuck, and the others asleep: then nobody sees what
  // comes.
  const bool has_due_timer = worker.timers_.next_deadline_ns() <= scheduler_.now();
  if (worker.has_queued() || has_due_timer || scheduler_.seat_is_free())
    scheduler_.notify(WakeReason::watchdog);
}

Watchdog::Longest Watchdog::longest(uint32_t worker) const {
  const Sighting& seen = seen_[worker];
  return {seen.longest_name.load(std::memory_order_relaxed), seen.longest_ns.load(std::memory_order_relaxed)};
}

}  // namespace aspen::sched
