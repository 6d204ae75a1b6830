// Parts of sequences: ends, slices, adding and removing elements.
#include "stdlib/native/sequence.h"

#include <algorithm>

#include "stdlib/native/elements.h"
#include "stdlib/native/natives.h"
#include "vm/run/operators/iteration.h"

namespace aspen {

namespace {

// A part of a list with at most so many elements is copied, so that the source can still be changed in place.
// Longer parts refer to the source.
constexpr uint32_t kCopiedRather = 32;

Value push_value(Strand& s, Value v, List& xs) {
  List* list = own_end(s.allocator(), &xs, 1);
  add_last(list, v);
  return Value::object(list);
}

Value pop_last(Strand& s, List& xs) {
  if (xs.length == 0) return empty_error(s, 0, sym::kIndexError);
  if (!xs.is_shared()) {
    Value v = pop(&xs);
    return pair(s, v, Value::object(&xs));
  }
  Value rest = Value::object(slice(s.allocator(), &xs, 0, xs.length - 1));
  return pair(s, shared(xs.items[xs.length - 1]), rest);
}

Value pop_first(Strand& s, List& xs) {
  if (xs.length == 0) return empty_error(s, 0, sym::kIndexError);
  if (!xs.is_shared()) {
    Value v = pop_front(&xs);
    return pair(s, v, Value::object(&xs));
  }
  Value rest = Value::object(slice(s.allocator(), &xs, 1, xs.length));
  return pair(s, shared(xs.items[0]), rest);
}

Value first(Strand& s, MaybeIterable xs) {
  if (comes_from_outside(xs)) return s.want_elements(0, 1);
  if (!is_iterable(xs)) return wrong_type(s, 0, xs, kIterable);
  Elements elements(s, xs);
  Value v;
  return elements.take(v) ? v : empty_error(s, 0, sym::kIndexError);
}

Value last_of_range(Strand& s, const Range& range) {
  Value before = int_sub(s.allocator(), range_length(s, range), Value::small_int(1));
  return int_add(s.allocator(), range.start, int_mul(s.allocator(), before, range.step));
}

Value last(Strand& s, Iterable xs) {
  Value v = xs.value;
  if (length_value(s, v) == Value::small_int(0)) return empty_error(s, 0, sym::kIndexError);
  if (is_kind(v, Kind::List)) return shared(as<List>(v)->items[as<List>(v)->length - 1]);
  if (is_kind(v, Kind::Range)) return last_of_range(s, *as<Range>(v));
  if (is_kind(v, Kind::Bytes)) return Value::small_int(as<Bytes>(v)->data()[as<Bytes>(v)->length - 1]);
  if (is_kind(v, Kind::Dict)) {
    const DictEntry* entry = last_entry(as<Dict>(v));
    return pair(s, shared(entry->key), shared(entry->value));
  }
  std::string_view text = as<String>(v)->view();
  return character_value(s, decode_character(text.data() + previous_character(text, text.size())));
}

// Elements [0, n) or [n, end) of something that is no list and no text, as a list.
Value take_elements(Strand& s, uint32_t n, Value source) {
  if (!reserve_list(s, std::min<uint64_t>(n, length_hint(s, source)))) return Value::exception();
  List* list = new_list(s.allocator());
  Elements elements(s, source);
  for (Value v; n > 0 && elements.take(v); --n) push(s.allocator(), list, v);
  return Value::object(list);
}

Value drop_elements(Strand& s, uint32_t n, Value source) {
  if (!reserve_for_each(s, source, sizeof(Value))) return Value::exception();
  List* list = new_list(s.allocator());
  Elements elements(s, source);
  Value v;
  while (n > 0 && elements.next(v)) --n;
  while (elements.take(v)) push(s.allocator(), list, v);
  return Value::object(list);
}

Value take_from_list(Strand& s, uint32_t n, List& list) {
  if (n > kCopiedRather) return Value::object(slice(s.allocator(), &list, 0, n));
  for (uint32_t i = 0; i < n; ++i) share(list.items[i]);
  return Value::object(new_list(s.allocator(), list.items, n));
}

Value take(Strand& s, Count n, MaybeIterable xs) {
  const Value v = xs;
  if (comes_from_outside(v)) return s.want_elements(1, n);
  if (!is_iterable(v)) return wrong_type(s, 1, v, kIterable);
  if (is_kind(v, Kind::List))
    return take_from_list(s, std::min<uint32_t>(n, as<List>(v)->length), *as<List>(v));
  if (is_kind(v, Kind::String)) return Value::object(slice(s.allocator(), as<String>(v), 0, n));
  if (is_kind(v, Kind::Bytes))
    return Value::object(slice(s.allocator(), as<Bytes>(v), 0, std::min<uint32_t>(n, as<Bytes>(v)->length)));
  return take_elements(s, n, v);
}

Value drop(Strand& s, Count n, Iterable xs) {
  Value v = xs.value;
  uint32_t length = v.as_object()->length;
  if (is_kind(v, Kind::List)) {
    return Value::object(slice_dead(s.allocator(), as<List>(v), std::min<uint32_t>(n, length), length));
  }
  if (is_kind(v, Kind::String)) return Value::object(slice(s.allocator(), as<String>(v), n, UINT32_MAX));
  if (is_kind(v, Kind::Bytes)) {
    return Value::object(slice(s.allocator(), as<Bytes>(v), std::min<uint32_t>(n, length), length));
  }
  return drop_elements(s, n, v);
}

Value reverse_list(Strand& s, List& xs) {
  List* list = ensure_unshared(s.allocator(), &xs);
  s.work(list->length);
  std::reverse(list->items, list->items + list->length);
  return Value::object(list);
}

Value reverse_bytes(Strand& s, const Bytes& bytes) {
  constexpr uint32_t kAtOnce = 1 << 16;
  if (!reserve_text(s, bytes.length)) return Value::exception();
  Bytes* out = new_bytes(s.allocator(), bytes.length);
  for (uint32_t at = 0, size; at < bytes.length; at += size) {
    size = std::min(kAtOnce, bytes.length - at);
    if (!s.work(kPieceWork + size)) return s.raise_stop();
    std::reverse_copy(bytes.data() + at, bytes.data() + at + size, out->data() + (bytes.length - at - size));
  }
  return Value::object(out);
}

Value reverse(Strand& s, Iterable xs) {
  Value v = xs.value;
  if (is_kind(v, Kind::List)) return reverse_list(s, *as<List>(v));
  if (is_kind(v, Kind::String)) return reverse_text(s, *as<String>(v));
  if (is_kind(v, Kind::Bytes)) return reverse_bytes(s, *as<Bytes>(v));
  List* list = list_of(s, v);
  return list ? reverse_list(s, *list) : Value::exception();
}

Value repeat_value(Strand& s, Count n, Value v) {
  constexpr uint32_t kUncounted = UINT32_MAX;  // what Count gives for all that is more
  if (!reserve_list(s, n == kUncounted ? uint64_t{n} + 1 : n)) return Value::exception();
  constexpr uint32_t kAtOnce = 1024;
  if (n <= kAtOnce) return Value::object(new_list_repeated(s.allocator(), v, n));
  share(v);
  List* list = new_list(s.allocator(), n);
  for (uint32_t done = 0; done < n; done += kAtOnce) {
    const uint32_t more = std::min(kAtOnce, n - done);
    if (!s.work(more * sizeof(Value) / kBytesCopiedPerWork * 4)) return s.raise_stop();
    std::fill_n(list->items + done, more, v);
    list->length = done + more;
  }
  return Value::object(list);
}

Value make_range(Strand& s, Value a, Value b, Value step) {
  if (!is_int(a)) return wrong_type(s, 0, a, "an Int");
  if (!is_int(b)) return wrong_type(s, 1, b, "an Int");
  if (!is_int(step)) return wrong_type(s, 2, step, "an Int");
  if (step == Value::small_int(0)) return bad_argument(s, 2, "must not be zero");
  return Value::object(s.allocator().make<Range>(0, a, b, step, false));
}

const NativeDescriptor kRows[] = {
    row<push_value>("push", "v xs", keeps(0, 1),
                    R"(The list with v added at the end. In place where the list is not used elsewhere.
push 3 [1, 2] => [1, 2, 3])"),
    row<pop_last>("pop", "xs", keeps(0),
                  R"(The last element and the list without it. IndexError if there is none.
pop [1, 2, 3] => (3, [1, 2]))"),
    row<pop_first>("pop_first", "xs", keeps(0),
                   R"(The first element and the list without it. IndexError if there is none.
pop_first [1, 2, 3] => (1, [2, 3]))"),
    row<first>("first", "xs", kBorrows,
               R"(The first element of anything iterable. IndexError if there is none.
first "abc" => "a")"),
    row<last>("last", "xs", kBorrows, R"(The last element of anything iterable. IndexError if there is none.
last (5..9) => 8)"),
    row<take>("take", "n xs", kBorrows,
              R"(The first n elements, or all if there are fewer. A string stays a string.
take 2 [1, 2, 3] => [1, 2]
take 2 "héllo" => "hé")"),
    row<drop>("drop", "n xs", keeps(1), R"(The elements without the first n. A string stays a string.
drop 2 [1, 2, 3] => [3]
drop 9 "ab" => "")"),
    row<reverse>("reverse", "xs", keeps(0), R"(The elements from last to first. A string stays a string.
reverse [1, 2, 3] => [3, 2, 1]
reverse "abc" => "cba")"),
    row<repeat_value>("repeat", "n v", keeps(1),
                      R"(A list with n times the same value. For text see string.repeat.
repeat 3 "x" => ["x", "x", "x"])"),
    row<make_range>(
        "range", "a b step", kBorrows,
        R"(The integers from a in steps, as long as they have not reached b. A negative step counts down.
list (range 1 9 3) => [1, 4, 7]
list (range 3 0 -1) => [3, 2, 1])"),
};

}  // namespace

Value reverse_text(Strand& s, const String& text) {
  std::string_view from = text.view();
  String* out = new_string(s.allocator(), text.length, text.ascii());
  char* end = out->data() + text.length;
  for (size_t at = 0; at < from.size() && s.work(kCharacterWork);) {
    unsigned size = character_bytes(static_cast<unsigned char>(from[at]));
    end -= size;
    std::copy_n(from.data() + at, size, end);
    at += size;
  }
  return Value::object(out);
}

NativeTable sequence_natives() { return kRows; }

}  // namespace aspen
