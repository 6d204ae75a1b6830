#include "stdlib/native/elements.h"

#include <algorithm>

#include "vm/object/future.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/paid_int.h"
#include "vm/values/range.h"

namespace aspen {

Elements::Elements(Strand& strand, Value source) : strand_(strand), source_(source), current_(Value::unit()) {
  if (is_kind(source, Kind::List)) {
    list_ = as<List>(source);
    if (!strand.holds_futures()) plain_ = list_;
  }
  if (is_kind(source, Kind::Range)) current_ = as<Range>(source)->start;
}

// Elements of a list are paid for in parts of this size.
constexpr uint32_t kPart = 1024;
// The work for an element that has to be made.
constexpr uint64_t kMakingWork = 8;

bool Elements::next_part() {
  uint32_t more = std::min(list_->length - position_, kPart);
  if (more == 0 || !strand_.work(more)) return false;
  part_end_ = position_ + more;
  return true;
}

bool Elements::next_other(Value& out) {
  if (!strand_.work(kMakingWork)) return false;
  if (is_kind(source_, Kind::Range)) return next_in_range(out);
  if (is_kind(source_, Kind::String)) return next_in_text(out);
  if (is_kind(source_, Kind::Dict)) return next_entry_pair(out);
  const Bytes* bytes = as<Bytes>(source_);
  if (position_ == bytes->length) return false;
  out = Value::small_int(bytes->data()[position_++]);
  return true;
}

bool Elements::next_in_range(Value& out) {
  const Range* range = as<Range>(source_);
  pay_to_compare(&strand_, current_, range->end);
  pay_to_read(&strand_, current_);
  int order = int_compare(current_, range->end);
  if (int_is_negative(range->step)) order = -order;
  if (order > 0 || (order == 0 && !range->inclusive())) return false;
  out = current_;
  current_ = int_add(strand_.allocator(), current_, range->step);
  return true;
}

bool Elements::next_in_text(Value& out) {
  const String* text = as<String>(source_);
  if (position_ == text->length) return false;
  std::string_view character = character_at(text, position_);
  position_ += static_cast<uint32_t>(character.size());
  out = character_value(strand_, decode_character(character.data()));
  return true;
}

bool Elements::next_entry_pair(Value& out) {
  const Dict* dict = as<Dict>(source_);
  uint32_t at = next_entry(dict, position_);
  if (at == kNoEntry) return false;
  position_ = at + 1;
  const DictEntry& entry = entry_at(dict, at);
  out = pair(strand_, shared(entry.key), shared(entry.value));
  return true;
}

Value range_length(Strand& s, const Range& range) { return range_length(s.allocator(), range); }

Value length_value(Strand& s, Value v) {
  if (is_kind(v, Kind::Range)) return range_length(s, *as<Range>(v));
  if (is_kind(v, Kind::String)) return Value::small_int(code_points(as<String>(v)));
  return Value::small_int(v.as_object()->length);
}

uint64_t length_hint(Strand& s, Value v) {
  int64_t length = INT64_MAX;
  fits_int64(length_value(s, v), length);
  return static_cast<uint64_t>(length);
}

bool reserve_for_each(Strand& s, Value iterable, size_t bytes_each) {
  uint64_t length = length_hint(s, iterable);
  return length <= UINT32_MAX ? s.reserve(length * bytes_each) : reserve_list(s, length);
}

const List* touched_elements(Strand& s, const List& list) {
  bool futures = s.holds_futures() && std::any_of(list.items, list.items + list.length, is_future);
  if (!futures) return &list;
  if (!s.reserve(list_bytes(list.length))) return nullptr;
  List* values = copy_list(s.allocator(), &list);
  bool touched =
      std::all_of(values->items, values->items + values->length, [&](Value& v) { return s.touch(v); });
  return touched ? values : nullptr;
}

List* list_of(Strand& s, Value iterable) {
  if (is_kind(iterable, Kind::List)) {
    if (!s.reserve(list_bytes(as<List>(iterable)->length))) return nullptr;
    return copy_list(s.allocator(), as<List>(iterable));
  }
  uint64_t length = length_hint(s, iterable);
  if (!reserve_list(s, length)) return nullptr;
  List* list = new_list(s.allocator(), static_cast<uint32_t>(length));
  Elements elements(s, iterable);
  for (Value v; elements.take(v);) push(s.allocator(), list, v);
  return list;
}

}  // namespace aspen
