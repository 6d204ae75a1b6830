// Operations on lists. An update requires ownership: push, insert, append and the like require `is_writable`,
// which ensure_unshared establishes.
//
// A list holds at most 2^32 - 1 elements: a precondition of all functions, asserted. Before an operation with
// a possibly large result, the caller must call Strand::reserve with the size from list_bytes.
#pragma once

#include <cstdint>

#include "vm/heap/allocator.h"
#include "vm/object/list_objects.h"

namespace aspen {

inline constexpr size_t kMostElements = UINT32_MAX;
// The size of a list of n elements.
constexpr size_t list_bytes(size_t n) {
  return n > kMostElements ? kImpossibleBytes : sizeof(List) + sizeof(Array) + n * sizeof(Value);
}

// Whether the list may be changed in place: it has one reference, and an array of its own.
inline bool is_writable(const List* list) { return head_of(list) == kOwnListHead; }

// The element at `index`, which must be in range.
inline Value& element(List* list, uint32_t index) {
  assert(index < list->length);
  return list->items[index];
}

// An empty list with room for `capacity` elements.
List* new_list(Allocator& allocator, uint32_t capacity = 0);
// A list of the values, which are moved: the caller shares those that it keeps. `values` may be registers.
List* new_list(Allocator& allocator, const Value* values, uint32_t count);
// `count` times the same value, which this shares if count > 1.
List* new_list_repeated(Allocator& allocator, Value value, uint32_t count);

// The same elements, now shared, in a new list with room for `extra` more.
List* copy_list(Allocator& allocator, const List* list, uint32_t extra = 0);

// Returns a list that is_writable, with room for `extra` more elements at its end: a copy if it was shared,
// else the same List, perhaps with a new array. Copied elements become shared.
List* ensure_unshared_slow(Allocator& allocator, List* list, uint32_t extra);
inline List* ensure_unshared(Allocator& allocator, List* list, uint32_t extra = 0) {
  return is_writable(list) ? list : ensure_unshared_slow(allocator, list, extra);
}

// Returns a list of the same elements, which the caller continues at once by `extra` elements (add_last),
// and nothing else. A writable list is returned itself. Behind the last element of another list, the places
// may be free: the result is then a list on the same array, and the old list does not see the elements. A
// list is copied if it is short, full, or if another one was continued there before. Copies of copies have
// room for a quarter more, so adding elements to the newest of many versions is amortised O(1) each.
List* own_end(Allocator& allocator, List* list, uint32_t extra);
// Moves the value to a place that own_end has made; shares elements and copies them there.
inline void add_last(List* list, Value value) { list->items[list->length++] = value; }
void add_last_elements(List* list, const List* other);
// Of own_end, the case of a new list on the same array: null if there is no such place. `list` need not be
// shared, and is not writable afterwards.
List* continued(Allocator& allocator, List* list, uint32_t extra);

// Makes room for `extra` elements after the last one, or before the first. Writable list.
void reserve(Allocator& allocator, List* list, uint32_t extra);
void reserve_front(Allocator& allocator, List* list, uint32_t extra);
// The number of bytes that own_end may allocate, or ensure_unshared followed by reserve_front.
enum class ListEnd : uint8_t { front, back };
size_t growth_bytes(const List* list, ListEnd end, uint32_t extra);

// Moves the value to the end. Writable list; amortised O(1).
inline void push(Allocator& allocator, List* list, Value value) {
  assert(is_writable(list));
  if (!list->array || list->items + list->length == list->array->slots() + list->array->length) [[unlikely]] {
    reserve(allocator, list, 1);
  }
  list->items[list->length++] = value;
}

// Moves the values before the first element. Writable list; amortised O(1) each. `values` must not point into
// the list.
void prepend(Allocator& allocator, List* list, const Value* values, uint32_t count);
inline void push_front(Allocator& allocator, List* list, Value value) { prepend(allocator, list, &value, 1); }

// Moves the values to the end. Writable list; `values` must not point into it.
void append(Allocator& allocator, List* list, const Value* values, uint32_t count);
// Shares the elements of `other` and appends them to a writable list; `other` may be the list itself.
void append_elements(Allocator& allocator, List* list, const List* other);

// Removes and returns the last, or first, element. Requires only an unshared, nonempty List: its array may be
// shared. A value taken from a shared array becomes shared.
Value pop(List* list);
Value pop_front(List* list);

// Moves the value to `index` <= length; removes and returns the one at `index` < length. Writable list;
// O(distance to the nearer end).
void insert(Allocator& allocator, List* list, uint32_t index, Value value);
Value remove_at(List* list, uint32_t index);

// Elements [begin, end) as a new window on the same array, O(1); the array becomes shared. A few elements of
// a longer unshared list are copied instead. Requires begin <= end <= length.
List* slice(Allocator& allocator, List* list, uint32_t begin, uint32_t end);
// Likewise for a list that is dead: an unshared one is narrowed in place and returned.
List* slice_dead(Allocator& allocator, List* list, uint32_t begin, uint32_t end);

// An empty list on the array of the writable `list`, `places` after its end, with room for `next` elements.
// The two lists must not grow into each other's part; join makes one list of them.
List* make_neighbour(Allocator& allocator, List* list, uint32_t places, uint32_t next);
// The maximum that make_neighbour allocates.
size_t neighbour_bytes(const List* list, uint32_t places, uint32_t next);
// Appends the elements of `second`, which is dead, to `first`: moved if both lists are unshared, and left in
// place if `second` is the neighbour that `first` has grown up to. Needs as much room as own_end.
List* join(Allocator& allocator, List* first, List* second);

// A new list of the elements of both, which become shared, with room for more if `a` is such a sum already.
List* concat(Allocator& allocator, const List* a, const List* b);
// The same list before it has any elements: the caller adds them piece by piece.
List* new_list_for_sum(Allocator& allocator, const List* a, const List* b);

}  // namespace aspen
