// One attempt to split a running strand: the search for a place, and the split there (docs/timelines.md,
// loops.md, range-frames.md).
#pragma once

#include <optional>

#include "vm/run/error_trace.h"
#include "vm/run/parallel/perform_split.h"
#include "vm/run/parallel/strand_statistics.h"

namespace aspen {

// The strand is at a safepoint, with its frames and its instruction saved. The functions that search return
// false if there is no place.
class SplitAttempt {
 public:
  explicit SplitAttempt(Strand& strand) : s_(strand) {}

  // The oldest call, or loop.
  bool find_oldest();
  // The innermost loop; false also if there are many frames.
  bool find_newest_iteration();
  // The iteration that the running frame begins.
  bool consider_new_iteration();
  // The frame that was just made and the loop that called it; the frames below were considered when they were
  // made. All of them become part of the segment.
  bool consider_newest();
  // The loop over a range of the running frame, at its next step.
  bool consider_step();

  // False if there was no room, or if the strand has been squashed. Precondition: a place was found.
  bool perform() { return perform_split(s_, place_, cost_); }
  // The iteration goes on without the others, and its length is to be noted.
  void note_split(uint64_t now);

  // Whether the strand continues a loop and has not waited yet.
  bool has_just_begun() const;
  // The iteration that begins with an offer is measured: if it is short, the next ones are not offered.
  void note_offer();
  // Notes how long the part of an iteration up to the first wait was. It ends now.
  void note_wait();
  bool is_eager() const { return s_.eager_; }
  uint32_t strands_of_timeline() const;
  Executor& executor() const { return *s_.executor_; }
  // By the scheduler's clock, read once.
  uint64_t now();
  // While the heap is crowded, code that runs ahead of the program would only wait. What a squashed
  // strand computes is not needed.
  bool is_forbidden() const;

  // The loop with iterations to give away; null if the place is another one.
  const LoopSite* iteration() const { return place_.loop; }
  LoopPace& pace() const;
  // Frames that were visited.
  uint64_t walked() const { return walked_; }
  // Whether the search visited so few frames that splits of loops may have a pace of their own.
  bool is_short() const;
  // In nanoseconds, later costs included.
  uint64_t cost() const;

  // Counts and explains why the strand is not split.
  void refuse(Refusal refusal) const;
  // The reason why there is no place.
  Refusal reason() const;

 private:
  enum class Which : uint8_t { innermost, outermost };

  void consider(Value* frame);
  void consider_iteration(Value* frame, const Word* at, Which which);
  void consider_loop(Value* frame, const Word* at);
  void choose(const SplitPlace& place);
  void forget() { choose({}); }

  bool may_split(const Proto& proto, const LoopSite& site, const Value* state);
  uint64_t part_to_keep(const Proto& proto, const LoopSite& site, const Value* frame, const Word* at);
  bool goes_on(const Proto& proto, const LoopSite& site, const Value* frame, uint32_t word) const;
  bool is_above_sums(const Value* frame) const;
  bool runs_fiber() const;
  uint64_t most_left() const;
  // Null: the call writes.
  std::optional<Effect> bound_of_split(Value* frame, const TraceEntry& call);
  Effect bound_here(Effect effect) const;
  uint32_t slot_of(const Value* at) const { return s_.stack_.slot_of(at); }

  Strand& s_;
  SplitPlace place_;
  SplitCost cost_;
  TraceEntry writes_{};       // the oldest call that only its effects keep from being split
  TraceEntry fine_{};         // likewise a loop, and the length of its iterations
  bool needs_early_ = false;  // LoopPace::needs_early of that loop
  bool has_barrier_ = false;
  uint64_t walked_ = 0;
  uint64_t now_ = 0;  // 0: not yet read from the clock
};

}  // namespace aspen
