// Measures what calls of RE2 have taken.
#pragma once

#include <cstdint>
#include <utility>

namespace aspen {

// By the processor time of this thread. To read that takes longer than most searches for the next of many
// matches, so it is read now and then, and after a call of which the clock on the wall says that it may have
// taken long. For one thread.
class Stopwatch {
 public:
  enum class Brief { counted, paid_before };  // the calls that take less than kBriefNs
  explicit Stopwatch(Brief brief) : brief_(brief) {}

  void start();
  // After a call that cannot take more than `most` nanoseconds.
  void stop(uint64_t most);
  // What calls have taken since the last time, in nanoseconds.
  uint64_t take() { return std::exchange(taken_, 0); }

 private:
  static constexpr uint64_t kBriefNs = 2'000, kReadingNs = 50'000;

  struct Reading {
    uint64_t wall, processor;
  };
  static thread_local Reading last_;  // of this thread, for whichever search

  Brief brief_;
  uint64_t started_ = 0;
  uint64_t taken_ = 0;
};

}  // namespace aspen
