// The part of the C interface that reads and makes values.
#include <cstring>
#include <vector>

#include "stdlib/embed.h"
#include "vm/bigint.h"
#include "vm/bytes.h"
#include "vm/dict.h"
#include "vm/list.h"
#include "vm/native_stack.h"
#include "vm/number.h"
#include "vm/record.h"
#include "vm/show.h"
#include "vm/string.h"
#include "vm/utf8.h"

using namespace aspen;

namespace {

Allocator& allocator_of(aspen_vm* vm) { return vm->allocator(); }
// Reading names of a machine interns none that a program could see.
Machine& machine_of(const aspen_vm* vm) { return const_cast<aspen_vm*>(vm)->machine(); }

bool has_room(aspen_vm* vm, size_t bytes) {
  return allocator_of(vm).can_allocate(bytes) || refuse_memory(vm, bytes) != ASPEN_NO_VALUE;
}

// What leaves a container while the container lives on has a second owner.
aspen_value lend(Value value) {
  share(value);
  return to_raw(value);
}

aspen_type type_of_object(const Object* object) {
  switch (object->kind) {
    case Kind::String: return ASPEN_STRING;
    case Kind::Bytes: return ASPEN_BYTES;
    case Kind::List: return ASPEN_LIST;
    case Kind::Tuple: return ASPEN_TUPLE;
    case Kind::Record: return ASPEN_RECORD;
    case Kind::LabelBox: return ASPEN_LABEL;
    case Kind::Dict: return ASPEN_DICT;
    case Kind::Range: return ASPEN_RANGE;
    case Kind::Int64:
    case Kind::BigInt: return ASPEN_INT;
    case Kind::Closure:
    case Kind::Partial:
    case Kind::NativeFunction:
    case Kind::Module: return ASPEN_FUNCTION;
    case Kind::Array:
    case Kind::DictTable:
    case Kind::NativeObject:
    case Kind::Task:
    case Kind::Channel:
    case Kind::Cell:
    case Kind::Semaphore:
    case Kind::Fiber:
    case Kind::Future:
    case Kind::Segment: return ASPEN_OTHER;
  }
  return ASPEN_OTHER;
}

void give_name(const aspen_vm* vm, Symbol symbol, const char** name, size_t* size) {
  std::string_view text = machine_of(vm).symbols().name(symbol);
  *name = text.data();
  *size = text.size();
}

}  // namespace

aspen_type aspen_type_of(aspen_value value) {
  Value v = from_raw(value);
  if (v.is_double()) return ASPEN_FLOAT;
  if (v.is_small_int()) return ASPEN_INT;
  if (v.is_bool()) return ASPEN_BOOL;
  if (v.is_unit()) return ASPEN_UNIT;
  if (v.is_bare_label()) return ASPEN_LABEL;
  return v.is_object() ? type_of_object(v.as_object()) : ASPEN_OTHER;
}

int aspen_to_bool(aspen_value value, int* out) {
  Value v = from_raw(value);
  *out = v.is_true();
  return v.is_bool();
}

int aspen_to_int(aspen_value value, int64_t* out) { return fits_int64(from_raw(value), *out); }

int aspen_to_uint(aspen_value value, uint64_t* out) {
  const Value v = from_raw(value);
  int64_t small = 0;
  if (fits_int64(v, small)) return small >= 0 ? (*out = static_cast<uint64_t>(small), 1) : 0;
  if (!is_kind(v, Kind::BigInt) || int_is_negative(v) || as<BigInt>(v)->length != 1) return 0;
  *out = as<BigInt>(v)->limbs()[0];
  return 1;
}

int aspen_to_double(aspen_value value, double* out) {
  Value v = from_raw(value);
  if (!is_number(v)) return 0;
  *out = to_double(v);
  return 1;
}

int aspen_to_text(aspen_value value, const char** text, size_t* size) {
  Value v = from_raw(value);
  std::string_view view;
  if (is_kind(v, Kind::String)) {
    view = as<String>(v)->view();
  } else if (is_kind(v, Kind::Bytes)) {
    view = as<Bytes>(v)->view();
  } else {
    return 0;
  }
  *text = view.data();
  *size = view.size();
  return 1;
}

size_t aspen_size(aspen_value value) {
  Value v = from_raw(value);
  if (is_kind(v, Kind::List)) return as<List>(v)->length;
  if (is_kind(v, Kind::Tuple)) return as<Tuple>(v)->length;
  if (is_kind(v, Kind::Dict)) return as<Dict>(v)->length;
  return is_kind(v, Kind::Record) ? as<Record>(v)->extra : 0;
}

aspen_value aspen_item(aspen_value value, size_t index) {
  Value v = from_raw(value);
  if (index >= aspen_size(value)) return ASPEN_NO_VALUE;
  if (is_kind(v, Kind::List)) return lend(element(as<List>(v), static_cast<uint32_t>(index)));
  return is_kind(v, Kind::Tuple) ? lend(as<Tuple>(v)->items()[index]) : ASPEN_NO_VALUE;
}

int aspen_next_entry(aspen_value dict, size_t* position, aspen_value* key, aspen_value* value) {
  Value v = from_raw(dict);
  if (!is_kind(v, Kind::Dict)) return 0;
  uint32_t at = next_entry(as<Dict>(v), static_cast<uint32_t>(*position));
  if (at == kNoEntry) return 0;
  DictEntry& entry = entry_at(as<Dict>(v), at);
  *key = lend(entry.key);
  *value = lend(entry.value);
  *position = size_t{at} + 1;
  return 1;
}

int aspen_field(const aspen_vm* vm, aspen_value record, const char* name, size_t size, aspen_value* value) {
  Value v = from_raw(record);
  if (!is_kind(v, Kind::Record)) return 0;
  Machine& machine = machine_of(vm);
  int slot = machine.shapes()[as<Record>(v)->shape()].slot(machine.symbols().intern({name, size}));
  if (slot < 0) return 0;
  *value = lend(as<Record>(v)->slots()[slot]);
  return 1;
}

int aspen_field_at(const aspen_vm* vm, aspen_value record, size_t index, const char** name, size_t* size,
                   aspen_value* value) {
  Value v = from_raw(record);
  if (!is_kind(v, Kind::Record) || index >= as<Record>(v)->extra) return 0;
  give_name(vm, machine_of(vm).shapes()[as<Record>(v)->shape()].fields[index], name, size);
  *value = lend(as<Record>(v)->slots()[index]);
  return 1;
}

int aspen_to_label(const aspen_vm* vm, aspen_value label, const char** name, size_t* size,
                   aspen_value* payload) {
  Value v = from_raw(label);
  bool boxed = is_kind(v, Kind::LabelBox);
  if (!boxed && !v.is_bare_label()) return 0;
  give_name(vm, boxed ? as<LabelBox>(v)->name() : v.as_bare_label(), name, size);
  *payload = boxed ? lend(as<LabelBox>(v)->payload) : ASPEN_NO_VALUE;
  return 1;
}

// Each ends in a NUL.
const char* aspen_type_name(aspen_value value) { return type_name(from_raw(value)).data(); }

void aspen_print_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context) {
  NativeStackScope scope(vm->mutator());
  std::string text;
  append_text(text, machine_of(vm), from_raw(value));
  sink(context, text.data(), text.size());
}

void aspen_show_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context) {
  NativeStackScope scope(vm->mutator());
  std::string text;
  append_show(text, machine_of(vm), from_raw(value));
  sink(context, text.data(), text.size());
}

aspen_value aspen_make_unit() { return to_raw(Value::unit()); }
aspen_value aspen_make_bool(int value) { return to_raw(Value::boolean(value != 0)); }
aspen_value aspen_make_int(aspen_vm* vm, int64_t value) { return to_raw(make_int(allocator_of(vm), value)); }
aspen_value aspen_make_uint(aspen_vm* vm, uint64_t value) {
  return to_raw(make_int_unsigned(allocator_of(vm), value));
}
aspen_value aspen_make_double(double value) { return to_raw(Value::number(value)); }

aspen_value aspen_make_string(aspen_vm* vm, const char* text, size_t size) {
  std::string_view view(text, size);
  if (size > UINT32_MAX || !valid_utf8(view) || !has_room(vm, string_bytes(size))) return ASPEN_NO_VALUE;
  return to_raw(Value::object(make_string(allocator_of(vm), view)));
}

aspen_value aspen_make_bytes(aspen_vm* vm, const void* octets, size_t size) {
  if (size > UINT32_MAX || !has_room(vm, sizeof(Bytes) + size)) return ASPEN_NO_VALUE;
  return to_raw(Value::object(make_bytes(allocator_of(vm), {static_cast<const char*>(octets), size})));
}

aspen_value aspen_make_list(aspen_vm* vm, size_t capacity) {
  if (capacity > UINT32_MAX || !has_room(vm, list_bytes(capacity))) return ASPEN_NO_VALUE;
  return to_raw(Value::object(new_list(allocator_of(vm), static_cast<uint32_t>(capacity))));
}

aspen_value aspen_make_dict(aspen_vm* vm, size_t capacity) {
  if (capacity > (1u << 30) || !has_room(vm, dict_bytes(capacity))) return ASPEN_NO_VALUE;
  return to_raw(Value::object(new_dict(allocator_of(vm), static_cast<uint32_t>(capacity))));
}

int aspen_push(aspen_vm* vm, aspen_value list, aspen_value item) {
  Value v = from_raw(list);
  if (!is_kind(v, Kind::List) || !is_writable(as<List>(v)) || as<List>(v)->length == UINT32_MAX) return 0;
  push(allocator_of(vm), as<List>(v), from_raw(item));
  return 1;
}

int aspen_insert(aspen_vm* vm, aspen_value dict, aspen_value key, aspen_value value) {
  Value v = from_raw(dict);
  if (!is_kind(v, Kind::Dict) || as<Dict>(v)->is_shared() || as<Dict>(v)->length >= (1u << 30)) return 0;
  Strand& strand = machine_of(vm).running_strand();
  set(strand.allocator(), machine_of(vm).value_context(strand), as<Dict>(v), from_raw(key), from_raw(value));
  return strand.gave_up() ? 0 : 1;
}

aspen_value aspen_make_tuple(aspen_vm* vm, const aspen_value* items, size_t count) {
  if (count > UINT32_MAX || !has_room(vm, sizeof(Tuple) + count * sizeof(Value))) return ASPEN_NO_VALUE;
  Tuple* tuple = allocator_of(vm).make<Tuple>(count * sizeof(Value), static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i) tuple->items()[i] = from_raw(items[i]);
  return to_raw(Value::object(tuple));
}

aspen_value aspen_make_record(aspen_vm* vm, const char* const* names, const aspen_value* values,
                              size_t count) {
  if (count > UINT16_MAX || !has_room(vm, sizeof(Record) + count * sizeof(Value))) return ASPEN_NO_VALUE;
  std::vector<Symbol> fields;
  for (size_t i = 0; i < count; ++i) fields.push_back(machine_of(vm).symbols().intern(names[i]));
  const Shape& shape = machine_of(vm).shapes().intern(fields);
  static_assert(sizeof(Value) == sizeof(aspen_value));
  return to_raw(Value::object(new_record(allocator_of(vm), shape, reinterpret_cast<const Value*>(values))));
}

aspen_value aspen_make_label(aspen_vm* vm, const char* name, aspen_value payload) {
  Symbol symbol = machine_of(vm).symbols().intern(name);
  if (payload == ASPEN_NO_VALUE) return to_raw(Value::label(symbol));
  return to_raw(Value::object(allocator_of(vm).make<LabelBox>(0, symbol, from_raw(payload))));
}
