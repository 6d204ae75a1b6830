// The atomics that the lock-free parts of the scheduler use. Those parts are templates over this policy, so
// that tests can run the same code under a scheduler of their own, one atomic operation at a time
// (tests/sched).
#pragma once

#include <atomic>

#include "sched/platform.h"

namespace aspen::sched {

struct ThreadAtomics {
  template <class T>
  using Atomic = std::atomic<T>;

  // As in platform.h.
  static bool can_fence_others() { return sched::can_fence_others(); }
  static void fence_others() { sched::fence_others(); }
};

// Data that two threads write at the same time is placed this far apart: two cache lines, because processors
// fetch lines in pairs.
inline constexpr size_t kLineBytes = 128;

}  // namespace aspen::sched
