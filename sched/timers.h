// A worker's timers: a wheel that any thread may add to and remove from, and that whoever has time fires.
#pragma once

#include <atomic>

#include "sched/spin_lock.h"
#include "sched/timer_wheel.h"

namespace aspen::sched {

// Who frees a timer, and when:
// - `remove` gave true: it will not fire; it is the caller's again.
// - `remove` gave false, and the timer had been added: `fire` has been called, or is being called, or is
// about to be by a
//   thread that has taken the timer out. Its memory has to stay until `fire` has been entered. `fire` says
//   when it is done with the timer (for a task: by the wake that is its last step), and nothing here touches
//   the timer after calling it.
// So a task that gives up waiting removes its timer, and if that fails, parks until the timer's wake has
// come, which is soon.
class Timers {
 public:
  explicit Timers(uint64_t now_ns) : wheel_(now_ns) {}

  // Any thread. True if no other timer is earlier: whoever sleeps for these timers until a later time has to
  // be told.
  [[nodiscard]] bool add(Timer& timer);

  // Any thread.
  bool remove(Timer& timer);

  // Any thread, several at once too. Calls `fire` of every timer that is due, outside the lock; returns how
  // many. They fire in the order of expire() unless several threads do it. At most as many fire as there are
  // at the beginning, so a timer that `fire` adds again while it is due keeps nobody here.
  size_t fire_due(uint64_t now_ns);

  // Any thread. A lower bound for the earliest deadline (see TimerWheel::next_deadline), kForever if there is
  // no timer. Exact for the caller's own changes; others' may come a moment later, and those who make them
  // act on what `add` returned.
  uint64_t next_deadline_ns() const { return next_deadline_ns_.load(std::memory_order_acquire); }

  // Any thread.
  size_t size();

 private:
  static constexpr size_t kBatch =
      64;  // timers taken out in one go: bounds the time for which the lock is held

  void publish() { next_deadline_ns_.store(wheel_.next_deadline(), std::memory_order_release); }

  SpinLock lock_;
  TimerWheel wheel_;  // guarded by lock_
  // Written under lock_, read by everybody. Acquire-release: who sees a deadline passed finds its timer in
  // the wheel.
  std::atomic<uint64_t> next_deadline_ns_{kForever};
};

}  // namespace aspen::sched
