// How other threads end the wait of one that works on a pipe, and know that it holds it no longer.
#pragma once

#include <poll.h>

#include <atomic>
#include <mutex>

#include "stdlib/descriptor.h"

namespace aspen {

class GiveUp {
 public:
  // By the thread that works, as long as it holds the pipe.
  [[nodiscard]] std::unique_lock<std::mutex> enter() { return std::unique_lock(lock_); }
  bool is_given_up() const { return is_given_up_.load(std::memory_order_seq_cst); }
  // Inside: until the descriptor is ready (-1: none), the time is over or the work is given up. Whether it is
  // ready.
  bool wait(pollfd waiting, int milliseconds);

  // Any thread. The thread that works has left when this returns, and enters no more while the lock is held.
  [[nodiscard]] std::unique_lock<std::mutex> give_up();

 private:
  std::mutex lock_;
  Descriptor bell_;  // readable once the work is given up; guarded by the lock
  // The number is written by the thread that works and read by the one that gives up, the flag the other way
  // round. Each writes its own before it reads the other's, in one order: the bell is rung, or the flag seen.
  std::atomic<int> bell_number_{-1};
  std::atomic<bool> is_given_up_{false};
};

}  // namespace aspen
