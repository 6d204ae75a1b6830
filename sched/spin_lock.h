// A lock for a few instructions' time, half as dear as a mutex when nobody else wants it. Whoever waits gives
// its core away after a moment, as the holder may have lost its own.
#pragma once

#include <atomic>
#include <thread>

#include "sched/platform.h"

namespace aspen::sched {

class SpinLock {
 public:
  void lock() {
    while (locked_.exchange(true, std::memory_order_acquire)) wait();
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  static constexpr int kSpins = 100;

  void wait() {
    for (int i = 0; locked_.load(std::memory_order_relaxed); ++i)
      i < kSpins ? spin_pause() : std::this_thread::yield();
  }

  std::atomic<bool> locked_{false};  // written by who takes and who leaves it
};

}  // namespace aspen::sched
