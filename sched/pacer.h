// How often a worker looks beyond its own queues: adapted to how long its tasks take, so that nothing in the
// global queue waits for much longer than a millisecond (W5). After Volt (blitz-io). One worker.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace aspen::sched {

class Pacer {
 public:
  static constexpr uint64_t kTargetNs =
      1'000'000;  // what is waiting in the global queue should wait no longer
  static constexpr uint32_t kFewestPolls = 8, kMostPolls = 255;
  static constexpr double kAlpha = 0.1;  // weight of a new sample in the average
  static constexpr uint64_t kFirstGuessNs = 50'000;

  // `polls` tasks have taken `elapsed_ns` together.
  void sample(uint64_t elapsed_ns, uint32_t polls) {
    if (polls == 0) return;
    average_ns_ = kAlpha * static_cast<double>(elapsed_ns) / polls + (1 - kAlpha) * average_ns_;
  }

  uint64_t average_ns() const {
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::lround(average_ns_)));
  }

  // Polls between two looks at the global queue.
  uint32_t interval() const { return interval_for(average_ns()); }
  static uint32_t interval_for(uint64_t average_ns) {
    return static_cast<uint32_t>(std::clamp<uint64_t>(kTargetNs / average_ns, kFewestPolls, kMostPolls));
  }

 private:
  double average_ns_ = kFirstGuessNs;
};

}  // namespace aspen::sched
