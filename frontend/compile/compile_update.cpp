// `path op= value` and `path |>= call`.
#include "frontend/compile/function_compiler.h"
#include "frontend/compile/read_fields.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Evaluating it cannot keep, change or give away a value.
bool is_simple(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel:
    case ExprKind::kName: return true;
    case ExprKind::kNegate: return is_simple(as<NegateExpr>(expr)->operand);
    case ExprKind::kBinary:
      return is_simple(as<BinaryExpr>(expr)->left) && is_simple(as<BinaryExpr>(expr)->right);
    case ExprKind::kField: return is_simple(as<FieldExpr>(expr)->object);
    case ExprKind::kTupleField: return is_simple(as<TupleFieldExpr>(expr)->object);
    case ExprKind::kIndex:
      return is_simple(as<IndexExpr>(expr)->object) && is_simple(as<IndexExpr>(expr)->index);
    default: return false;
  }
}

// Whether it makes a value, or shares what it gives. Others may give what is lent to them.
bool makes_value(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kInterpolation:
    case ExprKind::kCall:
    case ExprKind::kPipe:
    case ExprKind::kBinary:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord: return true;
    default: return false;
  }
}

// Whether the value of the simple expression may be the part at the end of the path, or a container on the
// way there, or hold one. Arithmetic other than `+` gives numbers.
bool may_give_part(Expr* expr, const Path& path) {
  if (expr->kind == ExprKind::kNegate) return false;
  if (auto* binary = dyn<BinaryExpr>(expr))
    return binary->op == BinaryOp::kAdd &&
           (may_give_part(binary->left, path) || may_give_part(binary->right, path));
  const Binding* variable = path.root->binding;
  const std::optional<Steps> steps = steps_from(variable, expr);
  return steps ? !are_apart(*steps, steps_of(path)) : mentions(expr, variable);
}

}  // namespace

// ---- Paths

void FunctionCompiler::path_keys(const Path& path, TextRange text, std::vector<Pending>& pending,
                                 OpenPath& open) {
  open.path = &path;
  for (const PathStep& step : path.steps) {
    const bool is_known = taken_entry_ && taken_entry_->index == step.key;
    open.keys.push_back(is_known                        ? taken_entry_->reg
                        : step.kind == StepKind::kIndex ? operand(step.key, Mode::lend, text, pending)
                                                        : Reg{0});
  }
}

// ---- Updates

void FunctionCompiler::update(UpdateExpr* expr) {
  if (expr->path.steps.empty()) return update_variable(expr);
  std::vector<Pending> pending;
  OpenPath open;
  path_keys(expr->path, inside(expr), pending, open);
  const Binding* root = expr->path.root->binding;
  bool untouched =
      (is_simple(expr->value) && !input_.cautious) ||
      (!mentions(expr->value, root) && unassigned(*root, expr->span.offset + 1, expr->span.end()));
  bool in_place = expr->op == BinaryOp::kAdd;
  if (untouched) {
    // The right side may be a part of the same variable: the value that grows, or a container around it. It
    // is loaded as shared before the path is opened. Opening the path then copies each container that it is
    // or is in, and does not change it. The old value is read before that, so that an error of the path is
    // raised before one of the right side.
    bool inside_itself = in_place && may_give_part(expr->value, expr->path);
    flush(pending);
    Reg old = alloc(), value{0};
    if (inside_itself) {
      paths_.read(open, old, false);
      value = operand(expr->value, Mode::own, inside(expr), pending);
      flush(pending);
    }
    paths_.open(open);
    paths_.step_out(open, old, false);
    if (inside_itself || !arithmetic_in_update(expr, old, old)) {
      if (!inside_itself) value = operand(expr->value, Mode::lend, inside(expr), pending);
      flush(pending);
      code_.at(expr->span);
      in_place ? code_.emit(Op::AddInPlace, old, value) : arithmetic(expr->op, old, old, value);
    }
    paths_.store(open, old);
    return paths_.close(open);
  }
  // The right side may do anything with the variable. So the old value is read first, and the path is opened
  // afterwards. What the right side keeps of it is shared then, and so copied.
  flush(pending);
  Reg old = alloc();
  bool changed = !unassigned(*expr->path.root->binding, expr->span.offset + 1, expr->span.end());
  const bool grows = in_place && !changed;
  paths_.read(open, old, !grows || !makes_value(expr->value));
  Reg value = operand(expr->value, Mode::lend, inside(expr), pending);
  flush(pending);
  paths_.open(open);
  if (grows) {
    paths_.step_out(open, old, false);
    code_.at(expr->span);
    code_.emit(Op::AddInPlace, old, value);
  } else {
    code_.at(expr->span);
    arithmetic(expr->op, old, old, value);
  }
  paths_.store(open, old);
  paths_.close(open);
}

bool FunctionCompiler::arithmetic_in_update(UpdateExpr* expr, Reg dest, Reg old) {
  code_.at(expr->span);
  return arithmetic_with_constant(expr->op, dest, old, expr->value);
}

// `x op= e`
void FunctionCompiler::update_variable(UpdateExpr* expr) {
  Binding& b = *expr->path.root->binding;
  std::vector<Pending> pending;
  bool changed = !unassigned(b, expr->span.offset + 1, expr->span.end());
  Reg place_reg = has_place(&b) ? b.place : alloc();
  Reg old = changed ? alloc() : place_reg;
  if (!has_place(&b)) {
    code_.emit(Op::GetSlot, old);
    code_.slot(b.slot);
    if (changed) code_.emit(Op::Share, old);
  } else if (changed) {
    code_.emit(Op::Copy, old, b.place);
  }
  if (!arithmetic_in_update(expr, place_reg, old)) {
    Reg value = operand(expr->value, Mode::lend, inside(expr), pending);
    flush(pending);
    code_.at(expr->span);
    if (expr->op == BinaryOp::kAdd && !changed && value != place_reg) {
      code_.emit(Op::AddInPlace, place_reg, value);
    } else {
      arithmetic(expr->op, place_reg, old, value);
    }
  }
  finish_binding(&b, place_reg);
}

void FunctionCompiler::pipe_update(PipeUpdateExpr* expr) {
  CallShape shape = reader_.shape(expr, function_);
  const Path& path = expr->path;
  Binding& b = *path.root->binding;
  if (path.steps.empty()) {
    if (pipe_push(expr, shape)) return;
    Reg window = alloc();
    call(expr, shape, window, Result::value);
    if (has_place(&b)) code_.emit(Op::Move, b.place, window);
    return finish_binding(&b, has_place(&b) ? b.place : window);
  }
  OpenPath open;
  std::vector<Pending> pending;
  path_keys(path, inside(expr), pending, open);
  flush(pending);
  bool changed = !unassigned(b, expr->span.offset + 1, expr->span.end());
  if (!changed && is_push(shape)) return push_to_path(expr, open);
  pipe_through_path(expr, shape, open, !changed);
}

// The pushed value is evaluated before the path is opened, because it may use the variable. An error of the
// path still comes first: the path is read once before.
void FunctionCompiler::push_to_path(PipeUpdateExpr* expr, OpenPath& open) {
  Expr* value_expr = expr->arguments[0];
  unsigned saved = top_;
  if (!cannot_fail(value_expr)) paths_.read(open, alloc(), false);
  release(saved);
  std::vector<Pending> pending;
  Reg value = operand(value_expr, Mode::own, inside(expr), pending);
  flush(pending);
  paths_.open(open);
  Reg part = alloc();
  paths_.step_out(open, part, false);
  code_.at(expr->span);
  code_.emit(Op::PushList, part, value);
  paths_.store(open, part);
  paths_.close(open);
}

bool FunctionCompiler::is_push(const CallShape& shape) const {
  bool named = shape.callee.kind == Callee::Kind::native && shape.callee.name == "push" && shape.exact();
  return named && shape.arguments.size() == 2 && argument_mode(shape, 0).mode == Mode::own &&
         argument_mode(shape, 1).mode == Mode::own;
}

// `xs |>= push v`
bool FunctionCompiler::pipe_push(PipeUpdateExpr* expr, const CallShape& shape) {
  Binding& b = *expr->path.root->binding;
  if (!is_push(shape) || !unassigned(b, expr->span.offset + 1, expr->span.end())) return false;
  std::vector<Pending> pending;
  Reg value = operand(expr->arguments[0], Mode::own, inside(expr), pending);
  flush(pending);
  Reg list = paths_.root(expr->path);
  // If the variable's value cannot be moved, something else may hold it.
  code_.at(expr->span);
  code_.emit(Op::PushList, list, value);
  finish_binding(&b, list);
  return true;
}

// `path |>= f a`: the part is the call's last argument.
void FunctionCompiler::pipe_through_path(PipeUpdateExpr* expr, CallShape& shape, OpenPath& open,
                                         bool steady) {
  const Binding* root = expr->path.root->binding;
  size_t last = shape.arguments.size() - 1;
  ArgumentMode mode = argument_mode(shape, last);
  bool handed_over = mentions(expr->callee, root) || may_leave_loop(expr->callee);
  bool mentioned = false;
  for (Expr* argument : expr->arguments) {
    handed_over |= hands_over(argument, root) || may_leave_loop(argument);
    mentioned |= mentions(argument, root);
  }
  bool keeps = mode.mode == Mode::own || mode.unknown;
  bool takes = keeps && steady && !handed_over && paths_.may_take(*expr->path.root->binding);
  // Arguments that read the variable are evaluated before the part is taken out.
  bool late = takes && mentioned;
  if (takes) late ? paths_.reserve(open) : paths_.open(open);
  Reg window = alloc();
  alloc_run(2);
  Reg first = alloc_run(static_cast<unsigned>(last + 1));
  Reg part = static_cast<Reg>(first + last);
  if (takes && !late) {
    paths_.step_out(open, part, true);
  } else {
    paths_.read(open, part, !takes);
  }
  std::vector<Pending> pending;
  Word lent = 0;
  TextRange text = inside(expr);
  if (!shape.exact()) place(expr->callee, window, Mode::lend, text, pending);
  for (size_t i = 0; i < last; ++i)
    argument(shape.arguments[i], i, shape, static_cast<Reg>(first + i), text, pending, lent);
  flush(pending);
  if (late) {
    paths_.open(open);
    paths_.step_out(open, part, true);
  }
  code_.at(expr->span);
  emit_call(shape, window, lent, Result::value);
  release(window + 1u);
  if (!takes) paths_.open(open);
  paths_.store(open, window);
  paths_.close(open);
}

}  // namespace aspen
