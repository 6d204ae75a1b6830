// The atomics that the lock-free parts of the scheduler are written over. They are templates over this
// policy, so that tests can run the very same code under a scheduler of their own, one atomic operation at a
// time (tests/sched).
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

// What two threads write at the same time stands this far apart: two lines, because processors fetch lines in
// pairs.
inline constexpr size_t kLineBytes = 128;

}  // namespace aspen::sched
