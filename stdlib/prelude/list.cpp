// The functions of module list that take no functions.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/prelude/log_gamma.h"

namespace aspen {

namespace {

constexpr uint64_t kElementsMovedPerWork = 2;

// Resolves an index, which may count from the end. False with IndexError pending if it is out of range.
bool list_index(Strand& s, int64_t& index, const List& xs) {
  int64_t given = index;
  if (index < 0) index += xs.length;
  if (index >= 0 && index < xs.length) return true;
  s.index_error(std::string(s.native()->name) + ": index " + std::to_string(given) +
                " is out of range for a length of " + std::to_string(xs.length));
  return false;
}

Value swap(Strand& s, int64_t i, int64_t j, List& xs) {
  if (!list_index(s, i, xs) || !list_index(s, j, xs)) return Value::exception();
  List* list = ensure_unshared(s.allocator(), &xs);
  std::swap(list->items[i], list->items[j]);
  return Value::object(list);
}

Value rotate(Strand& s, int64_t n, List& xs) {
  if (xs.length == 0) return Value::object(&xs);
  List* list = ensure_unshared(s.allocator(), &xs);
  if (!s.work(list->length)) return s.raise_stop();
  int64_t length = list->length;
  int64_t by = ((n % length) + length) % length;
  std::rotate(list->items, list->items + by, list->items + length);
  return Value::object(list);
}

Value split_at(Strand& s, int64_t i, List& xs) {
  if (i < 0) i += xs.length;
  auto at = static_cast<uint32_t>(std::clamp<int64_t>(i, 0, xs.length));
  List* left = slice(s.allocator(), &xs, 0, at);
  List* right = slice(s.allocator(), &xs, at, xs.length);
  return pair(s, Value::object(left), Value::object(right));
}

Value append_list(Strand& s, List& xs, List& ys) {
  if (!s.reserve(growth_bytes(&xs, ListEnd::back, ys.length)) || !s.work(ys.length / kElementsMovedPerWork))
    return Value::exception();
  return Value::object(join(s.allocator(), &xs, &ys));
}

// Whether all rows are lists of one length. False with a TypeError pending if an element is not a list, or
// with a ValueError if lengths differ.
bool check_rows(Strand& s, const List& rows) {
  for (uint32_t i = 0; i < rows.length; ++i) {
    if (!is_kind(rows.items[i], Kind::List))
      return fail_with(wrong_type(s, 0, rows.items[i], "a List of lists"));
    if (rows.items[i].as_object()->length == rows.items[0].as_object()->length) continue;
    return fail_with(bad_argument(s, 0, "has rows of different lengths"));
  }
  return true;
}

Value transpose(Strand& s, const List& all) {
  const List* touched = touched_elements(s, all);
  if (!touched || !check_rows(s, *touched)) return Value::exception();
  const List& rows = *touched;
  List* out = new_list(s.allocator());
  uint32_t width = rows.length == 0 ? 0 : rows.items[0].as_object()->length;
  for (uint32_t column = 0; column < width && s.work(rows.length); ++column) {
    List* line = new_list(s.allocator(), rows.length);
    for (uint32_t i = 0; i < rows.length; ++i)
      push(s.allocator(), line, shared(as<List>(rows.items[i])->items[column]));
    push(s.allocator(), out, Value::object(line));
  }
  return Value::object(out);
}

Value unzip(Strand& s, Iterable pairs) {
  List* left = new_list(s.allocator());
  List* right = new_list(s.allocator());
  Elements elements(s, pairs);
  for (Value v; elements.next(v);) {
    if (!is_kind(v, Kind::Tuple) || v.as_object()->length != 2) return wrong_type(s, 0, v, "pairs");
    push(s.allocator(), left, shared(as<Tuple>(v)->items()[0]));
    push(s.allocator(), right, shared(as<Tuple>(v)->items()[1]));
  }
  return pair(s, Value::object(left), Value::object(right));
}

Value cartesian(Strand& s, Iterable xs, Iterable ys) {
  List* right = list_of(s, ys.value);
  if (!right || !reserve_list(s, std::min<uint64_t>(length_hint(s, xs.value), UINT32_MAX) * right->length))
    return Value::exception();
  List* out = new_list(s.allocator());
  Elements elements(s, xs);
  for (Value v; elements.take(v);) {
    for (uint32_t i = 0; i < right->length && s.work(kPieceWork); ++i)
      push(s.allocator(), out, pair(s, v, right->items[i]));
  }
  return Value::object(out);
}

// ---- Choosing and arranging

// Whether there is memory for `count` lists of n elements; MemoryLimit if not.
bool reserve_lists(Strand& s, double count, uint32_t n) {
  double bytes = count * static_cast<double>(list_bytes(n) + sizeof(Value));
  return s.reserve(bytes > 1e18 ? SIZE_MAX / 2 : static_cast<size_t>(bytes));
}

Value pick(Strand& s, const List& from, const std::vector<uint32_t>& places) {
  List* out = new_list(s.allocator(), static_cast<uint32_t>(places.size()));
  for (uint32_t place : places) push(s.allocator(), out, from.items[place]);
  return Value::object(out);
}

// Advances to the next ascending choice of indices below `length`; false after the last one.
bool next_choice(std::vector<uint32_t>& places, uint32_t length) {
  size_t n = places.size(), i = n;
  while (i > 0 && places[i - 1] == length - n + i - 1) --i;
  if (i == 0) return false;
  std::iota(places.begin() + static_cast<ptrdiff_t>(i - 1), places.end(), places[i - 1] + 1);
  return true;
}

Value combinations(Strand& s, Count n, Iterable xs) {
  List* from = list_of(s, xs.value);
  if (!from) return Value::exception();
  List* out = new_list(s.allocator());
  if (n > from->length) return Value::object(out);
  double length = from->length;
  double count = std::exp(log_gamma(length + 1) - log_gamma(n + 1.0) - log_gamma(length - n + 1));
  if (!reserve_lists(s, count, n)) return Value::exception();
  std::vector<uint32_t> places(n);
  std::iota(places.begin(), places.end(), 0u);
  do push(s.allocator(), out, pick(s, *from, places));
  while (next_choice(places, from->length) && s.work(kPieceWork + n));
  return Value::object(out);
}

Value permutations(Strand& s, Iterable xs) {
  List* from = list_of(s, xs.value);
  if (!from || !reserve_lists(s, std::tgamma(from->length + 1.0), from->length)) return Value::exception();
  List* out = new_list(s.allocator());
  std::vector<uint32_t> places(from->length);
  std::iota(places.begin(), places.end(), 0u);
  do push(s.allocator(), out, pick(s, *from, places));
  while (std::next_permutation(places.begin(), places.end()) && s.work(kPieceWork + places.size()));
  return Value::object(out);
}

// ---- Counting and neighbours

Value frequencies(Strand& s, Iterable xs) {
  Dict* out = new_dict(s.allocator());
  Elements elements(s, xs);
  for (Value v; elements.take(v) && s.work(kEntryWork);) {
    DictEntry& entry = find_or_add(s.allocator(), context(s), out, v);
    entry.value = Value::small_int(entry.value.is_undefined() ? 1 : entry.value.as_small_int() + 1);
  }
  return Value::object(out);
}

Value dedup(Strand& s, Iterable xs) {
  if (!reserve_for_each(s, xs.value, sizeof(Value))) return Value::exception();
  List* out = new_list(s.allocator());
  Elements elements(s, xs);
  for (Value v; elements.take(v);) {
    if (out->length == 0 || !equal(context(s), out->items[out->length - 1], v)) push(s.allocator(), out, v);
  }
  return Value::object(out);
}

Value last_index_of(Strand& s, Value v, const List& xs) {
  for (uint32_t i = xs.length; i > 0 && s.work(2); --i) {
    if (equal(context(s), xs.items[i - 1], v)) return some(s, Value::small_int(i - 1));
  }
  return none();
}

const NativeDescriptor kRows[] = {
    row<swap>("list.swap", "i j xs", keeps(2), R"(The list with two elements swapped.
list.swap 0 2 [1, 2, 3] => [3, 2, 1])"),
    row<rotate>("list.rotate", "n xs", keeps(1),
                R"(The list rotated so that it begins with element n; a negative n rotates the other way.
list.rotate 1 [1, 2, 3] => [2, 3, 1])"),
    row<split_at>("list.split_at", "i xs", keeps(1), R"(The elements before index i and the others.
list.split_at 1 [1, 2, 3] => ([1], [2, 3]))"),
    row<append_list>("list.append", "xs ys", keeps(0, 1), R"(The elements of xs and then those of ys.
list.append [1, 2] [3] => [1, 2, 3])"),
    row<transpose>("list.transpose", "rows", kBorrows,
                   R"(The columns of a list of rows. ValueError if their lengths differ.
list.transpose [[1, 2], [3, 4]] => [[1, 3], [2, 4]])"),
    row<unzip>("list.unzip", "pairs", kBorrows, R"(The first and the second parts of pairs, in two lists.
list.unzip [(1, "a"), (2, "b")] => ([1, 2], ["a", "b"]))"),
    row<cartesian>("list.cartesian", "xs ys", kBorrows, R"(All pairs of an element of xs and one of ys.
list.cartesian [1, 2] "ab" => [(1, "a"), (1, "b"), (2, "a"), (2, "b")])"),
    row<combinations>("list.combinations", "n xs", kBorrows,
                      R"(All choices of n elements, each in the order of xs.
list.combinations 2 [1, 2, 3] => [[1, 2], [1, 3], [2, 3]])"),
    row<permutations>("list.permutations", "xs", kBorrows, R"(All orders of the elements.
list.permutations [1, 2] => [[1, 2], [2, 1]])"),
    row<frequencies>("list.frequencies", "xs", kBorrows,
                     R"(How often each element occurs: a dict in the order of first occurrence.
list.frequencies "hello" => ["h": 1, "e": 1, "l": 2, "o": 1])"),
    row<dedup>("list.dedup", "xs", kBorrows, R"(The elements without those that equal the one before.
list.dedup [1, 1, 2, 1] => [1, 2, 1])"),
    row<last_index_of>("list.last_index_of", "v xs", kBorrows,
                       R"(`Some` of the index of the last v, or `None`.
list.last_index_of 3 [3, 1, 3] => Some 2)"),
};

}  // namespace

NativeTable list_natives() { return kRows; }

}  // namespace aspen
