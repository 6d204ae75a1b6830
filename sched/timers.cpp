#include "sched/timers.h"

#include <algorithm>
#include <mutex>

namespace aspen::sched {

bool Timers::add(Timer& timer) {
  const uint64_t deadline = timer.deadline_ns;  // once the lock is left, the timer may have fired and be gone
  const std::lock_guard hold(lock_);
  const bool is_earliest = deadline < next_deadline_ns_.load(std::memory_order_relaxed);
  wheel_.add(timer);
  if (is_earliest) publish();
  return is_earliest;
}

bool Timers::remove(Timer& timer) {
  const std::lock_guard hold(lock_);
  if (!wheel_.remove(timer)) return false;
  publish();
  return true;
}

size_t Timers::fire_due(uint64_t now_ns) {
  size_t fired = 0;
  for (size_t left = SIZE_MAX; left > 0 && next_deadline_ns() <= now_ns;) {
    TimerList due;
    size_t count;
    {
      const std::lock_guard hold(lock_);
      // At most as many as there are now: a timer that is added again and again while it is due must not keep
      // the caller here.
      left = std::min(left, wheel_.size());
      count = wheel_.expire(now_ns, due, std::min(left, kBatch));
      publish();
    }
    left -= count;
    fired += count;
    while (Timer* timer = due.pop()) timer->fire(*timer);
    if (count < kBatch) break;
  }
  return fired;
}

size_t Timers::size() {
  const std::lock_guard hold(lock_);
  return wheel_.size();
}

}  // namespace aspen::sched
