#include "frontend/compile/pattern_writer.h"

#include <algorithm>

#include "frontend/compile/constants.h"
#include "frontend/compile/most_parts.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// The innermost pattern after which no test can fail, or `pattern` itself. The rest of a list is tested last.
const Pattern* last_to_fail(const Pattern* pattern) {
  if (pattern->kind == PatternKind::kOr) return pattern;
  const Pattern* last = nullptr;
  each_inner(pattern, [&](const Pattern* inner) {
    if (may_fail(inner)) last = inner;
  });
  const auto* list = dyn<ListPattern>(pattern);
  if (list != nullptr && list->rest != nullptr && may_fail(list->rest)) last = list->rest;
  return last == nullptr ? pattern : last_to_fail(last);
}

}  // namespace

void PatternWriter::reserve_names(Pattern* pattern) {
  each_name(pattern, [&](NamePattern* name) {
    Binding& b = *name->binding;
    if (!has_place(&b) || b.emitted) return;
    b.place = to_.alloc();
    b.emitted = true;
  });
}

// Whether the register is that of a variable which code after the pattern assigns.
bool PatternWriter::is_assigned_later(Reg reg, const Pattern* pattern) const {
  auto& variables = to_.function().variables;
  return std::any_of(variables.begin(), variables.end(), [&](const Binding* b) {
    return b->emitted && has_place(b) && b->place == reg && !unassigned(*b, pattern->span.offset, UINT32_MAX);
  });
}

void PatternWriter::match(Pattern* pattern, Reg source, bool moves, Label& fail) {
  auto* name = dyn<NamePattern>(pattern);
  // A value in a register of its own needs no other register.
  if (name != nullptr && name->binding->home == Binding::Home::place && !name->binding->emitted && moves &&
      source + 1u == to_.top() && !is_assigned_later(source, pattern)) {
    name->binding->place = source;
    name->binding->emitted = true;
    return;
  }
  match(pattern, source, moves, MatchState{{}, &fail});
}

void PatternWriter::match(Pattern* pattern, Reg source, bool moves, MatchState state) {
  reserve_names(pattern);
  unsigned saved = to_.top();
  state.last = last_to_fail(pattern);
  test(pattern, source, moves, state);
  bind_parts(state, source);
  to_.release(saved);
}

void PatternWriter::match_or_raise(Pattern* pattern, Reg source, bool moves, Span span) {
  Label fail;
  code_.at(span);
  match(pattern, source, moves, fail);
  raise_mismatch(std::move(fail), source, span);
}

void PatternWriter::match_parts(TuplePattern* pattern, Reg first, bool moves, bool stay, Label& fail) {
  auto elements = pattern->elements;
  for (size_t i = 0; i < elements.size() && moves && stay; ++i) {
    auto* name = dyn<NamePattern>(elements[i]);
    if (name == nullptr || !has_place(name->binding) || name->binding->emitted) continue;
    name->binding->place = static_cast<Reg>(first + i);
    name->binding->emitted = true;
  }
  match_parts(pattern, first, moves, MatchState{{}, &fail});
}

void PatternWriter::match_parts(TuplePattern* pattern, Reg first, bool moves, MatchState state) {
  reserve_names(pattern);
  unsigned saved = to_.top();
  auto elements = pattern->elements;
  state.last = last_to_fail(pattern);
  for (size_t i = 0; i < elements.size(); ++i) test(elements[i], static_cast<Reg>(first + i), moves, state);
  bind_parts(state, first);
  to_.release(saved);
}

void PatternWriter::try_match(Pattern* pattern, Reg source, Expr* guard, Label& fail) {
  match(pattern, source, false, MatchState{{}, &fail, true, guard});
}

void PatternWriter::try_parts(TuplePattern* pattern, Reg first, Expr* guard, Label& fail) {
  match_parts(pattern, first, false, MatchState{{}, &fail, true, guard});
}

// ---- Values that do not match

// Inside a `try` the instruction that raises must be there, too, and not after the function's code.
void PatternWriter::raise_mismatch(Label fail, Reg value, Span span, Reg parts) {
  if (fail.jumps.empty()) return;
  if (!to_.is_in_try()) {
    mismatches_.push_back({std::move(fail), value, span, parts});
    return;
  }
  Label matched;
  code_.jump(Op::Jump, matched);
  code_.bind(fail);
  emit_mismatch(value, span, parts);
  code_.bind(matched);
}

void PatternWriter::emit_mismatch(Reg value, Span span, Reg parts) {
  code_.at(span);
  if (parts > 0) code_.emit(Op::NewTuple, value, value, parts);
  code_.emit(Op::MatchFail, value);
}

void PatternWriter::emit_mismatches() {
  for (Mismatch& mismatch : mismatches_) {
    code_.bind(mismatch.fail);
    emit_mismatch(mismatch.value, mismatch.span, mismatch.parts);
  }
}

// ---- Tests

void PatternWriter::test(Pattern* pattern, Reg source, bool moves, MatchState& state) {
  switch (pattern->kind) {
    case PatternKind::kError:
    case PatternKind::kWildcard:
    case PatternKind::kPath: return;
    case PatternKind::kName: {
      PartBinding part{PartBinding::Kind::whole, source};
      part.name = as<NamePattern>(pattern);
      part.moves = moves;
      state.bindings.push_back(part);
      return;
    }
    case PatternKind::kLiteral: return test_literal(as<LiteralPattern>(pattern), source, *state.fail);
    case PatternKind::kUnit:
      code_.emit(Op::JumpIfNotEqualValue, source);
      code_.value(Value::unit());
      return code_.offset(*state.fail);
    case PatternKind::kTuple: {
      auto elements = as<TuplePattern>(pattern)->elements;
      code_.emit(Op::JumpIfNotTuple, source, static_cast<Reg>(elements.size()));
      code_.offset(*state.fail);
      for (size_t i = 0; i < elements.size(); ++i) {
        PartBinding part{PartBinding::Kind::item, source};
        part.index = static_cast<int32_t>(i);
        part.moves = moves;
        test_part(elements[i], part, state);
      }
      return;
    }
    case PatternKind::kList: return test_list(as<ListPattern>(pattern), source, moves, state);
    case PatternKind::kRecord: return test_record(as<RecordPattern>(pattern), source, moves, state);
    case PatternKind::kDict: return test_dict(as<DictPattern>(pattern), source, moves, state);
    case PatternKind::kLabel: return test_label(as<LabelPattern>(pattern), source, moves, state);
    case PatternKind::kOr: return test_or(as<OrPattern>(pattern), source, moves, state);
    case PatternKind::kTyped: {
      auto* typed = as<TypedPattern>(pattern);
      code_.emit(Op::JumpIfNotType, source, static_cast<Reg>(typed->type));
      code_.offset(*state.fail);
      return test(typed->pattern, source, moves, state);
    }
  }
}

void PatternWriter::test_literal(const LiteralPattern* pattern, Reg source, Label& fail) {
  NegateExpr negation{};
  negation.kind = ExprKind::kNegate;
  negation.operand = pattern->value;
  const Expr* value = pattern->negative ? &negation : pattern->value;
  if (std::optional<int64_t> n = small_int_of(value, INT16_MIN, INT16_MAX)) {
    code_.emit_i16(Op::JumpIfNotEqualInt, source, static_cast<int16_t>(*n));
    return code_.offset(fail);
  }
  code_.emit(Op::JumpIfNotEqualValue, source);
  if (std::optional<NumberConstant> number = number_of(value)) {
    code_.value(number->is_int ? Value::small_int(number->integer) : Value::number(number->number));
  } else if (auto* boolean = dyn<BoolExpr>(value)) {
    code_.value(Value::boolean(boolean->value));
  } else if (auto* string = dyn<StringExpr>(value)) {
    code_.constant(Constant::Kind::String, string->value);
  } else if (auto* bytes = dyn<BytesExpr>(value)) {
    code_.constant(Constant::Kind::Bytes, bytes->value);
  } else {
    code_.constant(Constant::Kind::Integer, decimal_text(as<IntExpr>(pattern->value), pattern->negative));
  }
  code_.offset(fail);
}

// A plain name waits until all tests have passed; any other part is loaded and tested.
void PatternWriter::test_part(Pattern* pattern, PartBinding part, MatchState& state) {
  if (pattern->kind == PatternKind::kWildcard || pattern->kind == PatternKind::kPath) return;
  if (auto* name = dyn<NamePattern>(pattern)) {
    part.name = name;
    state.bindings.push_back(part);
    return;
  }
  if (part.kind == PartBinding::Kind::rest) part.moves = false;  // later tests may fail
  Reg reg = to_.alloc();
  load_part(part, reg, part.moves ? Mode::own : Mode::lend);
  bool moves = part.moves && part.kind != PartBinding::Kind::key;
  test(pattern, reg, moves, state);
}

void PatternWriter::test_list(ListPattern* pattern, Reg source, bool moves, MatchState& state) {
  size_t count = pattern->before.size() + pattern->after.size();
  if (pattern->before.size() > kMostPatternParts || pattern->after.size() > kMostPatternParts) {
    to_.report(DiagnosticCode::kTooLong, pattern->span,
               {"a list pattern", std::to_string(kMostPatternParts)});
    return;
  }
  code_.emit(pattern->rest == nullptr ? Op::JumpIfNotList : Op::JumpIfNotListAtLeast, source,
             static_cast<Reg>(count));
  code_.offset(*state.fail);
  auto element = [&](Pattern* p, int32_t index) {
    PartBinding part{PartBinding::Kind::index, source};
    part.index = index;
    part.moves = moves;
    test_part(p, part, state);
  };
  for (size_t i = 0; i < pattern->before.size(); ++i) element(pattern->before[i], static_cast<int32_t>(i));
  for (size_t i = 0; i < pattern->after.size(); ++i) {
    element(pattern->after[i], static_cast<int32_t>(i) - static_cast<int32_t>(pattern->after.size()));
  }
  if (pattern->rest == nullptr || pattern->rest->kind == PatternKind::kWildcard) return;
  PartBinding part{PartBinding::Kind::rest, source};
  part.index = static_cast<int32_t>(pattern->before.size());
  part.after = static_cast<uint32_t>(pattern->after.size());
  part.moves = moves;
  test_part(pattern->rest, part, state);
}

void PatternWriter::test_record(RecordPattern* pattern, Reg source, bool moves, MatchState& state) {
  if (pattern->fields.empty()) {
    code_.emit(Op::JumpIfNotType, source, static_cast<Reg>(PatternType::kRecord));
    return code_.offset(*state.fail);
  }
  for (RecordPatternField& field : pattern->fields) {
    auto* name = dyn<NamePattern>(field.pattern);
    bool direct = name != nullptr && name->binding->home == Binding::Home::place &&
                  name->binding->bound == 1 && name->binding->place != source;
    Reg reg = direct ? name->binding->place : to_.alloc();
    code_.emit(Op::JumpIfNoField, reg, source);
    code_.symbol(field.field.text());
    code_.cache();
    code_.offset(*state.fail);
    PartBinding part{PartBinding::Kind::field, source};
    part.field = field.field;
    part.moves = moves;
    part.taken = name != nullptr && name->taken;
    part.loaded = direct;
    if (name == nullptr && moves && field.pattern->kind != PatternKind::kWildcard)
      load_part(part, reg, Mode::own);
    if (name != nullptr) {
      part.name = name;
      state.bindings.push_back(part);
    } else {
      test(field.pattern, reg, moves, state);
    }
  }
}

void PatternWriter::test_dict(DictPattern* pattern, Reg source, bool, MatchState& state) {
  if (pattern->entries.empty()) {
    code_.emit(Op::JumpIfNotType, source, static_cast<Reg>(PatternType::kDict));
    return code_.offset(*state.fail);
  }
  for (DictPatternEntry& entry : pattern->entries) {
    Reg key = to_.alloc();
    NegateExpr negation{};
    negation.kind = ExprKind::kNegate;
    negation.operand = entry.key->value;
    to_.load_constant(entry.key->negative ? &negation : entry.key->value, key);
    Reg value = to_.alloc();
    code_.emit(Op::JumpIfNoKey, value, source, key);
    code_.offset(*state.fail);
    if (auto* name = dyn<NamePattern>(entry.pattern)) {
      PartBinding part{PartBinding::Kind::key, value};
      part.name = name;
      state.bindings.push_back(part);
    } else {
      test(entry.pattern, value, false, state);
    }
  }
}

void PatternWriter::test_label(LabelPattern* pattern, Reg source, bool moves, MatchState& state) {
  if (pattern->payload == nullptr) {
    code_.emit(Op::JumpIfNotEqualValue, source);
    code_.bare_label(pattern->name.text());
    return code_.offset(*state.fail);
  }
  code_.emit(Op::JumpIfNotLabel, source);
  code_.symbol(pattern->name.text());
  code_.offset(*state.fail);
  PartBinding part{PartBinding::Kind::payload, source};
  part.moves = moves;
  test_part(pattern->payload, part, state);
}

std::vector<PatternWriter::PartBinding> PatternWriter::parts_for_later(OrPattern* pattern) {
  std::vector<PartBinding> parts;
  each_name(pattern->alternatives[0], [&](NamePattern* name) {
    if (name->binding->bound == 1) return;
    PartBinding part{PartBinding::Kind::whole, to_.alloc()};
    part.name = name;
    part.moves = true;
    parts.push_back(part);
  });
  return parts;
}

// Each alternative binds its names at once, since the alternatives share the registers of their names. If
// later tests may still fail, it takes nothing out of the value. A variable that there is already changes
// only when all tests have passed.
void PatternWriter::test_or(OrPattern* pattern, Reg source, bool moves, MatchState& state) {
  Label matched;
  const std::vector<PartBinding> later = parts_for_later(pattern);
  auto alternatives = pattern->alternatives;
  for (size_t i = 0; i < alternatives.size(); ++i) {
    unsigned saved = to_.top();
    bool last = i + 1 == alternatives.size();
    Label next;
    MatchState own{{}, last ? state.fail : &next, state.tries, state.guard};
    const bool may_take = pattern == state.last;
    if (may_take) own.last = last_to_fail(alternatives[i]);
    test(alternatives[i], source, moves, own);
    for (PartBinding& part : own.bindings) {
      part.taken &= may_take;
      if (part.kind == PartBinding::Kind::rest) part.moves &= may_take;
    }
    std::erase_if(own.bindings, [&](const PartBinding& part) {
      const auto place = std::find_if(later.begin(), later.end(), [&](const PartBinding& each) {
        return each.name->binding == part.name->binding;
      });
      if (place == later.end()) return false;
      load_part(part, place->source, Mode::own);
      return true;
    });
    bind_parts(own, source);
    to_.release(saved);
    if (last) break;
    code_.jump(Op::Jump, matched);
    code_.bind(next);
  }
  code_.bind(matched);
  state.bindings.insert(state.bindings.end(), later.begin(), later.end());
}

// ---- Binding

void PatternWriter::load_part(const PartBinding& part, Reg reg, Mode mode) {
  bool moves = part.moves && mode == Mode::own;
  bool shared = !part.moves && mode == Mode::own;
  Reg index = static_cast<Reg>(part.index);
  switch (part.kind) {
    case PartBinding::Kind::whole:
      if (reg == part.source) return;
      return code_.emit(shared ? Op::Copy : Op::Move, reg, part.source);
    case PartBinding::Kind::item:
      return code_.emit(moves    ? Op::MoveItem
                        : shared ? Op::GetItemShared
                                 : Op::GetItem,
                        reg, part.source, index);
    case PartBinding::Kind::index:
      return code_.emit(moves    ? Op::MoveIndexInt
                        : shared ? Op::GetIndexIntShared
                                 : Op::GetIndexInt,
                        reg, part.source, index);
    case PartBinding::Kind::rest:
      code_.emit(moves ? Op::ListRestMove : Op::ListRest, reg, part.source, index);
      return code_.word(part.after);
    case PartBinding::Kind::field:
      code_.emit(moves        ? Op::MoveField
                 : !shared    ? Op::GetField
                 : part.taken ? Op::TakeField
                              : Op::GetFieldShared,
                 reg, part.source);
      code_.symbol(part.field.text());
      return code_.cache();
    case PartBinding::Kind::key:
      code_.emit(mode == Mode::own ? Op::Copy : Op::Move, reg, part.source);
      return;
    case PartBinding::Kind::payload:
      return code_.emit(moves ? Op::PayloadMove : shared ? Op::PayloadShared : Op::Payload, reg, part.source);
  }
}

// Rests take over a list's storage, so they come last. So does a part that is bound to the variable from
// which it is taken.
void PatternWriter::bind_parts(MatchState& state, Reg source) {
  auto order = [&](const PartBinding& part) {
    bool onto_source = has_place(part.name->binding) && part.name->binding->place == source;
    return onto_source ? 2 : part.kind == PartBinding::Kind::rest ? 1 : 0;
  };
  for (int turn = 0; turn < 3; ++turn) {
    for (PartBinding& part : state.bindings) {
      if (order(part) == turn) state.tries ? lend_part(part, state.guard) : bind_part(part);
    }
  }
}

void PatternWriter::lend_part(PartBinding& part, Expr* guard) {
  Binding& b = *part.name->binding;
  if (guard == nullptr || !mentions(guard, &b)) return;
  if (!has_place(&b) || part.kind == PartBinding::Kind::rest) return bind_part(part);
  b.owned = false;
  if (!part.loaded) load_part(part, b.place, Mode::lend);
  to_.finish_binding(&b, b.place);
}

void PatternWriter::bind_part(PartBinding& part) {
  Binding& b = *part.name->binding;
  bool rest = part.kind == PartBinding::Kind::rest;
  bool borrowing = to_.may_borrow(&b) && !rest;
  bool lent = borrowing && (part.moves ? !b.consumed : b.lendable);
  // A window is a value of its own, however it is made. It takes the storage only if this code owns the
  // list.
  b.owned = !lent;
  Mode mode = lent ? Mode::lend : Mode::own;
  if (!has_place(&b)) {
    Reg reg = to_.alloc();
    load_part(part, reg, mode);
    return to_.finish_binding(&b, reg);
  }
  if (!part.loaded || (mode == Mode::own && (part.moves || part.taken))) {
    load_part(part, b.place, mode);
  } else if (mode == Mode::own) {
    code_.emit(Op::Share, b.place);
  }
  to_.finish_binding(&b, b.place);
}

}  // namespace aspen
