// What a running task is asked to do at its next safepoint: bits that any thread sets and the task takes. The
// protocol is modelled in tests/models/shutdown.pml (W7).
#pragma once

#include <cstdint>

#include "sched/atomics.h"

namespace aspen::sched {

template <class Atomics>
class Requests {
 public:
  static constexpr uint32_t kYield = 1, kSplit = 2;

  // Any thread.
  void ask(uint32_t bits) { word_.fetch_or(bits, std::memory_order_acq_rel); }

  // The task: what it was asked for.
  uint32_t take() { return word_.exchange(0, std::memory_order_acq_rel); }

  // Likewise, without asking what: these alone.
  void forget(uint32_t bits) { word_.fetch_and(~bits, std::memory_order_acq_rel); }

  // The worker, before it runs a task: drops a request to yield, which was for the task before. The exception
  // is shutdown's request, which is for every task from then on. Shutdown sets the flag first: if its request
  // is dropped here, the flag is seen here (acquire), and the request is made again.
  template <class Flag>
  void begin_run(const Flag& stopping) {
    if ((word_.load(std::memory_order_relaxed) & kYield) == 0) return;
    word_.fetch_and(~kYield, std::memory_order_acq_rel);
    if (stopping.load(std::memory_order_acquire)) ask(kYield);
  }

  // The same bits, for the task to read with a plain load at its safepoints.
  typename Atomics::template Atomic<uint32_t>& word() { return word_; }
  uint32_t now() const { return word_.load(std::memory_order_relaxed); }

 private:
  typename Atomics::template Atomic<uint32_t> word_{0};
};

}  // namespace aspen::sched
