// Tests of patterns, and jumps that test a part, outside of the fast paths.
#include "vm/run/operators/number.h"
#include "vm/run/operators/parts.h"
#include "vm/run/operators/show.h"
#include "vm/run/slow_paths.h"
#include "vm/values/dict.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// The target of a conditional jump; the offset is its last word.
const Word* jump_target(const Word* pc) {
  unsigned words = words_of(op_of(pc));
  return pc + words + static_cast<int32_t>(pc[words - 1]);
}

// An element that an instruction reads, as a value; exception() for an error or a missed future.
Value touched(Strand& s, Value element) {
  return !element.is_exception() && s.touch(element) ? element : Value::exception();
}

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
