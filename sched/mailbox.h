// What any thread sends to the one that has the driver's seat. The queue, "its reader sleeps" and "its reader
// is called" are one word, so there is no moment between looking at one and at another: who changes a
// sleeper's word is told to wake it.
#pragma once

#include <cstdint>

#include "sched/atomics.h"

namespace aspen::sched {

// Item has a member `Item* next`, and is in at most one mailbox.
template <class Atomics, class Item>
class Mailbox {
 public:
  enum class Sent : uint8_t { quietly, to_a_sleeper, not_at_all };

  // Any thread. to_a_sleeper: the caller alone has to wake the reader. not_at_all: closed, and the item is
  // the caller's.
  Sent send(Item& item) {
    Bits seen = word_.load(std::memory_order_acquire);
    do {
      if (seen & kClosed) return Sent::not_at_all;
      item.next = item_in(seen);
    } while (!exchange(seen, reinterpret_cast<Bits>(&item) | (seen & kCalled)));
    return seen & kAsleep ? Sent::to_a_sleeper : Sent::quietly;
  }

  // Any thread. Lets the reader's next attempt to sleep fail; if it sleeps now, true: the caller alone has to
  // wake it.
  bool call() {
    Bits seen = word_.load(std::memory_order_relaxed);
    do {
      if (seen & kClosed) return false;
      // Writes also what is there already: for the order between this and the reader's next step.
    } while (!exchange(seen, (seen & ~kAsleep) | kCalled));
    return seen & kAsleep;
  }

  // The reader, awake: all items, linked, the oldest first; null if there are none. A call stays.
  Item* take() {
    if (word_.load(std::memory_order_relaxed) <= kFlags) return nullptr;
    Item* newest = item_in(word_.fetch_and(kCalled, std::memory_order_acq_rel));
    Item* oldest = nullptr;
    while (newest) {
      Item* older = newest->next;
      newest->next = oldest;
      oldest = newest;
      newest = older;
    }
    return oldest;
  }

  // The reader. False if there is something to take, or it was called, which is answered by that.
  bool sleep() {
    Bits seen = kEmpty;
    while (!exchange(seen, seen == kEmpty ? kAsleep : seen & ~kCalled)) {
    }
    return seen == kEmpty;
  }

  // The reader, once it has slept. False: somebody wakes it, or has done so. A call is answered by that.
  bool get_up() { return word_.fetch_and(~(kAsleep | kCalled), std::memory_order_acq_rel) & kAsleep; }

  // The reader, awake. False if there is something to take.
  bool close() {
    Bits seen = kEmpty;
    while (seen <= kFlags) {
      if (exchange(seen, kClosed)) return true;
    }
    return false;
  }

 private:
  using Bits = uintptr_t;
  // The newest item's address, and flags. Asleep: nothing else. Closed: nothing else, for good.
  static constexpr Bits kEmpty = 0, kAsleep = 1, kCalled = 2, kClosed = 4, kFlags = 7;
  static_assert(alignof(Item) > kFlags);

  static Item* item_in(Bits word) { return reinterpret_cast<Item*>(word & ~kFlags); }

  // Acquire-release: items are filled before they are sent, and read after they are taken; and a call comes
  // after what made the caller call, which the reader sees once it has failed to sleep. Who finds it closed
  // comes after what the reader did.
  bool exchange(Bits& seen, Bits next) {
    return word_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  // Written by every sender and caller, and by the reader; closed by the reader.
  typename Atomics::template Atomic<Bits> word_{kEmpty};
};

}  // namespace aspen::sched
