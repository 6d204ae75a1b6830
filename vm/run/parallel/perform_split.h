// The split of a running strand at a place that was found (split_attempt.h).
#pragma once

#include <cstdint>

#include "vm/run/strand.h"

namespace aspen {

struct RangeLoop;

// A call that is pending, a loop of a library function over a range, or the next iterations of a loop.
struct SplitPlace {
  Value* frame = nullptr;            // registers of the call, or of the frame with the loop; null: no place
  const RangeLoop* range = nullptr;  // the rest of this loop is given away
  uint64_t left = 0;                 // its elements
  bool owes_push = false;            // it has not yet pushed the result of its current element
  const LoopSite* loop = nullptr;    // the next iterations of this loop are given away
  uint32_t at = 0;                   // the word where the frame is in it
  uint64_t kept = 0;                 // not 0: the frame keeps so many elements, and sums of its own
  Effect bound = Effect::write;      // of what the strand keeps

  bool halves() const { return kept != 0; }
};

// What the split of a strand costs later.
struct SplitCost {
  uint64_t copied = 0;        // slots
  uint64_t shared_bytes = 0;  // of containers that have to be copied now before an update
};

// The strand keeps the call, the first part of the range, or the iteration; a new strand continues with the
// rest. False if there was no room or no memory, and then nothing has changed; or if the strand has been
// squashed.
bool perform_split(Strand& strand, const SplitPlace& place, SplitCost& cost);

}  // namespace aspen
