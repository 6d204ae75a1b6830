// Looking up, inserting and removing, for all kinds of containers.
#include <cmath>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/text_search.h"
#include "vm/run/operators/parts.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// Converts `key` to a position in a sequence of `length`; negative keys count from the end. False with an
// error pending if it is not an Int.
bool read_index(Strand& s, Value key, uint64_t length, int64_t& index) {
  if (!is_int(key)) return fail_with(wrong_type(s, 0, key, "an Int"));
  if (!fits_int64(key, index)) index = INT64_MAX;
  if (index < 0) index += static_cast<int64_t>(length);
  return true;
}

bool within(int64_t index, uint64_t length) { return index >= 0 && static_cast<uint64_t>(index) < length; }

Value out_of_range(Strand& s, Value key, uint64_t length) {
  return s.index_error(std::string(s.native()->name) + ": index " + shorten(s, key) +
                       " is out of range for a length of " + std::to_string(length));
}

bool is_sequence(Value c) {
  return is_kind(c, Kind::List) || is_kind(c, Kind::String) || is_kind(c, Kind::Bytes) ||
         is_kind(c, Kind::Range) || is_kind(c, Kind::Tuple);
}

// The element at `index`, which must be in range. Never undefined.
Value element_at(Strand& s, Value c, int64_t index) {
  auto i = static_cast<uint32_t>(index);
  if (is_kind(c, Kind::List)) return as<List>(c)->items[i];
  if (is_kind(c, Kind::Tuple)) return as<Tuple>(c)->items()[i];
  if (is_kind(c, Kind::Bytes)) return Value::small_int(as<Bytes>(c)->data()[i]);
  if (is_kind(c, Kind::Range)) {
    const Range* range = as<Range>(c);
    return int_add(s.allocator(), range->start, int_mul(s.allocator(), int_value(s, index), range->step));
  }
  const String* text = as<String>(c);
  return character_value(s, decode_character(text->data() + byte_offset(text, i)));
}

// The value of `key`, shared; undefined if there is none; or an exception.
Value lookup(Strand& s, Value key, Value c) {
  if (is_kind(c, Kind::Dict)) {
    const DictEntry* entry = find(context(s), as<Dict>(c), key);
    return entry ? shared(entry->value) : Value::undefined();
  }
  if (!is_sequence(c)) return wrong_type(s, s.native()->arity - 1u, c, "a Dict or a sequence");
  if (!is_int(key)) return wrong_type(s, s.native()->arity - 1u, c, "a Dict, as the key is no Int");
  uint64_t length = is_kind(c, Kind::Tuple) ? c.as_object()->length : length_hint(s, c);
  int64_t index;
  if (!read_index(s, key, length, index)) return Value::exception();
  return within(index, length) ? shared(element_at(s, c, index)) : Value::undefined();
}

Value get(Strand& s, Value key, Value c) {
  Value v = lookup(s, key, c);
  if (v.is_exception()) return v;
  return v.is_undefined() ? none() : some(s, v);
}

Value get_or(Strand& s, Value key, Value fallback, Value c) {
  Value v = lookup(s, key, c);
  return v.is_undefined() ? fallback : v;
}

Value insert_in_list(Strand& s, Value key, Value v, List& list) {
  int64_t index;
  if (!read_index(s, key, list.length, index)) return Value::exception();
  if (index < 0 || index > list.length) return out_of_range(s, key, list.length);
  List* out = ensure_unshared(s.allocator(), &list, 1);
  s.work(out->length / kBytesCopiedPerWork);
  insert(s.allocator(), out, static_cast<uint32_t>(index), v);
  return Value::object(out);
}

Value insert_value(Strand& s, Value key, Value v, Value c) {
  if (is_kind(c, Kind::List)) return insert_in_list(s, key, v, *as<List>(c));
  if (!is_kind(c, Kind::Dict)) return wrong_type(s, 2, c, "a Dict or a List");
  Dict* dict = as<Dict>(c);
  share(key);  // the caller may update it in place otherwise, and its hash must not change
  own_entry(s.allocator(), context(s), dict, key).value = v;
  return Value::object(dict);
}

Value remove_value(Strand& s, Value key, Value c) {
  if (is_kind(c, Kind::Dict)) {
    if (!find(context(s), as<Dict>(c), key)) return missing_key(s, *as<Dict>(c), key);
    Dict* dict = ensure_unshared(s.allocator(), as<Dict>(c));
    remove(context(s), dict, key);
    return Value::object(dict);
  }
  if (!is_kind(c, Kind::List)) return wrong_type(s, 1, c, "a Dict or a List");
  List* list = as<List>(c);
  int64_t index;
  if (!read_index(s, key, list->length, index)) return Value::exception();
  if (!within(index, list->length)) return out_of_range(s, key, list->length);
  list = ensure_unshared(s.allocator(), list);
  s.work(list->length / kBytesCopiedPerWork);
  remove_at(list, static_cast<uint32_t>(index));
  return Value::object(list);
}

// ---- Searching

Value find_in_range(Strand& s, Value v, const Range& range) {
  if (v.is_double() && std::isfinite(v.as_double()) && v.as_double() == std::floor(v.as_double()))
    v = floor(s, v);
  if (!is_int(v)) return Value::undefined();
  Value distance = int_sub(s.allocator(), v, range.start);
  if (int_mod(s.allocator(), distance, range.step) != Value::small_int(0)) return Value::undefined();
  Value index = int_floor_div(s.allocator(), distance, range.step);
  bool inside = !int_is_negative(index) && int_compare(index, range_length(s, range)) < 0;
  return inside ? index : Value::undefined();
}

// The first position of `v` among the elements, or in the text; undefined if it is not there.
Value place_of(Strand& s, Value v, Value xs) {
  if (is_kind(xs, Kind::Range)) return find_in_range(s, v, *as<Range>(xs));
  if (is_kind(xs, Kind::String)) {
    if (!is_kind(v, Kind::String)) return wrong_type(s, 0, v, "a String, as what it is looked for in");
    size_t at = find_part(s, as<String>(xs)->view(), as<String>(v)->view());
    if (at == std::string_view::npos) return Value::undefined();
    return Value::small_int(code_point_index(as<String>(xs), static_cast<uint32_t>(at)));
  }
  if (is_kind(xs, Kind::Bytes) && is_kind(v, Kind::Bytes)) {
    size_t at = find_part(s, as<Bytes>(xs)->view(), as<Bytes>(v)->view());
    return at == std::string_view::npos ? Value::undefined() : Value::small_int(static_cast<int64_t>(at));
  }
  Elements elements(s, xs);
  ValueContext equality = context(s);
  int64_t i = 0;
  for (Value x; elements.next(x); ++i) {
    if (equal(equality, x, v)) return Value::small_int(i);
  }
  return Value::undefined();
}

Value contains(Strand& s, Value v, Value c) {
  if (is_kind(c, Kind::Dict)) return Value::boolean(find(context(s), as<Dict>(c), v) != nullptr);
  if (is_kind(c, Kind::Tuple)) {
    const Tuple* tuple = as<Tuple>(c);
    for (uint32_t i = 0; i < tuple->length; ++i) {
      if (equal(context(s), tuple->items()[i], v)) return Value::boolean(true);
    }
    return Value::boolean(false);
  }
  if (!is_iterable(c)) return wrong_type(s, 1, c, "a container");
  Value at = place_of(s, v, c);
  return at.is_exception() ? at : Value::boolean(!at.is_undefined());
}

Value index_of(Strand& s, Value v, Iterable xs) {
  Value at = place_of(s, v, xs.value);
  if (at.is_exception()) return at;
  return at.is_undefined() ? none() : some(s, at);
}

// ---- Dicts

template <bool keys_too, bool values_too>
Value list_entries(Strand& s, const Dict& d) {
  if (!reserve_list(s, d.length)) return Value::exception();
  List* out = new_list(s.allocator(), d.length);
  for (uint32_t i = next_entry(&d, 0); i != kNoEntry && s.work(1); i = next_entry(&d, i + 1)) {
    const DictEntry& entry = entry_at(&d, i);
    if (keys_too) share(entry.key);
    if (values_too) share(entry.value);
    push(s.allocator(), out,
         !values_too ? entry.key
         : !keys_too ? entry.value
                     : pair(s, entry.key, entry.value));
  }
  return Value::object(out);
}

Value merge(Strand& s, Dict& a, const Dict& b) {
  if (a.length == 0 && &a != &b) return Value::object(copy_dict(s.allocator(), &b));
  Dict* out = ensure_unshared(s.allocator(), &a, b.length);
  if (out == &b) return Value::object(out);
  for (uint32_t i = next_entry(&b, 0); i != kNoEntry && s.work(kPieceWork); i = next_entry(&b, i + 1)) {
    const DictEntry& entry = entry_at(&b, i);
    set(s.allocator(), context(s), out, shared(entry.key), shared(entry.value));
  }
  return Value::object(out);
}

const NativeDescriptor kRows[] = {
    row<get>("get", "k c", kBorrows,
             R"(`Some` of the value of a key, or of the element at an index; `None` if there is none.
get "a" ["a": 1] => Some 1
get 9 [5] => None
get -1 [5, 6] => Some 6)"),
    row<get_or>("get_or", "k default c", keeps(1),
                R"(The value of a key, or the element at an index; the default if there is none.
get_or "z" 0 ["a": 1] => 0)"),
    row<insert_value>("insert", "k v c", keeps(0, 1, 2),
                      R"(A dict with v under the key, or a list with v before index k.
insert "b" 2 ["a": 1] => ["a": 1, "b": 2]
insert 1 "x" ["a", "b"] => ["a", "x", "b"])"),
    row<remove_value>(
        "remove", "k c", keeps(1),
        R"(A dict without the key, or a list without the element at index k. KeyError or IndexError if there is none.
remove "a" ["a": 1, "b": 2] => ["b": 2]
remove 0 ["a", "b"] => ["b"])"),
    row<contains>("contains", "v c", kBorrows,
                  R"(Whether v is an element of a list, a key of a dict or a part of a string.
contains 2 [1, 2] => true
contains "ell" "hello" => true)"),
    row<index_of>("index_of", "v xs", kBorrows, R"(`Some` of the index of the first v, or `None`.
index_of 3 [1, 3, 3] => Some 1)"),
    row<list_entries<true, false>>("keys", "d", kBorrows,
                                   R"(The keys in the order of their insertion.
keys ["b": 1, "a": 2] => ["b", "a"])"),
    row<list_entries<false, true>>("values", "d", kBorrows, R"(The values in the order of their keys.
values ["b": 1, "a": 2] => [1, 2])"),
    row<list_entries<true, true>>("entries", "d", kBorrows, R"(The pairs (key, value) in order.
entries ["b": 1] => [("b", 1)])"),
    row<merge>("merge", "a b", keeps(0), R"(The entries of both dicts; where both have a key, the value of b.
merge ["a": 1, "b": 2] ["b": 9] => ["a": 1, "b": 9])"),
};

}  // namespace

NativeTable container_natives() { return kRows; }

}  // namespace aspen
