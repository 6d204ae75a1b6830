// Where a task that ends and the one who waits for its end meet: one word. tests/models/join.pml is the
// protocol.
//
//     open --await--> joiner --complete--> ending --> done       open --complete--> done
//     open --detach--> detached                                  joiner --withdraw--> open
//
// While it is `ending`, the completer is about to wake the joiner; whoever finds that waits for `done`, so
// that neither of the two is freed under the completer's hands.
#pragma once

#include <cstdint>

#include "sched/platform.h"

namespace aspen::sched {

template <class Atomics>
class JoinCell {
 public:
  enum class Found : uint8_t { nobody, detached, joiner };

  // The task's side: once. With `joiner`, the caller wakes it and then calls woke().
  Found complete(uintptr_t& joiner) {
    // Acquire: a task that nobody joins is freed after the last use of its handle.
    uintptr_t seen = word_.load(std::memory_order_acquire);
    for (;;) {
      if (seen == kDetached) return Found::detached;
      const uintptr_t next = seen == kOpen ? kDone : kEnding;
      // Release: the result; acquire: what the joiner did before it waited.
      if (word_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire))
        break;
    }
    joiner = seen;
    return seen == kOpen ? Found::nobody : Found::joiner;
  }
  void woke() { word_.store(kDone, std::memory_order_release); }

  // The handle's side: one thread at a time.

  bool is_done() const { return word_.load(std::memory_order_acquire) == kDone; }
  // The joiner, an address that is a multiple of 4, plus at most 1; it is woken when the task ends. False:
  // that is so already.
  bool await(uintptr_t joiner) {
    uintptr_t seen = kOpen;
    return word_.compare_exchange_strong(seen, joiner, std::memory_order_acq_rel, std::memory_order_acquire);
  }
  // The joiner gives up. False: it has been woken, or is no longer being woken.
  bool withdraw(uintptr_t joiner) {
    uintptr_t seen = joiner;
    if (word_.compare_exchange_strong(seen, kOpen, std::memory_order_acq_rel, std::memory_order_acquire))
      return true;
    wait_until_done();
    return false;
  }
  // After having been woken.
  void wait_until_done() const {
    spin_until([this] { return is_done(); });
  }
  // The handle is dropped, with nobody waiting. True: the task is over, and the caller frees it; else the
  // task will do so.
  bool detach() {
    uintptr_t seen = kOpen;
    return !word_.compare_exchange_strong(seen, kDetached, std::memory_order_acq_rel,
                                          std::memory_order_acquire);
  }

  // The joiner runs the task itself, inside its own poll: nobody else looks.
  void set_inner(uintptr_t joiner) { word_.store(joiner, std::memory_order_relaxed); }
  bool is_inner(uintptr_t joiner) const { return word_.load(std::memory_order_relaxed) == joiner; }

 private:
  static constexpr uintptr_t kOpen = 0, kDone = 2, kEnding = 3, kDetached = 6;

  // Written by the task's end, by its joiner and by the handle.
  typename Atomics::template Atomic<uintptr_t> word_{kOpen};
};

}  // namespace aspen::sched
