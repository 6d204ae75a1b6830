#include "sched/worker.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace aspen::sched {

namespace {

thread_local Worker* current_worker = nullptr;

}  // namespace

Worker::Worker(Scheduler& scheduler, uint32_t index)
    : scheduler_(scheduler),
      index_(index),
      random_(scheduler.config_.seed, index),
      ring_(scheduler.config_.ring_capacity),
      ordered_(scheduler.config_.ordered_capacity),
      timers_(scheduler.config_.clock()) {
  trace_.reserve(scheduler.config_.trace_events);
}

// Never inlined: a coroutine that moves between threads must not keep a thread-local variable's address.
__attribute__((noinline)) Worker* Worker::current() { return current_worker; }

void Worker::loop() {
  current_worker = this;
  end_timeouts_exactly();
  note_time(mark_ns_ = busy_since_ns_ = scheduler_.now());
  began_ns_.store(mark_ns_, std::memory_order_relaxed);
  while (!scheduler_.is_shutting_down()) {
    if (!poll_once()) sleep();
  }
  pause();
  measure_tasks(scheduler_.now());
  began_ns_.store(0, std::memory_order_relaxed);
  current_worker = nullptr;
}

void Worker::pause() {
  if (scheduler_.config_.on_pause) scheduler_.config_.on_pause(*this);
}

bool Worker::poll_for(uint64_t budget_ns) {
  current_worker = this;
  const uint64_t begin = mark_ns_ = busy_since_ns_ = scheduler_.now();
  note_time(begin);
  io_polled_ns_ = 0;
  poll_io(begin);
  // What asks it to leave before it begins does not keep the first task from running.
  const auto goes_on = [&](bool has_run) {
    return !(has_run && leaves_poll_.load(std::memory_order_relaxed)) &&
           (budget_ns == kForever || scheduler_.now() - begin < budget_ns);
  };
  bool more = true;
  for (bool has_run = false; more && goes_on(has_run); has_run = true) more = poll_once();
  leaves_poll_.exchange(false, std::memory_order_acq_rel);
  measure_tasks(scheduler_.now());
  current_worker = nullptr;
  return more;
}

bool Worker::poll_once() {
  maintain_if_due();
  Task* task = next();
  if (!task) {
    pause();
    task = search();
  }
  if (!task) return false;
  run(*task);
  if (handed_over_) run_handed_over();
  return true;
}

// --- Running ---

inline void Worker::run(Task& task) {
  if (searching_) stop_searching();
  requests_.begin_run(scheduler_.stopping_);
  begin_run(task);
  const Outcome outcome =
      is_measured(counters_.polls.get()) ? run_measured(task) : task.type->run(task, *this);
  assert(forks_.is_empty() && "a task joins what it forks before it suspends or ends");
  settle(outcome);
  running_type_.store(nullptr, std::memory_order_relaxed);
}

// By the system's clock, whatever Config::clock is.
Outcome Worker::run_measured(Task& task) {
  const uint64_t begin = monotonic_ns();
  const Outcome outcome = task.type->run(task, *this);
  poll_times_.add(monotonic_ns() - begin);
  return outcome;
}

void Worker::run_handed_over() {
  for (uint32_t in_a_row = 0; handed_over_ != nullptr; ++in_a_row) {
    Task& task = *std::exchange(handed_over_, nullptr);
    if (in_a_row == kHandedRun) return enqueue_last(task);
    maintain_if_due();
    counters_.handed_over.add();
    run(task);
  }
}

inline void Worker::begin_run(Task& task) {
  running_ = &task;
  running_type_.store(task.type, std::memory_order_relaxed);
  counters_.polls.add();
  ++polls_measured_;
  if (task.ready_at != 0 && (!scheduler_.config_.ordered || is_measured(counters_.polls.get()))) {
    const uint64_t now = scheduler_.now();
    delays_.add(now > task.ready_at ? now - task.ready_at : 0);
    task.ready_at = 0;
  }
  task.state.start();
  trace(outer_ ? TraceKind::inside : TraceKind::run, &task);
}

// The outcome of the poll concerns the task that runs now, which may be an inner one; the tasks around it are
// parked, since they wait for it.
inline void Worker::settle(Outcome outcome) {
  Task& task = *running_;
  Task* outer = outer_;
  running_ = outer_ = nullptr;
  settle(task, outcome);
  while (outer) {
    Task& waiting = *outer;
    outer = waiting.next;
    settle(waiting, Outcome::parked);
  }
}

inline void Worker::settle(Task& task, Outcome outcome) {
  switch (outcome) {
    case Outcome::done: trace(TraceKind::end, nullptr); break;
    case Outcome::parked:
      trace(TraceKind::park, &task);
      if (!task.roster) roster_.add(task);
      if (!task.state.park()) enqueue_last(task);
      break;
    case Outcome::yielded:
      trace(TraceKind::yield, &task);
      task.state.yield();
      take_back(task);
      break;
  }
}

// A task yields where no other task is ready: this worker runs it on, so waking another worker would be in
// vain. Tasks that become ready meanwhile wake a worker by themselves.
void Worker::take_back(Task& task) {
  if (scheduler_.config_.ordered || has_queued() || handed_over_ || scheduler_.global_.size() != 0)
    return enqueue_last(task);
  stamp(task);
  if (!ring_.try_push(&task)) return push_ring(task);
  counters_.ring_pushes.add();
}

bool Worker::enter_inner(Task& task) {
  if (!slot_.take(&task)) return false;
  begin_inside(task);
  return true;
}

void Worker::begin_inner(Task& task) {
  task.scheduler = &scheduler_;
  task.state.queue_first();
  counters_.spawned.add();
  begin_inside(task);
}

void Worker::begin_inside(Task& task) {
  counters_.inner_polls.add();
  running_->next = outer_;
  outer_ = running_;
  begin_run(task);
}

void Worker::end_inner(Outcome outcome) {
  Task& task = *running_;
  running_ = outer_;
  outer_ = running_->next;
  settle(task, outcome);
  running_type_.store(running_->type, std::memory_order_relaxed);
  trace(TraceKind::outside, running_);
}

void Worker::leave_inner() {
  running_ = outer_;
  outer_ = running_->next;
  running_type_.store(running_->type, std::memory_order_relaxed);
  trace(TraceKind::outside, running_);
}

bool Worker::others_are_hungry() const {
  return scheduler_.config_.steals && ring_.size() == 0 &&
         (!scheduler_.idle_->all_are_awake() || scheduler_.idle_->searching() > 0);
}

void Worker::begin_slice() {
  operations_ = kOperations;
  slot_run_ = 0;
}

static constexpr TaskType kForking = {"fork", nullptr, nullptr, true};

void Worker::begin_splitting() { running_type_.store(&kForking, std::memory_order_relaxed); }

// --- Own queues ---

void Worker::enqueue_next(Task& task) {
  if (scheduler_.config_.ordered) return enqueue_last(task);
  stamp(task);
  if (Task* displaced = slot_.put(&task)) return push_ring(*displaced);
  offer();
}

void Worker::enqueue_last(Task& task) {
  stamp(task);
  scheduler_.config_.ordered ? push_ordered(task) : push_ring(task);
}

void Worker::submit_last(Task& task) {
  task.scheduler = &scheduler_;
  task.state.queue_first();
  counters_.spawned.add();
  enqueue_last(task);
}

void Worker::hand_over(Task& task) {
  assert(running_ != nullptr && handed_over_ == nullptr);
  task.scheduler = &scheduler_;
  task.state.queue_first();
  counters_.spawned.add();
  if (scheduler_.config_.ordered) return enqueue_next(task);
  handed_over_ = &task;
}

void Worker::push_ring(Task& task) {
  TaskList spilled;
  ring_.push(&task, [&](Task* spill) { spilled.push(*spill); });
  finish_push(spilled);
}

void Worker::push_ordered(Task& task) {
  TaskList spilled;
  ordered_.push(task, spilled);
  finish_push(spilled);
}

void Worker::finish_push(TaskList& spilled) {
  counters_.ring_pushes.add();
  if (spilled.empty()) return offer();
  counters_.overflows.add();
  counters_.overflowed_tasks.add(spilled.size());
  scheduler_.spiller_.store(index_, std::memory_order_relaxed);
  scheduler_.global_.push(spilled);
  if (scheduler_.idle_->may_wake()) scheduler_.notify(WakeReason::enqueued);
}

// Wakes a sleeper for what was put into this worker's own queues.
void Worker::offer() {
  if (scheduler_.config_.steals && scheduler_.idle_->may_wake()) scheduler_.notify(WakeReason::enqueued);
}

void Worker::stamp(Task& task) {
  if (scheduler_.config_.ordered || is_measured(++ready_count_)) task.ready_at = scheduler_.now();
}

Task* Worker::next() {
  if (scheduler_.config_.ordered) return next_ordered();
  if (--polls_to_global_ == 0) {
    Task* task = pull_global();
    polls_to_global_ = pacer_.interval();
    // What it left there comes after what it took, not a whole interval later. The exception is a worker that
    // has plenty to do: taking more would only have more tasks alive at once.
    const bool soon = scheduler_.global_.size() != 0 && ring_.size() < kMostPull;
    if (soon) polls_to_global_ = std::min(polls_to_global_, kMostPull);
    if (task) return task;
  }
  if (Task* task = batch_.pop()) {
    begin_slice();
    return task;
  }
  if (Task* task = next_local()) return task;
  return pull_global();
}

// The slot's task inherits what is left of the slice, so that tasks that wake each other do not keep the
// others waiting.
inline Task* Worker::next_local() {
  if (slot_run_ >= kSlotRun) return after_slot_run();
  if (Task* task = scheduler_.workers() == 1 ? slot_.take_alone() : slot_.take()) {
    ++slot_run_;
    counters_.slot_hits.add();
    return task;
  }
  Task* task = ring_.pop();
  if (task) begin_slice();
  return task;
}

Task* Worker::after_slot_run() {
  begin_slice();
  Task* task = ring_.pop();
  Task* slot = slot_.take();
  if (!task) return slot;
  if (slot) {
    counters_.slot_caps.add();
    push_ring(*slot);
  }
  return task;
}

Task* Worker::next_ordered() {
  if (local_run_ >= kOrderedLocalRun) {
    local_run_ = 0;
    if (Task* task = pull_global()) return task;
  }
  if (Task* task = ordered_.pop()) {
    ++local_run_;
    begin_slice();
    return task;
  }
  return pull_global();
}

// Returns one task to run; the others wait in the batch, or in the ring if that is full. In ordered mode it
// takes just one, as that is the highest.
Task* Worker::pull_global() {
  const uint32_t waiting = scheduler_.global_.size();
  if (waiting == 0 || leaves_to(scheduler_.spiller_.load(std::memory_order_relaxed))) return nullptr;
  const uint32_t share = waiting / scheduler_.workers() + 1;
  TaskList pulled;
  scheduler_.global_.pop(scheduler_.config_.ordered ? 1 : std::clamp(share, kLeastPull, kMostPull), pulled);
  if (pulled.empty()) return nullptr;
  counters_.global_pulls.add();
  counters_.global_tasks.add(pulled.size());
  Task* first = pulled.pop();
  begin_slice();
  while (Task* task = pulled.pop()) {
    if (!batch_.try_push(task)) push_ring(*task);
  }
  // For a moment these were in no queue at all: a worker that looked then may have gone to sleep.
  if (batch_.size() != 0) offer();
  return first;
}

bool Worker::has_queued() const {
  return ring_.size() != 0 || batch_.size() != 0 || !slot_.empty() ||
         (scheduler_.is_ordered() && ordered_.size() != 0);  // which takes a lock
}

void Worker::cancel_queued() {
  for (;;) {
    Task* task = slot_.take();
    if (!task) task = batch_.pop();
    if (!task) task = ring_.pop();
    if (!task) task = ordered_.pop();
    if (!task) return;
    task->type->cancel(*task);
  }
}

void Worker::record(TraceKind kind, const Task* task, uint32_t count) {
  trace_.add({scheduler_.now(), task, task ? task->type->name : nullptr, kind, count, {}});
}

void Worker::record_detail(TraceKind kind, const Task* task, const char* name, TracePlace place) {
  trace_.add({scheduler_.now(), task, name, kind, 1, place});
}

WorkerStatistics Worker::statistics() const {
  WorkerStatistics numbers = read(counters_);
  numbers.average_ns = average_ns_.load(std::memory_order_relaxed);
  numbers.interval = Pacer::interval_for(numbers.average_ns);
  numbers.delays = delays_.counts();
  numbers.poll_times = poll_times_.counts();
  numbers.doing = doing();
  numbers.queued = queued();
  numbers.uncounted_ns = uncounted_ns();
  return numbers;
}

Doing Worker::doing() const {
  if (scheduler_.idle_->is_asleep(index_)) return Doing::sleeping;
  return is_looking_.load(std::memory_order_relaxed) ? Doing::searching : Doing::running;
}

uint32_t Worker::queued() const {
  const uint32_t by_priority = scheduler_.is_ordered() ? ordered_.size() : 0;
  return by_priority + ring_.size() + batch_.size() + (slot_.empty() ? 0 : 1);
}

// The three times follow each other without a gap, from the beginning of the thread.
uint64_t Worker::uncounted_ns() const {
  const uint64_t began = began_ns_.load(std::memory_order_relaxed);
  const uint64_t counted = counters_.busy_ns.get() + counters_.search_ns.get() + counters_.idle_ns.get();
  const uint64_t now = scheduler_.now();
  return began == 0 || now <= began + counted ? 0 : now - began - counted;
}

// --- Now and then ---

// A worker looks after so many polls as took a millisecond lately. If polls take much longer suddenly, timers
// would wait for many of them: so it also looks when the watchdog, every few milliseconds, has noted the
// time.
inline void Worker::maintain_if_due() {
  if (--polls_to_maintenance_ == 0 || recent_ns_.load(std::memory_order_relaxed) != mark_ns_) maintain();
}

void Worker::maintain() {
  const uint64_t now = scheduler_.now();
  measure_tasks(now);
  const uint64_t polls = kMaintenanceNs / pacer_.average_ns();
  polls_to_maintenance_ = static_cast<uint32_t>(std::clamp<uint64_t>(polls, 1, kMaintenancePolls));
  fire_timers(timers_.next_deadline_ns(), now);
  poll_io(now);
}

void Worker::measure_tasks(uint64_t now) {
  counters_.busy_ns.add(now - mark_ns_);
  note_time(mark_ns_ = now);
  pacer_.sample(now - busy_since_ns_, polls_measured_);
  average_ns_.store(pacer_.average_ns(), std::memory_order_relaxed);
  busy_since_ns_ = now;
  polls_measured_ = 0;
}

}  // namespace aspen::sched
