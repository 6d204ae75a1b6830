// Text, lists, records, dicts and ranges are built outside of the fast paths.
#include <algorithm>
#include <span>
#include <vector>

#include "vm/run/interned.h"
#include "vm/run/operators/format.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/show.h"
#include "vm/run/scratch.h"
#include "vm/run/slow_paths.h"
#include "vm/values/bigint.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// The thread's text buffer, which keeps its memory for the next use if it is small.
class TextUnderConstruction {
 public:
  explicit TextUnderConstruction(Strand& s) : strand_(s), text_(s.allocator().mutator().scratch()), room_(s) {
    text_.clear();
  }
  ~TextUnderConstruction() {
    constexpr size_t kKeptBytes = size_t{64} << 10;
    if (text_.capacity() > kKeptBytes) std::string().swap(text_);
  }

  const std::string& text() const { return text_; }
  bool ascii() const { return all_ascii_ || is_ascii(text_); }

  // Appends the text of the value. False with an error pending, or with a future missed
  // (RunningNative::missed).
  bool add(Value piece) {
    if (is_kind(piece, Kind::String)) return add_string(as<String>(piece));
    if (piece.is_small_int()) {
      append_int(text_, piece);
      return true;
    }
    all_ascii_ = false;  // not known
    return append_text(text_, strand_, piece, room_);
  }
  bool add(std::span<const Value> pieces) {
    return std::all_of(pieces.begin(), pieces.end(), [&](Value piece) { return add(piece); });
  }

  Value finish() {
    if (!strand_.reserve(string_bytes(text_.size()))) return Value::exception();
    return Value::object(make_string(strand_.allocator(), text_, ascii()));
  }

 private:
  bool add_string(const String* piece) {
    constexpr uint32_t kBytesCopiedPerWork = 4;  // here, and into the result
    if (!strand_.work(piece->length / kBytesCopiedPerWork)) {
      strand_.raise_stop();
      return false;
    }
    if (!room_.make(text_, piece->length)) return false;
    text_.append(piece->view());
    all_ascii_ = all_ascii_ && piece->ascii();
    return true;
  }

  Strand& strand_;
  std::string& text_;
  TextRoom room_;
  bool all_ascii_ = true;
};

Value interpolate(Strand& s, std::span<const Value> pieces) {
  TextUnderConstruction text(s);
  return text.add(pieces) ? text.finish() : Value::exception();
}

// A text that grew has room for twice as much, so short ones, which programs keep by the thousand, are made
// anew.
constexpr uint32_t kShortestThatGrows = 256;

Value append_texts(Strand& s, Value head, std::span<const Value> pieces) {
  const bool is_long = is_kind(head, Kind::String) && head.as_object()->length >= kShortestThatGrows;
  TextUnderConstruction text(s);
  if (!is_long || head.as_object()->is_shared()) {
    if (is_long) s.allocator().heap().note_copy(head.as_object()->length);
    return text.add(head) && text.add(pieces) ? text.finish() : Value::exception();
  }
  // After all that may fail or has to wait: the instruction then runs again.
  if (!text.add(pieces) || !s.reserve(growth_bytes(as<String>(head), text.text().size())))
    return Value::exception();
  return Value::object(append_in_place(s.allocator(), as<String>(head), text.text(), text.ascii()));
}

}  // namespace

const Word* Interpreter::slow_Interpolate(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, interpolate(s, {base + b_of(pc), c_of(pc)}));
}

const Word* Interpreter::slow_AppendTexts(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, append_texts(s, base[a_of(pc)], {base + b_of(pc), c_of(pc)}));
}

const Word* Interpreter::slow_Format(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value spec = Value::from_bits(wide(pc + 1));
  return finish(s, pc, format_value(s, base[b_of(pc)], as<String>(spec)->view()));
}

// ---- Lists

const Word* Interpreter::slow_NewList(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, Value::object(new_list(s.allocator(), base + b_of(pc), c_of(pc))));
}

// R[A] as a list that `extra` elements can be added to; null with an error pending.
static List* own_list(Strand& s, Value& v, ListEnd end, uint32_t extra) {
  if (!is_kind(v, Kind::List)) {
    s.type_error("cannot add an element to " + shorten(s, v) + ", " + with_article(type_name(v)),
                 "`push v xs`, with the list last, and `[..xs, v]` add one to a list");
    return nullptr;
  }
  if (!s.reserve(growth_bytes(as<List>(v), end, extra))) return nullptr;
  List* list = end == ListEnd::back ? own_end(s.allocator(), as<List>(v), extra)
                                    : ensure_unshared(s.allocator(), as<List>(v));
  v = Value::object(list);
  return list;
}

const Word* Interpreter::slow_PushList(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  List* list = own_list(s, base[a_of(pc)], ListEnd::back, 1);
  if (list == nullptr) return unwind(s);
  add_last(list, base[b_of(pc)]);
  return after(pc);
}

const Word* Interpreter::slow_ExtendList(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value more = base[b_of(pc)];
  if (!is_kind(more, Kind::List)) {
    s.type_error("only a List can be spread with `..`, not " + shorten(s, more));
    return unwind(s);
  }
  List* list = own_list(s, base[a_of(pc)], ListEnd::back, as<List>(more)->length);
  if (list == nullptr) return unwind(s);
  add_last_elements(list, as<List>(more));
  return after(pc);
}

const Word* Interpreter::slow_PrependList(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value more = base[a_of(pc)];
  if (!is_kind(more, Kind::List)) {
    s.type_error("only a List can be spread with `..`, not " + shorten(s, more));
    return unwind(s);
  }
  List* list = own_list(s, base[a_of(pc)], ListEnd::front, c_of(pc));
  if (list == nullptr) return unwind(s);
  prepend(s.allocator(), list, base + b_of(pc), c_of(pc));
  return after(pc);
}

// Compiled code has tested the pattern before; bytecode from outside may not have.
static Value rest_of(Strand& s, const Word* pc, Value source, bool dead) {
  uint64_t begin = c_of(pc), behind = pc[1];
  if (!is_kind(source, Kind::List) || begin + behind > source.as_object()->length) return untested(s);
  List* list = as<List>(source);
  uint32_t end = list->length - pc[1];
  auto first = static_cast<uint32_t>(begin);
  return Value::object(dead ? slice_dead(s.allocator(), list, first, end)
                            : slice(s.allocator(), list, first, end));
}

const Word* Interpreter::slow_ListRest(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, rest_of(s, pc, base[b_of(pc)], false));
}
const Word* Interpreter::slow_ListRestMove(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, rest_of(s, pc, base[b_of(pc)], true));
}

// ---- Records, dicts, ranges

// The same values; the fields of `added` have yet to be filled. An unshared old record is dead, so its values
// move.
static Record* widen_record(Strand& s, Record* record, const Shape& shape, const Shape& added) {
  const auto count = static_cast<uint16_t>(shape.fields.size());
  auto* wide = s.allocator().make<Record>(count * sizeof(Value), shape.id, count);
  std::copy_n(record->slots(), record->extra, wide->slots());
  if (!record->is_shared()) return wide;
  s.allocator().heap().note_copy(record->extra * sizeof(Value));
  for (unsigned i = 0; i < record->extra; ++i) {
    if (added.slot(shape.fields[i]) < 0) share(wide->slots()[i]);
  }
  return wide;
}

// { ..object, fields } for a host's object, which must have all of these fields.
static Value update_host_object(Strand& s, Value object, const Shape& fields, const Value* values) {
  for (size_t i = 0; i < fields.fields.size(); ++i) {
    if (!set_host_field(s, object, fields.fields[i], values[i])) return Value::exception();
  }
  return object;
}

// { ..base, fields }: fields of the base are replaced in their places, new ones follow. `values` are read
// where the collector finds them, because it may replace futures there.
static Value extend_record(Strand& s, Value source, const Shape& added, const Value* values) {
  Machine& m = s.machine();
  if (is_kind(source, Kind::Module)) source = as<Module>(source)->fields;
  if (value_type(source) != nullptr) return update_host_object(s, source, added, values);
  if (!is_kind(source, Kind::Record)) {
    return s.type_error("only a Record can be spread into a record, not " + shorten(s, source));
  }
  Record* record = as<Record>(source);
  const Shape* shape = &m.shapes()[record->shape()];
  std::vector<Symbol> fields = shape->fields;
  for (Symbol field : added.fields) {
    if (shape->slot(field) < 0) fields.push_back(field);
  }
  if (fields.size() > UINT16_MAX) return s.value_error("a record has at most 65535 fields");
  if (record->is_shared() || fields.size() > record->extra) {
    shape = intern_shape(s, fields);
    if (shape == nullptr) return Value::exception();
    record = widen_record(s, record, *shape, added);
  }
  for (size_t i = 0; i < added.fields.size(); ++i) record->slots()[shape->slot(added.fields[i])] = values[i];
  return Value::object(record);
}

const Word* Interpreter::slow_ExtendRecord(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Shape& added = s.machine().shapes()[pc[1]];
  return finish(s, pc, extend_record(s, base[a_of(pc)], added, base + b_of(pc)));
}

static Value merge_records(Strand& s, Value into, Value from) {
  if (is_kind(from, Kind::Module)) from = as<Module>(from)->fields;
  if (!is_kind(from, Kind::Record)) {
    return s.type_error("only a Record can be spread into a record, not " + shorten(s, from));
  }
  Record* record = as<Record>(from);
  for (uint32_t i = 0; i < record->extra; ++i) share(record->slots()[i]);
  return extend_record(s, into, s.machine().shapes()[record->shape()], record->slots());
}

const Word* Interpreter::slow_MergeRecord(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, merge_records(s, base[a_of(pc)], base[b_of(pc)]));
}

const Word* Interpreter::slow_NewDict(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, Value::object(new_dict(s.allocator(), b_of(pc))));
}

static Value make_range(Strand& s, Value start, Value end, bool inclusive) {
  for (Value bound : {start, end}) {
    if (!is_int(bound)) return bad_bound(s, bound);
  }
  return Value::object(s.allocator().make<Range>(0, start, end, Value::small_int(1), inclusive));
}

const Word* Interpreter::slow_NewRange(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, make_range(s, base[b_of(pc)], base[c_of(pc)], false));
}
const Word* Interpreter::slow_NewRangeInclusive(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, make_range(s, base[b_of(pc)], base[c_of(pc)], true));
}

}  // namespace aspen
