// Layouts of List and its backing Array. Operations stand in list.h.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>

#include "vm/object.h"

namespace aspen {

struct List;

// Backing store. `length` is the capacity; which part is in use is known by the one list that looks at it,
// the owner. When several do, it is a shared array, and all of its window is alive (the collector marks it
// once, through the Array).
struct Array : Object {
  static constexpr Kind kKind = Kind::Array;
  explicit Array(uint32_t capacity) : Object(kKind, 0, kOwn, capacity), owner(nullptr) {}
  struct Window {
    uint32_t begin, end;
  };
  union {
    // So that C++ code may hold on to the elements alone. Null while the list is being made.
    List* owner;
    // Of a shared array: its Window. Of a crowded one: an odd number.
    uint64_t used_bits;
  };
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }

  bool is_shared_array() const {
    return std::atomic_ref(const_cast<uint16_t&>(extra)).load(std::memory_order_relaxed) == kShared;
  }
  Window used() const { return std::bit_cast<Window>(used_bits); }

  // Crowded: several lists fill it side by side (make_neighbour), until each has been joined to the one
  // before. One that was shared meanwhile, and so filled elsewhere, never is. So it stays as it is, and its
  // part of the array with it: the collector may find it long after.
  //
  // Several workers count; relaxed, as each list comes to its user by way of the scheduler. Acquire: whoever
  // sees the window of an array that is being shared also sees that it is one.
  bool is_crowded() const {
    const uint64_t bits = std::atomic_ref(const_cast<uint64_t&>(used_bits)).load(std::memory_order_acquire);
    return (bits & 1) != 0 && !is_shared_array();
  }
  // By the only list there is, or by one of several.
  void add_neighbour() {
    std::atomic_ref bits(used_bits);
    if (is_crowded()) {
      bits.fetch_add(2, std::memory_order_relaxed);
    } else {
      bits.store(3, std::memory_order_relaxed);
    }
  }
  void remove_neighbour(List& joined) {
    const uint64_t left = std::atomic_ref(used_bits).fetch_sub(2, std::memory_order_relaxed) - 2;
    if (left == 1) std::atomic_ref(owner).store(&joined, std::memory_order_relaxed);
  }
  // By a list that has the array for itself and is not updated while anybody else sees it. So workers that
  // slice one list at once all store the same, and only the collector, which has stopped them, reads it.
  void become_shared(Window used) {
    assert(!is_crowded());
    std::atomic_ref(extra).store(kShared, std::memory_order_relaxed);
    std::atomic_ref(used_bits).store(std::bit_cast<uint64_t>(used), std::memory_order_release);
  }

  // Values of `extra`, of arrays and of lists.
  static constexpr uint16_t kOwn = 0, kShared = 1;
};

// A window of `length` elements on an array; `items` points at its first one. An empty list may have neither
// array nor items. Room before and behind the window belongs to the list alone while it is not on a shared
// array, so it grows at both ends.
struct List : Object {
  static constexpr Kind kKind = Kind::List;
  List(Array* a, Value* first, uint32_t n, uint16_t sharing = Array::kOwn)
      : Object(kKind, 0, sharing, n), items(first), array(a) {}
  Value* items;
  Array* array;

  // Another list has a window on the array: a write copies the elements first. Set by any worker that slices
  // the list, read by all who see it; relaxed, as flags are. It stands beside the flags because a worker
  // that stores one byte of the header would lose what another stores in it.
  bool on_shared_array() const {
    return std::atomic_ref(const_cast<uint16_t&>(extra)).load(std::memory_order_relaxed) == Array::kShared;
  }
  void share_array() { std::atomic_ref(extra).store(Array::kShared, std::memory_order_relaxed); }
  void own_array() { std::atomic_ref(extra).store(Array::kOwn, std::memory_order_relaxed); }
};

// Of a list that may be changed in place: one reference, and an array to itself.
inline constexpr uint32_t kOwnListHead = head(Kind::List, 0, Array::kOwn);

}  // namespace aspen
