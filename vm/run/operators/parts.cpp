#include "vm/run/operators/parts.h"

#include <algorithm>
#include <string>

#include "vm/run/machine.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/show.h"
#include "vm/values/bigint.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/range.h"
#include "vm/values/string.h"
#include "vm/values/suggest.h"

namespace aspen {

Tuple* copy_tuple(Allocator& allocator, const Tuple* tuple) {
  allocator.heap().note_copy(tuple->length * sizeof(Value));
  Tuple* copy = allocator.make<Tuple>(tuple->length * sizeof(Value), tuple->length);
  for (uint32_t i = 0; i < tuple->length; ++i) {
    copy->items()[i] = tuple->items()[i];
    share(copy->items()[i]);
  }
  return copy;
}

namespace {

Tuple* own_tuple(Strand& s, Value& container) {
  Tuple* tuple = as<Tuple>(container);
  if (!tuple->is_shared()) return tuple;
  tuple = copy_tuple(s.allocator(), tuple);
  container = Value::object(tuple);
  return tuple;
}

std::string lower(std::string_view type) {
  std::string text(type);
  text[0] = static_cast<char>(text[0] | 0x20);
  return text;
}

// The position that an Int denotes in a sequence of `length`; false with the error pending.
bool position(Strand& s, Value container, Value index, uint32_t length, uint32_t& out) {
  int64_t i;
  if (!is_int(index)) {
    s.type_error("the index of a " + lower(type_name(container)) + " is an Int, not " + shorten(s, index));
    return false;
  }
  bool fits = fits_int64(index, i);
  if (fits && i < 0) i += length;
  if (fits && i >= 0 && i < length) {
    out = static_cast<uint32_t>(i);
    return true;
  }
  s.index_error("index " + shorten(s, index) + " is out of range for a " + lower(type_name(container)) +
                " of length " + std::to_string(length));
  return false;
}

Value character(Strand& s, String* text, uint32_t index) {
  std::string_view character = character_at(text, byte_offset(text, index));
  if (character.size() == 1) return s.machine().character(static_cast<uint8_t>(character[0]));
  return Value::object(make_string(s.allocator(), character, false));
}

Value range_index(Strand& s, Value container, Value index) {
  Range* range = as<Range>(container);
  if (!is_int(index)) return s.type_error("the index of a range is an Int, not " + shorten(s, index));
  Allocator& allocator = s.allocator();
  const Value length = range_length(allocator, *range);
  const Value place = int_is_negative(index) ? int_add(allocator, index, length) : index;
  if (int_is_negative(place) || int_compare(place, length) >= 0)
    return s.index_error("index " + shorten(s, index) + " is out of range for a range of length " +
                         shorten(s, length));
  return int_add(allocator, range->start, int_mul(allocator, place, range->step));
}

// Limits a bound of a slice, an Int or undefined, to [0, length].
bool clamp_bound(Strand& s, Value bound, uint32_t length, uint32_t open, uint32_t& out) {
  if (bound.is_undefined()) {
    out = open;
    return true;
  }
  if (!is_int(bound)) {
    s.type_error("the bounds of a slice are Ints, not " + shorten(s, bound));
    return false;
  }
  int64_t i;
  if (!fits_int64(bound, i)) i = int_is_negative(bound) ? INT64_MIN / 2 : INT64_MAX;
  if (i < 0) i += length;
  out = static_cast<uint32_t>(std::clamp<int64_t>(i, 0, length));
  return true;
}

// Likewise for the length of a Range, an Int of any size. `out` holds the bound if that is undefined.
bool clamp_range_bound(Strand& s, Value bound, Value length, Value& out) {
  if (bound.is_undefined()) return true;
  if (!is_int(bound)) {
    s.type_error("the bounds of a slice are Ints, not " + shorten(s, bound));
    return false;
  }
  if (int_is_negative(bound)) bound = int_add(s.allocator(), bound, length);
  out = int_is_negative(bound) ? Value::small_int(0) : int_compare(bound, length) > 0 ? length : bound;
  return true;
}

// A range of the same step.
Value slice_of_range(Strand& s, Value container, Value from, Value to) {
  const Range* range = as<Range>(container);
  Allocator& allocator = s.allocator();
  const Value length = range_length(allocator, *range);
  Value begin = Value::small_int(0), end = length;
  if (!clamp_range_bound(s, from, length, begin) || !clamp_range_bound(s, to, length, end))
    return Value::exception();
  if (int_compare(begin, end) > 0) end = begin;
  const auto element = [&](Value index) {
    return int_add(allocator, range->start, int_mul(allocator, index, range->step));
  };
  const Value first = element(begin), last = element(end);
  return Value::object(allocator.make<Range>(0, first, last, range->step, false));
}

// A range as index is a slice with the same bounds.
Value slice_by_range(Strand& s, Value container, Value index) {
  Range* range = as<Range>(index);
  if (!(range->step == Value::small_int(1))) return s.value_error("a slice has no step");
  Value end = range->end;
  if (range->inclusive()) {
    // An included end of -1 means "to the end".
    end = end == Value::small_int(-1) ? Value::undefined() : add(s, end, Value::small_int(1));
    if (end.is_exception()) return end;
  }
  return slice_value(s, container, range->start, end, false);
}

struct Method {
  std::string_view name;
  const char* call;
};
constexpr Method kMethods[] = {
    {"append", "xs |>= push v"},
    {"push", "xs |>= push v"},
    {"add", "s |>= set.add v"},
    {"pop", "last, xs = pop xs"},
    {"sort", "xs |>= sort"},
    {"reverse", "xs |>= reverse"},
    {"length", "len xs"},
    {"size", "len xs"},
    {"items", "entries d"},
    {"delete", "d |>= remove k"},
    {"remove", "d |>= remove k"},
    {"update", "d |>= merge e"},
    {"get", "get_or k default d"},
    {"keys", "keys d"},
    {"values", "values d"},
    {"has", "contains k d"},
    {"includes", "contains v xs"},
    {"upper", "string.upper s"},
    {"lower", "string.lower s"},
    {"strip", "string.trim s"},
    {"trim", "string.trim s"},
    {"replace", "string.replace a b s"},
    {"startswith", "string.starts_with? p s"},
    {"endswith", "string.ends_with? p s"},
    {"format", "\"{x}\""},
    {"toString", "string v"},
    {"read", "fs.read_line file"},
    {"close", "fs.close file"},
    {"write", "fs.put text file"},
};

// `xs.append 4`, as in languages with methods. Null: no method of that name is known.
const char* call_of_method(std::string_view name) {
  for (const Method& each : kMethods) {
    if (each.name == name) return each.call;
  }
  return nullptr;
}

void no_field(Strand& s, Value container, Symbol field) {
  Machine& m = s.machine();
  std::string name(m.symbols().name(field));
  std::string type(type_name(container));
  std::string hint;
  if (const char* call = call_of_method(name); call != nullptr) {
    hint = "functions come first here, and values never change: `" + std::string(call) + "`";
    if (is_kind(container, Kind::Dict)) hint += "; a dict's values are found by key: `d[\"" + name + "\"]`";
  } else if (is_kind(container, Kind::LabelBox)) {
    hint = "the value after a label comes from a pattern: `match x { " +
           std::string(m.symbols().name(as<LabelBox>(container)->name())) + " v -> …, _ -> … }`";
  } else if (is_kind(container, Kind::Dict)) {
    hint = "a dict's values are found by key: `d[\"" + name + "\"]`";
  } else if (container.is_unit()) {
    hint =
        "`()` is the value of what gives no other: a loop, or a block like `{ x = 1 }`; a record is `{ x: 1 "
        "}`";
  } else if (is_kind(container, Kind::Tuple)) {
    hint = "a tuple's items are numbered: `t.0`";
  } else {
    hint = "functions come first here: `" + name + " value`";
  }
  s.type_error("there is no field `" + name + "` in " + shorten(s, container) + ": only records have fields",
               hint);
}

}  // namespace

Value missing_key(Strand& s, const Dict& dict, Value key) {
  std::string hint;
  if (is_kind(key, Kind::String)) {
    NearestName nearest(as<String>(key)->view());
    for (uint32_t i = next_entry(&dict, 0); i != kNoEntry && !nearest.is_over();
         i = next_entry(&dict, i + 1)) {
      Value candidate = entry_at(&dict, i).key;
      if (is_kind(candidate, Kind::String)) nearest.consider(as<String>(candidate)->view());
    }
    if (!nearest.best().empty()) append_quoted(hint = "did you mean ", nearest.best()), hint += "?";
    if (!s.work(nearest.cost_ns())) return s.raise_stop();
  }
  if (hint.empty()) hint = "`get_or k default d` gives a value for a missing key, `get k d` an option";
  return s.key_error("there is no key " + shorten(s, key), hint);
}

static Value not_indexed(Strand& s, Value container) {
  std::string_view hint = option_hint(container);
  if (type_name(container) == "Function" && !s.runs_library())
    hint = "a list argument is written with a space before it: `f [x]`";
  return s.type_error("cannot index " + shorten(s, container), hint);
}

Value index_value(Strand& s, Value container, Value index) {
  if (!container.is_object()) return not_indexed(s, container);
  if (is_kind(index, Kind::Range) && !is_kind(container, Kind::Dict))
    return slice_by_range(s, container, index);
  uint32_t at;
  switch (container.as_object()->kind) {
    case Kind::List: {
      List* list = as<List>(container);
      return position(s, container, index, list->length, at) ? list->items[at] : Value::exception();
    }
    case Kind::Tuple: {
      Tuple* tuple = as<Tuple>(container);
      return position(s, container, index, tuple->length, at) ? tuple->items()[at] : Value::exception();
    }
    case Kind::String: {
      String* text = as<String>(container);
      return position(s, container, index, code_points(text), at) ? character(s, text, at)
                                                                  : Value::exception();
    }
    case Kind::Bytes: {
      Bytes* bytes = as<Bytes>(container);
      return position(s, container, index, bytes->length, at) ? Value::small_int(bytes->data()[at])
                                                              : Value::exception();
    }
    case Kind::Dict: {
      Dict* dict = as<Dict>(container);
      DictEntry* entry = find(s.machine().value_context(s), dict, index);
      if (entry != nullptr) return entry->value;
      return missing_key(s, *dict, index);
    }
    case Kind::Range: return range_index(s, container, index);
    case Kind::Record:
    case Kind::Module:
      return s.type_error("a record is not indexed by " + shorten(s, index),
                          "a field is read with a dot: `r.name`");
    default: return not_indexed(s, container);
  }
}

Value* element_place(Strand& s, Value container, Value index) {
  if (is_kind(container, Kind::Dict)) {
    DictEntry* entry = find(s.machine().value_context(s), as<Dict>(container), index);
    return entry != nullptr ? &entry->value : nullptr;
  }
  const bool is_list = is_kind(container, Kind::List);
  if (!index.is_small_int() || (!is_list && !is_kind(container, Kind::Tuple))) return nullptr;
  const uint32_t length = is_list ? as<List>(container)->length : as<Tuple>(container)->length;
  const int64_t i = index.as_small_int(), at = i < 0 ? i + length : i;
  if (at < 0 || at >= length) return nullptr;
  return (is_list ? as<List>(container)->items : as<Tuple>(container)->items()) + at;
}

Value item_value(Strand& s, Value tuple, uint32_t item) {
  if (!is_kind(tuple, Kind::Tuple)) {
    std::string_view hint = is_kind(tuple, Kind::List) ? "a list's elements are found by index: `xs[0]`" : "";
    return s.type_error("only tuples have numbered items, not " + shorten(s, tuple), hint);
  }
  if (item < as<Tuple>(tuple)->length) return as<Tuple>(tuple)->items()[item];
  return s.index_error("there is no item " + std::to_string(item) + " in a tuple of " +
                       std::to_string(as<Tuple>(tuple)->length));
}

Value* field_slot(Strand& s, Value container, Symbol field, uint32_t& slot_number) {
  if (is_kind(container, Kind::Module)) container = as<Module>(container)->fields;
  if (!is_kind(container, Kind::Record)) {
    no_field(s, container, field);
    return nullptr;
  }
  Record* record = as<Record>(container);
  const Shape& shape = s.machine().shapes()[record->shape()];
  int slot = shape.slot(field);
  if (slot >= 0) {
    slot_number = static_cast<uint32_t>(slot);
    return record->slots() + slot;
  }
  std::string_view name = s.machine().symbols().name(field);
  NearestName nearest(name);
  for (Symbol candidate : shape.fields) nearest.consider(s.machine().symbols().name(candidate));
  s.key_error("there is no field `" + std::string(name) + "` in " + shorten(s, container), nearest.hint());
  return nullptr;
}

Value slice_value(Strand& s, Value container, Value from, Value to, bool dead) {
  uint32_t length, begin, end;
  if (is_kind(container, Kind::List)) {
    length = as<List>(container)->length;
  } else if (is_kind(container, Kind::String)) {
    length = code_points(as<String>(container));
  } else if (is_kind(container, Kind::Bytes)) {
    length = as<Bytes>(container)->length;
  } else if (is_kind(container, Kind::Range)) {
    return slice_of_range(s, container, from, to);
  } else {
    return s.type_error("only lists, strings, bytes and ranges can be sliced, not " + shorten(s, container));
  }
  if (!clamp_bound(s, from, length, 0, begin) || !clamp_bound(s, to, length, length, end))
    return Value::exception();
  end = std::max(begin, end);
  Allocator& allocator = s.allocator();
  if (is_kind(container, Kind::String))
    return Value::object(slice(allocator, as<String>(container), begin, end));
  if (is_kind(container, Kind::Bytes))
    return Value::object(slice(allocator, as<Bytes>(container), begin, end));
  List* list = as<List>(container);
  return Value::object(dead ? slice_dead(allocator, list, begin, end) : slice(allocator, list, begin, end));
}

namespace {

// For an action that copies or grows a container of any size: if there is no room, returns `refused` with
// MemoryLimit pending.
template <class Result, class Action>
Result refusing(Strand& s, Result refused, Action action) {
  if (s.allocator().may_refuse()) return action();  // inside of a native
  s.leave_native();
  const RefusalScope scope(s.allocator());
  try {
    return action();
  } catch (const HeapExhausted&) {
    s.memory_exhausted();
    return refused;
  }
}

bool own_touched(Strand& s, Value& place) {
  if (!place.is_object() || !place.as_object()->is_shared()) return true;
  Allocator& allocator = s.allocator();
  switch (place.as_object()->kind) {
    case Kind::List: place = Value::object(ensure_unshared(allocator, as<List>(place))); break;
    case Kind::Dict: place = Value::object(ensure_unshared(allocator, as<Dict>(place))); break;
    case Kind::Record: place = Value::object(copy_record(allocator, *as<Record>(place))); break;
    case Kind::Tuple: place = Value::object(copy_tuple(allocator, as<Tuple>(place))); break;
    case Kind::Bytes: place = Value::object(ensure_unshared(allocator, as<Bytes>(place))); break;
    case Kind::NativeObject: return value_type(place) == nullptr || own_host_object(s, place);
    default: break;
  }
  return true;
}

}  // namespace

bool own_part(Strand& s, Value& place) {
  if (!s.touch(place)) return false;
  return refusing(s, false, [&] { return own_touched(s, place); });
}

Value* own_item(Strand& s, Value& container, uint32_t item) {
  if (item_value(s, container, item).is_exception()) return nullptr;
  return refusing<Value*>(s, nullptr, [&] { return own_tuple(s, container)->items() + item; });
}

Value* own_field(Strand& s, Value& container, Symbol field, uint32_t& slot_number) {
  if (is_kind(container, Kind::Module)) {
    s.type_error("a standard module cannot be changed");
    return nullptr;
  }
  if (field_slot(s, container, field, slot_number) == nullptr) return nullptr;
  Record* record = as<Record>(container);
  if (record->is_shared()) {
    record = copy_record(s.allocator(), *record);
    container = Value::object(record);
  }
  return record->slots() + slot_number;
}

static Value* own_dict_place(Strand& s, Value& container, Value key, bool add) {
  ValueContext context = s.machine().value_context(s);
  Dict* dict = as<Dict>(container);
  if (!add && find(context, dict, key) == nullptr) {
    missing_key(s, *dict, key);
    return nullptr;
  }
  // Its register may be updated in place later; and in bytecode, it may be the dict itself.
  share(key);
  DictEntry& entry = own_entry(s.allocator(), context, dict, key);
  container = Value::object(dict);
  return s.gave_up() ? nullptr : &entry.value;
}

static Value* own_place(Strand& s, Value& container, Value index, bool add) {
  uint32_t at;
  if (is_kind(container, Kind::List)) {
    if (!position(s, container, index, as<List>(container)->length, at)) return nullptr;
    List* list = ensure_unshared(s.allocator(), as<List>(container));
    container = Value::object(list);
    return list->items + at;
  }
  if (is_kind(container, Kind::Dict)) return own_dict_place(s, container, index, add);
  if (is_kind(container, Kind::Tuple)) {
    if (!position(s, container, index, as<Tuple>(container)->length, at)) return nullptr;
    return own_tuple(s, container)->items() + at;
  }
  std::string_view hint;
  if (container.is_unit()) hint = "the empty dict is `[:]`, the empty list `[]`";
  if (is_kind(container, Kind::String))
    hint = "build a new one, for instance by slices: `s[..i] + \"x\" + s[i + 1..]`";
  if (is_kind(container, Kind::Record)) hint = "a field is set with a dot: `r.name = value`";
  s.type_error("cannot set an element of " + shorten(s, container), hint);
  return nullptr;
}

Value* own_element(Strand& s, Value& container, Value index, bool add) {
  return refusing<Value*>(s, nullptr, [&] { return own_place(s, container, index, add); });
}

}  // namespace aspen
