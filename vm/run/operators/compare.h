// Order of values. Nothing here recurses: a value may be as deep as memory allows.
#pragma once

#include "vm/values/equality.h"

namespace aspen {

enum class Order : uint8_t {
  less,
  equal,
  greater,
  unordered,  // nan is involved: every comparison is false
  raised,     // a TypeError is pending, or a future was missed
};

// The language's `<`: for numbers, strings (by code point), bytes, lists and tuples (by the first elements
// that differ), both of the same type. Elements without an order may still be equal. Anything else raises a
// TypeError.
Order order_slow(Strand& strand, Value a, Value b);
inline Order order(Strand& strand, Value a, Value b) {
  if (a.is_small_int() && b.is_small_int()) {
    int64_t x = a.as_small_int(), y = b.as_small_int();
    return x < y ? Order::less : x > y ? Order::greater : Order::equal;
  }
  return order_slow(strand, a, b);
}

// The order of `sort`, `min` and `max`: like `order`, but nan comes after all other numbers and equals
// itself, at any depth of lists and tuples. It is total where `order` does not raise; never Order::unordered.
Order sort_order_slow(Strand& strand, Value a, Value b);
inline Order sort_order(Strand& strand, Value a, Value b) {
  return a.is_small_int() && b.is_small_int() ? order(strand, a, b) : sort_order_slow(strand, a, b);
}

}  // namespace aspen
