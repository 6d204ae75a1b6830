// Parts of containers are read, taken out and updated outside of the fast paths.
#include <utility>

#include "vm/run/operators/host_type.h"
#include "vm/run/operators/parts.h"
#include "vm/run/operators/show.h"
#include "vm/run/slow_paths.h"
#include "vm/values/bytes.h"
#include "vm/values/list.h"

namespace aspen {

// ---- Reading

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
static bool set_byte(Strand& s, Value& container, Value index, Value byte) {
  if (!s.touch(byte)) return false;
  Value old = index_value(s, container, index);
  if (old.is_exception()) return false;
  if (!byte.is_small_int() || byte.as_small_int() < 0 || byte.as_small_int() > 255) {
    s.value_error("an element of bytes is an Int from 0 to 255, not " + shorten(s, byte));
    return false;
  }
  if (!own_part(s, container)) return false;
  Bytes* bytes = as<Bytes>(container);
  container = Value::object(bytes);
  int64_t at = index.as_small_int();
  bytes->data()[at < 0 ? at + bytes->length : at] = static_cast<uint8_t>(byte.as_small_int());
  bytes->hash.store(0, std::memory_order_relaxed);
  return true;
}

const Word* Interpreter::slow_SetIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[a_of(pc)];
  Value index = base[b_of(pc)], value = base[c_of(pc)];
  if (is_kind(container, Kind::Bytes) && index.is_small_int()) {
    return set_byte(s, container, index, value) ? after(pc) : unwind(s);
  }
  Value* place = own_element(s, container, index, true);
  if (place == nullptr) return unwind(s);
  *place = value;
  return after(pc);
}

const Word* Interpreter::slow_SwapIndex(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value& container = base[a_of(pc)];
  Value first = base[b_of(pc)], second = base[c_of(pc)];
  Value to_first = index_value(s, container, second);
  if (to_first.is_exception()) return unwind(s);
  Value to_second = index_value(s, container, first);
  if (to_second.is_exception()) return unwind(s);
  if (is_kind(container, Kind::Bytes) && first.is_small_int() && second.is_small_int()) {
    const bool done = set_byte(s, container, first, to_first) && set_byte(s, container, second, to_second);
    return done ? after(pc) : unwind(s);
  }
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
  // Where the path ends, the next instruction takes the part, and a new one is stored. If that instruction
  // only adds to a shared list or dict, a copy would be for nothing.
  const bool is_replaced = c_of(pc) == 1;
  if (found == nullptr || !(is_replaced ? s.touch(*found) : own_part(s, *found))) return unwind(s);
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

}  // namespace aspen
