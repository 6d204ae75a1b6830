// Ends the wait of a thread that works on a pipe. The caller learns that the thread no longer holds the pipe.
#pragma once

#include <poll.h>

#include <atomic>
#include <mutex>

#include "stdlib/system/descriptor.h"

namespace aspen {

class GiveUp {
 public:
  // Called by the working thread, which keeps the lock as long as it holds the pipe.
  [[nodiscard]] std::unique_lock<std::mutex> enter() { return std::unique_lock(lock_); }
  bool is_given_up() const { return is_given_up_.load(std::memory_order_seq_cst); }
  // Waits until the descriptor is ready (-1: none), the time is over, or the work is given up. Returns
  // whether the descriptor is ready. REQUIRES: the caller has entered.
  bool wait(pollfd waiting, int milliseconds);

  // Any thread. When this returns, the working thread has left, and cannot enter while the lock is held.
  [[nodiscard]] std::unique_lock<std::mutex> give_up();

 private:
  std::mutex lock_;
  Descriptor bell_;  // readable once the work is given up; guarded by the lock
  // The working thread writes the number and reads the flag; the thread that gives up does the reverse. Each
  // writes before it reads, in one order (seq_cst): so the bell is rung, or the flag is seen.
  std::atomic<int> bell_number_{-1};
  std::atomic<bool> is_given_up_{false};
};

}  // namespace aspen
