// A lock for critical sections of a few instructions; without contention it costs half as much as a mutex. A
// waiting thread yields its core after a moment, as the holder may have lost its own.
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
  // A look takes the lock's cache line away from its holder, which costs more than the lock is held for. So a
  // waiter looks less and less often: eight senders to one channel on two workers, 99 -> 43 ns a message.
  static constexpr int kFewestPauses = 16, kMostPauses = 128;
  static constexpr int kLooks = 16;  // before the first time that it gives its core away

  [[gnu::noinline]] void wait() {
    int looks = 0;
    int pauses = kFewestPauses;
    do {
      for (int i = 0; i < pauses; ++i) spin_pause();
      if (pauses < kMostPauses) pauses *= 2;
      if (++looks > kLooks) std::this_thread::yield();
    } while (locked_.load(std::memory_order_relaxed));
  }

  std::atomic<bool> locked_{false};  // written by the threads that take and leave it
};

}  // namespace aspen::sched
