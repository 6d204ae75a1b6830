// Layouts of List and its backing Array. Operations are in list.h.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>

#include "vm/object/object.h"

namespace aspen {

struct List;

// Backing store. `length` is the capacity. An array with a single list, its owner, leaves it to that list
// which part is in use. An array with several lists is shared, and has a window that all of them are in. It
// grows at its end, for a list that ends there (take_behind). A collection ends it where the last of its
// lists ends.
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
  // Of a shared array.
  Window used() const {
    return std::bit_cast<Window>(
        std::atomic_ref(const_cast<uint64_t&>(used_bits)).load(std::memory_order_relaxed));
  }

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
  // For a list that owns the array and is not updated while another worker can see it. Of workers that do
  // this at once, the first one stores the window, because it may have grown before the others come. No
  // window looks like the owner's address: its end would be the upper half and its begin the lower one, and
  // that is larger, because a region begins with its tables (block.h).
  void become_shared(const List* the_owner, Window used) {
    assert(!is_crowded());
    std::atomic_ref(extra).store(kShared, std::memory_order_relaxed);
    auto expected = std::bit_cast<uint64_t>(the_owner);
    std::atomic_ref(used_bits).compare_exchange_strong(expected, std::bit_cast<uint64_t>(used),
                                                       std::memory_order_release, std::memory_order_relaxed);
  }
  // For a marker that holds the array (flag::kBusy).
  void end_window(uint32_t end) {
    const Window window = {used().begin, end};
    std::atomic_ref(used_bits).store(std::bit_cast<uint64_t>(window), std::memory_order_relaxed);
  }
  // Of a shared array: lets the window grow by `count` places after `end`, for one list that ends there.
  // False if another worker was faster, or the window has grown before. Relaxed: the elements that are
  // written there reach other workers with the list that has them. The caller has to write them before it
  // allocates, because a collection gives places back that no list has.
  bool take_behind(uint32_t end, uint32_t count) {
    Window taken = used();
    if (taken.end != end) return false;
    auto expected = std::bit_cast<uint64_t>(taken);
    taken.end += count;
    return std::atomic_ref(used_bits).compare_exchange_strong(expected, std::bit_cast<uint64_t>(taken),
                                                              std::memory_order_relaxed);
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
