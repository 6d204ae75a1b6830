#include "frontend/compile/assembler.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace aspen {

namespace {

template <typename List, typename Item>
uint32_t once(std::unordered_map<std::string, uint32_t>& known, std::string key, List& list, Item&& item) {
  auto [at, is_new] = known.try_emplace(std::move(key), static_cast<uint32_t>(list.size()));
  if (is_new) list.push_back(std::forward<Item>(item));
  return at->second;
}

}  // namespace

uint32_t ChunkTables::symbol(std::string_view name) {
  return once(symbols_, std::string(name), chunk_.symbols, std::string(name));
}

uint32_t ChunkTables::import(std::string_view path) {
  return once(imports_, std::string(path), chunk_.imports, std::string(path));
}

uint32_t ChunkTables::constant(Constant::Kind kind, std::string_view text) {
  std::string key = static_cast<char>('0' + static_cast<int>(kind)) + std::string(text);
  return once(constants_, std::move(key), chunk_.constants, Constant{kind, std::string(text)});
}

uint32_t ChunkTables::shape(const std::vector<uint32_t>& fields) {
  std::string key;
  for (uint32_t field : fields) key += std::to_string(field) + ",";
  return once(shapes_, std::move(key), chunk_.shapes, fields);
}

void Assembler::emit(Op op, Reg a, Reg b, Reg c) {
  bool moved = out_.locations.empty() || out_.locations.back().offset != span_.offset ||
               out_.locations.back().length != span_.length;
  if (moved) out_.locations.push_back({here(), span_.offset, span_.length});
  word(encode(op, a, b, c));
}

void Assembler::emit_i16(Op op, Reg a, int16_t bc) {
  uint16_t bits = static_cast<uint16_t>(bc);
  emit(op, a, static_cast<Reg>(bits & 0xff), static_cast<Reg>(bits >> 8));
}

void Assembler::relocate(Relocation::Target target, uint32_t index, unsigned words) {
  out_.relocations.push_back({here(), target, index});
  for (unsigned i = 0; i < words; ++i) word(0);
}

void Assembler::value(Value v) {
  word(static_cast<Word>(v.bits()));
  word(static_cast<Word>(v.bits() >> 32));
}

void Assembler::constant(Constant::Kind kind, std::string_view text) {
  relocate(Relocation::Target::constant, tables_.constant(kind, text), 2);
}

void Assembler::bare_label(std::string_view name) {
  relocate(Relocation::Target::label, tables_.symbol(name), 2);
}
void Assembler::symbol(std::string_view name) {
  relocate(Relocation::Target::symbol, tables_.symbol(name), 1);
}
void Assembler::function(uint32_t index) { relocate(Relocation::Target::function, index, 2); }
void Assembler::slot(uint32_t index) { relocate(Relocation::Target::slot, index, 2); }
void Assembler::module(std::string_view path) {
  relocate(Relocation::Target::module, tables_.import(path), 2);
}

void Assembler::shape(const std::vector<std::string_view>& fields) {
  std::vector<uint32_t> symbols;
  for (std::string_view field : fields) symbols.push_back(tables_.symbol(field));
  relocate(Relocation::Target::shape, tables_.shape(symbols), 1);
}

void Assembler::builtin(std::string_view name, bool as_value) {
  relocate(as_value ? Relocation::Target::builtin_value : Relocation::Target::builtin, tables_.symbol(name),
           2);
}

void Assembler::cache() { word(kEmptyCache); }

void Assembler::offset(Label& label) {
  if (label.at < 0) {
    label.jumps.push_back(here());
    word(0);
    return;
  }
  word(static_cast<Word>(static_cast<int32_t>(label.at - static_cast<int64_t>(here()) - 1)));
}

// Nothing if the instruction leaves no loop.
static std::optional<Op> loop_form(Op leaving) {
  switch (leaving) {
    case Op::JumpIfNotLess: return Op::LoopIfLess;
    case Op::JumpIfNotLessEqual: return Op::LoopIfLessEqual;
    case Op::JumpIfNotLessInt: return Op::LoopIfLessInt;
    case Op::JumpIfNotLessEqualInt: return Op::LoopIfLessEqualInt;
    case Op::JumpIfNotGreaterInt: return Op::LoopIfGreaterInt;
    case Op::JumpIfNotGreaterEqualInt: return Op::LoopIfGreaterEqualInt;
    case Op::JumpIfNotEqualInt: return Op::LoopIfEqualInt;
    case Op::JumpIfEqualInt: return Op::LoopIfNotEqualInt;
    default: return std::nullopt;
  }
}

void Assembler::loop_back(Label& head, const Label& exit) {
  auto at = static_cast<uint32_t>(head.at);
  if (at == here()) return jump(Op::Loop, head);  // `while true { }`
  Word first = out_.code[at];
  std::optional<Op> form = loop_form(op_of(first));
  uint32_t behind = at + info(op_of(first)).words();
  bool leaves = std::find(exit.jumps.begin(), exit.jumps.end(), behind - 1) != exit.jumps.end();
  if (!form || !leaves) return jump(Op::Loop, head);
  emit(*form);
  out_.code.back() = (first & ~Word{0xff}) | static_cast<Word>(*form);
  Label body;
  body.at = behind;
  offset(body);
}

void Assembler::bind(Label& label) {
  assert(label.at < 0);
  label.at = here();
  for (uint32_t jump : label.jumps) out_.code[jump] = here() - jump - 1;
}

void Assembler::retract(uint32_t from, Label& target, Label& skipped) {
  out_.code.resize(from);
  skipped.jumps.pop_back();
  while (!out_.locations.empty() && out_.locations.back().word >= from) out_.locations.pop_back();
  target.at = -1;
  bind(target);
}

}  // namespace aspen
