// Where an ending task and the joiner that waits for its end meet: one word. The protocol is modelled in
// tests/models/join.pml (W6).
//
//     open --await--> joiner --complete--> ending --> done       open --complete--> done
//     open --detach--> detached                                  joiner --withdraw--> open
//
// While it is `ending`, the completer is about to wake the joiner. A thread that finds it so waits for
// `done`, so that neither the task nor the joiner is freed while the completer uses them.
#pragma once

#include <cstdint>

#include "sched/platform.h"

namespace aspen::sched {

template <class Atomics>
class JoinCell {
 public:
  enum class Found : uint8_t { none, detached, joiner };

  // The task's side, called once. With Found::joiner, the caller wakes the joiner and then calls woke().
  Found complete(uintptr_t& joiner) {
    // Acquire: a task without a joiner is freed after the last use of its handle.
    uintptr_t seen = word_.load(std::memory_order_acquire);
    for (;;) {
      if (seen == kDetached) return Found::detached;
      const uintptr_t next = seen == kOpen ? kDone : kEnding;
      // Release: the result; acquire: what the joiner did before it waited.
      if (word_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire))
        break;
    }
    joiner = seen;
    return seen == kOpen ? Found::none : Found::joiner;
  }
  void woke() { word_.store(kDone, std::memory_order_release); }

  // The handle's side: one thread at a time.

  bool is_done() const { return word_.load(std::memory_order_acquire) == kDone; }
  // The joiner, an address that is a multiple of 4, plus at most 1, is woken when the task ends. False: the
  // task has ended already.
  bool await(uintptr_t joiner) {
    uintptr_t seen = kOpen;
    return word_.compare_exchange_strong(seen, joiner, std::memory_order_acq_rel, std::memory_order_acquire);
  }
  // The joiner gives up. False: it has been woken, and the completer has finished with it.
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
  // The handle is dropped, without a joiner. True: the task is over, and the caller frees it; otherwise the
  // task frees itself at its end.
  bool detach() {
    uintptr_t seen = kOpen;
    return !word_.compare_exchange_strong(seen, kDetached, std::memory_order_acq_rel,
                                          std::memory_order_acquire);
  }

  // The joiner runs the task itself, inside its own poll. No other thread looks at the word.
  void set_inner(uintptr_t joiner) { word_.store(joiner, std::memory_order_relaxed); }
  bool is_inner(uintptr_t joiner) const { return word_.load(std::memory_order_relaxed) == joiner; }

 private:
  static constexpr uintptr_t kOpen = 0, kDone = 2, kEnding = 3, kDetached = 6;

  // Written by the task's end, by its joiner and by the handle.
  typename Atomics::template Atomic<uintptr_t> word_{kOpen};
};

}  // namespace aspen::sched
