#include "vm/run/parallel/split.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "sched/worker.h"
#include "vm/heap/heap.h"
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

// Delays the next search after one that has visited very many frames. It counts in processor time: on a busy
// machine a thread may run for less than 1/kShare of the time by the clock, and would do nothing but search.
class LongWalks {
 public:
  bool allow_search() const { return allowed_ns_ == 0 || thread_ns() >= allowed_ns_; }
  void note(uint64_t walked, uint64_t cost_ns) {
    allowed_ns_ = walked > kLongWalk ? thread_ns() + kShare * cost_ns : 0;
  }

 private:
  static uint64_t thread_ns() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
  }

  uint64_t allowed_ns_ = 0;  // 0: no walk was long
};
thread_local LongWalks long_walks;

// Copies of large containers are mostly due to splits: both strands had them. They count like the cost of the
// splits, but others that the program itself causes do not keep it from using other workers for ever.
void pay_for_copies(Executor& executor, uint64_t now) {
  constexpr uint64_t kCopiedBytePs = 500, kMostNs = 250'000'000;
  const uint64_t copied = Heap::large_copies() - std::exchange(executor.paid_copies, Heap::large_copies());
  if (copied == 0) return;
  const uint64_t allowed = now + std::min(kMostNs, kShare * copied * kCopiedBytePs / 1000);
  executor.split_allowed_ns = std::max(executor.split_allowed_ns, allowed);
  executor.loop_split_allowed_ns = std::max(executor.loop_split_allowed_ns, allowed);
}

}  // namespace

void split_on_demand(Strand& strand) {
  SplitAttempt split(strand);
  Executor& executor = split.executor();
  if (split.is_forbidden()) return;
  const uint64_t now = split.now();
  pay_for_copies(executor, now);
  const bool is_due = now >= executor.split_allowed_ns;
  if (!is_due && now < executor.loop_split_allowed_ns) return split.refuse(Refusal::too_soon);
  if (!long_walks.allow_search()) return split.refuse(Refusal::too_soon);
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
  long_walks.note(split.walked(), split.cost());
  const uint64_t allowed = now + share * split.cost();
  executor.loop_split_allowed_ns = allowed;
  if (is_due && !is_loop) executor.split_allowed_ns = allowed;
}

void offer_iterations(Strand& strand) {
  SplitAttempt split(strand);
  if (!split.has_just_begun() || split.is_forbidden()) return;
  if (split.executor().worker->scheduler().workers() < 2 || split.strands_of_timeline() > kMostAhead) return;
  if (split.consider_new_iteration() && split.pace().is_coarse() && split.perform()) split.note_offer();
}

void split_before_wait(Strand& strand) {
  SplitAttempt split(strand);
  split.note_wait();
  if (split.is_forbidden() || split.strands_of_timeline() > kMostAhead) return;
  if (!split.find_newest_iteration()) return;
  if (split.pace().is_coarse() || split.is_eager()) split.perform();
}

// With very many frames on the stack, each search visits all that are left.
void split_all(Strand& strand) {
  if (SplitAttempt(strand).is_forbidden() || !long_walks.allow_search()) return;
  uint64_t walked = 0, cost = 0;
  for (bool goes_on = true; goes_on && walked <= kLongWalk;) {
    SplitAttempt split(strand);
    goes_on = split.find_oldest() && split.perform();
    walked += split.walked();
    cost += split.cost();
  }
  long_walks.note(walked, cost);
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
