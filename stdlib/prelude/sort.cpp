// Sorting, and searching in sorted lists. All sorts are stable.
#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/prelude/sort_parts.h"

namespace aspen {

namespace {

constexpr uint64_t kComparisonWork = 8;

// `<` for sorting: a total order with nan last. Keeps the first error; after it everything is equal, so that
// the algorithm ends. Sorts keep Values in buffers that the collector does not see, so nothing here may
// allocate except for that error.
struct Before {
  Strand& strand;
  bool& raised;
  bool operator()(Value a, Value b) const {
    if (raised) return false;
    if (!strand.touch(a) || !strand.touch(b)) {
      raised = true;
      return false;
    }
    if (!strand.work(kComparisonWork)) {
      strand.raise_stop();
      raised = true;
      return false;
    }
    Order o = sort_order(strand, a, b);
    if (o == Order::raised) raised = true;
    return o == Order::less;
  }
};

// ---- The common cases: all numbers that a double holds exactly, or all strings. Each element gets a word
// that orders as it does (for a string, as its first eight bytes), so that most comparisons touch no object.

struct Keyed {
  uint64_t key;
  uint32_t place;
};
using Places = Scratch<Keyed>;

uint64_t number_key(Value v) {
  double d =
      v.is_small_int() ? static_cast<double>(v.as_small_int()) : v.as_double() + 0.0;  // no negative zero
  if (std::isnan(d)) return UINT64_MAX;
  auto bits = std::bit_cast<uint64_t>(d);
  return bits >> 63 ? ~bits : bits | uint64_t{1} << 63;
}

uint64_t text_key(Value v) {
  std::string_view text = as<String>(v)->view();
  uint64_t key = 0;
  for (size_t i = 0; i < 8; ++i) key = key << 8 | (i < text.size() ? static_cast<uint8_t>(text[i]) : 0);
  return key;
}

// The work to read or place a value at any address.
constexpr uint64_t kPlaceWork = 8;

// Ends early if the strand has to stop.
void read_keys(Strand& s, const Value* values, uint32_t count, uint64_t (*key)(Value), Places& out) {
  out.reserve(count);
  for (uint32_t i = 0; i < count && s.work(kPlaceWork); ++i) out.push_back({key(values[i]), i});
}

// False, with the reason pending, if the strand has to stop.
template <class Less>
bool sort_keyed(Strand& s, Places& out, Less before) {
  if (sort_parts(s, out.data(), out.data() + out.size(), before)) return true;
  return fail_with(s.raise_stop());
}

bool sort_numbers(Strand& s, const Value* values, uint32_t count, Places& out) {
  read_keys(s, values, count, number_key, out);
  return sort_keyed(s, out,
                    [](Keyed a, Keyed b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
}

bool sort_texts(Strand& s, const Value* values, uint32_t count, Places& out) {
  read_keys(s, values, count, text_key, out);
  return sort_keyed(s, out, [values](Keyed a, Keyed b) {
    if (a.key != b.key) return a.key < b.key;
    int order = as<String>(values[a.place])->view().compare(as<String>(values[b.place])->view());
    return order != 0 ? order < 0 : a.place < b.place;
  });
}

// What is sorted but for its end is taken as it is, as in Timsort (Peters, 2002): programs sort a queue again
// after each push.
template <class Less>
void sort_stably(Keyed* begin, Keyed* end, Less before) {
  constexpr ptrdiff_t kMostMoved = 1'000'000;  // elements, without a look at the limits: a few milliseconds
  Keyed* rest = std::is_sorted_until(begin, end, before);
  if ((end - rest) * (end - begin) <= kMostMoved) {
    for (; rest != end; ++rest) std::rotate(std::upper_bound(begin, rest, *rest, before), rest, rest + 1);
  } else if (rest - begin < end - rest) {
    std::stable_sort(begin, end, before);
  } else {
    std::stable_sort(rest, end, before);
    std::inplace_merge(begin, rest, end, before);
  }
}

bool sort_others(Strand& s, const Value* values, uint32_t count, Places& out) {
  read_keys(
      s, values, count, [](Value) { return uint64_t{0}; }, out);
  Charge buffer(s.machine().heap().memory());  // for std::stable_sort and std::inplace_merge
  if (!s.charge(buffer, count * sizeof(Keyed))) return false;
  bool raised = false;
  Before before{s, raised};
  sort_stably(out.data(), out.data() + out.size(),
              [&](Keyed a, Keyed b) { return before(values[a.place], values[b.place]); });
  return !raised;
}

// The indices of the values in sorted order. False with an error pending, for instance if two values have no
// order.
bool sorted_places(Strand& s, const Value* values, uint32_t count, Places& out) {
  if (std::all_of(values, values + count, [](Value v) { return v.is_small_int() || v.is_double(); })) {
    return sort_numbers(s, values, count, out);
  }
  // Comparisons of long texts have to pay, which those of sort_parts cannot.
  const auto is_short = [](Value v) { return is_kind(v, Kind::String) && as<String>(v)->length <= 1024; };
  if (std::all_of(values, values + count, is_short)) {
    return sort_texts(s, values, count, out);
  }
  return sort_others(s, values, count, out);
}

// A list of the values in sorted order. Null, with the reason pending, if the strand has to stop. The
// collector knows the list, unlike memory of C++: it may put their values in the places of futures, and free
// these.
List* arranged(Strand& s, const List& list, const Places& places) {
  List* sorted = new_list(s.allocator(), list.length);
  for (const Keyed k : places) {
    if (!s.work(kPlaceWork)) {
      s.raise_stop();
      return nullptr;
    }
    push(s.allocator(), sorted, list.items[k.place]);
  }
  return sorted;
}

Value sorted_list(Strand& s, const List& list, const Places& places) {
  List* sorted = arranged(s, list, places);
  return sorted ? Value::object(sorted) : Value::exception();
}

// A list of the elements that the native may change: the argument itself if it is an unshared List.
List* own_list(Strand& s, Value xs) {
  if (!is_kind(xs, Kind::List)) return list_of(s, xs);
  return ensure_unshared(s.allocator(), as<List>(xs));
}

// Likewise, but without futures.
List* own_values(Strand& s, Value xs) {
  List* list = own_list(s, xs);
  bool plain = !list || !s.holds_futures() ||
               std::all_of(list->items, list->items + list->length, [&](Value& v) { return s.touch(v); });
  return plain ? list : nullptr;
}

Value sort(Strand& s, Iterable xs) {
  List* list = own_values(s, xs.value);
  if (!list) return Value::exception();
  Value* end = list->items + list->length;
  if (std::all_of(list->items, end, [](Value v) { return v.is_small_int(); })) {
    bool sorted =
        sort_parts(s, list->items, end, [](Value a, Value b) { return a.as_small_int() < b.as_small_int(); });
    return sorted ? Value::object(list) : s.raise_stop();
  }
  Places places = scratch<Keyed>(s);
  if (!sorted_places(s, list->items, list->length, places)) return Value::exception();
  return sorted_list(s, *list, places);
}

Value sort_by_keys(Strand& s, const List& keys, Iterable xs) {
  List* list = own_list(s, xs.value);
  if (!list) return Value::exception();
  if (list->length != keys.length) return bad_argument(s, 0, "must be as many as there are elements");
  const List* values = touched_elements(s, keys);
  Places places = scratch<Keyed>(s);
  if (!values || !sorted_places(s, values->items, values->length, places)) return Value::exception();
  return sorted_list(s, *list, places);
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

// The first element that is not before `v`, or the end; null with an error pending.
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
              R"(The elements in ascending order; equal ones keep their order, nan comes last.
sort [3, 1, 2] => [1, 2, 3]
sort "hello" => ["e", "h", "l", "l", "o"])"),
    row<sort_by_keys>("list.sort_by_keys", "keys xs", keeps(1),
                      R"(The elements in the order of their keys: `keys` has a key for each element.
list.sort_by_keys [2, 1] ["b", "a"] => ["a", "b"])"),
    row<is_sorted>("list.sorted?", "xs", kBorrows, R"(Whether no element is greater than the next one.
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
