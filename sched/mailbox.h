// Items that any thread sends to the thread in the driver's seat. The queue, the flag "its reader sleeps" and
// the flag "its reader is called" are one word, so no step falls between looks at two of them. A thread that
// changes a sleeping reader's word learns that it has to wake the reader.
#pragma once

#include <cstdint>

#include "sched/atomics.h"

namespace aspen::sched {

// Item has a member `Item* next`, and is in at most one mailbox.
template <class Atomics, class Item>
class Mailbox {
 public:
  enum class Sent : uint8_t { quietly, to_a_sleeper, not_at_all };

  // Any thread. to_a_sleeper: only this caller has to wake the reader. not_at_all: the mailbox is closed, and
  // the item is still the caller's.
  Sent send(Item& item) {
    Bits seen = word_.load(std::memory_order_acquire);
    do {
      if (seen & kClosed) return Sent::not_at_all;
      item.next = item_in(seen);
    } while (!exchange(seen, reinterpret_cast<Bits>(&item) | (seen & kCalled)));
    return seen & kAsleep ? Sent::to_a_sleeper : Sent::quietly;
  }

  // Any thread. Makes the reader's next attempt to sleep fail. True if the reader sleeps now: only this
  // caller has to wake it.
  bool call() {
    Bits seen = word_.load(std::memory_order_relaxed);
    do {
      if (seen & kClosed) return false;
      // Writes even if the flag is set, to order this call before the reader's next step.
    } while (!exchange(seen, (seen & ~kAsleep) | kCalled));
    return seen & kAsleep;
  }

  // The reader, awake: takes all items, linked, the oldest first; null if there are none. A call stays.
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

  // The reader. False if there is something to take, or if it was called: false answers that call.
  bool sleep() {
    Bits seen = kEmpty;
    while (!exchange(seen, seen == kEmpty ? kAsleep : seen & ~kCalled)) {
    }
    return seen == kEmpty;
  }

  // The reader, after it has slept. False: another thread wakes or has woken it. Answers a pending call.
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

  // Acquire-release: items are filled before they are sent, and read after they are taken. A reader that
  // fails to sleep sees what the caller did before its call. A thread that finds the mailbox closed sees what
  // the reader did before closing it.
  bool exchange(Bits& seen, Bits next) {
    return word_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  // Written by every sender and caller, and by the reader; closed by the reader.
  typename Atomics::template Atomic<Bits> word_{kEmpty};
};

}  // namespace aspen::sched
