#include "vm/run/tasks/task.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "vm/heap/tracer.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/channel.h"
#include "vm/run/tasks/deadlock.h"
#include "vm/run/tasks/fiber.h"
#include "vm/values/bytes.h"

namespace aspen {

// ---- The tree

void Task::add_child(Task& child) {
  const std::lock_guard guard(lock_);
  register_child(child);
}

void Task::register_child(Task& child) {
  link(child);
  ++living_;
  has_spawned_ = true;
  if (cancels_new_) child.signals_.store(kCancelled, std::memory_order_relaxed);
}

bool Task::add_unstarted(Task& child, const Body& body) {
  child.value_ = body.function;
  child.takes_unit_ = body.takes_unit;
  child.is_unstarted_.store(true, std::memory_order_relaxed);
  const std::lock_guard guard(lock_);
  register_child(child);
  if (first_unstarted_ == nullptr) first_unstarted_ = &child;
  return starter_ == nullptr;
}

void Task::set_starter(Starter& starter) {
  const std::lock_guard guard(lock_);
  starter_ = &starter;
}

std::optional<Task::Body> Task::claim() {
  if (!is_unstarted_.load(std::memory_order_relaxed)) return std::nullopt;
  Task* parent = lock_parent();
  if (parent == nullptr) return std::nullopt;
  std::optional<Body> body;
  if (is_unstarted_.load(std::memory_order_relaxed)) body = parent->take_body(*this);
  parent->lock_.unlock();
  return body;
}

Task::Unstarted Task::next_unstarted(const Starter& starter) {
  const std::lock_guard guard(lock_);
  if (starter_ != &starter) return {};
  Unstarted next{true, false, first_unstarted_, {}};
  if (next.child != nullptr) next.body = take_body(*next.child);
  next.has_more = first_unstarted_ != nullptr;
  if (!next.has_more) starter_ = nullptr;
  return next;
}

Task::Body Task::take_body(Task& child) {
  child.is_unstarted_.store(false, std::memory_order_relaxed);
  if (first_unstarted_ == &child) {
    Task* next = child.siblings_.next;
    while (next != nullptr && !next->is_unstarted_.load(std::memory_order_relaxed))
      next = next->siblings_.next;
    first_unstarted_ = next;
  }
  return {std::exchange(child.value_, Value::undefined()), child.takes_unit_};
}

Starter* Task::take_starter() {
  const std::lock_guard guard(lock_);
  return std::exchange(starter_, nullptr);
}

void Task::link(Task& child) {
  child.siblings_ = {last_child_, nullptr};
  (last_child_ ? last_child_->siblings_.next : first_child_) = &child;
  last_child_ = &child;
}

void Task::unlink(Task& child) {
  const Links links = std::exchange(child.siblings_, {});
  (links.previous ? links.previous->siblings_.next : first_child_) = links.next;
  (links.next ? links.next->siblings_.previous : last_child_) = links.previous;
}

void Task::forget(Task& child) {
  unlink(child);
  child.parent_.store(nullptr, std::memory_order_release);
}

// The parent may change until its lock is held.
Task* Task::lock_parent() {
  for (;;) {
    Task* parent = parent_.load(std::memory_order_acquire);
    if (parent == nullptr) return nullptr;
    parent->lock_.lock();
    if (parent_.load(std::memory_order_relaxed) == parent) return parent;
    parent->lock_.unlock();
  }
}

Task* Task::lock_parent_and(Task& root) {
  for (;;) {
    Task* parent = parent_.load(std::memory_order_acquire);
    if (parent == nullptr) return nullptr;
    const auto [first, second] = std::minmax({parent, &root}, std::less<>());
    first->lock_.lock();
    if (second != first) second->lock_.lock();
    if (parent_.load(std::memory_order_relaxed) == parent) return parent;
    unlock_both(*parent, root);
  }
}

void Task::unlock_both(Task& a, Task& b) {
  a.lock_.unlock();
  if (&b != &a) b.lock_.unlock();
}

bool Task::detach() {
  if (run_->task == nullptr) return false;  // it has ended, and so has its run
  Task& root = *run_->task;
  Task* parent = lock_parent_and(root);
  if (parent == nullptr) return false;
  const bool is_lost = has_failed_;
  bool is_late = false;
  if (is_lost) {
    parent->forgive(*this);
    root.lose(*this);
  } else if (!is_detached_) {
    // It may have ended, but the parent does not know of that yet, and so counts it as living.
    parent->unlink(*this);
    --parent->living_;
    is_detached_ = true;
    root.link(*this);
    ++root.living_detached_;
    parent_.store(&root, std::memory_order_release);
    is_late = root.is_closing_;
    parent->wake_if_children_are_over();
  }
  unlock_both(*parent, root);
  if (is_late && !has_ended()) signal(kKilled);
  return is_lost;
}

uint32_t Task::kill_detached() {
  std::vector<Task*> found;
  uint32_t living = 0;
  try {
    const std::lock_guard guard(lock_);
    is_closing_ = true;
    living = living_detached_;
    if (living == 0) return 0;
    for (Task* child = first_child_; child != nullptr; child = child->siblings_.next) {
      if (child->is_detached_) found.push_back(child);
    }
  } catch (const std::bad_alloc&) {  // the other tasks have ended
    signal_below(kKilled, true);
    return living;
  }
  for (Task* child : found) child->signal(kKilled);
  return living;
}

// ---- The end

// A limit can end very many tasks at once. The memory that is missing then must not go to their traces.
Bytes* Task::trace_of_end(Strand& s) const {
  if (s.machine().heap().limit_reached()) return nullptr;
  try {
    if (spawned_at_.proto != nullptr) {
      // The limit of long traces may leave this frame out.
      s.error_.add_to_trace(spawned_at_.proto, spawned_at_.word);
      std::vector<TraceEntry>& entries = s.error_.trace().entries;
      const bool is_there = !entries.empty() && entries.back().proto == spawned_at_.proto;
      if (is_there) entries.back().role = spawned_at_.role;
    }
    return save_trace(s.allocator(), s.error_.trace());
  } catch (const std::bad_alloc&) {  // the error is more important than its trace
    return nullptr;
  }
}

void Task::add_owned(Value owned) {
  next_owned(owned) = value_;
  value_ = owned;
}

// Where it stands in the list; the end of the list if it is not there. Mostly the first: uses end in reverse
// order. Counts those that come before it.
static Value& find_owned(Value& first, Value source, uint64_t& passed) {
  Value* link = &first;
  for (passed = 0; !link->is_undefined() && *link != source &&
                   !(is_kind(*link, Kind::Tuple) && as<Tuple>(*link)->items()[0] == source);
       ++passed)
    link = &next_owned(*link);
  return *link;
}

bool Task::remove_owned(Value source, uint64_t& passed) {
  Value& link = find_owned(value_, source, passed);
  if (link.is_undefined()) return false;
  link = std::exchange(next_owned(link), Value::undefined());
  return true;
}

bool Task::owns(Value source) {
  uint64_t passed = 0;
  return !find_owned(value_, source, passed).is_undefined();
}

// For a task that a limit ends: none of its own code, which would give them back, runs any more.
bool Task::give_up_owned() {
  const bool owns_any = !value_.is_undefined();
  while (!value_.is_undefined()) {
    const Value owned = value_;
    value_ = std::exchange(next_owned(owned), Value::undefined());
    take_from_owner(owned);
  }
  return owns_any;
}

void Task::end(Strand& s, Value value) {
  give_up_owned();
  if (value.is_exception()) {
    is_error_ = true;
    value = std::exchange(s.error_.value, Value::undefined());
    share(value);
    is_uncatchable_ = s.error_.uncatchable;
    trace_ = trace_of_end(s);
  }
  value_ = value;
  lock_.lock();
  finish(s);
  // Later signals come too late: they must not hide the error.
  was_ended_ = (signals() & (kCancelled | kKilled | kGivenUp)) != 0;
  has_ended_.store(true, std::memory_order_release);
  while (Waiter* waiter = awaiting_.take_first()) {
    if (waiter->kind == Case::end) is_awaited_.store(true, std::memory_order_relaxed);
    end_wait(*waiter->strand, waiter->which, Value::unit());
  }
  lock_.unlock();
  if (fiber_ != nullptr) close(*fiber_->yielded);
  if (fiber_ == nullptr && !is_program()) run_->give_back_task();
  if (Task* parent = lock_parent()) {
    std::vector<Task*> cancelled;
    parent->child_ended(*this, cancelled);
    const bool has_lost = parent->has_lost_locked();
    parent->lock_.unlock();
    for (Task* task : cancelled) task->cancel();
    if (has_lost) s.machine().runtime()->report_lost();
  }
}

bool Task::has_ended_for_parent() {
  if (!has_ended()) return false;
  if (!is_error_ || is_awaited_.load(std::memory_order_relaxed)) return true;
  Task* parent = lock_parent();
  if (parent == nullptr) return true;
  const bool is_known = has_failed_;
  parent->lock_.unlock();
  return is_known;
}

void Task::child_ended(Task& child, std::vector<Task*>& cancelled) {
  --(child.is_detached_ ? living_detached_ : living_);
  const bool is_lost = child.is_error_ && !child.is_awaited_.load(std::memory_order_relaxed);
  if (is_lost && !child.was_ended_ && (!child.is_detached_ || child.is_uncatchable_)) {
    fail(child, cancelled);
  } else {
    forget(child);
    if (is_lost && !child.was_ended_) lose(child);
  }
  wake_if_children_are_over();
}

void Task::wake_if_children_are_over() {
  const Waiter* waiting = ending_.first();
  if (waiting == nullptr || !children_are_over(static_cast<uint32_t>(waiting->value.as_small_int()))) return;
  if (Waiter* waiter = ending_.take_first()) end_wait(*waiter->strand, waiter->which, Value::unit());
}

void Task::fail(Task& child, std::vector<Task*>& cancelled) {
  child.has_failed_ = true;
  if (child.is_uncatchable_) child.is_watched_ = false;
  if (child.is_watched_) return;
  ++failed_;
  if (child.is_uncatchable_) {
    signal_locked(kChildExited);
  } else if (is_ordered_) {
    cancels_new_ = true;
    // Children after another failed one were cancelled at that failure.
    try {
      for (Task* later = child.siblings_.next; later && !later->has_failed_; later = later->siblings_.next)
        cancelled.push_back(later);
    } catch (const std::bad_alloc&) {  // the others run to their ends
    }
  } else {
    signal_locked(kChildFailed);
  }
}

bool Task::accepts_children() {
  const std::lock_guard guard(lock_);
  return !cancels_new_;
}

void Task::lose(Task& child) {
  Task*& last = run_->last_lost;
  child.siblings_.next = &child;
  if (last != nullptr) child.siblings_.next = std::exchange(last->siblings_.next, &child);
  last = &child;
}

Task* Task::take_lost() {
  const std::lock_guard guard(lock_);
  Task*& last = run_->last_lost;
  if (last == nullptr) return nullptr;
  Task* lost = last->siblings_.next;
  last->siblings_.next = lost->siblings_.next;
  if (last == lost) last = nullptr;
  return lost;
}

Value Task::result_for(Strand& s) {
  s.expect_futures_from_outside();
  if (!is_error_) {
    share(value_);
    return value_;
  }
  assert(has_ended());
  is_awaited_.store(true, std::memory_order_relaxed);
  if (Task* parent = lock_parent()) {
    parent->forgive(*this);
    parent->lock_.unlock();
  }
  // If this task was killed because the program ends, the reason is a signal of the program's own task.
  constexpr uint32_t kReasons = kEnding & ~(kKilled | kGivenUp | kChildExited);
  if (is_uncatchable_ && s.task().raise_signal(s, kReasons)) return Value::exception();
  s.raise(value_);
  s.error_.uncatchable = is_uncatchable_;
  try {
    if (trace_ != nullptr) restore_trace(*trace_, s.error_.trace());
  } catch (const std::bad_alloc&) {  // the error, which this strand has taken, is more important
  }
  return Value::exception();
}

bool Task::was_interrupted() const {
  return is_error_ && is_uncatchable_ && value_ == Value::label(sym::kInterrupted);
}

Ending Task::ending() const {
  Ending out{value_, Value::undefined(), is_uncatchable_, {}};
  if (is_error_) out.error = std::exchange(out.value, Value::exception());
  try {
    if (trace_ != nullptr) restore_trace(*trace_, out.trace);
  } catch (const std::bad_alloc&) {  // the error is more important than its trace
    out.trace = {};
  }
  return out;
}

void Task::trace_children(Tracer& tracer) {
  tracer.visit(parent_.load(std::memory_order_relaxed));
  for (Task* child = first_child_; child != nullptr; child = child->siblings_.next) tracer.visit(child);
  if (has_lost_locked()) {
    Task* last = run_->last_lost;
    tracer.visit(last);
    for (Task* lost = last->siblings_.next; lost != last; lost = lost->siblings_.next) tracer.visit(lost);
  }
  tracer.visit(value_);
  tracer.visit(trace_);
  tracer.visit(fiber_);
}

void Task::trace_suspended(Tracer& tracer) {
  Strand* strand = head();
  if (strand != nullptr && strand->suspended_fiber() != nullptr) strand->trace_roots(tracer);
}

}  // namespace aspen
