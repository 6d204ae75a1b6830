// A worker's queue: a ring of fixed capacity. Its owner fills it at one end and empties it at the other;
// other workers steal half of it from the old end. After Tokio's local queue; the protocol is modelled in
// tests/models/ring.pml (W1, W2, W3, W4).
//
// `head_` is two numbers, {steal, real}: slots from `real` on can be taken, and slots from `steal` to `real`
// are being copied out by the one thief (the numbers differ only then). A slot is free again when `steal` has
// passed it. Numbers count up and wrap; a slot is a number modulo the capacity.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "sched/atomics.h"

namespace aspen::sched {

template <class Atomics, class Item, uint32_t kCapacity>
class Ring {
  static_assert((kCapacity & (kCapacity - 1)) == 0 && kCapacity >= 2);

 public:
  // Keeps at most `capacity` items: a power of two from 2 to kCapacity, for which there are slots.
  explicit Ring(uint32_t capacity = kCapacity) : capacity_(capacity) {
    assert((capacity & (capacity - 1)) == 0 && capacity >= 2 && capacity <= kCapacity);
  }

  // At most this many items leave in one steal. The owner's overflow removes at least as many, which makes
  // the two independent of each other.
  uint32_t most_stolen() const { return capacity_ / 2; }

  // Owner. Appends the item. If there is no room, the newest half and the item go to `spill`, oldest first:
  // spill(Item*) once for each; only the item if a thief is at work.
  template <class Spill>
  void push(Item* item, Spill&& spill) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    // Acquire: the thief has finished reading the slots that it gave back.
    Head head = unpack(head_.load(std::memory_order_acquire));
    if (tail - head.steal < capacity_) return append(item, tail);
    if (head.steal == head.real && claim_all(head, tail)) {
      for (uint32_t at = head.real + most_stolen(); at != tail; ++at)
        spill(slot(at).load(std::memory_order_relaxed));
      // Release, both: a thief that sees the new head sees the new tail, so it counts no slot that was
      // spilled.
      tail_.store(head.real + most_stolen(), std::memory_order_release);
      head_.store(pack({head.real, head.real}), std::memory_order_release);
    }
    spill(item);
  }

  // Owner. False if there is no room; the item is then still the caller's. A ring with a `size` of 0 may have
  // no room either: a thief may still be copying the oldest items when the owner has popped the others.
  [[nodiscard]] bool try_push(Item* item) {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    // Acquire: as in `push`.
    if (tail - unpack(head_.load(std::memory_order_acquire)).steal >= capacity_) return false;
    append(item, tail);
    return true;
  }

  // Owner. The oldest item, or null.
  Item* pop() {
    const uint32_t tail = tail_.load(std::memory_order_relaxed);
    uint64_t seen = head_.load(std::memory_order_acquire);
    for (;;) {
      const Head head = unpack(seen);
      if (head.real == tail) return nullptr;
      const uint32_t next = head.real + 1;
      const Head popped = head.steal == head.real ? Head{next, next} : Head{head.steal, next};
      // Acquire-release: after the thieves that moved the head before, before those that move it later.
      if (head_.compare_exchange_weak(seen, pack(popped), std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
        return slot(head.real).load(std::memory_order_relaxed);
      }
    }
  }

  // Called by the thief that owns `into`: moves half of the items, rounded up, oldest first, and returns the
  // last of them for the thief to run. Null if there is none, if another thief is stealing here, or if `into`
  // has no room for that many. `moved` counts all of them, the returned item included.
  template <uint32_t kOther>
  Item* steal_into(Ring<Atomics, Item, kOther>& into, uint32_t& moved) {
    const uint32_t most = most_stolen() < into.most_stolen() ? most_stolen() : into.most_stolen();
    const uint32_t first = into.tail_.load(std::memory_order_relaxed);
    if (first - into.unpack(into.head_.load(std::memory_order_acquire)).steal > into.capacity_ - most)
      return nullptr;
    const Claim claim = claim_half(most);
    moved = claim.count;
    if (claim.count == 0) return nullptr;
    for (uint32_t i = 0; i + 1 < claim.count; ++i) {
      into.slot(first + i).store(slot(claim.first + i).load(std::memory_order_relaxed),
                                 std::memory_order_relaxed);
    }
    Item* last = slot(claim.first + claim.count - 1).load(std::memory_order_relaxed);
    give_back();
    into.tail_.store(first + claim.count - 1, std::memory_order_release);
    return last;
  }

  // Any thread. May be out of date at once.
  uint32_t size() const {
    const uint32_t real = unpack(head_.load(std::memory_order_acquire)).real;
    const uint32_t count = tail_.load(std::memory_order_acquire) - real;
    return count <= kCapacity ? count : 0;  // the two were read at different times
  }

 private:
  template <class, class, uint32_t>
  friend class Ring;

  struct Head {
    uint32_t steal, real;
  };
  struct Claim {
    uint32_t first, count;
  };

  static uint64_t pack(Head head) { return uint64_t{head.steal} << 32 | head.real; }
  static Head unpack(uint64_t word) {
    return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)};
  }
  auto& slot(uint32_t number) { return slots_[number & (kCapacity - 1)]; }

  void append(Item* item, uint32_t tail) {
    slot(tail).store(item, std::memory_order_relaxed);
    tail_.store(tail + 1, std::memory_order_release);  // publishes the slot, and the item behind it
  }

  // Keeps thieves out by marking all items as being copied, as a thief would. False if a thief was faster.
  bool claim_all(Head head, uint32_t tail) {
    uint64_t seen = pack(head);
    return head_.compare_exchange_strong(seen, pack({head.real, tail}), std::memory_order_acq_rel,
                                         std::memory_order_relaxed);
  }

  Claim claim_half(uint32_t most) {
    uint64_t seen = head_.load(std::memory_order_acquire);
    for (;;) {
      const Head head = unpack(seen);
      // Acquire: the slots below the tail are filled. Read after the head, so it is no older than that.
      const uint32_t available = tail_.load(std::memory_order_acquire) - head.real;
      if (head.steal != head.real || available == 0 || available > kCapacity) return {0, 0};
      const uint32_t half = available - available / 2;
      const uint32_t count = half < most ? half : most;
      const uint64_t claimed = pack({head.steal, head.real + count});
      if (head_.compare_exchange_weak(seen, claimed, std::memory_order_acq_rel, std::memory_order_acquire)) {
        return {head.real, count};
      }
    }
  }

  // The slots have been copied: `steal` catches up with `real`, which the owner may have moved meanwhile.
  void give_back() {
    uint64_t seen = head_.load(std::memory_order_relaxed);
    for (;;) {
      const uint32_t real = unpack(seen).real;
      // Release: the copying happens before the owner fills these slots again.
      if (head_.compare_exchange_weak(seen, pack({real, real}), std::memory_order_acq_rel,
                                      std::memory_order_relaxed)) {
        return;
      }
    }
  }

  const uint32_t capacity_;
  // Written by the owner (pop, overflow) and by thieves.
  alignas(kLineBytes) typename Atomics::template Atomic<uint64_t> head_{0};
  // Written by the owner only, read by thieves.
  alignas(kLineBytes) typename Atomics::template Atomic<uint32_t> tail_{0};
  // Written by the owner before it publishes the tail. Relaxed: ordered by head and tail.
  std::array<typename Atomics::template Atomic<Item*>, kCapacity> slots_{};
};

}  // namespace aspen::sched
