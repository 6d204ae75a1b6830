// When a worker that has nothing to do may ask a running worker to split its task again: after each refusal
// later, up to a limit, and at once after a split. A request costs both sides: the running worker interrupts
// its work, and the asking worker waits for the answer. One thread.
#pragma once

#include <algorithm>
#include <cstdint>

namespace aspen::sched {

class AskPause {
 public:
  static constexpr uint64_t kShortestNs = 50'000;
  // The watchdog asks on behalf of sleepers more often than that.
  static constexpr uint64_t kLongestNs = 20'000'000;

  bool is_over(uint64_t now_ns) const { return now_ns >= over_at_ns_; }

  // Records the result of the last request.
  void note(bool has_split, uint64_t now_ns) {
    pause_ns_ = has_split ? 0 : std::clamp(2 * pause_ns_, kShortestNs, kLongestNs);
    over_at_ns_ = now_ns + pause_ns_;
  }

 private:
  uint64_t pause_ns_ = 0, over_at_ns_ = 0;
};

}  // namespace aspen::sched
