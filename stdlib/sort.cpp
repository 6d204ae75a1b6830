// Sorting and searching in order. All sorts are stable.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stdlib/elements.h"
#include "stdlib/natives.h"

namespace aspen {

namespace {

// `<` for sorting: a total order on numbers, in which nan comes last. Remembers a TypeError; everything is
// equal from then on, so that the algorithm ends. Sorts keep Values in buffers that the collector does not
// see, so nothing here may allocate but that error.
struct Before {
  Strand& strand;
  bool& raised;
  bool operator()(Value a, Value b) const {
    if (raised) return false;
    Order o = order(strand, a, b);
    if (o == Order::raised) raised = true;
    if (o == Order::unordered)
      return b.is_double() && std::isnan(b.as_double()) && !(a.is_double() && std::isnan(a.as_double()));
    return o == Order::less;
  }
};

bool text_before(Value a, Value b) { return as<String>(a)->view() < as<String>(b)->view(); }
bool int_before(Value a, Value b) { return a.as_small_int() < b.as_small_int(); }

// False with a TypeError pending if two elements have no order.
bool sort_values(Strand& s, Value* begin, Value* end) {
  if (std::all_of(begin, end, [](Value v) { return v.is_small_int(); })) {
    std::sort(begin, end, int_before);  // equal ones cannot be told apart
    return true;
  }
  if (std::all_of(begin, end, [](Value v) { return is_kind(v, Kind::String); })) {
    std::stable_sort(begin, end, text_before);
    return true;
  }
  bool raised = false;
  std::stable_sort(begin, end, Before{s, raised});
  return !raised;
}

// The elements in a list of the caller's own: the argument itself if it is an unshared List.
List* own_list(Strand& s, Value xs) {
  if (!is_kind(xs, Kind::List)) return list_of(s, xs);
  return ensure_unshared(s.allocator(), as<List>(xs));
}

Value sort(Strand& s, Iterable xs) {
  List* list = own_list(s, xs.value);
  if (!list || !sort_values(s, list->items, list->items + list->length)) return Value::exception();
  return Value::object(list);
}

// Places sorted by the keys that stand there; empty with a TypeError pending.
std::vector<uint32_t> sorted_places(Strand& s, const List& keys) {
  std::vector<uint32_t> places(keys.length);
  std::iota(places.begin(), places.end(), 0u);
  bool raised = false;
  Before before{s, raised};
  std::stable_sort(places.begin(), places.end(),
                   [&](uint32_t a, uint32_t b) { return before(keys.items[a], keys.items[b]); });
  if (raised) places.clear();
  return places;
}

Value sort_by_keys(Strand& s, const List& keys, Iterable xs) {
  List* list = own_list(s, xs.value);
  if (!list) return Value::exception();
  if (list->length != keys.length) return bad_argument(s, 0, "must be as many as there are elements");
  std::vector<uint32_t> places = sorted_places(s, keys);
  if (places.size() != keys.length) return Value::exception();
  std::vector<Value> sorted(keys.length);
  std::transform(places.begin(), places.end(), sorted.begin(), [&](uint32_t i) { return list->items[i]; });
  std::copy(sorted.begin(), sorted.end(), list->items);
  return Value::object(list);
}

Value is_sorted(Strand& s, Iterable xs) {
  Elements elements(s, xs);
  bool raised = false;
  Before before{s, raised};
  Value last;
  if (!elements.next(last)) return Value::boolean(true);
  for (Value v; elements.next(v); last = v) {
    if (before(v, last)) return Value::boolean(false);
    if (raised) return Value::exception();
  }
  return Value::boolean(true);
}

// The first place whose element is not before `v`; undefined with an error pending.
const Value* lower_bound(Strand& s, Value v, const List& xs) {
  bool raised = false;
  const Value* end = xs.items + xs.length;
  const Value* found = std::lower_bound(static_cast<const Value*>(xs.items), end, v, Before{s, raised});
  return raised ? nullptr : found;
}

Value binary_search(Strand& s, Value v, const List& xs) {
  if (xs.length == 0) return none();
  const Value* found = lower_bound(s, v, xs);
  if (!found) return Value::exception();
  if (found == xs.items + xs.length || !equal(context(s), *found, v)) return none();
  return some(s, Value::small_int(found - xs.items));
}

Value sorted_index(Strand& s, Value v, const List& xs) {
  if (xs.length == 0) return Value::small_int(0);
  const Value* found = lower_bound(s, v, xs);
  return found ? Value::small_int(found - xs.items) : Value::exception();
}

const NativeDescriptor kRows[] = {
    row<sort>("sort", "xs", keeps(0),
              R"(The elements in ascending order; equal ones keep theirs, nan comes last.
sort [3, 1, 2] => [1, 2, 3]
sort "hello" => ["e", "h", "l", "l", "o"])"),
    row<sort_by_keys>("list.sort_by_keys", "keys xs", keeps(1),
                      R"(The elements in the order of the keys, of which there are as many.
list.sort_by_keys [2, 1] ["b", "a"] => ["a", "b"])"),
    row<is_sorted>("list.sorted?", "xs", kBorrows, R"(Whether no element is greater than the one behind it.
list.sorted? [1, 1, 2] => true)"),
    row<binary_search>("list.binary_search", "v xs", kBorrows,
                       R"(`Some` of the first index of v in a sorted list, or `None`, in logarithmic time.
list.binary_search 5 [1, 3, 5, 7] => Some 2)"),
    row<sorted_index>(
        "list.sorted_index", "v xs", kBorrows,
        R"(The first index at which v can be inserted into a sorted list so that it stays sorted.
list.sorted_index 4 [1, 3, 5, 7] => 2)"),
};

}  // namespace

NativeTable sort_natives() { return kRows; }

}  // namespace aspen
