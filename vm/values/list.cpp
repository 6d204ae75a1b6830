#include "vm/values/list.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/heap/copy_memory.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

void move_values(Value* to, const Value* from, size_t count) { copy_memory(to, from, count * sizeof(Value)); }

// Within an array.
void slide_values(Value* to, const Value* from, size_t count) {
  if (count) std::memmove(static_cast<void*>(to), from, count * sizeof(Value));
}

void share_all(const Value* values, size_t count) {
  for (; count >= kValueGroup; values += kValueGroup, count -= kValueGroup) {
    if (!group_has_object(values)) continue;
    for (size_t i = 0; i < kValueGroup; ++i) share(values[i]);
  }
  for (size_t i = 0; i < count; ++i) share(values[i]);
}

void copy_shared(Value* to, const Value* from, size_t count) {
  share_all(from, count);
  move_values(to, from, count);
}

Array* new_array(Allocator& allocator, size_t capacity) {
  assert(capacity <= kMostElements);
  return allocator.make<Array>(capacity * sizeof(Value), static_cast<uint32_t>(capacity));
}

// A list of `count` unset elements on a new array; the caller must fill it before it allocates again.
List* unfilled_list(Allocator& allocator, size_t count, size_t capacity) {
  if (capacity == 0) return allocator.make<List>(0, nullptr, nullptr, 0u);
  Array* array = new_array(allocator, capacity);
  array->owner = allocator.make<List>(0, array, array->slots(), static_cast<uint32_t>(count));
  return array->owner;
}

size_t room_before(const List* list) {
  return list->array ? static_cast<size_t>(list->items - list->array->slots()) : 0;
}

size_t room_behind(const List* list) {
  return list->array ? list->array->length - room_before(list) - list->length : 0;
}

// Moves the elements to another position in the list's own array.
void slide(List* list, size_t before) {
  Value* to = list->array->slots() + before;
  slide_values(to, list->items, list->length);
  list->items = to;
}

// Gives a writable list a new array with this much room before and after its elements.
void rehouse(Allocator& allocator, List* list, size_t before, size_t behind) {
  size_t capacity = std::min(before + list->length + behind, kMostElements);
  Array* array = new_array(allocator, capacity);
  Value* items = array->slots() + before;
  move_values(items, list->items, list->length);
  if (list->array && !list->array->is_crowded()) allocator.heap().release(list->array);
  list->array = array;
  list->items = items;
  array->owner = list;
}

// The extra room that a growing list gets: up to the next power of two. So how much memory it needs depends
// on its length, and not on the lengths of the pieces that it was joined from.
size_t growth(const List* list, size_t extra) {
  const size_t length = list->length;
  return std::bit_ceil(length + std::max(extra, size_t{4})) - length;
}

}  // namespace

List* new_list(Allocator& allocator, uint32_t capacity) { return unfilled_list(allocator, 0, capacity); }

List* new_list(Allocator& allocator, const Value* values, uint32_t count) {
  List* list = unfilled_list(allocator, count, count);
  move_values(list->items, values, count);
  return list;
}

List* new_list_repeated(Allocator& allocator, Value value, uint32_t count) {
  if (count > 1) share(value);
  List* list = unfilled_list(allocator, count, count);
  std::fill_n(list->items, count, value);
  return list;
}

List* copy_list(Allocator& allocator, const List* list, uint32_t extra) {
  List* fresh = unfilled_list(allocator, list->length, size_t{list->length} + extra);
  copy_shared(fresh->items, list->items, list->length);
  return fresh;
}

namespace {

// A list with so many elements is copied rather than continued: that takes no longer, and the copy can be
// changed in place.
constexpr uint32_t kCopiedRather = 32;
// A list that is continued again without having been shared in between is probably being built. It is copied
// after this part of its length, so that the rest goes on in place. Either way costs about as much: a place
// on a shared array takes some nanoseconds more than one on its own.
constexpr uint32_t kCopiesWhileDoubling = 16;

size_t end_of(const List* list) { return room_before(list) + list->length; }

bool is_due_for_a_copy(const List* list, size_t extra) {
  if (list->is_shared()) return false;
  const size_t step = std::max(std::bit_floor(list->length) / kCopiesWhileDoubling, kCopiedRather);
  return list->length / step != (list->length + extra) / step;
}

// Whether no other list goes on behind its last element, as far as this worker can see.
bool is_newest(const List* list) {
  if (list->array == nullptr) return false;
  if (!list->array->is_shared_array()) return !list->array->is_crowded();
  return list->on_shared_array() && list->array->used().end == end_of(list);
}

// The room that a copy gets, if there is memory for it: for elements that may be added later, if the list
// is a copy itself that was made to add to it. So many lists that are made from one are no longer than they
// have to be.
size_t room_of_copy(Allocator& allocator, const List* list, size_t extra) {
  if (list->length <= kCopiedRather || !is_newest(list) || !list->array->has(flag::kAddedTo)) return extra;
  const size_t spare = std::min(size_t{list->length} / 4, kMostElements - list->length);
  return spare > extra && allocator.can_allocate(list_bytes(list->length + spare)) ? spare : extra;
}

// For the list of a new array: elements are added to it.
List* added_to(List* list) {
  if (list->length > kCopiedRather) list->array->set(flag::kAddedTo);
  return list;
}

void share_array_of(List* list) {
  if (list->on_shared_array()) return;
  list->array->become_shared(list,
                             {static_cast<uint32_t>(room_before(list)), static_cast<uint32_t>(end_of(list))});
  list->share_array();
}

}  // namespace

List* continued(Allocator& allocator, List* list, uint32_t extra) {
  if (list->length <= kCopiedRather || room_behind(list) < extra || !is_newest(list)) return nullptr;
  List* longer = allocator.make<List>(0, list->array, list->items, list->length, Array::kShared);
  share_array_of(list);
  return list->array->take_behind(static_cast<uint32_t>(end_of(list)), extra) ? longer : nullptr;
}

List* own_end(Allocator& allocator, List* list, uint32_t extra) {
  if (is_writable(list)) {
    reserve(allocator, list, extra);
    return list;
  }
  if (list->is_shared()) {
    if (List* longer = continued(allocator, list, extra)) return longer;
  } else if (room_behind(list) >= extra && !is_due_for_a_copy(list, extra)) {
    if (list->array->take_behind(static_cast<uint32_t>(end_of(list)), extra)) return list;
  }
  return added_to(
      ensure_unshared_slow(allocator, list, static_cast<uint32_t>(room_of_copy(allocator, list, extra))));
}

List* ensure_unshared_slow(Allocator& allocator, List* list, uint32_t extra) {
  allocator.heap().note_copy(list->length * sizeof(Value));
  if (list->is_shared()) return copy_list(allocator, list, extra);
  if (!list->array) {
    list->own_array();
    return list;
  }
  Array* array = new_array(allocator, std::max(size_t{list->length} + extra, size_t{1}));
  copy_shared(array->slots(), list->items, list->length);
  list->array = array;
  list->items = array->slots();
  array->owner = list;
  list->own_array();
  return list;
}

// Sliding pays if it makes room on both sides for as many pushes as it moves elements, or half as many.
void reserve(Allocator& allocator, List* list, uint32_t extra) {
  assert(is_writable(list));
  if (room_behind(list) >= extra) return;
  size_t before = room_before(list);
  if (before >= list->length && room_behind(list) + before - before / 2 >= extra)
    return slide(list, before / 2);
  rehouse(allocator, list, 0, growth(list, extra));
}

void reserve_front(Allocator& allocator, List* list, uint32_t extra) {
  assert(is_writable(list));
  if (room_before(list) >= extra) return;
  size_t behind = room_behind(list);
  size_t shift = behind - behind / 2;
  if (behind >= list->length && room_before(list) + shift >= extra)
    return slide(list, room_before(list) + shift);
  rehouse(allocator, list, growth(list, extra), std::min(behind, size_t{list->length} / 2));
}

size_t growth_bytes(const List* list, ListEnd end, uint32_t extra) {
  size_t length = list->length, copied = 0;
  if (length + extra > kMostElements) return kImpossibleBytes;
  bool writable = is_writable(list);
  if (!writable) copied = list_bytes(length + extra);
  bool fits =
      end == ListEnd::back ? !writable || room_behind(list) >= extra : writable && room_before(list) >= extra;
  return copied + (fits ? 0 : sizeof(Array) + (length + growth(list, extra)) * sizeof(Value));
}

void prepend(Allocator& allocator, List* list, const Value* values, uint32_t count) {
  reserve_front(allocator, list, count);
  list->items -= count;
  list->length += count;
  move_values(list->items, values, count);
}

void append(Allocator& allocator, List* list, const Value* values, uint32_t count) {
  reserve(allocator, list, count);
  move_values(list->items + list->length, values, count);
  list->length += count;
}

void append_elements(Allocator& allocator, List* list, const List* other) {
  reserve(allocator, list, other->length);
  add_last_elements(list, other);
}

void add_last_elements(List* list, const List* other) {
  const uint32_t count = other->length;
  copy_shared(list->items + list->length, other->items, count);
  list->length += count;
}

Value pop(List* list) {
  assert(!list->is_shared() && list->length > 0);
  Value value = list->items[--list->length];
  if (list->on_shared_array()) share(value);
  return value;
}

Value pop_front(List* list) {
  assert(!list->is_shared() && list->length > 0);
  Value value = *list->items++;
  --list->length;
  if (list->on_shared_array()) share(value);
  return value;
}

void insert(Allocator& allocator, List* list, uint32_t index, Value value) {
  assert(index <= list->length);
  if (index < list->length / 2) {
    reserve_front(allocator, list, 1);
    --list->items;
    slide_values(list->items, list->items + 1, index);
  } else {
    reserve(allocator, list, 1);
    slide_values(list->items + index + 1, list->items + index, list->length - index);
  }
  list->items[index] = value;
  ++list->length;
}

Value remove_at(List* list, uint32_t index) {
  assert(is_writable(list) && index < list->length);
  Value value = list->items[index];
  if (index < list->length / 2) {
    slide_values(list->items + 1, list->items, index);
    ++list->items;
  } else {
    slide_values(list->items + index, list->items + index + 1, list->length - index - 1);
  }
  --list->length;
  return value;
}

// A window on the array would have the next change of the list copy all of it. If that is not much more, or
// the array is shared anyway, a slice takes constant time: `[x, ..rest]` goes through a list.
static bool is_small_part(const List* list, uint32_t count) {
  return count <= kCopiedRather && count <= list->length / 4 && !list->is_shared() &&
         !list->on_shared_array();
}

List* slice(Allocator& allocator, List* list, uint32_t begin, uint32_t end) {
  assert(begin <= end && end <= list->length);
  if (begin == end) return new_list(allocator);
  if (is_small_part(list, end - begin)) {
    List* part = unfilled_list(allocator, end - begin, end - begin);
    copy_shared(part->items, list->items + begin, end - begin);
    return part;
  }
  List* window = allocator.make<List>(0, list->array, list->items + begin, end - begin, Array::kShared);
  share_array_of(list);
  return window;
}

List* slice_dead(Allocator& allocator, List* list, uint32_t begin, uint32_t end) {
  if (list->is_shared()) return slice(allocator, list, begin, end);
  assert(begin <= end && end <= list->length);
  list->items += begin;
  list->length = end - begin;
  return list;
}

size_t neighbour_bytes(const List* list, uint32_t places, uint32_t next) {
  const size_t needed = size_t{places} + next;
  const size_t moved = room_behind(list) >= needed ? 0 : list_bytes(list->length + needed);
  return moved == kImpossibleBytes ? moved : moved + sizeof(List);
}

namespace {

// The room between them was reserved for elements that did not come: `first` ends at or before `second`.
List* join_neighbours(List* first, List* second) {
  Value* end = first->items + first->length;
  assert(end <= second->items);
  if (end != second->items) slide_values(end, second->items, second->length);
  first->length += second->length;
  first->array->remove_neighbour(*first);
  // The collector may still find `second`, but the array may be freed now.
  second->array = nullptr;
  second->items = nullptr;
  second->length = 0;
  return first;
}

}  // namespace

List* make_neighbour(Allocator& allocator, List* list, uint32_t places, uint32_t next) {
  assert(is_writable(list));
  if (room_behind(list) < size_t{places} + next) rehouse(allocator, list, 0, size_t{places} + next);
  Value* first = list->items + list->length + places;
  auto* neighbour = allocator.make<List>(0, list->array, first, 0u);
  list->array->add_neighbour();
  return neighbour;
}

List* join(Allocator& allocator, List* first, List* second) {
  const bool both = first != second && is_writable(first) && is_writable(second);
  const bool is_crowded = first->array != nullptr && first->array->is_crowded();
  if (both && is_crowded && first->array == second->array) return join_neighbours(first, second);
  // The places after it belong to a list that was shared and continued elsewhere.
  if (is_crowded) return concat(allocator, first, second);
  if (both) {
    append(allocator, first, second->items, second->length);
    return first;
  }
  List* joined = own_end(allocator, first, second->length);
  add_last_elements(joined, second);
  return joined;
}

List* new_list_for_sum(Allocator& allocator, const List* a, const List* b) {
  const size_t count = size_t{a->length} + b->length;
  List* sum = unfilled_list(allocator, 0, std::max(count, a->length + room_of_copy(allocator, a, b->length)));
  if (count > kCopiedRather) sum->array->set(flag::kAddedTo);
  return sum;
}

List* concat(Allocator& allocator, const List* a, const List* b) {
  List* sum = new_list_for_sum(allocator, a, b);
  add_last_elements(sum, a);
  add_last_elements(sum, b);
  return sum;
}

}  // namespace aspen
