// Layouts of List and its backing Array. Operations are in list.h.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>

#include "vm/object/object.h"

namespace aspen {

struct List;

// Backing store. `length` is the capacity. An array with a single list, its owner, leaves it to that list
// which part is in use. An array with several lists is shared, and its whole window is alive (the collector
// marks it once, through the Array).
struct Array : Object {
  static constexpr Kind kKind = Kind::Array;
  explicit Array(uint32_t capacity) : Object(kKind, 0, kOwn, capacity), owner(nullptr) {}
  struct Window {
    uint32_t begin, end;
  };
  union {
    // So that C++ code may keep only the elements alive. Null while the list is being made.
    List* owner;
    // For a shared array: its Window. For a crowded one: an odd number.
    uint64_t used_bits;
  };
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }

  bool is_shared_array() const {
    return std::atomic_ref(const_cast<uint16_t&>(extra)).load(std::memory_order_relaxed) == kShared;
  }
  Window used() const { return std::bit_cast<Window>(used_bits); }

  // Crowded: several lists fill it side by side (make_neighbour), until each has been joined to the one
  // before. A list that was shared meanwhile, and so continued elsewhere, is never joined. It stays as it is,
  // with its part of the array: the collector may find it much later.
  //
  // Several workers count; relaxed, because each list reaches its user through the scheduler. Acquire: a
  // worker that sees the window of an array being shared also sees that it is a window.
  bool is_crowded() const {
    const uint64_t bits = std::atomic_ref(const_cast<uint64_t&>(used_bits)).load(std::memory_order_acquire);
    return (bits & 1) != 0 && !is_shared_array();
  }
  // For the only list on the array, or for one of several.
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
  // For a list that owns the array and is not updated while another worker can see it. So workers that slice
  // one list at once store the same value, and only the collector, which has stopped them, reads it.
  void become_shared(Window used) {
    assert(!is_crowded());
    std::atomic_ref(extra).store(kShared, std::memory_order_relaxed);
    std::atomic_ref(used_bits).store(std::bit_cast<uint64_t>(used), std::memory_order_release);
  }

  // Values of `extra`, of arrays and of lists.
  static constexpr uint16_t kOwn = 0, kShared = 1;
};

// A window of `length` elements on an array; `items` points at its first one. An empty list may have neither
// array nor items. While the array is not shared, room before and after the window belongs to this list, so
// it can grow at both ends.
struct List : Object {
  static constexpr Kind kKind = Kind::List;
  List(Array* a, Value* first, uint32_t n, uint16_t sharing = Array::kOwn)
      : Object(kKind, 0, sharing, n), items(first), array(a) {}
  Value* items;
  Array* array;

  // Another list has a window on the array: a write copies the elements first. Set by any worker that slices
  // the list, read by all workers; relaxed, like flags. It is no flag bit, because a worker that stores one
  // byte of the header would lose what another worker stores in that byte.
  bool on_shared_array() const {
    return std::atomic_ref(const_cast<uint16_t&>(extra)).load(std::memory_order_relaxed) == Array::kShared;
  }
  void share_array() { std::atomic_ref(extra).store(Array::kShared, std::memory_order_relaxed); }
  void own_array() { std::atomic_ref(extra).store(Array::kOwn, std::memory_order_relaxed); }
};

// The head of a list that may be changed in place: one reference, and an array of its own.
inline constexpr uint32_t kOwnListHead = head(Kind::List, 0, Array::kOwn);

}  // namespace aspen
