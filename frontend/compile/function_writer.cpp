#include "frontend/compile/function_writer.h"

#include <algorithm>

#include "frontend/compile/constants.h"
#include "frontend/compile/liveness.h"
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

// ---- Registers

Reg FunctionWriter::alloc() {
  if (top_ >= kMaxRegisters) {
    if (!std::exchange(overflown_, true)) {
      report(DiagnosticCode::kTooManyVariables, code_.span())
          .hint("move a part into a function of its own, or keep the values in a list or a record");
    }
    return kMaxRegisters;
  }
  Reg reg = static_cast<Reg>(top_++);
  most_ = std::max(most_, top_);
  return reg;
}

Reg FunctionWriter::alloc_run(unsigned count) {
  Reg first = alloc();
  for (unsigned i = 1; i < count; ++i) alloc();
  return first;
}

Diagnostic& FunctionWriter::report(DiagnosticCode code, Span span,
                                   std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(input_.source, code, span, arguments);
}

// ---- Constants

void FunctionWriter::load_unit(Reg reg) { code_.emit(Op::LoadSpecial, reg, kUnitValue); }

void FunctionWriter::load_bool(Reg reg, bool value) {
  code_.emit(Op::LoadSpecial, reg, value ? kTrueValue : kFalseValue);
}

void FunctionWriter::load_number(Reg reg, const NumberConstant& number) {
  if (number.is_int && number.integer >= INT16_MIN && number.integer <= INT16_MAX) {
    return code_.emit_i16(Op::LoadInt, reg, static_cast<int16_t>(number.integer));
  }
  code_.emit(Op::LoadValue, reg);
  code_.value(number.is_int ? Value::small_int(number.integer) : Value::number(number.number));
}

void FunctionWriter::load_int(Reg reg, const IntExpr* value, bool negative) {
  code_.emit(Op::LoadValue, reg);
  code_.constant(Constant::Kind::Integer, decimal_text(value, negative));
}

bool FunctionWriter::load_constant(const Expr* expr, Reg reg) {
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

void FunctionWriter::load_function(const FunctionInfo& info, Reg reg) {
  code_.emit(Op::LoadFunction, reg);
  code_.function(info.index);
}

// ---- Captures

std::optional<unsigned> FunctionWriter::capture_index(const Binding* binding) const {
  for (unsigned i = 0; i < function_->captures.size(); ++i) {
    if (function_->captures[i] == binding) return i;
  }
  return std::nullopt;
}

void FunctionWriter::hold_captures() {
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

std::optional<Reg> FunctionWriter::held_capture(const Expr* expr) const {
  auto* name = dyn<NameExpr>(expr);
  for (auto [binding, reg] : held_) {
    if (name != nullptr && name->binding == binding) return reg;
  }
  return std::nullopt;
}

void FunctionWriter::load_capture_value(Binding* binding, Reg reg, bool moves) {
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

// ---- Variables

Dest FunctionWriter::begin_binding(Binding* binding) {
  if (!has_place(binding)) return {alloc(), true};
  bool first = !binding->emitted;
  if (first) binding->place = alloc();
  return {binding->place, first};
}

void FunctionWriter::finish_binding(Binding* binding, Reg value) {
  binding->emitted = true;
  bool in_slot = binding->home == Binding::Home::slot || binding->home == Binding::Home::place_and_slot;
  if (in_slot) {
    if (has_place(binding)) code_.emit(Op::Share, value);
    code_.emit(Op::SetSlot, value);
    code_.slot(binding->slot);
  }
  for (auto [closure, index] : binding->patches) code_.emit(Op::SetCapture, closure, index, value);
  binding->patches.clear();
}

bool FunctionWriter::may_borrow(const Binding* binding) const {
  return aspen::may_borrow(*binding, input_.scopes, input_.program, input_.keeps_names);
}

bool FunctionWriter::can_move(const NameExpr* name) const {
  const Binding& b = *name->binding;
  return name->last_use && b.owned && !b.read_by_functions && b.session_slot < 0;
}

bool FunctionWriter::waits(const Expr* expr, TextRange text) const {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && is_local(name, function_) && unassigned(*name->binding, text.from, text.to);
}

void FunctionWriter::load_local(NameExpr* name, Reg reg, Mode mode) {
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

}  // namespace aspen
