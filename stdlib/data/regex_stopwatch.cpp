#include "stdlib/data/regex_stopwatch.h"

#include <time.h>

#include <algorithm>

namespace aspen {

static uint64_t ns_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

thread_local Stopwatch::Reading Stopwatch::last_{};

void Stopwatch::start() {
  started_ = ns_of(CLOCK_MONOTONIC);
  if (started_ - last_.wall > kReadingNs) last_ = {started_, ns_of(CLOCK_THREAD_CPUTIME_ID)};
}

void Stopwatch::stop(uint64_t most) {
  const uint64_t wall = ns_of(CLOCK_MONOTONIC), ns = wall - started_;
  if (ns < kBriefNs) {
    if (brief_ == Brief::counted) taken_ += ns;
    return;
  }
  // The thread may have stood still in that time.
  const Reading before = std::exchange(last_, {wall, ns_of(CLOCK_THREAD_CPUTIME_ID)});
  taken_ += std::min({ns, most, last_.processor - before.processor});
}

}  // namespace aspen
