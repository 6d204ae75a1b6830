// The task that its worker runs next: the newest task that the running one made ready. The protocol is
// modelled in tests/models/next_slot.pml (W1, W2, W3, W4).
#pragma once

#include "sched/atomics.h"

namespace aspen::sched {

template <class Atomics, class Item>
class NextSlot {
 public:
  // Owner. Returns the item that was there before, or null. Only the owner fills the slot, so an empty slot
  // stays empty.
  Item* put(Item* item) {
    if (!item_.load(std::memory_order_relaxed)) {
      item_.store(item, std::memory_order_release);  // publishes the item to a thief
      return nullptr;
    }
    return item_.exchange(item, std::memory_order_acq_rel);
  }

  // Owner.
  Item* take() {
    if (!item_.load(std::memory_order_relaxed)) return nullptr;
    return item_.exchange(nullptr, std::memory_order_acq_rel);
  }

  // Owner, where no other worker can steal.
  Item* take_alone() {
    Item* item = item_.load(std::memory_order_relaxed);
    if (item) item_.store(nullptr, std::memory_order_relaxed);
    return item;
  }

  // Owner. Takes the item if it is this one.
  bool take(Item* item) {
    Item* seen = item;
    return item_.load(std::memory_order_relaxed) == item &&
           item_.compare_exchange_strong(seen, nullptr, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

  // Any thread that finds the owner stuck in another task (search.cpp says when).
  Item* steal() {
    if (!item_.load(std::memory_order_relaxed)) return nullptr;
    return item_.exchange(nullptr, std::memory_order_acq_rel);
  }

  // Any thread. May be out of date at once.
  bool empty() const { return !item_.load(std::memory_order_relaxed); }

 private:
  // Filled by the owner, emptied by the owner and by thieves.
  typename Atomics::template Atomic<Item*> item_{nullptr};
};

}  // namespace aspen::sched
