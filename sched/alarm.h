// Says when a time has come, for who cannot look at a clock: a thread that runs what it is given to its end,
// or one that is not here at all. All alarms of the process share one thread, which starts with the first of
// them and ends with the last.
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
  // with no lock held; perhaps once more just after another time was set. It must not block, nor destroy an
  // alarm: the others ring later by what it takes.
  static std::unique_ptr<Alarm> start(std::function<void()> ring, int& error);
  ~Alarm() { end(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Any thread. Rings at that time by monotonic_ns, and `again_after_ns` later, and so on, until another time
  // is set; kForever: not, and not again.
  void set(uint64_t at_ns, uint64_t again_after_ns = kForever);
  // Any thread, and signal handlers. Rings now, once.
  void ring_now();
  // Ends the alarm: `ring` is not called any more, and a call of it that goes on has returned. Not from
  // `ring`. An owner whose `ring` uses the pointer to this alarm calls this before it drops the pointer.
  void end();

 private:
  friend class AlarmClock;

  explicit Alarm(std::function<void()> ring) : ring_(std::move(ring)) {}
  // The shared thread. Until when it may leave this alarm alone.
  uint64_t ring_if_due();

  const std::function<void()> ring_;
  std::mutex lock_;
  uint64_t at_ns_ = kForever, again_after_ns_ = kForever;  // guarded by lock_
  uint64_t looked_at_ns_ = kForever;  // guarded by lock_: when the thread will look, at the latest
  uint64_t filed_ns_ = kForever;      // guarded by the clock's lock: under which time the clock finds it
  // Written by who rings, before the thread is woken; taken by the thread. Release and acquire.
  std::atomic<bool> rings_now_{false};
  bool is_added_ = false;  // to the clock
};

}  // namespace aspen::sched
