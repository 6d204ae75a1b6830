// Where one waiter at a time waits for an event that the driver reports. After Go's pollDesc: the waiter, the
// note that the event came without a waiter, and the flag that the driver watches for it are one word. So
// each step is one read-modify-write, and no other step can fall between two halves of it.
//
//     waiter | armed | ready | closed
//
// Ready: the event has come and has not been taken; then there is no waiter. Armed: the driver reports the
// next event, so a new waiter need not ask it to. Closed: no event comes any more; this stays.
#pragma once

#include <cassert>
#include <cstdint>

#include "sched/atomics.h"
#include "sched/waiter.h"

namespace aspen::sched {

template <class Atomics>
class WaitSlot {
 public:
  enum class Placed : uint8_t {
    waiting,   // the waiter will be woken
    unarmed,   // likewise, once the caller has asked the driver to arm
    ready,     // the event had come, and is taken; no wake follows
    closed,    // no wake follows
    occupied,  // there is another waiter; no wake follows
  };
  // Whether the driver goes on looking after an event.
  enum class After : uint8_t { stay_armed, disarm_if_unawaited, disarm };

  // Any thread.
  Placed place(Waiter& waiter) {
    Bits seen = word_.load(std::memory_order_acquire);
    for (;;) {
      if (seen & kClosed) return Placed::closed;
      if (waiter_in(seen)) return Placed::occupied;
      const Bits next = seen & kReady ? seen & ~kReady : seen | reinterpret_cast<Bits>(&waiter);
      if (!exchange(seen, next)) continue;
      if (seen & kReady) return Placed::ready;
      return seen & kArmed ? Placed::waiting : Placed::unarmed;
    }
  }

  // Any thread. True: the waiter does not wait any more, and will not be woken.
  bool withdraw(Waiter& waiter) {
    Bits seen = word_.load(std::memory_order_relaxed);
    while (waiter_in(seen) == &waiter) {
      if (exchange(seen, seen & kFlags)) return true;
    }
    return false;
  }

  // The driver, before it looks: true if there is a waiter and the slot was not armed.
  bool arm() {
    Bits seen = word_.load(std::memory_order_relaxed);
    while (waiter_in(seen) && !(seen & kArmed)) {
      if (exchange(seen, seen | kArmed)) return true;
    }
    return false;
  }

  // The driver, when the event has come: the waiter, for the caller to wake; null if there is none, in which
  // case the event is noted.
  Waiter* post(After after) {
    Bits seen = word_.load(std::memory_order_relaxed);
    for (;;) {
      Waiter* waiter = waiter_in(seen);
      const bool disarms = after == After::disarm || (after == After::disarm_if_unawaited && !waiter);
      Bits next = waiter ? seen & kFlags : (seen & kFlags) | kReady;
      if (disarms) next &= ~kArmed;
      if (exchange(seen, next)) return waiter;
    }
  }

  // Any thread. The waiter, if there is one, for the caller to wake.
  Waiter* close() { return waiter_in(word_.exchange(kClosed, std::memory_order_acq_rel)); }

 private:
  using Bits = uintptr_t;
  static constexpr Bits kReady = 1, kArmed = 2, kClosed = 4, kFlags = 7;
  static_assert(alignof(Waiter) > kFlags);

  static Waiter* waiter_in(Bits word) { return reinterpret_cast<Waiter*>(word & ~kFlags); }

  // Acquire-release: what was written before a step of one thread is seen after the next step of another, and
  // after a look that finds the slot closed.
  bool exchange(Bits& seen, Bits next) {
    return word_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  // Written by waiting threads, by the thread in the driver's seat, and by the thread that closes.
  typename Atomics::template Atomic<Bits> word_{0};
};

}  // namespace aspen::sched
