// co_await sleep_for(…): parks the task until a time has come.
#pragma once

#include <atomic>
#include <chrono>
#include <coroutine>

#include "sched/coroutine.h"
#include "sched/timers.h"

namespace aspen::sched {

// A task's timer. The thread that fires it writes `fired_` as its last access, so a task that goes on waits
// for that.
class SleepTimer : Timer {
 public:
  explicit SleepTimer(uint64_t at_ns);
  SleepTimer(const SleepTimer&) = delete;
  SleepTimer& operator=(const SleepTimer&) = delete;
  // A task that is cancelled while it sleeps removes its timer.
  ~SleepTimer();

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> here);
  void await_resume();

 private:
  static void wake_sleeper(Timer& timer);
  void wait_until_fired() const;

  JoinableTask* task_ = nullptr;
  Timers* timers_ = nullptr;  // null: not set
  std::atomic<bool> fired_{false};
};

// Wakes at the time, by the scheduler's clock, or as soon after it as a worker looks.
inline SleepTimer sleep_until(uint64_t at_ns) { return SleepTimer(at_ns); }

inline SleepTimer sleep_for(std::chrono::nanoseconds time) {
  const uint64_t now = Worker::current()->scheduler().now();
  return SleepTimer(time.count() <= 0 ? now : now + static_cast<uint64_t>(time.count()));
}

}  // namespace aspen::sched
