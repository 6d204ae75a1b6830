#include "vm/run/parallel/timeline.h"

#include <bit>
#include <cassert>
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
  first_ = reader_ = &strand;
  strand.links_.may_read = true;
  ++members_;
}

bool Timeline::split(Strand& strand, Segment& segment, Strand& fresh) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return false;
  fresh.timeline_ = this;
  fresh.links_.is_head.store(false, std::memory_order_relaxed);
  fresh.links_.stand = strand.links_.stand;
  fresh.links_.continues = fresh.links_.owes = &segment;
  fresh.links_.earlier = &strand;
  fresh.links_.later = strand.links_.later;
  if (strand.links_.later != nullptr) strand.links_.later->links_.earlier = &fresh;
  strand.links_.later = &fresh;
  segment.continuing = &fresh;
  assert(!lets_reads_pass(strand) || segment.bound <= Effect::output);
  strand.links_.stand = &segment;
  fresh.links_.may_read = strand.links_.may_read && lets_reads_pass(strand);
  ++members_;
  fresh.links_.life.store(Strand::Life::unstarted, std::memory_order_release);
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
  const Segment* owed = strand.links_.owes;
  if (!owed || strand.links_.stand != owed->parent || owed->future->is_resolved() || strand.is_squashed())
    return false;
  await(strand, *owed->future);
  strand.wait_cause_ = WaitCause::base;
  return true;
}

// A strand that was woken without a result calls this again, perhaps for another future.
void Timeline::await(Strand& strand, Future& future) {
  if (strand.links_.awaited == &future) return;
  stop_awaiting(strand);
  strand.links_.awaited = &future;
  strand.links_.next_waiter = future.waiters;
  future.waiters = &strand;
}

void Timeline::stop_awaiting(Strand& strand) {
  Future* future = std::exchange(strand.links_.awaited, nullptr);
  if (future == nullptr) return;
  Strand** link = &future->waiters;
  while (*link != &strand) link = &(*link)->links_.next_waiter;
  *link = std::exchange(strand.links_.next_waiter, nullptr);
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
  strand.links_.wants_turn = !may_pass(strand, effect);
  strand.wait_cause_ = WaitCause::turn;
  return strand.links_.wants_turn;
}

bool Timeline::runs_ahead() {
  const std::lock_guard guard(lock_);
  return first_ != nullptr && first_->links_.later != nullptr;
}

uint32_t Timeline::strands() {
  const std::lock_guard guard(lock_);
  return members_;
}

// What remains for it is the call that it was split at; it runs no frames of the segment.
bool Timeline::lets_reads_pass(const Strand& strand) {
  return strand.links_.stand != nullptr && strand.links_.stand->bound <= Effect::output;
}

Segment* Timeline::return_past(Strand& strand, Value value, const Value* carried) {
  const std::lock_guard guard(lock_);
  if (strand.is_squashed()) return nullptr;
  Segment* segment = strand.links_.stand;
  Strand& next = *segment->continuing;
  if (withdraw(next)) {
    strand.executor_->counters.withdrawn.add();
    strand.links_.stand = segment->parent;
    return segment;
  }
  next.links_.owes =
      strand.links_.owes && !strand.links_.owes->future->is_resolved() ? strand.links_.owes : nullptr;
  if (next.links_.owes) next.links_.owes->continuing = &next;
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
  Segment* segment = strand.links_.stand;
  const Strand* end = segment->parent ? segment->parent->continuing : nullptr;
  while (strand.links_.later != end) squash(*strand.links_.later, strand);
  strand.links_.stand = segment->parent;
  return segment;
}

void Timeline::finish(Strand& strand) {
  while (strand.links_.later) squash(*strand.links_.later, strand);
  remove(strand);
  finished_ = true;
}

bool Timeline::drop() {
  const std::lock_guard guard(lock_);
  return --members_ == 0 && finished_;
}

void Timeline::remove(Strand& strand) {
  stop_awaiting(strand);
  if (reader_ == &strand) reader_ = strand.links_.earlier;
  (strand.links_.earlier ? strand.links_.earlier->links_.later : first_) = strand.links_.later;
  if (strand.links_.later != nullptr) strand.links_.later->links_.earlier = strand.links_.earlier;
  strand.links_.earlier = strand.links_.later = nullptr;
}

// False if a worker has started it. Otherwise its queue entry is still there, and is queued again while the
// strand is prepared for reuse.
bool Timeline::withdraw(Strand& strand) {
  auto expected = Strand::Life::unstarted;
  if (!strand.links_.life.compare_exchange_strong(expected, Strand::Life::preparing,
                                                  std::memory_order_acq_rel))
    return false;
  remove(strand);
  --members_;
  strand.reset();
  strand.links_.life.store(Strand::Life::withdrawn, std::memory_order_release);
  return true;
}

// A strand that no worker has started is gone at once; the others notice themselves, and are woken for that.
void Timeline::squash(Strand& strand, const Strand& by) {
  by.executor_->counters.squashed.add();
  by.executor_->worker->trace(sched::TraceKind::squash, &strand);
  if (withdraw(strand)) return;
  remove(strand);
  strand.links_.wants_turn = false;
  strand.links_.signals.fetch_or(StrandLinks::kSquashed, std::memory_order_acq_rel);
  strand.request_safepoint();
  wake(strand);
}

void Timeline::wake(Strand& strand) { strand.scheduler->wake(strand); }

void Timeline::wake_waiters(Future& future) {
  while (Strand* waiter = future.waiters) {
    future.waiters = std::exchange(waiter->links_.next_waiter, nullptr);
    waiter->links_.awaited = nullptr;
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
    strand->links_.is_head.store(true, std::memory_order_release);
    strand->request_safepoint();
    tell_signals(*strand);
    if (std::exchange(strand->links_.wants_turn, false)) wake(*strand);
  }
  while (Strand* next = next_reader()) {
    reader_ = next;
    next->links_.may_read = true;
    if (std::exchange(next->links_.wants_turn, false)) wake(*next);
  }
}

Strand* Timeline::next_reader() const {
  if (reader_ == nullptr) return first_;
  return lets_reads_pass(*reader_) ? reader_->links_.later : nullptr;
}

}  // namespace aspen
