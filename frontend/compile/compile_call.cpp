// Calls: known functions and natives are called directly, others through a value. Also calls with an unused
// result, and calls for which `Lend` decides.
#include "frontend/compile/function_compiler.h"
#include "frontend/compile/most_parts.h"
#include "frontend/resolve/entries.h"
#include "vm/code/native_forms.h"

namespace aspen {

namespace {

enum CallFlags : Reg { kUnused = 1 };

bool is_part(const Expr* expr) {
  return expr->kind == ExprKind::kField || expr->kind == ExprKind::kTupleField ||
         expr->kind == ExprKind::kIndex;
}

}  // namespace

bool cannot_fail(const Expr* expr) {
  return expr->kind == ExprKind::kName || expr->kind == ExprKind::kInt || expr->kind == ExprKind::kString;
}

void FunctionCompiler::into_call(Expr* expr, Dest dest) {
  CallShape shape = reader_.shape(expr, function_);
  if (shape.callee.kind == Callee::Kind::label && shape.arguments.size() == 1) {
    std::vector<Pending> pending;
    Reg payload;
    if (shape.arguments[0] == taken_) {
      paths_.step_out(*taken_path_, payload = alloc(), true);
    } else {
      payload = operand(shape.arguments[0], Mode::own, text_of(expr), pending);
    }
    flush(pending);
    code_.at(place_of(expr));
    code_.emit(Op::NewLabel, dest.reg, payload);
    return code_.symbol(as<LabelExpr>(constant_of(shape.callee_expr))->name.text());
  }
  if (into_push(expr, shape, dest) || into_bits(expr, shape, dest) || into_unary(expr, shape, dest) ||
      into_entry(expr, shape, dest)) {
    return;
  }
  bool here = dest.fresh && dest.reg + 1u == top_;
  Reg window = here ? dest.reg : alloc();
  call(expr, shape, window, Result::value);
  if (!here) code_.emit(Op::Move, dest.reg, window);
}

// `push v xs`: one instruction.
bool FunctionCompiler::into_push(Expr* expr, const CallShape& shape, Dest dest) {
  if (shape.callee.kind != Callee::Kind::native || shape.callee.name != "push" || !shape.exact() ||
      shape.arguments.size() != 2) {
    return false;
  }
  if (argument_mode(shape, 0).mode != Mode::own || argument_mode(shape, 1).mode != Mode::own) return false;
  if (shape.arguments[0] == taken_) return false;
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto* name = dyn<NameExpr>(shape.arguments[1]);
  // `xs = push v xs`
  bool itself = name != nullptr && waits(name, text) && has_place(name->binding) && can_move(name) &&
                !dest.fresh && name->binding->place == dest.reg;
  Reg list = itself || dest.fresh ? dest.reg : alloc();
  Reg value = 0;
  bool taken = shape.arguments[1] == taken_;
  auto put_list = [&] {
    if (taken && shape.pipe && !cannot_fail(shape.arguments[0])) paths_.read(*taken_path_, list, false);
    if (!itself && !taken) place(shape.arguments[1], list, Mode::own, text, pending);
  };
  if (shape.pipe) put_list();
  value = operand(shape.arguments[0], Mode::own, text, pending);
  if (!shape.pipe) put_list();
  flush(pending);
  if (taken) {
    // A part that is pushed to and put back stays where it is.
    if (taken_path_->late) paths_.open(*taken_path_);
    paths_.step_out(*taken_path_, list, false);
  }
  code_.at(place_of(expr));
  code_.emit(Op::PushList, list, value);
  if (list != dest.reg) code_.emit(Op::Move, dest.reg, list);
  return true;
}

// `len xs`: no window, and the argument stays where it is.
bool FunctionCompiler::into_unary(Expr* expr, const CallShape& shape, Dest dest) {
  if (shape.callee.kind != Callee::Kind::native || !shape.exact() || shape.arguments.size() != 1)
    return false;
  bool reads = argument_mode(shape, 0).mode == Mode::lend && shape.arguments[0] != taken_;
  if (!reads || shape.callee.builtin->effect != Effect::pure) return false;
  std::vector<Pending> pending;
  Reg argument = first_operand(shape.arguments[0], dest, Mode::lend, text_of(expr), pending);
  flush(pending);
  Reg value = dest.fresh ? dest.reg : alloc();
  code_.at(place_of(expr));
  code_.emit(Op::CallUnary, value, argument);
  code_.builtin(shape.callee.name);
  if (value != dest.reg) code_.emit(Op::Move, dest.reg, value);
  return true;
}

// `bits.and a b`: an operator but for its name.
bool FunctionCompiler::into_bits(Expr* expr, const CallShape& shape, Dest dest) {
  if (shape.callee.kind != Callee::Kind::native || !shape.exact() || shape.arguments.size() != 2)
    return false;
  const std::optional<Op> op = instruction_of(shape.callee.name);
  if (!op || shape.arguments[0] == taken_ || shape.arguments[1] == taken_) return false;
  std::vector<Pending> pending;
  const TextRange text = text_of(expr);
  const size_t first = shape.pipe ? 1 : 0;
  Reg arguments[2];
  arguments[first] = first_operand(shape.arguments[first], dest, Mode::lend, text, pending);
  arguments[1 - first] = operand(shape.arguments[1 - first], Mode::lend, text, pending);
  flush(pending);
  code_.at(place_of(expr));
  code_.emit(*op, dest.reg, arguments[0], arguments[1]);
  code_.builtin(shape.callee.name);
  return true;
}

// `get_or key default holder` where the entry is dead: its new owner may then update it in place.
bool FunctionCompiler::into_entry(Expr* expr, const CallShape& shape, Dest dest) {
  const std::optional<Entry> entry = takes_entry(expr) ? entry_or(shape) : std::nullopt;
  if (!entry || !takes_parts_of(*part_of(entry->holder).root->binding)) return false;
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  const Reg window = alloc();
  alloc_run(2);
  const Reg key = alloc_run(3), holder = static_cast<Reg>(key + 2);
  if (shape.pipe) place(entry->holder, holder, Mode::reach, text, pending);
  for (size_t i = 0; i < 2; ++i)
    place(shape.arguments[i], static_cast<Reg>(key + i), argument_mode(shape, i).mode, text, pending);
  if (!shape.pipe) place(entry->holder, holder, Mode::reach, text, pending);
  flush(pending);
  if (taken_entry_ && taken_entry_->call == expr) code_.emit(Op::Move, taken_entry_->reg, key);
  Label taken;
  code_.at(place_of(expr));
  take_entry(window, holder, key, taken);
  emit_call(shape, window, 0, Result::value);
  code_.bind(taken);
  code_.emit(Op::Move, dest.reg, window);
  return true;
}

// If the holder is a dict with the key, takes the value out of it and jumps.
void FunctionCompiler::take_entry(Reg dest, Reg holder, Reg key, Label& taken) {
  Label absent;
  code_.emit(Op::JumpIfNoKey, dest, holder, key);
  code_.offset(absent);
  code_.emit(Op::TakeIndex, dest, holder, key);
  code_.jump(Op::Jump, taken);
  code_.bind(absent);
}

FunctionCompiler::ArgumentMode FunctionCompiler::argument_mode(const CallShape& shape, size_t i) const {
  if (shape.callee.kind == Callee::Kind::unknown) return {Mode::lend, true};
  if (!shape.exact()) return {Mode::own, false};
  if (shape.callee.kind == Callee::Kind::known) {
    return {shape.callee.info->parameters[i]->consumed ? Mode::own : Mode::lend, false};
  }
  bool consumed = i >= 32 || (shape.callee.builtin->consumes >> i & 1) != 0;
  return {consumed ? Mode::own : Mode::lend, false};
}

// Evaluates argument `i` into its register. For an unknown function, `lent` marks arguments that live on.
void FunctionCompiler::argument(Expr* expr, size_t i, const CallShape& shape, Reg reg, TextRange text,
                                std::vector<Pending>& pending, Word& lent) {
  if (expr == taken_) {
    if (taken_path_->late) {
      // A missing part is reported in its turn, though it is taken only when all arguments are ready.
      paths_.read(*taken_path_, reg, false);
      taken_late_ = reg;
      return;
    }
    return paths_.step_out(*taken_path_, reg, true);
  }
  ArgumentMode mode = argument_mode(shape, i);
  if (!mode.unknown) return place(expr, reg, mode.mode, text, pending);
  bool lives_on = false;
  if (auto* name = dyn<NameExpr>(expr)) {
    if (is_local(name, function_)) {
      // If a later argument changes the variable, its present value is kept.
      if (!waits(name, text)) return place(expr, reg, Mode::own, text, pending);
      if (!has_place(name->binding)) return place(expr, reg, Mode::own, text, pending);
      lives_on = !can_move(name);
    } else {
      lives_on = name->binding != nullptr && name->binding->constant == nullptr;
    }
  } else if (is_part(expr) && CallReader::builtin_name(expr).empty()) {
    if (takes_part(expr)) return place(expr, reg, Mode::own, text, pending);
    lives_on = !part_is_shared(expr);
  } else {
    return place(expr, reg, Mode::own, text, pending);
  }
  if (i >= 32) return place(expr, reg, Mode::own, text, pending);
  if (lives_on) lent |= Word{1} << i;
  place(expr, reg, Mode::lend, text, pending);
}

void FunctionCompiler::call(Expr* expr, Reg window, Result result) {
  CallShape shape = reader_.shape(expr, function_);
  if (shape.callee.kind == Callee::Kind::label && shape.arguments.size() == 1) {
    into(expr, {window, true});
    if (result == Result::returned) emit_return(window, false);
    return;
  }
  if (into_push(expr, shape, {window, true})) {
    if (result == Result::unused) checks_.check_updated(expr, shape);
    if (result == Result::returned) emit_return(window, false);
    return;
  }
  if (result == Result::returned && into_bits(expr, shape, {window, true})) return emit_return(window, false);
  call(expr, shape, window, result);
}

// `window` is the register that was allocated last.
void FunctionCompiler::call(Expr* expr, const CallShape& shape, Reg window, Result result) {
  size_t count = shape.arguments.size();
  if (count > kMostParts) {
    report(DiagnosticCode::kTooLong, expr->span, {"a call", std::to_string(kMostParts)});
    return;
  }
  checks_.check_call(expr, shape, result == Result::unused);
  unsigned saved = top_;
  bool statement = expr->kind == ExprKind::kPipeUpdate;
  TextRange text = statement ? inside(expr) : text_of(expr);
  std::vector<Pending> pending;
  Word lent = 0;
  std::optional<Reg> outer = std::exchange(taken_late_, std::nullopt);
  alloc_run(2);
  auto callee = [&] {
    if (shape.exact()) return;
    code_.at(shape.callee_expr->span);
    place(const_cast<Expr*>(shape.callee_expr), window, Mode::lend, text, pending);
  };
  if (shape.pipe) {
    Reg first = count > 0 ? alloc_run(static_cast<unsigned>(count)) : 0;
    argument(shape.arguments[count - 1], count - 1, shape, static_cast<Reg>(first + count - 1), text, pending,
             lent);
    callee();
    for (size_t i = 0; i + 1 < count; ++i) {
      argument(shape.arguments[i], i, shape, static_cast<Reg>(first + i), text, pending, lent);
    }
  } else {
    callee();
    for (size_t i = 0; i < count; ++i) argument(shape.arguments[i], i, shape, alloc(), text, pending, lent);
  }
  flush(pending);
  if (taken_late_) {
    paths_.open(*taken_path_);
    paths_.step_out(*taken_path_, *taken_late_, true);
  }
  taken_late_ = outer;
  code_.at(place_of(expr));
  emit_call(shape, window, lent, result);
  release(saved);
}

void FunctionCompiler::emit_call(const CallShape& shape, Reg window, Word lent, Result result) {
  Reg count = static_cast<Reg>(shape.arguments.size());
  Reg flags = result == Result::unused ? kUnused : 0;
  uint8_t row = result != Result::unused && shape.promotable ? CallSite::kPromotable : 0;
  bool tail = result == Result::returned;
  if (!shape.exact()) {
    if (lent != 0) code_.emit(Op::Lend, window, count), code_.word(lent);
    if (tail) return code_.emit(Op::TailCall, window, count);
    code_.emit(Op::Call, window, count, flags);
    return code_.call_site(row);
  }
  if (shape.callee.kind == Callee::Kind::native) {
    code_.emit(Op::CallNative, window, count, flags);
    code_.builtin(shape.callee.name);
    // A call that waits for something outside may be overlapped with what follows.
    if (shape.callee.builtin->effect != Effect::pure && !tail) code_.call_site(row);
    if (tail) emit_return(window, false);
    return;
  }
  tail ? code_.emit(Op::TailCallKnown, window, count) : code_.emit(Op::CallKnown, window, count, flags);
  if (shape.callee.kind == Callee::Kind::known) {
    code_.function(shape.callee.info->index);
  } else {
    code_.builtin(shape.callee.name);
  }
  if (!tail) code_.call_site(row);
}

}  // namespace aspen
