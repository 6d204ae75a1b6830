// A worker's timers: any thread may add to the wheel, remove from it, and fire the timers that are due.
#pragma once

#include <atomic>

#include "sched/spin_lock.h"
#include "sched/timer_wheel.h"

namespace aspen::sched {

// When the memory of a timer may be freed:
// - `remove` returned true: the timer will not fire; it belongs to the caller again.
// - `remove` returned false, and the timer had been added: a thread has taken the timer out.
//   It has called `fire`, is calling it, or is about to. The timer's memory has to stay
//   until `fire` has been entered. `fire` announces when it is done with the timer (for a
//   task: by the wake that is its last step). Nothing here touches the timer after calling
//   `fire`.
// So a task that gives up waiting removes its timer. If that fails, the task waits until the timer has fired,
// which is soon.
class Timers {
 public:
  explicit Timers(uint64_t now_ns) : wheel_(now_ns) {}

  // Any thread. True if no other timer is earlier: then a thread that sleeps until a later time for these
  // timers has to be woken.
  [[nodiscard]] bool add(Timer& timer);

  // Any thread.
  bool remove(Timer& timer);

  // Any thread, several at once too. Calls `fire` of every timer that is due, outside the lock; returns how
  // many. They fire in the order of expire() unless several threads fire them. At most as many fire as there
  // are at the beginning, so a timer that `fire` adds again while it is due does not keep the caller here.
  size_t fire_due(uint64_t now_ns);

  // Any thread. A lower bound for the earliest deadline (see TimerWheel::next_deadline), kForever if there is
  // no timer. Exact for the caller's own changes. Changes by other threads may show a moment later; those
  // threads act on what `add` returned.
  uint64_t next_deadline_ns() const { return next_deadline_ns_.load(std::memory_order_acquire); }

  // Any thread.
  size_t size();

 private:
  static constexpr size_t kBatch =
      64;  // timers taken out in one go: bounds the time for which the lock is held

  void publish() { next_deadline_ns_.store(wheel_.next_deadline(), std::memory_order_release); }

  SpinLock lock_;
  TimerWheel wheel_;  // guarded by lock_
  // Written under lock_, read by any thread. Acquire-release: a thread that sees a deadline passed finds its
  // timer in the wheel.
  std::atomic<uint64_t> next_deadline_ns_{kForever};
};

}  // namespace aspen::sched
