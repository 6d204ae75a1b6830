// Layouts of List and its backing Array. Operations stand in list.h.
#pragma once

#include "vm/object.h"

namespace aspen {

struct List;

// Backing store. `length` is the capacity; which part is in use is known by the one list that looks at it,
// the owner. When several do, the array carries kArrayShared too, and all of its window is alive (the
// collector marks it once, through the Array).
struct Array : Object {
  static constexpr Kind kKind = Kind::Array;
  explicit Array(uint32_t capacity) : Object(kKind, 0, 0, capacity), owner(nullptr) {}
  struct Window {
    uint32_t begin, end;
  };
  union {
    List* owner;  // so that C++ code may hold on to the elements alone; null while the list is being made
    Window used;  // with kArrayShared
  };
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
};

// A window of `length` elements on an array; `items` points at its first one. An empty list may have neither
// array nor items. Room before and behind the window belongs to the list alone as long as kArrayShared is
// clear, so it grows at both ends.
struct List : Object {
  static constexpr Kind kKind = Kind::List;
  List(Array* a, Value* first, uint32_t n) : Object(kKind, 0, 0, n), items(first), array(a) {}
  Value* items;
  Array* array;
};

}  // namespace aspen
