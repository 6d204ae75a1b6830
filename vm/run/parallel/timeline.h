// The strands of one sequential program, in program order, and how they begin and end (docs/timelines.md; the
// protocol is tests/models/timeline.pml).
//
// A strand T that splits keeps the call and the frames above it. A new strand N, directly after T, continues
// with the frames below, which are kept in a segment S; from then on T stands on S. So each segment belongs
// to the strand that continues it. If a strand stands on several segments, the strands that continue them
// follow it in the list, the topmost segment's first, and each before the strands that it has split off.
//
// One lock guards the list, which strand continues a segment, unresolved futures, and what the strands wait
// for. A strand is woken under the lock, and takes it to leave, so no thread wakes a strand that is gone.
//
// R1 The first strand is the head: everything before it in the program has been done.
// R2 A strand owes the call that it was split on: no value and no error passes the segment that it stood on
//    at first before that call is over, whether the call's future was touched or not.
// R3 A strand that returns from its call withdraws the strand that continues the segment below, if that has
//    not been started, and continues the segment itself. Otherwise it resolves the segment's future and is
//    gone, and the other strand now owes what it owed. So a resolved future means that the whole call is
//    over, and a strand that owes nothing is the head.
// R4 An error that passes the base squashes the strands after this one, up to the one that continues the
//    segment below, and goes on in the segment's frames. A value that makes the rest of the segment needless
//    does the same (Segment::decisive), and so does an iteration that leaves its loop (Segment::loop).
// R5 A squashed strand does nothing that another strand can see: it has left the list, and notices at its
//    next safepoint, or before it does anything of R2 to R4, splits, or has an effect.
#pragma once

#include "vm/heap/ordered_lock.h"
#include "vm/object/future.h"
#include "vm/run/parallel/task_signals.h"
#include "vm/run/strand.h"

namespace aspen {

class Timeline : public TaskSignals {
 public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  // Adds the first strand of the timeline.
  void add_first(Strand& strand);
  // `fresh`, which no other strand can refer to yet, will continue `segment`, and `strand` now stands on it.
  // False if `strand` has been squashed.
  bool split(Strand& strand, Segment& segment, Strand& fresh);

  // Whether the strand has to wait for the future, which will then wake it.
  bool waits_for(Strand& strand, Future& future);
  // Whether the strand has to wait before it may have such an effect; it is woken to try again. Always true
  // for a strand that was squashed.
  bool waits_for_turn(Strand& strand, Effect effect);

  // Whether the strand may have such an effect now (E2). For assertions; meaningless, and true, if it is
  // squashed.
  static bool allows(Strand& strand, Effect effect);

  // Whether there are strands after the head.
  bool runs_ahead();
  // How many strands there are.
  uint32_t strands();

  // R2. Whether the strand, after its lowest call is over, has to wait before the result counts; it is woken
  // to try again.
  bool waits_at_base(Strand& strand);
  // R3. The strand has come to its base with `value`. Returns the segment that it continues with; null: it
  // has left. At the end of an iteration, `carried` has the values of the loop's carried registers.
  Segment* return_past(Strand& strand, Value value, const Value* carried = nullptr);
  // R4. The segment that an error unwinds next; null if the strand has been squashed.
  Segment* unwind_past(Strand& strand);
  // For every strand that has left or was squashed, before its memory is used again. True for the last one of
  // a finished timeline: the caller then wakes the strands and threads that wait for its end.
  bool drop();

 protected:
  // The head, or null. REQUIRES: lock_ is held, or a collection has stopped all threads.
  Strand* head() { return first_; }
  // For the last strand, as head, with no segment below. REQUIRES: lock_ is held.
  void finish(Strand& strand);

 private:
  // REQUIRES, for all of these: lock_ is held.
  void remove(Strand& strand);
  bool withdraw(Strand& strand);
  void squash(Strand& strand, const Strand& by);
  // May be called again for a strand that waits already; it then waits for `future` only.
  static void await(Strand& strand, Future& future);
  static void stop_awaiting(Strand& strand);
  // The head may have any effect.
  bool may_pass(const Strand& strand, Effect effect) const {
    return first_ == &strand || (effect <= Effect::read && strand.links_.may_read);
  }
  static void wake(Strand& strand);
  void resolve(Future& future, Value value);
  void resolve_carried(const Segment& segment, const Value* carried);
  void wake_waiters(Future& future);
  void turn_to(Strand* head);
  Strand* next_reader() const;
  void tell_signals(Strand& head);
  static bool lets_reads_pass(const Strand& strand);

  uint32_t members_ = 0;  // strands that have not been dropped
  Strand* first_ = nullptr;
  // A strand up to which all may read; null: there is none. Those after it that may read have been split off
  // since it was set. None loses that again: no bound is wider than that of the segment below
  // (SplitAttempt::bound_here).
  Strand* reader_ = nullptr;
  bool finished_ = false;

 protected:
  OrderedLock lock_;
};

}  // namespace aspen
