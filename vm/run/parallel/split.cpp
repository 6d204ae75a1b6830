#include "vm/run/parallel/split.h"

#include "sched/worker.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/split_attempt.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// A split may cost at most 1/kShare of the time since the previous one.
constexpr uint64_t kShare = 20;
// Likewise 1/kLoopShare for splits of loops, which have a pace of their own (LoopPace).
constexpr uint64_t kLoopShare = 2;
// The number of frames that one wait may visit without a delay for the next search.
constexpr uint64_t kLongWalk = 1024;
// A strand that waits gives away the next iterations of its loop, unless the timeline has so many strands.
constexpr uint32_t kMostAhead = 64;

}  // namespace

void split_on_demand(Strand& strand) {
  SplitAttempt split(strand);
  Executor& executor = split.executor();
  if (split.is_forbidden()) return;
  const uint64_t now = split.now();
  const bool is_due = now >= executor.split_allowed_ns;
  if (!is_due && now < executor.loop_split_allowed_ns) return split.refuse(Refusal::too_soon);
  const bool has_found = split.find_oldest();
  const bool is_loop = has_found && split.iteration() != nullptr;
  const uint64_t share = is_loop && split.is_short() ? kLoopShare : kShare;
  if (!is_due && !is_loop) {
    split.refuse(Refusal::too_soon);
  } else if (!has_found || !split.perform()) {
    split.refuse(split.reason());
  } else if (is_loop) {
    split.note_split(now);
  }
  const uint64_t allowed = now + share * split.cost();
  executor.loop_split_allowed_ns = allowed;
  if (is_due && !is_loop) executor.split_allowed_ns = allowed;
}

void offer_iterations(Strand& strand) {
  SplitAttempt split(strand);
  if (!split.has_just_begun() || split.is_forbidden()) return;
  if (split.executor().worker->scheduler().workers() < 2 || split.strands_of_timeline() > kMostAhead) return;
  if (split.consider_new_iteration() && split.pace().is_coarse()) split.perform();
}

void split_before_wait(Strand& strand) {
  SplitAttempt split(strand);
  if (split.is_forbidden() || split.strands_of_timeline() > kMostAhead) return;
  if (!split.find_newest_iteration()) return;
  split.note_first_wait();
  if (split.pace().is_coarse() || split.is_eager()) split.perform();
}

// With very many frames on the stack, each search visits all that are left.
void split_all(Strand& strand) {
  SplitAttempt first(strand);
  Executor& executor = first.executor();
  const uint64_t now = first.now();
  if (first.is_forbidden() || now < executor.split_all_allowed_ns) return;
  uint64_t walked = 0, cost = 0;
  for (bool goes_on = true; goes_on && walked <= kLongWalk;) {
    SplitAttempt split(strand);
    goes_on = split.find_oldest() && split.perform();
    walked += split.walked();
    cost += split.cost();
  }
  if (walked > kLongWalk) executor.split_all_allowed_ns = now + kShare * cost;
}

bool split_step(Strand& strand) {
  SplitAttempt split(strand);
  if (!split.consider_step()) return false;
  return split.perform();
}

bool split_iteration(Strand& strand) {
  SplitAttempt split(strand);
  if (!split.consider_new_iteration()) return false;
  return split.perform();
}

bool split_newest(Strand& strand) {
  SplitAttempt split(strand);
  if (!split.consider_newest()) return false;
  return split.perform();
}

}  // namespace aspen
