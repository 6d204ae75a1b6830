// Building, destructuring and updating containers outside of the fast paths.
#include <algorithm>
#include <vector>

#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/format.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/parts.h"
#include "vm/run/operators/show.h"
#include "vm/run/scratch.h"
#include "vm/values/bigint.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

void write_cache(const Word* cache, Value container, uint32_t slot) {
  if (!is_kind(container, Kind::Record) || slot >= kCachedSlots) return;
  ShapeId shape = as<Record>(container)->shape();
  if (ShapeTable::is_cacheable(shape)) store_word(cache, shape | slot);
}

// The target of a conditional jump; the offset is its last word.
const Word* jump_target(const Word* pc) {
  unsigned words = words_of(op_of(pc));
  return pc + words + static_cast<int32_t>(pc[words - 1]);
}

const Word* after(const Word* pc) { return pc + words_of(op_of(pc)); }

// Bytecode has reached an instruction without the test that it relies on.
Value untested(Strand& s) {
  return s.type_error("malformed bytecode: a part is taken of what was not tested");
}

// An element that an instruction reads, as a value; exception() for an error or a missed future.
Value touched(Strand& s, Value element) {
  return !element.is_exception() && s.touch(element) ? element : Value::exception();
}

}  // namespace

// ---- Text

namespace {

// The thread's text buffer, which keeps its memory for the next use if it is small.
struct TextUnderConstruction {
  explicit TextUnderConstruction(Strand& s) : text(s.allocator().mutator().scratch()), room(s) {
    text.clear();
  }
  ~TextUnderConstruction() {
    constexpr size_t kKeptBytes = size_t{64} << 10;
    if (text.capacity() > kKeptBytes) std::string().swap(text);
  }

  std::string& text;
  TextRoom room;
};

}  // namespace

const Word* Interpreter::slow_Interpolate(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  TextUnderConstruction construction(s);
  std::string& text = construction.text;
  TextRoom& room = construction.room;
  bool ascii = true;
  for (unsigned i = 0; i < c_of(pc); ++i) {
    Value piece = base[b_of(pc) + i];
    if (is_kind(piece, Kind::String)) {
      constexpr uint32_t kBytesCopiedPerWork = 4;  // here, and into the result
      if (!s.work(as<String>(piece)->length / kBytesCopiedPerWork)) {
        s.raise_stop();
        return unwind(s);
      }
      if (!room.make(text, as<String>(piece)->length)) return unwind(s);
      text.append(as<String>(piece)->view());
      ascii = ascii && as<String>(piece)->ascii();
    } else if (piece.is_small_int()) {
      append_int(text, piece);
    } else {
      ascii = false;  // make_string determines it
      if (!append_text(text, s, piece, room)) return unwind(s);
    }
  }
  if (!s.reserve(string_bytes(text.size()))) return unwind(s);
  String* result = ascii ? make_string(s.allocator(), text, true) : make_string(s.allocator(), text);
  return finish(s, pc, Value::object(result));
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

// R[A] as an unshared list with room for `extra` more; null with a TypeError pending.
static List* own_list(Strand& s, Value& v, ListEnd end, uint32_t extra) {
  if (!is_kind(v, Kind::List)) {
    s.type_error("expected a List, not " + shorten(s, v));
    return nullptr;
  }
  if (!s.reserve(growth_bytes(as<List>(v), end, extra))) return nullptr;
  List* list = ensure_unshared(s.allocator(), as<List>(v), extra);
  v = Value::object(list);
  return list;
}

const Word* Interpreter::slow_PushList(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  List* list = own_list(s, base[a_of(pc)], ListEnd::back, 1);
  if (list == nullptr) return unwind(s);
  push(s.allocator(), list, base[b_of(pc)]);
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
  append_elements(s.allocator(), list, as<List>(more));
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
    shape = &m.shapes().intern(fields);
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

// ---- Parts

static Value field_value(Strand& s, const Word* pc, Value container) {
  if (host_type(container) != nullptr) [[unlikely]]
    return host_field(s, container, pc[1]);
  uint32_t slot;
  Value* found = field_slot(s, container, pc[1], slot);
  if (found == nullptr) return Value::exception();
  write_cache(pc + 2, container, slot);
  return *found;
}

static Value shared(Value v) {
  if (!v.is_exception()) share(v);
  return v;
}

static bool has_others(Value source) {
  return source.as_object()->is_shared() ||
         (is_kind(source, Kind::List) && as<List>(source)->on_shared_array());
}

// A part of a dead source has a single owner again, unless the source was shared.
static Value shared_if(Value source, Value part) {
  return source.is_object() && has_others(source) ? shared(part) : part;
}

#define PART(name, value)                                                        \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    Value source = base[b_of(pc)];                                               \
    return finish(s, pc, value);                                                 \
  }
PART(GetField, field_value(s, pc, source))
PART(GetFieldShared, shared(field_value(s, pc, source)))
PART(MoveField, shared_if(source, field_value(s, pc, source)))
PART(GetItem, item_value(s, source, c_of(pc)))
PART(GetItemShared, shared(item_value(s, source, c_of(pc))))
PART(MoveItem, shared_if(source, item_value(s, source, c_of(pc))))
PART(GetIndex, index_value(s, source, base[c_of(pc)]))
PART(GetIndexShared, shared(index_value(s, source, base[c_of(pc)])))
PART(GetIndexInt, index_value(s, source, Value::small_int(static_cast<int8_t>(c_of(pc)))))
PART(GetIndexIntShared, shared(index_value(s, source, Value::small_int(static_cast<int8_t>(c_of(pc))))))
PART(MoveIndex, shared_if(source, index_value(s, source, base[c_of(pc)])))
PART(MoveIndexInt, shared_if(source, index_value(s, source, Value::small_int(static_cast<int8_t>(c_of(pc))))))
PART(Slice, slice_value(s, source, base[c_of(pc)], base[c_of(pc) + 1], false))
PART(SliceMove, slice_value(s, source, base[c_of(pc)], base[c_of(pc) + 1], true))
#undef PART

// The value has the kind now, but was a future before its operand was touched: the instruction runs again.
#define TESTED_PART(name, operand, kind_of)                                      \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    if (is_kind(base[operand(pc)], Kind::kind_of)) return pc;                    \
    return finish(s, pc, untested(s));                                           \
  }
TESTED_PART(Payload, b_of, LabelBox)
TESTED_PART(PayloadShared, b_of, LabelBox)
TESTED_PART(PayloadMove, b_of, LabelBox)
#undef TESTED_PART

const Word* Interpreter::slow_SetCapture(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, untested(s));
}

// ---- Updates

const Word* Interpreter::slow_SwapIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[a_of(pc)];
  Value first = base[b_of(pc)], second = base[c_of(pc)];
  Value to_first = index_value(s, container, second);
  if (to_first.is_exception()) return unwind(s);
  Value to_second = index_value(s, container, first);
  if (to_second.is_exception()) return unwind(s);
  // Finding the first place may have copied the container and so moved the second one; each place is
  // therefore found when it is written.
  Value* place = own_element(s, container, first, false);
  if (place == nullptr) return unwind(s);
  *place = to_first;
  place = own_element(s, container, second, false);
  if (place == nullptr) return unwind(s);
  *place = to_second;
  return after(pc);
}

const Word* Interpreter::slow_SetField(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  if (host_type(base[a_of(pc)]) != nullptr)
    return set_host_field(s, base[a_of(pc)], pc[1], base[b_of(pc)]) ? after(pc) : unwind(s);
  uint32_t slot;
  Value* place = own_field(s, base[a_of(pc)], pc[1], slot);
  if (place == nullptr) return unwind(s);
  write_cache(pc + 2, base[a_of(pc)], slot);
  *place = base[b_of(pc)];
  return after(pc);
}

const Word* Interpreter::slow_SetItem(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value* place = own_item(s, base[a_of(pc)], b_of(pc));
  if (place == nullptr) return unwind(s);
  *place = base[c_of(pc)];
  return after(pc);
}

// An element of Bytes is an Int from 0 to 255.
static bool set_octet(Strand& s, Value& container, Value index, Value octet) {
  if (!s.touch(octet)) return false;
  Value old = index_value(s, container, index);
  if (old.is_exception()) return false;
  if (!octet.is_small_int() || octet.as_small_int() < 0 || octet.as_small_int() > 255) {
    s.value_error("an element of bytes is an Int from 0 to 255, not " + shorten(s, octet));
    return false;
  }
  if (!own_part(s, container)) return false;
  Bytes* bytes = as<Bytes>(container);
  container = Value::object(bytes);
  int64_t at = index.as_small_int();
  bytes->data()[at < 0 ? at + bytes->length : at] = static_cast<uint8_t>(octet.as_small_int());
  bytes->hash.store(0, std::memory_order_relaxed);
  return true;
}

const Word* Interpreter::slow_SetIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[a_of(pc)];
  Value index = base[b_of(pc)], value = base[c_of(pc)];
  if (is_kind(container, Kind::Bytes) && index.is_small_int()) {
    return set_octet(s, container, index, value) ? after(pc) : unwind(s);
  }
  Value* place = own_element(s, container, index, true);
  if (place == nullptr) return unwind(s);
  *place = value;
  return after(pc);
}

// An update inside of a host's field would change a copy that is never written back; only a part that is
// replaced as a whole may be read.
static Value host_part(Strand& s, const Word* pc, Value object) {
  const Value part = host_field(s, object, pc[1]);
  const bool is_text = is_kind(part, Kind::String);
  const bool has_places =
      value_type(part) != nullptr ||
      (part.is_object() && kKindIsContainer[static_cast<size_t>(part.as_object()->kind)] && !is_text);
  const bool is_put_back = c_of(pc) == 1;
  if (is_put_back || !has_places) return part;
  const std::string name(s.machine().symbols().name(pc[1]));
  return s.type_error(
      "the field `" + name + "` of " + std::string(type_name(object)) + " changes as a whole only",
      "take it, change it, and set it: `v = s." + name + "`, then `s." + name + " = v`");
}

const Word* Interpreter::slow_PathItem(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value* found = own_item(s, base[b_of(pc)], c_of(pc));
  if (found == nullptr || !own_part(s, *found)) return unwind(s);
  return finish(s, pc, *found);
}

const Word* Interpreter::slow_PathField(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[b_of(pc)];
  if (host_type(container) != nullptr) return finish(s, pc, host_part(s, pc, container));
  uint32_t slot;
  Value* found = own_field(s, container, pc[1], slot);
  if (found == nullptr || !own_part(s, *found)) return unwind(s);
  write_cache(pc + 2, container, slot);
  return finish(s, pc, *found);
}

// What is not taken out of its holder has another owner there. So the instruction raises what a plain read
// raises, and no more.
static Value take_out(Value holder, Value* place) {
  if (has_others(holder)) return shared(*place);
  return std::exchange(*place, Value::undefined());
}

const Word* Interpreter::slow_TakeField(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Value holder = base[b_of(pc)];
  if (host_type(holder) != nullptr) return finish(s, pc, shared(host_field(s, holder, pc[1])));
  uint32_t slot;
  Value* found = field_slot(s, holder, pc[1], slot);
  if (found == nullptr) return unwind(s);
  write_cache(pc + 2, holder, slot);
  return finish(s, pc, is_kind(holder, Kind::Record) ? take_out(holder, found) : shared(*found));
}

const Word* Interpreter::slow_TakeItem(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Value holder = base[b_of(pc)];
  const Value part = item_value(s, holder, c_of(pc));
  if (part.is_exception()) return unwind(s);
  return finish(s, pc, take_out(holder, as<Tuple>(holder)->items() + c_of(pc)));
}

const Word* Interpreter::slow_TakeIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Value holder = base[b_of(pc)], index = base[c_of(pc)];
  Value* place = element_place(s, holder, index);
  if (place != nullptr) return finish(s, pc, take_out(holder, place));
  return finish(s, pc, shared(index_value(s, holder, index)));
}

// Text and bytes have no places inside: an update reads a plain value there, and SetIndex reports the error,
// if there is one.
const Word* Interpreter::slow_PathIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[b_of(pc)];
  Value index = base[c_of(pc)];
  if (is_kind(container, Kind::String) || is_kind(container, Kind::Bytes)) {
    return finish(s, pc, index_value(s, container, index));
  }
  Value* found = own_element(s, container, index, false);
  if (found == nullptr) return unwind(s);
  return own_part(s, *found) ? finish(s, pc, *found) : unwind(s);
}

// ---- Pattern tests

namespace {

enum class PatternType : uint8_t {
#define ASPEN_TYPE(name) name,
#include "vm/object/types.def"
#undef ASPEN_TYPE
};

bool has_type(Value v, PatternType type) {
  auto kind_is = [&](Kind kind) { return is_kind(v, kind); };
  switch (type) {
    case PatternType::Int: return is_int(v);
    case PatternType::Float: return v.is_double();
    case PatternType::Number: return is_number(v);
    case PatternType::Bool: return v.is_bool();
    case PatternType::String: return kind_is(Kind::String);
    case PatternType::Bytes: return kind_is(Kind::Bytes);
    case PatternType::List: return kind_is(Kind::List);
    case PatternType::Tuple: return kind_is(Kind::Tuple);
    case PatternType::Dict: return kind_is(Kind::Dict);
    case PatternType::Record: return kind_is(Kind::Record) || kind_is(Kind::Module);
    case PatternType::Label: return v.is_bare_label() || kind_is(Kind::LabelBox);
    case PatternType::Function:
      return kind_is(Kind::Closure) || kind_is(Kind::Partial) || kind_is(Kind::NativeFunction);
    case PatternType::Range: return kind_is(Kind::Range);
    case PatternType::Unit: return v.is_unit();
    case PatternType::Task: return kind_is(Kind::Task);
    case PatternType::Channel: return kind_is(Kind::Channel);
    case PatternType::Cell: return kind_is(Kind::Cell);
    case PatternType::Fiber: return kind_is(Kind::Fiber);
  }
  return false;
}

}  // namespace

const Word* Interpreter::slow_JumpIfNotType(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return has_type(base[a_of(pc)], static_cast<PatternType>(b_of(pc))) ? after(pc) : jump_target(pc);
}

const Word* Interpreter::slow_JumpIfNoField(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value container = base[b_of(pc)];
  if (is_kind(container, Kind::Module)) container = as<Module>(container)->fields;
  if (!is_kind(container, Kind::Record)) return jump_target(pc);
  Record* record = as<Record>(container);
  int slot = s.machine().shapes()[record->shape()].slot(pc[1]);
  if (slot < 0) return jump_target(pc);
  write_cache(pc + 2, container, static_cast<uint32_t>(slot));
  base[a_of(pc)] = record->slots()[slot];
  return after(pc);
}

#define JUMP_INDEX(name, sense)                                                  \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    Value element = touched(s, index_value(s, base[a_of(pc)], base[b_of(pc)]));  \
    if (element.is_exception()) return unwind(s);                                \
    if (!element.is_bool()) return not_bool(s, pc, base, element);               \
    return element.is_true() == (sense) ? jump_target(pc) : after(pc);           \
  }
JUMP_INDEX(JumpIfIndex, true)
JUMP_INDEX(JumpIfNotIndex, false)
#undef JUMP_INDEX

const Word* Interpreter::slow_JumpIfNoKey(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value container = base[b_of(pc)];
  if (!is_kind(container, Kind::Dict)) return jump_target(pc);
  DictEntry* entry = find(s.machine().value_context(s), as<Dict>(container), base[c_of(pc)]);
  if (s.gave_up()) return unwind(s);
  if (entry == nullptr) return jump_target(pc);
  base[a_of(pc)] = entry->value;
  return after(pc);
}

// `native key container is Some v` without making the label; other containers than dicts use the native.
const Word* Interpreter::slow_JumpIfNoPart(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value arguments[] = {base[c_of(pc)], base[b_of(pc)]};
  Value part = Value::undefined();
  if (is_kind(arguments[1], Kind::Dict)) {
    const DictEntry* entry = find(s.machine().value_context(s), as<Dict>(arguments[1]), arguments[0]);
    if (entry != nullptr) part = entry->value;
  } else {
    Value found = run_native(s, *pointer<const NativeDescriptor>(pc + 1), arguments);
    if (found.is_exception() || s.gave_up()) return unwind(s);
    if (is_kind(found, Kind::LabelBox)) part = as<LabelBox>(found)->payload;
  }
  if (part.is_undefined()) return s.gave_up() ? unwind(s) : jump_target(pc);
  share(part);
  base[a_of(pc)] = part;
  return after(pc);
}

const Word* Interpreter::slow_MatchFail(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value value = base[a_of(pc)];
  share(value);
  std::string message = "no pattern matches " + shorten(s, value);
  Value fields[] = {Value::object(make_string(s.allocator(), message)), value};
  Symbol names[] = {sym::kMessage, sym::kValue};
  Value record = Value::object(new_record(s.allocator(), s.machine().shapes().intern(names), fields));
  s.raise(Value::object(s.allocator().make<LabelBox>(0, Symbol{sym::kMatchError}, record)));
  return unwind(s);
}

}  // namespace aspen
