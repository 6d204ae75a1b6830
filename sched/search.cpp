// A worker that has run out of work: looks at the global queue and at all other workers, asks one of them to
// split its task, and naps between looks before it goes to sleep.
//
// Moving a task costs the cache lines of the task and of the queue, so a little work is left to its owner: a
// thief takes tasks that are worth kWorthStealingNs, going by the owner's average, or any if the owner is
// quiet in one task. If it does much in one long task, the thief takes a little work, too, and the next slot.
#include <algorithm>

#include "sched/worker.h"

namespace aspen::sched {

Task* Worker::search() {
  measure_tasks(scheduler_.now());
  is_looking_.store(true, std::memory_order_relaxed);
  if (!searching_) searching_ = scheduler_.idle_->begin_search();
  Task* task = nullptr;
  // Half of the workers search already, or no worker runs anything that could be taken.
  const bool alone = !searching_ || scheduler_.idle_->unparked() <= 1;
  // If it is alone, only work from outside can make the wait worthwhile, as it did the last time.
  const uint32_t most = scheduler_.config_.steal_sweeps;
  const uint32_t sweeps = alone && !spinning_pays_ ? 1 : most;
  for (uint32_t i = 0; !task && i < sweeps; ++i) {
    if (i > 0) spin(kSpinNs / (sweeps - 1));
    task = look_everywhere(woken_ || i + 1 == most);
  }
  spinning_pays_ = task != nullptr;
  // If alone, it goes to sleep next, and looks at the driver there.
  if (!task && !alone && poll_io(scheduler_.now())) task = next();
  if (!task && !alone) task = search_on();
  count_time(counters_.search_ns);
  is_looking_.store(false, std::memory_order_relaxed);
  busy_since_ns_ = mark_ns_;
  return task;
}

// A napping searcher still counts as a searcher, so no enqueuer pays for waking another worker. It stays as
// long as something is queued that it may not take yet.
Task* Worker::search_on() {
  if (Task* task = ask_for_split()) return task;
  for (uint32_t naps = 0; naps < kNaps || scheduler_.something_can_be_taken(); ++naps) {
    if (nap()) return nullptr;
    if (!events_.empty() && deliver(scheduler_.now())) return next();
    if (Task* task = look_everywhere(true)) return task;
    if (scheduler_.idle_->unparked() <= 1) return nullptr;
    if (Task* task = ask_for_split()) return task;
  }
  return nullptr;
}

Task* Worker::look_everywhere(bool last) {
  if (Task* task = pull_global()) return task;
  if (fire_timers(scheduler_.next_deadline(), scheduler_.now())) return next();
  if (searching_ && scheduler_.config_.steals) {
    if (Task* task = sweep(last)) return task;
  }
  return pull_global();
}

void Worker::spin(uint64_t ns) {
  const uint64_t begin = monotonic_ns();
  do {
    for (int i = 0; i < 32; ++i) spin_pause();
  } while (monotonic_ns() - begin < ns);
}

Task* Worker::sweep(bool last) {
  const uint32_t workers = scheduler_.workers();
  const uint32_t start = random_.below(workers);
  const uint64_t now = monotonic_ns();
  for (uint32_t i = 0; i < workers; ++i) {
    Worker& victim = *scheduler_.workers_[(start + i) % workers];
    if (&victim == this) continue;
    counters_.steal_tries.add();
    if (Task* task = steal_from(victim, last, now)) return task;
  }
  return nullptr;
}

Task* Worker::steal_from(Worker& victim, bool last, uint64_t now) {
  if (scheduler_.config_.ordered) return count_steal(victim.ordered_.pop(), 1);
  const bool quiet = victim.is_quiet(now), stuck = victim.is_in_long_poll(now) || quiet;
  const uint64_t worth = victim.ring_.size() * victim.average_ns_.load(std::memory_order_relaxed);
  const bool is_small_change = worth < kWorthStealingNs;
  uint32_t moved = 0;
  if (quiet || (is_small_change ? stuck : takes_from(victim, now))) {
    if (Task* task = victim.ring_.steal_into(ring_, moved)) return count_steal(task, moved);
    if (Task* task = victim.batch_.steal_into(ring_, moved)) return count_steal(task, moved);
  }
  if (!stuck || !last) return nullptr;
  Task* task = victim.slot_.steal();
  if (task) counters_.slots_stolen.add();
  return count_steal(task, 1);
}

Task* Worker::count_steal(Task* task, uint32_t moved) {
  if (!task) return nullptr;
  begin_slice();
  counters_.steals.add();
  counters_.stolen_tasks.add(moved);
  trace(TraceKind::steal, task, moved);
  return task;
}

// Any thread. Records where this worker is now, so that searchers that look next know since when.
void Worker::note_sighting(uint64_t now) {
  progress_seen_.stands_for_ns(progress(), now);
  turns_seen_.stands_for_ns(turns(), now);
}

// Any thread. Whether this worker has been in one poll, without visible progress, between two looks that lie
// kSpinNs apart.
bool Worker::is_quiet(uint64_t now) { return progress_seen_.stands_for_ns(progress(), now) >= kSpinNs; }

// Any thread. Likewise for a long poll with or without progress: a task that it has made ready waits.
bool Worker::is_in_long_poll(uint64_t now) { return turns_seen_.stands_for_ns(turns(), now) >= kLongPollNs; }

// Whether to take what the victim need not keep; if its tasks are small, only if that pays.
bool Worker::takes_from(const Worker& victim, uint64_t now) {
  if (victim.average_ns_.load(std::memory_order_relaxed) >= kSmallTaskNs) return true;
  return trials_.takes(victim.index_, progress() + victim.progress(), now);
}

// Whether the global queue holds a little work of another worker, which will take that back.
bool Worker::leaves_to(uint32_t spiller) {
  if (spiller == kNoWorker || spiller == index_ || !scheduler_.config_.steals) return false;
  Worker& owner = *scheduler_.workers_[spiller];
  const uint64_t now = monotonic_ns();
  return !takes_from(owner, now) && !owner.is_quiet(now);
}

Task* Worker::ask_for_split() {
  if (!scheduler_.config_.steals || !ask_pause_.is_over(monotonic_ns())) return nullptr;
  const uint32_t workers = scheduler_.workers();
  const uint32_t start = random_.below(workers);
  for (uint32_t i = 0; i < workers; ++i) {
    Worker& victim = *scheduler_.workers_[(start + i) % workers];
    const TaskType* type = victim.running_type_.load(std::memory_order_relaxed);
    if (&victim == this || !type || !type->splits) continue;
    const uint64_t splits = victim.counters_.splits_given.get();
    victim.request(kSplit);
    counters_.splits_asked.add();
    trace(TraceKind::ask_split, nullptr);
    Task* task = look_for_answer(victim);
    ask_pause_.note(victim.counters_.splits_given.get() != splits, monotonic_ns());
    return task;
  }
  return nullptr;
}

// The task splits or refuses at its next safepoint: mostly long before a nap would end.
Task* Worker::look_for_answer(const Worker& victim) {
  const uint64_t begin = monotonic_ns();
  bool is_answered;
  do {
    is_answered = !(victim.requests_.now() & kSplit);
    spin(kSplitNs);
    if (Task* task = look_everywhere(true)) return task;
  } while (!is_answered && monotonic_ns() - begin < kSpinNs);
  return nullptr;
}

void Worker::stop_searching() {
  searching_ = woken_ = false;
  if (scheduler_.idle_->end_search() && scheduler_.something_can_be_taken())
    scheduler_.notify(WakeReason::more);
}

}  // namespace aspen::sched
