// Programs, and calls that a host starts: how they begin, how the host's thread runs them or waits, and how
// they end. Without workers, that thread runs them all in polls.
#include <algorithm>
#include <cassert>
#include <cerrno>
#include <ctime>
#include <new>
#include <utility>

#include "vm/heap/native_stack.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// The shortest duration of a poll, whatever its budget: otherwise strands might never run.
constexpr uint64_t kLeastTurnNs = 100'000;
// A request to yield may come after one strand has left and before the next one runs, so it is repeated.
constexpr uint64_t kRingAgainNs = 500'000;

// This thread is in start() of that runtime, and wakes the host itself.
thread_local const Runtime* starts_here = nullptr;

uint64_t later(uint64_t now, uint64_t by) { return by > sched::kForever - now ? sched::kForever : now + by; }

}  // namespace

// ---- Beginning

// Each list has room for all runs, so that giving one back needs no memory.
Run& Runtime::take_run() {
  if (free_runs_.empty()) {
    for (auto* list : {&free_runs_, &forsaken_}) {
      if (list->capacity() <= runs_.size()) list->reserve(2 * runs_.size() + 1);
    }
    return runs_.emplace_back();
  }
  Run& run = *free_runs_.back();
  free_runs_.pop_back();
  run.exit_code.store(Run::kNoExit, std::memory_order_relaxed);
  run.has_ended.store(false, std::memory_order_relaxed);
  run.is_forsaken = false;
  return run;
}

// Begins on the strand if there is memory; otherwise the run has ended already.
Run& Runtime::begin_run(Strand& strand, Value function, const Value* arguments, unsigned count,
                        const RunTerms& terms) {
  strand.allocator_ = &machine_.running_strand().allocator();
  strand.priority = terms.priority;
  const Limits& limits = machine_.options().limits;
  Run& run = take_run();
  run.fuel_left = limits.fuel;
  run.most_tasks = limits.tasks;
  run.tasks.store(0, std::memory_order_relaxed);
  const uint64_t wall_ns = std::min(limits.wall_ns, terms.wall_ns);
  run.ends_by_ns = wall_ns == sched::kForever ? sched::kForever : later(scheduler_->now(), wall_ns);
  run.ends_by_ns = std::min(run.ends_by_ns, terms.ends_by_ns);
  try {
    run.task = strand.allocator_->make<Task>(0, run);
    if (run.ends_by_ns != sched::kForever) deadlines_.insert({run.ends_by_ns, &run});
  } catch (const std::bad_alloc&) {
    run.task = nullptr;
    free_runs_.push_back(&run);
    strands_.recycle(host_, strand);
    throw;
  }
  if (terms.payer != nullptr) {
    run.payer = terms.payer->payer;
    ++run.payer->paid_for;
  }
  if (!strand.begin(function, arguments, count)) {
    run.task->add_first(strand);
    run.task->end(strand, Value::exception());
    run.task->drop();
    strands_.recycle(host_, strand);
    deadlines_.erase({run.ends_by_ns, &run});
    run.has_ended.store(true, std::memory_order_release);
    return run;
  }
  if (options_.workers == 0) ++under_way_;
  begin(strand, *run.task, outside_);
  return run;
}

bool Runtime::prepare_polling(std::string& error) {
  if (options_.workers != 0) {
    error = "a VM with worker threads of its own is not polled";
    return false;
  }
  if (alarm_) return true;
  int refused = 0;
  alarm_ = sched::Alarm::start([this] { ring(); }, refused);
  if (!alarm_) error = "the system refuses a thread";
  rings_.store(alarm_.get(), std::memory_order_release);
  return alarm_ != nullptr;
}

// With workers, `host_` belongs to this thread alone. Without workers, so does the pool of the only executor,
// which strands go to when they have ended.
Run& Runtime::start(Value function, const Value* arguments, unsigned count, const RunTerms& terms) {
  Strand& strand = strands_.fresh(*executors_[0]);
  Run& run = begin_run(strand, function, arguments, count, terms);
  if (run.has_ended.load(std::memory_order_relaxed)) return run;
  if (has_split()) strand.expect_futures();
  starts_here = this;
  [[maybe_unused]] const bool accepted = scheduler_->submit(strand);
  assert(accepted && "the scheduler has not been shut down");
  starts_here = nullptr;
  wake_up_.call_if_due();
  return run;
}

// ---- Waiting

const Ending& Runtime::run(Value function, const Value* arguments, unsigned count) {
  NativeStackScope scope(machine_.mutator());
  if (machine_.is_interrupted()) stop_all();
  Strand& strand = strands_.fresh(options_.workers == 0 ? *executors_[0] : host_);
  ending_ = {};
  detached_ended_ = 0;
  Run& run = begin_run(strand, function, arguments, count);
  if (!run.has_ended.load(std::memory_order_relaxed)) {
    begin_waiting_for(run);
    [[maybe_unused]] const bool accepted = scheduler_->submit(strand);
    assert(accepted && "the scheduler has not been shut down");
    await(run);
  }
  ending_ = run.task->ending();
  const int exit_code = run.exit_code.load(std::memory_order_relaxed);
  if (exit_code != Run::kNoExit) machine_.request_exit(exit_code);
  release(run);
  return ending_;
}

void Runtime::finish(Run& run) {
  NativeStackScope scope(machine_.mutator());
  if (run.has_ended.load(std::memory_order_relaxed)) return;
  if (machine_.is_interrupted()) stop_all();
  begin_waiting_for(run);
  await(run);
}

void Runtime::begin_waiting_for(Run& run) {
  root_.store(run.task, std::memory_order_release);
  wake_up_.begin_poll();
  wakes_at_ns_.store(sched::kForever, std::memory_order_release);
  if (machine_.is_interrupted()) run.task->signal(Task::kInterrupted);
}

void Runtime::await(Run& run) {
  for (bool goes_on = true; goes_on;) {
    machine_.mutator().outside(
        [&] { goes_on = options_.workers == 0 ? poll_for_news(run) : wait_for_news(run); });
    tell_lost();
    run_posted();
  }
  {
    const std::lock_guard guard(deadlock_lock_);
    root_.store(nullptr, std::memory_order_release);
  }
  // Another task may have ended because of it, and left it set (Strand::has_to_stop).
  if (run.task->was_interrupted()) machine_.clear_interrupt();
  forget_ended();
  if (alarm_) alarm_->set(sched::kForever);
  if (under_way_ != 0) return wake_up_.end_poll_early();
  while (!wake_up_.end_poll()) wake_up_.begin_poll();
}

bool Runtime::poll_for_news(const Run& run) {
  for (bool has_run = false; !run.has_ended.load(std::memory_order_acquire); has_run = true) {
    if (machine_.is_interrupted()) run.task->signal(Task::kInterrupted);
    machine_.answer_task_request(machine_.mutator());
    if (has_lost_.load(std::memory_order_acquire)) return true;
    if (has_run && has_posted_.load(std::memory_order_acquire)) return true;
    if (run_ready(sched::kForever) || run.has_ended.load(std::memory_order_acquire)) continue;
    const uint64_t timer = scheduler_->next_deadline();
    if (timer == sched::kForever) look_for_deadlock();
    wait_for_post(std::min(timer, first_deadline()));
  }
  return false;
}

void Runtime::wait_for_post(uint64_t until_ns) {
  if (until_ns == sched::kForever) {
    while (sem_wait(&news_) != 0 && errno == EINTR) {
    }
    return;
  }
  constexpr uint64_t kSecond = 1'000'000'000;
  const timespec until{static_cast<time_t>(until_ns / kSecond), static_cast<long>(until_ns % kSecond)};
  sem_clockwait(&news_, CLOCK_MONOTONIC, &until);
}

// ---- Polling

bool Runtime::poll(uint64_t budget_ns) {
  NativeStackScope scope(machine_.mutator());
  const uint64_t until = later(scheduler_->now(), std::max(budget_ns, kLeastTurnNs));
  run_posted();
  do {
    machine_.mutator().outside([&] { poll_until(until); });
    tell_lost();
  } while (run_posted() && scheduler_->now() < until);
  forget_ended();
  return under_way_ != 0;
}

void Runtime::poll_until(uint64_t until_ns) {
  wakes_at_ns_.store(sched::kForever, std::memory_order_release);
  do {
    wake_up_.begin_poll();
    if (machine_.is_interrupted()) stop_all();
    if (run_ready(until_ns)) {
      alarm_->set(sched::kForever);
      return wake_up_.end_poll_early();
    }
  } while (!wake_up_.end_poll());
  const uint64_t next = std::min(scheduler_->next_deadline(), first_deadline());
  wakes_at_ns_.store(next, std::memory_order_release);
  alarm_->set(next);
}

// Runs strands until none is ready, or that time has come, or something is posted. Returns whether there is
// more to do. What has been posted may post again each time it is called: strands have a short turn even
// then.
bool Runtime::run_ready(uint64_t until_ns) {
  end_late();
  uint64_t end = std::min(until_ns, first_deadline());
  const uint64_t now = scheduler_->now();
  if (end <= now) return true;
  if (end != sched::kForever) alarm_->set(end, kRingAgainNs);
  if (has_posted_.load(std::memory_order_acquire)) {  // `set` may have cancelled its ring
    end = std::min(end, later(now, kLeastTurnNs));
    alarm_->set(end, kRingAgainNs);
  }
  const bool has_more = scheduler_->poll(end == sched::kForever ? end : end - now);
  executors_[0]->mutator.rest();
  return has_more;
}

void Runtime::wait(uint64_t timeout_ns) {
  const uint64_t until = later(scheduler_->now(), timeout_ns);
  while (wake_up_.is_waiting()) {
    const uint64_t next = std::min({until, scheduler_->next_deadline(), first_deadline()});
    if (next <= scheduler_->now() || machine_.is_interrupted()) return;
    wait_for_post(next);
  }
}

// ---- From other threads

void Runtime::post(std::function<void()> act) {
  {
    const std::lock_guard guard(posted_lock_);
    posted_.push_back(std::move(act));
  }
  has_posted_.store(true, std::memory_order_release);
  note_work();
  scheduler_->end_poll();
  alarm_->set(sched::monotonic_ns(), kRingAgainNs);
}

bool Runtime::run_posted() {
  if (!has_posted_.exchange(false, std::memory_order_acq_rel)) return false;
  Acts posted;
  {
    const std::lock_guard guard(posted_lock_);
    posted.swap(posted_);
  }
  posted.splice(posted.begin(), ended_);
  alarm_->set(wakes_at_ns_.load(std::memory_order_relaxed));
  for (const auto& act : posted) act();
  return true;
}

void Runtime::call_when_ended(Run& run, std::function<void()> act) {
  run.when_ended.push_back(std::move(act));
}

Acts Runtime::take_posted() {
  const std::lock_guard guard(posted_lock_);
  return std::move(posted_);
}

Acts Runtime::take_acts_of_runs() {
  Acts all = std::move(ended_);
  for (Run& run : runs_) all.splice(all.end(), run.when_ended);
  return all;
}

void Runtime::note_work() {
  const bool is_due = wake_up_.tell();
  report_news();
  if (!is_due || starts_here == this) return;
  if (sched::Alarm* alarm = rings_.load(std::memory_order_acquire)) alarm->ring_now();
}

// On the alarm's thread, without a lock.
void Runtime::ring() {
  wake_up_.call_if_due();
  const uint64_t now = sched::monotonic_ns();
  clock_ns_.store(now, std::memory_order_relaxed);
  scheduler_->request_yield();
  if (wakes_at_ns_.load(std::memory_order_acquire) <= now || machine_.is_interrupted())
    wake_up_.tell_if_waiting();
}

// ---- Ending

// For the worker that ran the last strand of the run.
void Runtime::note_ended(Run& run) {
  const bool is_awaited = root_.load(std::memory_order_acquire) == run.task;
  if (options_.workers == 0) {
    --under_way_;
    if (run.ends_by_ns != sched::kForever) deadlines_.erase({run.ends_by_ns, &run});
    if (run.is_forsaken) forsaken_.push_back(&run);
    const bool has_acts = !run.when_ended.empty();
    ended_.splice(ended_.end(), run.when_ended);
    if (has_acts) has_posted_.store(true, std::memory_order_release);
    if (has_acts || is_awaited) scheduler_->end_poll();
  }
  run.has_ended.store(true, std::memory_order_release);
  if (is_awaited) sem_post(&news_);
}

Run& Runtime::take_payer() {
  Run& run = take_run();
  const Limits& limits = machine_.options().limits;
  run.fuel_left = limits.fuel;
  run.most_tasks = limits.tasks;
  run.tasks.store(0, std::memory_order_relaxed);
  run.ends_by_ns = sched::kForever;
  run.paid_for = 1;
  return run;
}

void Runtime::give_back_payer(Run& payer) {
  if (--payer.paid_for == 0) free_runs_.push_back(&payer);
}

void Runtime::release(Run& run) {
  run.is_forsaken = true;
  if (run.has_ended.load(std::memory_order_acquire)) forsaken_.push_back(&run);
}

// Call it after the errors that these runs have lost were reported.
void Runtime::forget_ended() {
  for (Run* run : forsaken_) {
    run->task = nullptr;
    Run& payer = *std::exchange(run->payer, run);
    if (&payer != run && --payer.paid_for == 0 && payer.task == nullptr) free_runs_.push_back(&payer);
    if (run->paid_for == 0) free_runs_.push_back(run);
  }
  forsaken_.clear();
}

void Runtime::end_late() {
  const uint64_t now = deadlines_.empty() ? 0 : scheduler_->now();
  while (first_deadline() <= now) {
    deadlines_.begin()->second->task->end_program(Task::kOutOfTime);
    deadlines_.erase(deadlines_.begin());
  }
}

// Handles an interrupt that came while the host waited for none of the runs. Without one under way, it
// remains for the next.
void Runtime::stop_all() {
  if (under_way_ == 0 || !machine_.take_interrupt()) return;
  for (const Run& run : runs_) {
    if (run.task != nullptr && !run.has_ended.load(std::memory_order_relaxed))
      run.task->end_program(Task::kStopped);
  }
}

}  // namespace aspen
