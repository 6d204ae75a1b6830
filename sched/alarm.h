// Calls a function when a time has come, for a caller that cannot look at a clock itself: a thread that runs
// a task to its end, or a thread that is busy elsewhere. All alarms of the process share one thread, which
// starts with the first alarm and ends with the last one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "sched/platform.h"

namespace aspen::sched {

class AlarmClock;

class Alarm {
 public:
  // Null, with a negative errno, if the system refuses the thread. `ring` is called on the shared thread,
  // with no lock held, and possibly once more just after another time was set. It must not block or destroy
  // an alarm: every other alarm is late by the time that `ring` takes.
  static std::unique_ptr<Alarm> start(std::function<void()> ring, int& error);
  ~Alarm() { end(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Any thread. Rings at `at_ns` (by monotonic_ns), then every `again_after_ns`, until another time is set.
  // With kForever for `at_ns` the alarm never rings; for `again_after_ns`, it rings only once.
  void set(uint64_t at_ns, uint64_t again_after_ns = kForever);
  // Any thread, and signal handlers. Rings now, once.
  void ring_now();
  // Ends the alarm: when this returns, `ring` is not running and is not called again. Not from `ring`. If
  // `ring` uses the owner's pointer to this alarm, the owner calls this before it drops the pointer.
  void end();

 private:
  friend class AlarmClock;

  explicit Alarm(std::function<void()> ring) : ring_(std::move(ring)) {}
  // Called by the shared thread. Returns the time until which it need not look at this alarm again.
  uint64_t ring_if_due();

  const std::function<void()> ring_;
  std::mutex lock_;
  uint64_t at_ns_ = kForever, again_after_ns_ = kForever;  // guarded by lock_
  uint64_t looked_at_ns_ = kForever;  // guarded by lock_: when the thread will look, at the latest
  uint64_t filed_ns_ = kForever;      // guarded by the clock's lock: its key among the clock's alarms
  // Written by the thread that rings, before it wakes the shared thread, which takes it. Release, acquire.
  std::atomic<bool> rings_now_{false};
  bool is_added_ = false;  // to the clock
};

}  // namespace aspen::sched
