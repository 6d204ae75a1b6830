// Splitting a running strand at a pending call (docs/timelines.md).
#pragma once

namespace aspen {

class Strand;

// In all of these, the strand is at a safepoint, with its frames and its instruction saved.

// For an idle worker: splits at the oldest promotable call, or the oldest loop with a splittable range
// (range_loop.h). Does nothing if there is none, or if splits have cost too much recently.
void split_on_demand(Strand& strand);
// Splits at the call that has just made its frame, if it is promotable, or at the loop that made the call.
// Returns whether it did.
bool split_newest(Strand& strand);
// Splits the loop of the running frame, before its next step. Returns whether it did.
bool split_step(Strand& strand);

// Splits off the iterations after the one that the running frame begins. Returns whether it did.
bool split_iteration(Strand& strand);

// Splits off the iterations after the one that the running frame begins, if a worker has just taken them
// over: others may want the next ones, and need not ask for them.
void offer_iterations(Strand& strand);

// Splits off the next iterations of the innermost loop, because the strand is about to wait for a value or
// for its turn; not if the iterations are short, or if very many strands run ahead already.
void split_before_wait(Strand& strand);

// Splits at every possible call, because the strand is about to wait for an event outside of the program; not
// if the search for such calls has taken long recently.
void split_all(Strand& strand);

}  // namespace aspen
