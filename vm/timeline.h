// The strands of one sequential program, in program order, and how they come and go (execution.md;
// tests/models/timeline.pml is the protocol).
//
// A strand T that splits keeps the call and what is above it; a new strand N, right behind T, goes on with
// the frames below, kept in a segment S on which T stands from now on. So to each segment belongs the strand
// that continues it, and on a strand's way down through the segments it stands on, those strands follow it in
// the list, with the ones they have split off in between.
//
// One lock guards the list, which strand continues a segment, futures that are not resolved, and what the
// strands wait for. A strand is woken under the lock, and takes it to leave: nobody wakes one that is gone.
//
// R1 The first strand is the head: everything before it in the program has been done.
// R2 A strand owes the call that it was split on: nothing passes what it stood on at first, no value and no
//    error, before that call is over, touched or not.
// R3 A strand whose call returns withdraws the one that continues the segment below, if nobody has started
//    that, and goes on with the segment itself. Otherwise it resolves the segment's future and is gone, and
//    what it owed itself is owed by the other one now. So a resolved future means that the whole call is
//    over, and a strand that owes nothing is the head.
// R4 An error that passes the base squashes the strands behind, as far as the one that continues the segment
//    below, and goes on in the segment's frames. So does a value that makes what stands there needless
//    (Segment::decisive).
// R5 A squashed strand does nothing that another one sees: it has left the list, and notices at its next
//    safepoint, or when it is about to do anything of R2 to R4, to split, or to have an effect.
#pragma once

#include "vm/future.h"
#include "vm/ordered_lock.h"
#include "vm/strand.h"

namespace aspen {

class Timeline {
 public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  // The first strand of all.
  void add_first(Strand& strand);
  // `fresh`, which is not known to anybody yet, continues `segment`, which `strand` stands on from now on.
  // False if that one has been squashed.
  bool split(Strand& strand, Segment& segment, Strand& fresh);

  // Whether the strand has to wait for the future, which wakes it then.
  bool waits_for(Strand& strand, Future& future);
  // Whether the strand has to wait before it does something with such an effect, and is woken to try again.
  // True for one that was squashed, whatever it wants.
  bool waits_for_turn(Strand& strand, Effect effect);

  // Whether the strand may do something with such an effect now (E2). For assertions: of one that is squashed
  // it tells nothing, and gives true.
  static bool allows(Strand& strand, Effect effect);

  // Whether there are others behind the head.
  bool runs_ahead();

  // R2. Whether the strand, whose lowest call is over, has to wait before that counts, and is woken to try
  // again.
  bool waits_at_base(Strand& strand);
  // R3. The strand has come to its base with `value`. The segment with which it goes on, or null: it has
  // left.
  Segment* return_past(Strand& strand, Value value);
  // R4. The segment whose frames an error in the strand goes through next. Null if it has been squashed.
  Segment* unwind_past(Strand& strand);
  // By every strand once it has left or was squashed, before its memory is used again. True for the last one
  // of a finished timeline, whose caller then tells whoever waits for it.
  bool drop();

 protected:
  // The head, or null; while the lock is held.
  Strand* head() { return first_; }
  // By the last strand, when it is head: there is nothing below. While the lock is held.
  void finish(Strand& strand);

 private:
  void remove(Strand& strand);
  bool withdraw(Strand& strand);
  void squash(Strand& strand, const Strand& by);
  // May be called again for a strand that waits already: it then waits for `future` alone.
  static void await(Strand& strand, Future& future);
  static void stop_awaiting(Strand& strand);
  bool may_pass(const Strand& strand, Effect effect) const;
  static void wake(Strand& strand);
  void wake_waiters(Future& future);
  void turn_to(Strand* head);
  void tell_signals(Strand& head);
  static bool is_bounded_by_read(const Strand& strand);

  Strand* first_ = nullptr;
  Strand* last_ = nullptr;
  uint32_t members_ = 0;  // strands that have not been dropped
  bool finished_ = false;

 protected:
  OrderedLock lock_;
};

}  // namespace aspen
