// How many operations outside of a program are under way.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace aspen {

// Three events: an operation begins; it ends; the strand that waits for it has been informed, or no strand
// waits any more. Until the third, nothing counts as a deadlock. Any thread may use it.
class OperationCounts {
 public:
  void begin() {
    under_way_.fetch_add(1, std::memory_order_relaxed);
    awaited_.fetch_add(1, std::memory_order_relaxed);
  }
  void end() { under_way_.fetch_sub(1, std::memory_order_release); }
  // Whether it was the last one that is awaited.
  bool end_wait() { return awaited_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  bool are_under_way() const { return under_way_.load(std::memory_order_acquire) != 0; }
  bool are_awaited() const { return awaited_.load(std::memory_order_acquire) != 0; }

  // Called before and after the code with which a thread that the runtime does not own ends an operation
  // (Operation::end_from_outside).
  void begin_outside_end() { outside_ends_.fetch_add(1, std::memory_order_relaxed); }
  void end_outside_end() { outside_ends_.fetch_sub(1, std::memory_order_release); }
  // For the runtime's end, which a strand that was woken there may lead to.
  void wait_for_outside_ends() const {
    while (outside_ends_.load(std::memory_order_acquire) != 0) std::this_thread::yield();
  }

 private:
  // Written by threads that begin and end them; read when the program is over. Acquire and release.
  std::atomic<uint64_t> under_way_{0};
  // Incremented where they begin, decremented after the strand was woken; read by the search for a deadlock.
  // Acquire and release: it sees a woken strand.
  std::atomic<uint64_t> awaited_{0};
  std::atomic<uint32_t> outside_ends_{0};
};

}  // namespace aspen
