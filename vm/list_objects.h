// Layouts of List and its backing Array. Operations stand in list.h.
#pragma once

#include "vm/object.h"

namespace aspen {

// Backing store. `length` is the capacity; which part is in use is known by the lists that look at it, except when several do:
// then all of [used_begin, used_end) is alive (the collector marks it once, through the Array).
struct Array : Object {
  static constexpr Kind kKind = Kind::Array;
  explicit Array(uint32_t capacity) : Object(kKind, 0, 0, capacity), used_begin(0), used_end(0) {}
  uint32_t used_begin;  // meaningful only once a list with kArrayShared looks at it
  uint32_t used_end;
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
};

// A window of `length` elements on an array; `items` points at its first one. An empty list may have neither array nor items.
// Room before and behind the window belongs to the list alone as long as kArrayShared is clear, so it grows at both ends.
struct List : Object {
  static constexpr Kind kKind = Kind::List;
  List(Array* a, Value* first, uint32_t n) : Object(kKind, 0, 0, n), items(first), array(a) {}
  Value* items;
  Array* array;
};

}  // namespace aspen
