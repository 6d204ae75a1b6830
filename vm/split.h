// Splitting a running strand at a pending call (execution.md, "Split").
#pragma once

namespace aspen {

class Strand;

// The strand stands at a safepoint, with its frames and its instruction saved.

// Splits at the oldest promotable call, or the oldest loop whose range may be split (range_loop.h), for a
// worker that has nothing to do; not if splitting has cost too much lately, or if there is none.
void split_on_demand(Strand& strand);
// Splits at the call whose frame has just been made, if that is promotable, or the loop that made it. Whether
// it did.
bool split_newest(Strand& strand);
// Splits the loop of the running frame, which is about to take its next step. Whether it did.
bool split_step(Strand& strand);

// Splits wherever it can, as the strand is about to wait for something outside of the program; not if looking
// for such places has taken long lately.
void split_all(Strand& strand);

}  // namespace aspen
