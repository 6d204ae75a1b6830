// Operations on lists. Whoever updates owns: push, pop, set and the like require `is_writable`, which
// ensure_unshared brings about.
//
// A list holds at most 2^32 - 1 elements: a precondition everywhere, asserted. Operations whose result may be
// large expect the caller to have asked Strand::reserve; list_bytes says for how much.
#pragma once

#include <cstdint>

#include "vm/allocator.h"
#include "vm/list_objects.h"

namespace aspen {

inline constexpr size_t kMostElements = UINT32_MAX;
// What a list of n elements takes.
constexpr size_t list_bytes(size_t n) {
  return n > kMostElements ? kImpossibleBytes : sizeof(List) + sizeof(Array) + n * sizeof(Value);
}

// Whether the list may be changed in place: one reference, and an array to itself.
inline bool is_writable(const List* list) { return head_of(list) == kOwnListHead; }

// The element at `index`, which is in range.
inline Value& element(List* list, uint32_t index) {
  assert(index < list->length);
  return list->items[index];
}

// An empty list with room for `capacity` elements behind it.
List* new_list(Allocator& allocator, uint32_t capacity = 0);
// The values moved into a list: share those that live on elsewhere. `values` may be registers.
List* new_list(Allocator& allocator, const Value* values, uint32_t count);
// `count` times the same value, shared by this if count > 1.
List* new_list_repeated(Allocator& allocator, Value value, uint32_t count);

// The same elements, shared, in a fresh list with room for `extra` more.
List* copy_list(Allocator& allocator, const List* list, uint32_t extra = 0);

// Copies what is shared: gives a list that is_writable, with room for `extra` more behind. The same List if
// it was unshared, though perhaps on a new array. Elements that were copied are shared.
List* ensure_unshared_slow(Allocator& allocator, List* list, uint32_t extra);
inline List* ensure_unshared(Allocator& allocator, List* list, uint32_t extra = 0) {
  return is_writable(list) ? list : ensure_unshared_slow(allocator, list, extra);
}

// Room for `extra` elements behind the last, or before the first. Writable list.
void reserve(Allocator& allocator, List* list, uint32_t extra);
void reserve_front(Allocator& allocator, List* list, uint32_t extra);
// How many bytes ensure_unshared and then reserve, or reserve_front, may allocate.
enum class ListEnd : uint8_t { front, back };
size_t growth_bytes(const List* list, ListEnd end, uint32_t extra);

// The value, moved, behind the last element. Writable list; amortised O(1).
inline void push(Allocator& allocator, List* list, Value value) {
  assert(is_writable(list));
  if (!list->array || list->items + list->length == list->array->slots() + list->array->length) [[unlikely]] {
    reserve(allocator, list, 1);
  }
  list->items[list->length++] = value;
}

// The values, moved, before the first element. Writable list; amortised O(1) each. `values` does not point
// into the list.
void prepend(Allocator& allocator, List* list, const Value* values, uint32_t count);
inline void push_front(Allocator& allocator, List* list, Value value) { prepend(allocator, list, &value, 1); }

// The values, moved, behind the last element. Writable list; `values` does not point into it.
void append(Allocator& allocator, List* list, const Value* values, uint32_t count);
// The elements of `other`, shared, behind those of a writable list; `other` may be the list itself.
void append_elements(Allocator& allocator, List* list, const List* other);

// The last, or first, element, moved out. Needs only an unshared, nonempty List: its array may be shared.
// A value taken from a shared array becomes shared.
Value pop(List* list);
Value pop_front(List* list);

// The value, moved, at `index` <= length; and out of `index` < length. Writable list; O(distance to the
// nearer end).
void insert(Allocator& allocator, List* list, uint32_t index, Value value);
Value remove_at(List* list, uint32_t index);

// Elements [begin, end) as a new window on the same array, O(1); the array becomes shared. begin <= end
// <= length.
List* slice(Allocator& allocator, List* list, uint32_t begin, uint32_t end);
// The same of a list that is dead: an unshared one is narrowed in place and returned.
List* slice_dead(Allocator& allocator, List* list, uint32_t begin, uint32_t end);

// An empty list on the array of the writable `list`, that many places behind its end and with room for `next`
// elements. Each of the two pushes no more than fits before the other, or behind it; join makes one of them.
List* make_neighbour(Allocator& allocator, List* list, uint32_t places, uint32_t next);
// What make_neighbour allocates, at most.
size_t neighbour_bytes(const List* list, uint32_t places, uint32_t next);
// The elements of `second`, which is dead, behind those of `first`: moved where both lists are unshared, and
// left where they are if `second` is the neighbour that `first` has grown to. Needs room as ensure_unshared
// and reserve do.
List* join(Allocator& allocator, List* first, List* second);

// A new list of the elements of both, shared.
List* concat(Allocator& allocator, const List* a, const List* b);

}  // namespace aspen
