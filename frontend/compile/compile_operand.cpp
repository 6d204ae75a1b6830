// What instructions work on: registers, constants, names, operands, closures.
#include <gmp.h>

#include "frontend/compile/function_compiler.h"
#include "frontend/compile/liveness.h"
#include "frontend/compile/most_parts.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

constexpr unsigned kMaxRegisters = 250;
constexpr size_t kMostHeld = 16;

// The names that the function's own loops read.
template <typename Visit>
void each_loop_name(Expr* expr, bool in_loop, Visit&& visit) {
  if (expr->kind == ExprKind::kLambda) return;
  if (auto* name = dyn<NameExpr>(expr); name != nullptr && in_loop) return visit(name);
  auto* iteration = dyn<ForExpr>(expr);
  bool loop = iteration != nullptr || expr->kind == ExprKind::kWhile || expr->kind == ExprKind::kLoop;
  each_child(expr, [&](Expr* child) {
    bool once = iteration != nullptr && child == iteration->iterable;
    each_loop_name(child, in_loop || (loop && !once), visit);
  });
}

}  // namespace

std::string decimal_text(const IntExpr* expr, bool negative) {
  mpz_t n;
  mpz_init_set_str(n, std::string(expr->digits).c_str(), expr->base);
  if (negative) mpz_neg(n, n);
  std::string text(mpz_sizeinbase(n, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, n);
  mpz_clear(n);
  text.resize(text.find('\0'));
  return text;
}

// ---- Registers

Reg FunctionCompiler::alloc() {
  if (top_ >= kMaxRegisters) {
    if (!std::exchange(overflown_, true)) report(DiagnosticCode::kTooManyVariables, code_.span());
    return kMaxRegisters;
  }
  Reg reg = static_cast<Reg>(top_++);
  most_ = std::max(most_, top_);
  return reg;
}

Reg FunctionCompiler::alloc_run(unsigned count) {
  Reg first = alloc();
  for (unsigned i = 1; i < count; ++i) alloc();
  return first;
}

Diagnostic& FunctionCompiler::report(DiagnosticCode code, Span span,
                                     std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(input_.source, code, span, arguments);
}

// ---- Constants

void FunctionCompiler::load_unit(Reg reg) { code_.emit(Op::LoadSpecial, reg, kUnitValue); }
void FunctionCompiler::load_bool(Reg reg, bool value) {
  code_.emit(Op::LoadSpecial, reg, value ? kTrueValue : kFalseValue);
}

const Expr* FunctionCompiler::constant_of(const Expr* expr) {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && name->binding != nullptr && name->binding->constant != nullptr
             ? name->binding->constant
             : expr;
}

// Floats and the integers that a Value holds directly.
std::optional<FunctionCompiler::NumberConstant> FunctionCompiler::number_of(const Expr* expr) {
  expr = constant_of(expr);
  bool negative = false;
  if (auto* negation = dyn<NegateExpr>(expr)) negative = true, expr = negation->operand;
  if (auto* integer = dyn<IntExpr>(expr)) {
    int64_t value = negative ? -integer->value : integer->value;
    if (!integer->fits || value < Value::kMinSmallInt || value > Value::kMaxSmallInt) return std::nullopt;
    return NumberConstant{true, value, 0};
  }
  if (auto* number = dyn<FloatExpr>(expr))
    return NumberConstant{false, 0, negative ? -number->value : number->value};
  return std::nullopt;
}

std::optional<int64_t> FunctionCompiler::small_int_of(const Expr* expr, int64_t low, int64_t high) {
  std::optional<NumberConstant> number = number_of(expr);
  if (!number || !number->is_int || number->integer < low || number->integer > high) return std::nullopt;
  return number->integer;
}

void FunctionCompiler::load_number(Reg reg, const NumberConstant& number) {
  if (number.is_int && number.integer >= INT16_MIN && number.integer <= INT16_MAX) {
    return code_.emit_i16(Op::LoadInt, reg, static_cast<int16_t>(number.integer));
  }
  code_.emit(Op::LoadValue, reg);
  code_.value(number.is_int ? Value::small_int(number.integer) : Value::number(number.number));
}

void FunctionCompiler::load_int(Reg reg, const IntExpr* value, bool negative) {
  code_.emit(Op::LoadValue, reg);
  code_.constant(Constant::Kind::Integer, decimal_text(value, negative));
}

// False if `expr` is no literal.
bool FunctionCompiler::load_constant(const Expr* expr, Reg reg) {
  if (std::optional<NumberConstant> number = number_of(expr)) {
    load_number(reg, *number);
    return true;
  }
  switch (expr->kind) {
    case ExprKind::kUnit: load_unit(reg); break;
    case ExprKind::kBool: load_bool(reg, as<BoolExpr>(expr)->value); break;
    case ExprKind::kInt: load_int(reg, as<IntExpr>(expr), false); break;
    case ExprKind::kNegate:
      if (as<NegateExpr>(expr)->operand->kind != ExprKind::kInt) return false;
      load_int(reg, as<IntExpr>(as<NegateExpr>(expr)->operand), true);
      break;
    case ExprKind::kString:
      code_.emit(Op::LoadValue, reg);
      code_.constant(Constant::Kind::String, as<StringExpr>(expr)->value);
      break;
    case ExprKind::kBytes:
      code_.emit(Op::LoadValue, reg);
      code_.constant(Constant::Kind::Bytes, as<BytesExpr>(expr)->value);
      break;
    case ExprKind::kLabel:
      code_.emit(Op::LoadValue, reg);
      code_.bare_label(as<LabelExpr>(expr)->name.text());
      break;
    default: return false;
  }
  return true;
}

// ---- Names

std::optional<unsigned> FunctionCompiler::capture_index(const Binding* binding) const {
  for (unsigned i = 0; i < function_->captures.size(); ++i) {
    if (function_->captures[i] == binding) return i;
  }
  return std::nullopt;
}

// Captured values that a loop reads are loaded once, before it.
void FunctionCompiler::hold_captures() {
  if (input_.cautious || function_->captures.empty()) return;
  auto hold = [&](NameExpr* name) {
    std::optional<unsigned> index = capture_index(name->binding);
    bool plain = index && name->binding->literal == nullptr && !name->binding->forward_slot;
    if (!plain || held_capture(name) || held_.size() == kMostHeld) return;
    held_.emplace_back(name->binding, alloc());
    code_.at(function_->literal->span);
    code_.emit(Op::GetCapture, held_.back().second, static_cast<Reg>(*index));
  };
  each_loop_name(function_->literal->body, false, hold);
}

std::optional<Reg> FunctionCompiler::held_capture(const Expr* expr) const {
  auto* name = dyn<NameExpr>(expr);
  for (auto [binding, reg] : held_) {
    if (name != nullptr && name->binding == binding) return reg;
  }
  return std::nullopt;
}

void FunctionCompiler::load_function(const FunctionInfo& info, Reg reg) {
  code_.emit(Op::LoadFunction, reg);
  code_.function(info.index);
}

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

bool FunctionCompiler::may_borrow(const Binding* binding) const {
  return aspen::may_borrow(*binding, input_.scopes, input_.program, input_.keeps_names);
}

bool FunctionCompiler::can_move(const NameExpr* name) const {
  const Binding& b = *name->binding;
  return name->last_use && b.owned && !b.read_by_functions && b.session_slot < 0;
}

void FunctionCompiler::load_local(NameExpr* name, Reg reg, Mode mode) {
  Binding& b = *name->binding;
  bool moves = mode != Mode::own || can_move(name);
  if (has_place(&b)) {
    if (moves && reg == b.place) return;
    return code_.emit(moves ? Op::Move : Op::Copy, reg, b.place);
  }
  bool takes = mode == Mode::own && moves;
  code_.emit(takes ? Op::TakeSlot : Op::GetSlot, reg);
  code_.slot(b.slot);
  if (mode == Mode::own && !takes) code_.emit(Op::Share, reg);
}

// ---- Operands

bool FunctionCompiler::waits(const Expr* expr, TextRange text) const {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && is_local(name, function_) && unassigned(*name->binding, text.from, text.to);
}

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

void FunctionCompiler::load_capture_value(Binding* binding, Reg reg, bool moves) {
  if (binding->owner != function_ || binding->is_self) {
    std::optional<unsigned> capture = capture_index(binding);
    code_.emit(Op::GetCapture, reg, static_cast<Reg>(capture.value_or(0)));
    if (!moves) code_.emit(Op::Share, reg);
    return;
  }
  if (has_place(binding)) return code_.emit(moves ? Op::Move : Op::Copy, reg, binding->place);
  code_.emit(Op::GetSlot, reg);
  code_.slot(binding->slot);
  if (!moves) code_.emit(Op::Share, reg);
}

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
