#include "vm/run/parallel/timeline.h"

#include <bit>
#include <mutex>
#include <utility>

#include "sched/worker.h"
#include "vm/run/runtime.h"

namespace aspen {

// A task may be signalled while it is started: either the signalling thread finds the strand here, or the
// strand finds the signal when it checks for requests.
void Timeline::add_first(Strand& strand) {
  const std::lock_guard guard(lock_);
  strand.timeline_ = this;
  first_ = last_ = &strand;
  ++members_;
}

bool Timeline::split(Strand& strand, Segment& segment, Strand& fresh) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return false;
  fresh.timeline_ = this;
  fresh.is_head_.store(false, std::memory_order_relaxed);
  fresh.stand_ = strand.stand_;
  fresh.continues_ = fresh.owes_ = &segment;
  fresh.earlier_ = &strand;
  fresh.later_ = strand.later_;
  (strand.later_ ? strand.later_->earlier_ : last_) = &fresh;
  strand.later_ = &fresh;
  segment.continuing = &fresh;
  strand.stand_ = &segment;
  ++members_;
  fresh.life_.store(Strand::Life::unstarted, std::memory_order_release);
  return true;
}

bool Timeline::waits_for(Strand& strand, Future& future) {
  const std::lock_guard guard(lock_);
  if (future.is_resolved() || strand.is_squashed()) return false;
  await(strand, future);
  strand.wait_cause_ = WaitCause::value;
  return true;
}

bool Timeline::waits_at_base(Strand& strand) {
  if (strand.is_head()) return false;
  const std::lock_guard guard(lock_);
  const Segment* owed = strand.owes_;
  if (!owed || strand.stand_ != owed->parent || owed->future->is_resolved() || strand.is_squashed())
    return false;
  await(strand, *owed->future);
  strand.wait_cause_ = WaitCause::base;
  return true;
}

// A strand that was woken without a result calls this again, perhaps for another future.
void Timeline::await(Strand& strand, Future& future) {
  if (strand.awaited_ == &future) return;
  stop_awaiting(strand);
  strand.awaited_ = &future;
  strand.next_waiter_ = future.waiters;
  future.waiters = &strand;
}

void Timeline::stop_awaiting(Strand& strand) {
  Future* future = std::exchange(strand.awaited_, nullptr);
  if (future == nullptr) return;
  Strand** link = &future->waiters;
  while (*link != &strand) link = &(*link)->next_waiter_;
  *link = std::exchange(strand.next_waiter_, nullptr);
}

// The head may have any effect; others may read while no strand before them can do more than read and print.
bool Timeline::may_pass(const Strand& strand, Effect effect) const {
  bool may_pass = first_ == &strand || effect <= Effect::read;
  for (const Strand* s = strand.earlier_; may_pass && s != nullptr; s = s->earlier_)
    may_pass = lets_reads_pass(*s);
  return may_pass;
}

bool Timeline::allows(Strand& strand, Effect effect) {
  Timeline* timeline = strand.timeline_;
  if (effect == Effect::pure || timeline == nullptr) return true;
  const std::lock_guard guard(timeline->lock_);
  return strand.is_squashed() || timeline->may_pass(strand, effect);
}

bool Timeline::waits_for_turn(Strand& strand, Effect effect) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return true;
  if (first_ == &strand) return false;
  strand.wants_turn_ = !may_pass(strand, effect);
  strand.wait_cause_ = WaitCause::turn;
  return strand.wants_turn_;
}

bool Timeline::runs_ahead() {
  const std::lock_guard guard(lock_);
  return first_ != last_;
}

uint32_t Timeline::strands() {
  const std::lock_guard guard(lock_);
  return members_;
}

// What remains for it is the call that it was split at; it runs no frames of the segment.
bool Timeline::lets_reads_pass(const Strand& strand) {
  return strand.stand_ != nullptr && strand.stand_->bound <= Effect::output;
}

Segment* Timeline::return_past(Strand& strand, Value value, const Value* carried) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return nullptr;
  Segment* segment = strand.stand_;
  Strand& next = *segment->continuing;
  if (withdraw(next)) {
    strand.executor_->counters.withdrawn.add();
    strand.stand_ = segment->parent;
    return segment;
  }
  next.owes_ = strand.owes_ && !strand.owes_->future->is_resolved() ? strand.owes_ : nullptr;
  if (next.owes_) next.owes_->continuing = &next;
  if (segment->loop != nullptr) resolve_carried(*segment, carried);
  resolve(*segment->future, value);
  remove(strand);
  turn_to(first_);
  return nullptr;
}

void Timeline::resolve(Future& future, Value value) {
  future.bits.store(value.bits(), std::memory_order_release);
  wake_waiters(future);
}

// The strand that continues the segment has a copy of its slots.
void Timeline::resolve_carried(const Segment& segment, const Value* carried) {
  const Value* registers = segment.slots() + segment.base;
  for (uint64_t left = segment.carried; left != 0; left &= left - 1)
    resolve(*as<Future>(registers[std::countr_zero(left)]), *carried++);
}

Segment* Timeline::unwind_past(Strand& strand) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return nullptr;
  Segment* segment = strand.stand_;
  const Strand* end = segment->parent ? segment->parent->continuing : nullptr;
  while (strand.later_ != end) squash(*strand.later_, strand);
  strand.stand_ = segment->parent;
  return segment;
}

void Timeline::finish(Strand& strand) {
  while (strand.later_) squash(*strand.later_, strand);
  remove(strand);
  finished_ = true;
}

bool Timeline::drop() {
  const std::lock_guard guard(lock_);
  return --members_ == 0 && finished_;
}

void Timeline::remove(Strand& strand) {
  stop_awaiting(strand);
  (strand.earlier_ ? strand.earlier_->later_ : first_) = strand.later_;
  (strand.later_ ? strand.later_->earlier_ : last_) = strand.earlier_;
  strand.earlier_ = strand.later_ = nullptr;
}

// False if a worker has started it. Otherwise its queue entry is still there, and is queued again while the
// strand is prepared for reuse.
bool Timeline::withdraw(Strand& strand) {
  auto expected = Strand::Life::unstarted;
  if (!strand.life_.compare_exchange_strong(expected, Strand::Life::preparing, std::memory_order_acq_rel))
    return false;
  remove(strand);
  --members_;
  strand.reset();
  strand.life_.store(Strand::Life::withdrawn, std::memory_order_release);
  return true;
}

// A strand that no worker has started is gone at once; the others notice themselves, and are woken for that.
void Timeline::squash(Strand& strand, const Strand& by) {
  by.executor_->counters.squashed.add();
  by.executor_->worker->trace(sched::TraceKind::squash, &strand);
  if (withdraw(strand)) return;
  remove(strand);
  strand.wants_turn_ = false;
  strand.signals_.fetch_or(Strand::kSquashed, std::memory_order_acq_rel);
  strand.request_safepoint();
  wake(strand);
}

void Timeline::wake(Strand& strand) { strand.scheduler->wake(strand); }

void Timeline::wake_waiters(Future& future) {
  while (Strand* waiter = future.waiters) {
    future.waiters = std::exchange(waiter->next_waiter_, nullptr);
    waiter->awaited_ = nullptr;
    wake(*waiter);
  }
}

// A signal that its task received while the strand waited for an operation and was not the head.
void Timeline::tell_signals(Strand& strand) {
  if (signals() != 0 && strand.wait().take()) end_wait(strand, Wait::kInterrupted, Value::undefined());
}

// The strand's turn has come, and it keeps it until it leaves (R1): it now checks the reasons to stop that
// concern a head. Strands after it that wait to read may now have their turn, too.
void Timeline::turn_to(Strand* strand) {
  if (strand != nullptr && !strand->is_head()) {
    strand->is_head_.store(true, std::memory_order_release);
    strand->request_safepoint();
    tell_signals(*strand);
  }
  for (; strand != nullptr; strand = strand->later_) {
    if (std::exchange(strand->wants_turn_, false)) wake(*strand);
    if (!lets_reads_pass(*strand)) return;
  }
}

}  // namespace aspen
