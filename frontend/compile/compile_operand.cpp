// What instructions work on: names, operands, closures.
#include "frontend/compile/function_compiler.h"
#include "frontend/compile/most_parts.h"

namespace aspen {

void FunctionCompiler::into_name(NameExpr* name, Dest dest, Mode mode) {
  if (name->binding == nullptr) {
    Callee builtin = reader_.callee(name, function_);
    const BuiltinInfo* info = input_.builtins.find(name->name.text());
    bool is_function = info != nullptr && info->kind == BuiltinInfo::Kind::function;
    code_.emit(is_function ? Op::LoadFunction : Op::LoadValue, dest.reg);
    return code_.builtin(name->name.text(), !is_function);
  }
  if (name->binding->constant != nullptr) {
    load_constant(name->binding->constant, dest.reg);
    return;
  }
  if (CallReader::is_direct(name, function_)) return load_function(*name->binding->literal->info, dest.reg);
  if (is_local(name, function_)) return load_local(name, dest.reg, mode);
  if (std::optional<Reg> held = held_capture(name)) {
    return code_.emit(mode == Mode::own ? Op::Copy : Op::Move, dest.reg, *held);
  }
  if (std::optional<unsigned> capture = capture_index(name->binding)) {
    // A function finds its own name bound whenever it runs.
    bool itself = name->binding->literal != nullptr && name->binding->literal == function_->literal;
    bool checked = !itself && (name->binding->forward_slot || name->binding->literal != nullptr);
    code_.emit(checked ? Op::GetCaptureChecked : Op::GetCapture, dest.reg, static_cast<Reg>(*capture));
  } else {
    code_.emit(Op::GetSlot, dest.reg);
    code_.slot(name->binding->slot);
  }
  if (mode == Mode::own && name->binding->literal == nullptr) code_.emit(Op::Share, dest.reg);
}

// ---- Operands

Reg FunctionCompiler::operand(Expr* expr, Mode mode, TextRange text, std::vector<Pending>& pending) {
  if (std::optional<Reg> held = held_capture(expr); held && mode == Mode::lend) return *held;
  if (!waits(expr, text)) {
    Mode m = dyn<NameExpr>(expr) != nullptr && is_local(as<NameExpr>(expr), function_) ? Mode::own : mode;
    Reg reg = alloc();
    place(expr, reg, m, text, pending);
    return reg;
  }
  auto* name = as<NameExpr>(expr);
  if (has_place(name->binding) && (mode != Mode::own || can_move(name))) return name->binding->place;
  Reg reg = alloc();
  pending.push_back({name, reg, mode});
  return reg;
}

// Likewise, but an expression that has to be evaluated goes to `dest` if that is free.
Reg FunctionCompiler::first_operand(Expr* expr, Dest dest, Mode mode, TextRange text,
                                    std::vector<Pending>& pending) {
  if (!dest.fresh || waits(expr, text) || held_capture(expr)) return operand(expr, mode, text, pending);
  place(expr, dest.reg, mode, text, pending);
  return dest.reg;
}

// Likewise, into the register that was allocated for it last.
void FunctionCompiler::place(Expr* expr, Reg reg, Mode mode, TextRange text, std::vector<Pending>& pending) {
  if (waits(expr, text)) {
    pending.push_back({as<NameExpr>(expr), reg, mode});
  } else if (expr->kind == ExprKind::kLambda) {
    unsigned saved = top_;
    code_.at(expr->span);
    into_closure(as<LambdaExpr>(expr), {reg, true}, mode, text);
    release(saved);
  } else {
    auto* name = dyn<NameExpr>(expr);
    into(expr, {reg, true}, name != nullptr && is_local(name, function_) ? Mode::own : mode);
  }
}

void FunctionCompiler::flush(std::vector<Pending>& pending) {
  for (const Pending& read : pending) {
    code_.at(read.name->span);
    load_local(read.name, read.reg, read.mode);
  }
  pending.clear();
}

// ---- Closures

void FunctionCompiler::into_closure(LambdaExpr* literal, Dest dest, Mode mode, TextRange text) {
  FunctionInfo& info = *literal->info;
  if (info.known) return load_function(info, dest.reg);
  size_t count = info.captures.size();
  if (count > kMostParts) {
    report(DiagnosticCode::kTooManyVariables, literal->span);
    return;
  }
  bool here = dest.fresh && dest.reg + 1u == top_;
  Reg closure = here ? dest.reg : alloc();
  for (size_t i = 1; i < count; ++i) alloc();
  std::vector<size_t> own_name;
  for (size_t i = 0; i < count; ++i) {
    Binding* b = info.captures[i];
    Reg reg = static_cast<Reg>(closure + i);
    bool is_own_name = b == info.self || (b->is_self && b->literal == literal);
    bool later = b->owner == function_ && !b->is_self && b->literal != nullptr && !b->emitted;
    if (is_own_name) own_name.push_back(i);
    if (later && !is_own_name) b->patches.push_back({dest.reg, static_cast<uint8_t>(i)});
    if (is_own_name || later) {
      code_.emit(Op::LoadSpecial, reg, kUndefinedValue);
      continue;
    }
    bool lent = mode == Mode::lend && unassigned(*b, text.from, text.to);
    bool last = info.capture_last_use.size() > i && info.capture_last_use[i] &&
                unassigned(*b, text.from, text.to) && b->owned && !b->read_by_functions &&
                b->session_slot < 0;
    load_capture_value(b, reg, lent || (last && b->owner == function_ && has_place(b)));
  }
  code_.at(literal->span);
  code_.emit(Op::MakeClosure, closure, static_cast<Reg>(count));
  code_.function(info.index);
  for (size_t i : own_name) code_.emit(Op::SetCapture, closure, static_cast<Reg>(i), closure);
  if (closure != dest.reg) code_.emit(Op::Move, dest.reg, closure);
}

}  // namespace aspen
