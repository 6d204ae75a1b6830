// Signals of tasks: cancellations, limits and failures of children. They pass down the tree of tasks, end
// waits, and become errors where a task heeds them.
#include <algorithm>
#include <functional>
#include <mutex>
#include <new>
#include <vector>

#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/deadlock.h"
#include "vm/run/tasks/task.h"

namespace aspen {

void Task::signal(uint32_t bits) {
  try {
    std::vector<Task*> open;
    signal_one(bits, open);
    while (!open.empty()) {
      Task* task = open.back();
      open.pop_back();
      task->signal_one(bits, open);
    }
  } catch (const std::bad_alloc&) {
    lock_.lock();
    const bool goes_on = passes_on(bits);
    signal_locked(bits);
    lock_.unlock();
    if (goes_on) signal_below(bits, false);
  }
}

// In tree order, each task before those below it. A task that leaves the tree meanwhile has no next one: then
// the walk starts again, and skips the tasks that have the bits.
void Task::signal_below(uint32_t bits, bool all) {
  Task* task = first_below(all);
  while (task != nullptr) {
    task->lock_.lock();
    const bool goes_on = task->passes_on(bits);
    if ((task->signals() & bits) != bits) task->signal_locked(bits);
    task->lock_.unlock();
    Task* next = goes_on ? task->first_below(false) : nullptr;
    while (next == nullptr && task != this) {
      Task* parent = nullptr;
      if (!task->find_next(all, parent, next)) {
        next = first_below(all);
        break;
      }
      if (next == nullptr) task = parent;
    }
    task = next;
  }
}

Task* Task::first_below(bool all) {
  const std::lock_guard guard(lock_);
  return next_to_signal(first_child_, all);
}

bool Task::find_next(bool all, Task*& parent, Task*& next) {
  parent = lock_parent();
  if (parent == nullptr) return false;
  const bool is_below = all || !is_detached_;
  if (is_below) next = next_to_signal(siblings_.next, all);
  parent->lock_.unlock();
  return is_below;
}

Task* Task::next_to_signal(Task* from, bool all) {
  while (from != nullptr && (from->has_failed_ || (from->is_detached_ && !all))) from = from->siblings_.next;
  return from;
}

void Task::go_on_in(Strand& s, Run& run) {
  if (s.fueled_) {
    s.end_turn();
    run_->fuel() = s.fuel_;
    s.fuel_ = run.fuel();
  }
  run_ = &run;
}

// `next` receives the tasks that have to be signalled as well.
void Task::signal_one(uint32_t bits, std::vector<Task*>& next) {
  const std::lock_guard guard(lock_);
  if ((signals() & bits) != bits && passes_on(bits)) add_children(next);
  signal_locked(bits);
}

// A task that has ended its code can neither catch its cancellation nor spawn.
bool Task::passes_on(uint32_t bits) const {
  return (bits & (kKilled | kGivenUp)) != 0 || ((bits & kCancelled) != 0 && !ending_.empty());
}

void Task::add_children(std::vector<Task*>& out) const {
  for (Task* child = first_child_; child != nullptr; child = child->siblings_.next) {
    if (!child->is_detached_ && !child->has_failed_) out.push_back(child);
  }
}

void Task::signal_locked(uint32_t bits) {
  signals_.fetch_or(bits, std::memory_order_seq_cst);
  Strand* strand = head();
  if (has_ended() || strand == nullptr) return;
  strand->request_safepoint();
  if (strand->wait().take()) end_wait(*strand, Wait::kInterrupted, Value::undefined());
}

void Task::end_program(uint32_t why) {
  signal(why);
  std::vector<Task*> children;
  try {
    const std::lock_guard guard(lock_);
    for (Task* child = first_child_; child != nullptr; child = child->siblings_.next)
      children.push_back(child);
  } catch (const std::bad_alloc&) {
    return signal_below(kKilled, true);
  }
  for (Task* child : children) child->signal(kKilled);
}

// A program that does not wait was just started, or woken from outside. The wait is checked first: after
// that, nothing runs that could end it and begin another one.
bool Task::is_stuck(const std::function<bool()>& nothing_runs) {
  Strand* strand = head();
  return strand != nullptr && strand->wait().phase.load(std::memory_order_acquire) == Wait::going_on &&
         nothing_runs();
}

void Task::report_deadlock(const std::function<bool()>& nothing_runs) {
  lock_.lock();
  const bool was_stuck = is_stuck(nothing_runs);
  lock_.unlock();
  if (!was_stuck || admit_all_signals()) return;
  const std::lock_guard guard(lock_);
  Strand* strand = head();
  if (!is_stuck(nothing_runs) || !strand->wait().take()) return;
  signals_.fetch_or(kDeadlock, std::memory_order_seq_cst);
  end_wait(*strand, Wait::kInterrupted, Value::undefined());
}

void Task::signal_children(uint32_t bits) {
  std::vector<Task*> children;
  try {
    const std::lock_guard guard(lock_);
    add_children(children);
  } catch (const std::bad_alloc&) {
    return signal_below(bits, false);
  }
  for (Task* child : children) child->signal(bits);
}

void Task::admit_signals(Strand& head) {
  if (held_off_.fetch_sub(1, std::memory_order_relaxed) == 1) forget_signals(kAdmitted);
  if ((signals() & kCanWait) != 0) head.request_safepoint();
}

// In tree order, one lock at a time: nothing runs that would change the tree meanwhile. A worker that has
// nothing to do calls this, so it allocates nothing.
bool Task::admit_all_signals() {
  bool admits_any = false;
  for (Task* task = this; task != nullptr;) {
    Task* next = task->admit_own_signals(admits_any);
    while (next == nullptr && task != this) {
      Task* parent = task->lock_parent();
      if (parent == nullptr) return admits_any;
      next = task->siblings_.next;
      parent->lock_.unlock();
      task = parent;
    }
    task = next;
  }
  return admits_any;
}

Task* Task::admit_own_signals(bool& admits_any) {
  const std::lock_guard guard(lock_);
  const uint32_t all = signals_.load(std::memory_order_seq_cst);
  if ((all & kCanWait) != 0 && (all & kAdmitted) == 0) {
    signal_locked(kAdmitted);
    admits_any = true;
  }
  return first_child_;
}

// Raises an error that no `try` catches. True, as raise_signal returns it.
static bool stop_with(Strand& s, Value reason) {
  s.raise_uncatchable(reason);
  return true;
}

bool Task::raise_signal(Strand& s, uint32_t heeded, std::span<const Case> cases) {
  const bool has_raised = raise_first_signal(s, heeded, cases);
  if (has_raised) s.error_.is_stop = true;
  return has_raised;
}

bool Task::raise_first_signal(Strand& s, uint32_t heeded, std::span<const Case> cases) {
  const uint32_t seen = signals() & heeded;
  if (seen & (kKilled | kGivenUp)) return stop_with(s, Value::label(sym::kCancelled));
  if (seen & kInterrupted) {
    forget_signals(kInterrupted);
    if (s.machine().take_interrupt()) return stop_with(s, Value::label(sym::kInterrupted));
  }
  if (seen & kStopped) return stop_with(s, Value::label(sym::kInterrupted));
  if (seen & kOutOfTime) return stop_with(s, Value::label(sym::kOutOfTime));
  if (seen & kOutOfTasks) return stop_with(s, Value::label(sym::kOutOfTasks));
  if (seen & kExited) return stop_with(s, Value::undefined());
  if (seen & kOutOfMemory) {
    s.raise(sym::kMemoryLimit, kTooLittleMemory);
    s.error_.uncatchable = true;
    return true;
  }
  if (seen & (kChildFailed | kChildExited) && !takes_a_failure(cases) && raise_failure(s, false)) return true;
  if (seen & kCancelled) {
    signals_.fetch_or(kCancelRaised, std::memory_order_seq_cst);
    s.raise(Value::object(s.allocator().make<LabelBox>(0, sym::kCancelled, s.machine().cancellation())));
    return true;
  }
  if (seen & kDeadlock) {
    forget_signals(kDeadlock);
    if (s.machine().runtime()->frees_by_collection(s)) return false;
    raise_deadlock(s, *this, cases);
    return true;
  }
  return false;
}

Task* Task::first_failed(bool held_back) {
  Task* child = first_child_;
  while (child != nullptr && !(child->has_failed_ && child->is_watched_ == held_back))
    child = child->siblings_.next;
  return child;
}

void Task::forgive(Task& child) {
  if (!child.has_failed_) return;
  child.has_failed_ = false;
  forget(child);
  if (!child.is_watched_) forget_failure();
}

void Task::forget_failure() {
  if (--failed_ == 0) forget_signals(kChildFailed | kChildExited);
}

// Only the parent decides when the failure is raised in it.
void Task::note_watched(const Task& watcher) {
  Task* parent = lock_parent();
  if (parent == nullptr) return;
  const bool cannot_wait = has_failed_ && is_uncatchable_;
  if (parent == &watcher && !is_watched_ && !cannot_wait) {
    is_watched_ = true;
    if (has_failed_) parent->forget_failure();
  }
  parent->lock_.unlock();
}

bool Task::raise_held_back(Strand& s) { return raise_failure(s, true); }

// Whether one of the cases is the end of a failed child: the strand that waits for it receives the error.
bool Task::takes_a_failure(std::span<const Case> cases) {
  const std::lock_guard guard(lock_);
  return std::any_of(cases.begin(), cases.end(), [&](const Case& c) {
    if (c.kind != Case::end && c.kind != Case::watch) return false;
    const Task& task = *static_cast<Task*>(c.source);
    return task.parent_.load(std::memory_order_relaxed) == this && task.has_failed_;
  });
}

// Raises the error of a failed child that no strand has awaited; the other children are cancelled.
bool Task::raise_failure(Strand& s, bool held_back) {
  lock_.lock();
  Task* child = first_failed(held_back);
  lock_.unlock();
  if (child == nullptr) return false;
  signal_children(kCancelled);
  child->result_for(s);
  return true;
}

}  // namespace aspen
