// Layouts of List and its backing Array. Operations stand in list.h.
#pragma once

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
    // So that C++ code may hold on to the elements alone. Null while the list is being made, or several fill
    // the array side by side (make_neighbour).
    List* owner;
    uint64_t used_bits;  // of a shared array: its Window
  };
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }

  bool is_shared_array() const { return extra == kShared; }
  Window used() const { return std::bit_cast<Window>(used_bits); }
  // By any of the lists that fill the array, so it may happen at once; relaxed, as only the collector reads
  // it, which has stopped them.
  void set_owner(List* list) { std::atomic_ref(owner).store(list, std::memory_order_relaxed); }
  // By a list that has the array for itself and is not updated while anybody else sees it. So workers that
  // slice one list at once all store the same, and only the collector, which has stopped them, reads it.
  void become_shared(Window used) {
    std::atomic_ref(used_bits).store(std::bit_cast<uint64_t>(used), std::memory_order_relaxed);
    std::atomic_ref(extra).store(kShared, std::memory_order_relaxed);
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
