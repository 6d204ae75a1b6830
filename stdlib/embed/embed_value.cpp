// The C interface for reading and making values.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "stdlib/embed/embed_entry.h"
#include "vm/heap/native_stack.h"
#include "vm/object/utf8.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/show.h"
#include "vm/values/bigint.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/record.h"
#include "vm/values/string.h"

using namespace aspen;

namespace {

Allocator& allocator_of(aspen_vm* vm) { return vm->allocator(); }
// A const VM suffices: a name that is only read is not interned.
Machine& machine_of(const aspen_vm* vm) { return const_cast<aspen_vm*>(vm)->machine(); }

bool has_room(aspen_vm* vm, size_t bytes) {
  return allocator_of(vm).can_allocate(bytes) || refuse_memory(vm, bytes) != ASPEN_NO_VALUE;
}

// An element that is given out while its container lives on has a second owner.
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

aspen_type type_of(Value v) {
  if (v.is_double()) return ASPEN_FLOAT;
  if (v.is_small_int()) return ASPEN_INT;
  if (v.is_bool()) return ASPEN_BOOL;
  if (v.is_unit()) return ASPEN_UNIT;
  if (v.is_bare_label()) return ASPEN_LABEL;
  return v.is_object() ? type_of_object(v.as_object()) : ASPEN_OTHER;
}

bool fits_uint64(Value v, uint64_t& out) {
  int64_t small = 0;
  if (fits_int64(v, small)) {
    out = static_cast<uint64_t>(small);
    return small >= 0;
  }
  if (!is_kind(v, Kind::BigInt) || int_is_negative(v) || as<BigInt>(v)->length != 1) return false;
  out = as<BigInt>(v)->limbs()[0];
  return true;
}

bool is_text(Value v) { return is_kind(v, Kind::String) || is_kind(v, Kind::Bytes); }

size_t size_of(Value v) {
  if (is_kind(v, Kind::List)) return as<List>(v)->length;
  if (is_kind(v, Kind::Tuple)) return as<Tuple>(v)->length;
  if (is_kind(v, Kind::Dict)) return as<Dict>(v)->length;
  return is_kind(v, Kind::Record) ? as<Record>(v)->extra : 0;
}

bool are_values(const aspen_value* values, size_t count) {
  return (values != nullptr || count == 0) && std::all_of(values, values + count, is_value);
}

bool are_names(const char* const* names, size_t count) {
  return (names != nullptr || count == 0) &&
         std::none_of(names, names + count, [](const char* name) { return name == nullptr; });
}

bool has_twice(std::vector<Symbol> fields) {
  std::sort(fields.begin(), fields.end());
  return std::adjacent_find(fields.begin(), fields.end()) != fields.end();
}

template <class Append>
void write_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context, Append append) {
  use(vm, 0, is_value(value) && sink != nullptr, [&] {
    NativeStackScope scope(vm->mutator());
    std::string text;
    append(text, machine_of(vm), from_raw(value));
    sink(context, text.data(), text.size());
    return 0;
  });
}

}  // namespace

aspen_type aspen_type_of(aspen_value value) {
  return attempt(ASPEN_OTHER, is_value(value), [&] { return type_of(from_raw(value)); });
}

int aspen_to_bool(aspen_value value, int* out) {
  return attempt(0, out != nullptr, [&] {
    const Value v = from_raw(value);
    if (!v.is_bool()) return 0;
    *out = v.is_true();
    return 1;
  });
}

int aspen_to_int(aspen_value value, int64_t* out) {
  return attempt(0, out != nullptr && is_value(value),
                 [&] { return fits_int64(from_raw(value), *out) ? 1 : 0; });
}

int aspen_to_uint(aspen_value value, uint64_t* out) {
  return attempt(0, out != nullptr && is_value(value), [&] {
    uint64_t number = 0;
    if (!fits_uint64(from_raw(value), number)) return 0;
    *out = number;
    return 1;
  });
}

int aspen_to_double(aspen_value value, double* out) {
  return attempt(0, out != nullptr && is_value(value), [&] {
    const Value v = from_raw(value);
    if (!is_number(v)) return 0;
    const double number = to_double(v);
    if (is_int(v) && std::isinf(number)) return 0;
    *out = number;
    return 1;
  });
}

int aspen_to_text(aspen_value value, const char** text, size_t* size) {
  return attempt(0, text != nullptr && size != nullptr && is_value(value) && is_text(from_raw(value)), [&] {
    const Value v = from_raw(value);
    const std::string_view view = is_kind(v, Kind::String) ? as<String>(v)->view() : as<Bytes>(v)->view();
    *text = view.data();
    *size = view.size();
    return 1;
  });
}

size_t aspen_size(aspen_value value) {
  return attempt(size_t{0}, is_value(value), [&] { return size_of(from_raw(value)); });
}

aspen_value aspen_item(aspen_value value, size_t index) {
  return attempt(ASPEN_NO_VALUE, is_value(value) && index < size_of(from_raw(value)), [&] {
    const Value v = from_raw(value);
    if (is_kind(v, Kind::List)) return lend(element(as<List>(v), static_cast<uint32_t>(index)));
    return is_kind(v, Kind::Tuple) ? lend(as<Tuple>(v)->items()[index]) : ASPEN_NO_VALUE;
  });
}

int aspen_next_entry(aspen_value dict, size_t* position, aspen_value* key, aspen_value* value) {
  const bool is_usable = is_value(dict) && is_kind(from_raw(dict), Kind::Dict) && position != nullptr &&
                         *position <= UINT32_MAX && key != nullptr && value != nullptr;
  return attempt(0, is_usable, [&] {
    Dict* entries = as<Dict>(from_raw(dict));
    const uint32_t at = next_entry(entries, static_cast<uint32_t>(*position));
    if (at == kNoEntry) return 0;
    const DictEntry& entry = entry_at(entries, at);
    *key = lend(entry.key);
    *value = lend(entry.value);
    *position = size_t{at} + 1;
    return 1;
  });
}

int aspen_field(const aspen_vm* vm, aspen_value record, const char* name, size_t size, aspen_value* value) {
  const bool is_usable = is_value(record) && is_kind(from_raw(record), Kind::Record) &&
                         (name != nullptr || size == 0) && value != nullptr;
  return use(vm, 0, is_usable, [&] {
    Record* fields = as<Record>(from_raw(record));
    Machine& machine = machine_of(vm);
    const std::optional<Symbol> symbol = machine.symbols().known({name, size});
    const int slot = symbol ? machine.shapes()[fields->shape()].slot(*symbol) : -1;
    if (slot < 0) return 0;
    *value = lend(fields->slots()[slot]);
    return 1;
  });
}

int aspen_field_at(const aspen_vm* vm, aspen_value record, size_t index, const char** name, size_t* size,
                   aspen_value* value) {
  const bool is_usable = is_value(record) && is_kind(from_raw(record), Kind::Record) && name != nullptr &&
                         size != nullptr && value != nullptr;
  return use(vm, 0, is_usable, [&] {
    Record* fields = as<Record>(from_raw(record));
    if (index >= fields->extra) return 0;
    give_name(vm, machine_of(vm).shapes()[fields->shape()].fields[index], name, size);
    *value = lend(fields->slots()[index]);
    return 1;
  });
}

int aspen_to_label(const aspen_vm* vm, aspen_value label, const char** name, size_t* size,
                   aspen_value* payload) {
  const bool is_usable = is_value(label) && type_of(from_raw(label)) == ASPEN_LABEL && name != nullptr &&
                         size != nullptr && payload != nullptr;
  return use(vm, 0, is_usable, [&] {
    const Value v = from_raw(label);
    const bool is_bare = v.is_bare_label();
    const Symbol symbol = is_bare ? v.as_bare_label() : as<LabelBox>(v)->name();
    if (symbol >= machine_of(vm).symbols().size()) return 0;
    give_name(vm, symbol, name, size);
    *payload = is_bare ? ASPEN_NO_VALUE : lend(as<LabelBox>(v)->payload);
    return 1;
  });
}

// Each text ends in a NUL.
const char* aspen_type_name(aspen_value value) {
  return attempt("", is_value(value), [&] { return type_name(from_raw(value)).data(); });
}

void aspen_print_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context) {
  attempt(true, [&] {
    write_to(vm, value, sink, context,
             [](std::string& text, Machine& machine, Value v) { append_text(text, machine, v); });
  });
}

void aspen_show_to(aspen_vm* vm, aspen_value value, aspen_sink sink, void* context) {
  attempt(true, [&] {
    write_to(vm, value, sink, context,
             [](std::string& text, Machine& machine, Value v) { append_show(text, machine, v); });
  });
}

int aspen_take_memory_refusal(aspen_vm* vm) {
  return use(vm, 0, true, [&] { return std::exchange(vm->has_made_no_value, false) ? 1 : 0; });
}

aspen_value aspen_make_unit() {
  return attempt(ASPEN_NO_VALUE, true, [] { return to_raw(Value::unit()); });
}
aspen_value aspen_make_bool(int value) {
  return attempt(ASPEN_NO_VALUE, true, [&] { return to_raw(Value::boolean(value != 0)); });
}
aspen_value aspen_make_int(aspen_vm* vm, int64_t value) {
  return use(vm, ASPEN_NO_VALUE, true, [&] { return to_raw(make_int(allocator_of(vm), value)); });
}
aspen_value aspen_make_uint(aspen_vm* vm, uint64_t value) {
  return use(vm, ASPEN_NO_VALUE, true, [&] { return to_raw(make_int_unsigned(allocator_of(vm), value)); });
}
aspen_value aspen_make_double(double value) {
  return attempt(ASPEN_NO_VALUE, true, [&] { return to_raw(Value::number(value)); });
}

aspen_value aspen_make_string(aspen_vm* vm, const char* text, size_t size) {
  return use(vm, ASPEN_NO_VALUE, size <= UINT32_MAX && (text != nullptr || size == 0), [&] {
    const std::string_view view(text, size);
    if (!valid_utf8(view) || !has_room(vm, string_bytes(size))) return ASPEN_NO_VALUE;
    return to_raw(Value::object(make_string(allocator_of(vm), view)));
  });
}

aspen_value aspen_make_bytes(aspen_vm* vm, const void* bytes, size_t size) {
  return use(vm, ASPEN_NO_VALUE, size <= UINT32_MAX && (bytes != nullptr || size == 0), [&] {
    if (!has_room(vm, sizeof(Bytes) + size)) return ASPEN_NO_VALUE;
    return to_raw(Value::object(make_bytes(allocator_of(vm), {static_cast<const char*>(bytes), size})));
  });
}

aspen_value aspen_make_list(aspen_vm* vm, size_t capacity) {
  return use(vm, ASPEN_NO_VALUE, capacity <= UINT32_MAX, [&] {
    if (!has_room(vm, list_bytes(capacity))) return ASPEN_NO_VALUE;
    return to_raw(Value::object(new_list(allocator_of(vm), static_cast<uint32_t>(capacity))));
  });
}

aspen_value aspen_make_dict(aspen_vm* vm, size_t capacity) {
  return use(vm, ASPEN_NO_VALUE, capacity <= (1u << 30), [&] {
    if (!has_room(vm, dict_bytes(capacity))) return ASPEN_NO_VALUE;
    return to_raw(Value::object(new_dict(allocator_of(vm), static_cast<uint32_t>(capacity))));
  });
}

int aspen_push(aspen_vm* vm, aspen_value list, aspen_value item) {
  const bool is_usable = is_value(list) && is_kind(from_raw(list), Kind::List) && is_value(item);
  return use(vm, 0, is_usable, [&] {
    List* items = as<List>(from_raw(list));
    if (!is_writable(items) || items->length == UINT32_MAX) return 0;
    push(allocator_of(vm), items, from_raw(item));
    return 1;
  });
}

int aspen_insert(aspen_vm* vm, aspen_value dict, aspen_value key, aspen_value value) {
  const bool is_usable =
      is_value(dict) && is_kind(from_raw(dict), Kind::Dict) && is_value(key) && is_value(value);
  return use(vm, 0, is_usable, [&] {
    Dict* entries = as<Dict>(from_raw(dict));
    if (entries->is_shared() || entries->length >= (1u << 30)) return 0;
    Strand& strand = machine_of(vm).running_strand();
    set(strand.allocator(), machine_of(vm).value_context(strand), entries, from_raw(key), from_raw(value));
    return strand.gave_up() ? 0 : 1;
  });
}

aspen_value aspen_make_tuple(aspen_vm* vm, const aspen_value* items, size_t count) {
  return use(vm, ASPEN_NO_VALUE, count <= UINT32_MAX && are_values(items, count), [&] {
    if (!has_room(vm, sizeof(Tuple) + count * sizeof(Value))) return ASPEN_NO_VALUE;
    Tuple* tuple = allocator_of(vm).make<Tuple>(count * sizeof(Value), static_cast<uint32_t>(count));
    for (size_t i = 0; i < count; ++i) tuple->items()[i] = from_raw(items[i]);
    return to_raw(Value::object(tuple));
  });
}

aspen_value aspen_make_record(aspen_vm* vm, const char* const* names, const aspen_value* values,
                              size_t count) {
  const bool is_usable = count <= UINT16_MAX && are_names(names, count) && are_values(values, count);
  return use(vm, ASPEN_NO_VALUE, is_usable, [&] {
    if (!has_room(vm, sizeof(Record) + count * sizeof(Value))) return ASPEN_NO_VALUE;
    std::vector<Symbol> fields;
    for (size_t i = 0; i < count; ++i) fields.push_back(machine_of(vm).symbols().intern(names[i]));
    if (has_twice(fields)) return ASPEN_NO_VALUE;
    const Shape& shape = machine_of(vm).shapes().intern(fields);
    static_assert(sizeof(Value) == sizeof(aspen_value));
    return to_raw(Value::object(new_record(allocator_of(vm), shape, reinterpret_cast<const Value*>(values))));
  });
}

aspen_value aspen_make_label(aspen_vm* vm, const char* name, aspen_value payload) {
  const bool is_bare = payload == ASPEN_NO_VALUE;
  return use(vm, ASPEN_NO_VALUE, name != nullptr && (is_bare || is_value(payload)), [&] {
    const Symbol symbol = machine_of(vm).symbols().intern(name);
    if (is_bare) return to_raw(Value::label(symbol));
    return to_raw(Value::object(allocator_of(vm).make<LabelBox>(0, symbol, from_raw(payload))));
  });
}
