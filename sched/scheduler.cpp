#include "sched/scheduler.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sched/alarm.h"
#include "sched/error.h"
#include "sched/watchdog.h"
#include "sched/worker.h"

namespace aspen::sched {

namespace {

Config complete(Config config) {
  if (config.workers == Config::kOnePerCore) config.workers = cores();
  if (config.seed == 0) config.seed = config.clock() | 1;
  config.ordered_capacity = std::max(1u, config.ordered_capacity);
  config.ring_capacity = std::bit_floor(std::clamp(config.ring_capacity, 2u, kRingCapacity));
  config.steal_sweeps = std::max(1u, config.steal_sweeps);
  config.blocking_threads = std::max<size_t>(1, config.blocking_threads);
  return config;
}

}  // namespace

Scheduler::Scheduler(Config config)
    : config_(complete(std::move(config))),
      global_(config_.ordered),
      blocking_pool_({.most_threads = config_.blocking_threads}) {
  outside_trace_.reserve(config_.trace_events);
}

Scheduler::~Scheduler() { shutdown(); }

std::unique_ptr<Scheduler> Scheduler::start(Config config, std::string& error) {
  if (config.workers != Config::kOnePerCore && config.workers > Config::kMostWorkers) {
    error = "more than " + std::to_string(Config::kMostWorkers) + " workers";
    return nullptr;
  }
  std::unique_ptr<Scheduler> scheduler(new Scheduler(std::move(config)));
  const bool started = scheduler->start_io(error) && scheduler->start_workers(error);
  return started ? std::move(scheduler) : nullptr;
}

bool Scheduler::start_io(std::string& error) {
  if (!config_.io) return true;
  int refused = 0;
  driver_ = Driver::create(refused);
  if (!driver_) error = "cannot start the I/O driver: " + error_text(refused);
  return driver_ != nullptr;
}

bool Scheduler::start_workers(std::string& error) {
  const uint32_t wanted = config_.workers;
  for (uint32_t i = 0; i < std::max(1u, wanted); ++i) workers_.push_back(std::make_unique<Worker>(*this, i));
  std::error_code refused;
  // Threads wait at this lock until the number of workers is known.
  const std::lock_guard gate(start_lock_);
  for (uint32_t i = 0; i < wanted; ++i) {
    Worker& worker = *workers_[i];
    std::thread thread = config_.start_thread(
        [this, &worker] {
          { const std::lock_guard wait(start_lock_); }
          worker.loop();
        },
        refused);
    if (refused) break;
    threads_.push_back(std::move(thread));
  }
  if (wanted > 0 && threads_.empty()) {
    error = "cannot start a thread: " + refused.message();
    is_down_ = true;
    return false;
  }
  workers_.resize(std::max<size_t>(1, threads_.size()));
  idle_ = std::make_unique<IdleSet<ThreadAtomics>>(workers());
  if (config_.watchdog && wanted > 0) watchdog_ = std::make_unique<Watchdog>(*this);
  if (watchdog_ && !watchdog_->start()) watchdog_.reset();
  return true;
}

bool Scheduler::submit(Task& task) {
  task.scheduler = this;
  task.state.queue_first();
  if (is_tracing()) [[unlikely]]
    trace_here(TraceKind::spawn, task);
  Worker* worker = Worker::current();
  if (worker && &worker->scheduler_ == this) {
    worker->counters_.spawned.add();
    if (is_shutting_down()) return false;
    worker->enqueue_next(task);
    return true;
  }
  stamp(task);
  outside_.spawned.add_shared();
  if (!global_.push_new(task)) return false;
  outside_.global_pushes.add_shared();
  after_outside_push();
  return true;
}

void Scheduler::request_cancel(Task& task) {
  if (task.state.request_cancel()) enqueue(task);
}

void Scheduler::enqueue(Task& task) {
  if (is_tracing()) [[unlikely]]
    trace_here(TraceKind::wake, task);
  Worker* worker = Worker::current();
  if (worker && &worker->scheduler_ == this) return worker->enqueue_ready(task);
  stamp(task);
  global_.push(task);
  outside_.global_pushes.add_shared();
  after_outside_push();
}

// For a thread that is not a worker of this scheduler.
void Scheduler::stamp(Task& task) {
  if (config_.ordered || is_measured(outside_.global_pushes.get() + 1)) task.ready_at = now();
}

void Scheduler::trace_here(TraceKind kind, const Task& task) {
  Worker* worker = Worker::current();
  if (worker && &worker->scheduler_ == this) return worker->trace(kind, &task);
  const std::lock_guard guard(outside_trace_lock_);
  outside_trace_.add({now(), &task, task.type->name, kind, 1, {}});
}

// Under the lock, as jobs that end may still wake tasks.
std::string Scheduler::chrome_trace(const PlaceNames& name_of) const {
  const std::lock_guard guard(outside_trace_lock_);
  std::vector<const TraceBuffer*> rows;
  for (const auto& worker : workers_) rows.push_back(&worker->trace_);
  rows.push_back(&outside_trace_);
  return sched::chrome_trace(rows, name_of);
}

uint64_t Scheduler::trace_dropped() const {
  uint64_t dropped = outside_trace_.dropped();
  for (const auto& worker : workers_) dropped += worker->trace_.dropped();
  return dropped;
}

void Scheduler::after_outside_push() {
  spiller_.store(IdleSet<ThreadAtomics>::kNoWorker, std::memory_order_relaxed);
  notify(WakeReason::enqueued);
  if (config_.workers == 0 && config_.on_wakeup) config_.on_wakeup();
}

void Scheduler::notify(WakeReason reason, uint32_t preferred) {
  const uint32_t worker = idle_->wake_one(preferred);
  if (worker == IdleSet<ThreadAtomics>::kNoWorker) return;
  Worker* here = Worker::current();
  const bool inside = here && &here->scheduler_ == this;
  Counters& counters = inside ? here->counters_ : outside_;
  Counter& counter = [&]() -> Counter& {
    switch (reason) {
      case WakeReason::enqueued: return counters.wakes_for_enqueued;
      case WakeReason::more: return counters.wakes_for_more;
      case WakeReason::last_look: return counters.wakes_at_last_look;
      case WakeReason::timeout: return counters.wakes_by_timeout;
      case WakeReason::watchdog: return counters.wakes_by_watchdog;
    }
    __builtin_unreachable();
  }();
  inside ? counter.add() : counter.add_shared();
  // A wake takes so long that a waker still in the same poll when it arrives may seem stuck.
  if (inside) here->note_sighting(monotonic_ns());
  unpark(*workers_[worker]);
}

void Scheduler::unpark(Worker& worker) {
  if (worker.parker_.give()) driver_->interrupt();
}

bool Scheduler::take_seat() {
  return driver_ ? driver_->try_take_seat() : !seat_.exchange(true, std::memory_order_acq_rel);
}

void Scheduler::leave_seat() {
  driver_ ? driver_->leave_seat() : seat_.store(false, std::memory_order_release);
}

bool Scheduler::seat_is_free() {
  if (!take_seat()) return false;
  leave_seat();
  return true;
}

uint64_t Scheduler::next_deadline() const {
  uint64_t earliest = kForever;
  for (const auto& worker : workers_) earliest = std::min(earliest, worker->timers_.next_deadline_ns());
  return earliest;
}

bool Scheduler::is_at_rest() { return idle_->none_is_awake() && !something_is_queued(); }

bool Scheduler::something_is_queued() const {
  if (global_.size() != 0) return true;
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const auto& worker) { return worker->has_queued(); });
}

bool Scheduler::something_can_be_taken() const {
  return config_.steals ? something_is_queued() : global_.size() != 0;
}

void Scheduler::retire(Task& task, uint32_t end) {
  if (task.roster) task.roster->remove(task);
  task.state.finish(end);
  Worker* worker = Worker::current();
  const bool inside = worker && &worker->scheduler_ == this;
  Counters& counters = inside ? worker->counters_ : outside_;
  Counter& counter = end == TaskState<ThreadAtomics>::kDone ? counters.completed : counters.cancelled;
  inside ? counter.add() : counter.add_shared();
}

size_t Scheduler::timers() {
  size_t count = 0;
  for (auto& worker : workers_) count += worker->timers().size();
  return count;
}

bool Scheduler::poll(uint64_t budget_ns) {
  assert(config_.workers == 0 && !Worker::current());
  return workers_[0]->poll_for(budget_ns);
}

void Scheduler::end_poll() { workers_[0]->leaves_poll_.store(true, std::memory_order_release); }

void Scheduler::request_yield() {
  for (auto& worker : workers_) worker->request(Worker::kYield);
}

void Scheduler::end_workers() {
  const std::lock_guard guard(shutdown_lock_);
  const std::unique_ptr<Alarm> alarm = watch_shutdown();
  join_workers();
}

// Null if there is no deadline, or no thread for the alarm.
std::unique_ptr<Alarm> Scheduler::watch_shutdown() {
  if (config_.shutdown_deadline_ns == kForever || !config_.on_overdue) return nullptr;
  int refused = 0;
  std::unique_ptr<Alarm> alarm = Alarm::start([this] { config_.on_overdue(what_runs()); }, refused);
  const uint64_t now = monotonic_ns();
  if (alarm) alarm->set(now + std::min(config_.shutdown_deadline_ns, kForever - 1 - now));
  return alarm;
}

// A snapshot: the kinds of tasks that run, and the number of blocking calls that do.
std::string Scheduler::what_runs() const {
  std::string what;
  for (const auto& worker : workers_) {
    const TaskType* type = worker->running_type_.load(std::memory_order_relaxed);
    if (type) what += std::string(what.empty() ? "" : ", ") + type->name;
  }
  const BlockingPool::Statistics pool = blocking_pool_.statistics();
  if (const size_t calls = pool.threads - pool.idle; calls != 0)
    what += (what.empty() ? "" : ", ") + std::to_string(calls) +
            (calls == 1 ? " call that blocks" : " calls that block");
  return what;
}

void Scheduler::join_workers() {
  [[maybe_unused]] Worker* here = Worker::current();
  assert(!here || &here->scheduler() != this);
  if (is_shutting_down()) return;
  global_.close();
  stopping_.store(true, std::memory_order_release);
  for (auto& worker : workers_) {
    worker->request(Worker::kYield);
    unpark(*worker);
  }
  for (std::thread& thread : threads_) thread.join();
  if (watchdog_) watchdog_->stop();
}

// docs/shutdown.md numbers the steps.
void Scheduler::shutdown() {
  const std::lock_guard guard(shutdown_lock_);
  if (is_down_) return;
  is_down_ = true;
  const std::unique_ptr<Alarm> alarm = watch_shutdown();
  join_workers();
  end_io();
  cancel_the_rest();
}

// Wakes all tasks that wait for I/O, so that none waits when the tasks are cancelled.
void Scheduler::end_io() {
  if (config_.on_workers_ended) config_.on_workers_ended();
  blocking_pool_.shutdown();
  WaiterList cancelled;
  if (driver_) driver_->shutdown(cancelled);
  cancelled.wake_all();
  for (auto& worker : workers_) worker->events_.wake_all();
}

// What is left is parked, or in the global queue, or in the queues of a worker without a thread. Ending one
// task may make others ready, so the two steps alternate.
void Scheduler::cancel_the_rest() {
  do {
    cancel_queued();
  } while (cancel_one_listed());
}

void Scheduler::cancel_queued() {
  for (auto& worker : workers_) worker->cancel_queued();
  TaskList rest;
  global_.pop(UINT32_MAX, rest);
  while (Task* task = rest.pop()) task->type->cancel(*task);
}

// False if no task is listed any more.
bool Scheduler::cancel_one_listed() {
  for (auto& worker : workers_) {
    Task* task = worker->roster_.take();
    if (!task) continue;
    if (task->state.claim_parked()) {
      task->type->cancel(*task);
    } else {
      // A thread outside has woken it just now and is about to enqueue it.
      worker->roster_.add(*task);
      std::this_thread::yield();
    }
    return true;
  }
  return false;
}

Statistics Scheduler::statistics() const {
  Statistics statistics;
  for (uint32_t i = 0; i < workers(); ++i) {
    statistics.workers.push_back(workers_[i]->statistics());
    if (!watchdog_) continue;
    const Watchdog::Longest longest = watchdog_->longest(i);
    if (longest.name) statistics.workers[i].longest_stuck = longest.name;
    statistics.workers[i].longest_stuck_ns = longest.ns;
  }
  statistics.outside = read(outside_);
  statistics.most_searching = idle_->most_searching();
  statistics.global_queue = global_.size();
  const WorkerStatistics total = statistics.total();
  statistics.live = total.spawned - total.completed - total.cancelled;
  return statistics;
}

}  // namespace aspen::sched
