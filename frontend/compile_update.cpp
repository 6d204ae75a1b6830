// Assignments and updates of paths.
//
// A path is opened from its root inwards (Path…: the part stays where it is), changed at its end, and closed
// outwards (Set…). A part that is given to a call which replaces it is taken out instead (Take…), where
// nobody can see the hole if the call fails.
#include "frontend/function_compiler.h"
#include "frontend/walk.h"

namespace aspen {

namespace {

// Evaluating it cannot keep, change or give away anything.
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

// Indexes that are the same before and after the statement.
bool has_steady_keys(const Path& path, Span statement) {
  bool steady = true;
  each_path_key(path, [&](const Expr* key) {
    auto* name = dyn<NameExpr>(key);
    bool moves = name != nullptr && name->binding != nullptr &&
                 !unassigned(*name->binding, statement.offset, statement.end());
    steady &= !moves && (name != nullptr || key->kind == ExprKind::kInt || key->kind == ExprKind::kString);
  });
  return steady;
}

// Whether a target besides `path` is, changes or reads the variable at its root, and so would see that a part
// is missing.
bool others_mention(Pattern* targets, const PathPattern* path) {
  const Binding* root = path->path.root->binding;
  bool found = false;
  each_target(
      targets, [&](NamePattern* name) { found |= name->binding == root; },
      [&](PathPattern* other) {
        found |= other != path && other->path.root->binding == root;
        each_path_key(other->path, [&](Expr* key) { found |= mentions(key, root); });
      });
  return found;
}

}  // namespace

// ---- Variables

Dest FunctionCompiler::begin_binding(Binding* binding) {
  if (!has_place(binding)) return {alloc(), true};
  bool first = !binding->emitted;
  if (first) binding->place = alloc();
  return {binding->place, first};
}

void FunctionCompiler::finish_binding(Binding* binding, Reg value) {
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

void FunctionCompiler::assign(AssignExpr* expr) {
  if (auto* name = dyn<NamePattern>(expr->target)) return assign_name(expr, name);
  if (auto* path = dyn<PathPattern>(expr->target)) {
    unsigned saved = top_;
    assign_path(expr, path->path);
    return release(saved);
  }
  auto* targets = dyn<TuplePattern>(expr->target);
  auto* values = dyn<TupleExpr>(expr->value);
  if (targets != nullptr && values != nullptr && targets->elements.size() == values->elements.size()) {
    return assign_several(expr, targets, values);
  }
  assign_targets(expr);
}

void FunctionCompiler::assign_function(NamePattern* name, LambdaExpr* literal) {
  Binding& b = *name->binding;
  if (b.home == Binding::Home::none) {
    b.emitted = true;
    return;
  }
  Dest dest = begin_binding(&b);
  load_function(*literal->info, dest.reg);
  finish_binding(&b, dest.reg);
  if (!has_place(&b)) release(dest.reg);
}

void FunctionCompiler::assign_name(AssignExpr* expr, NamePattern* name) {
  Binding& b = *name->binding;
  auto* literal = dyn<LambdaExpr>(expr->value);
  if (literal != nullptr && literal->info->known) return assign_function(name, literal);
  if (b.constant != nullptr) return;
  Dest dest = begin_binding(&b);
  bool part = part_of(expr->value).depth > 0;
  bool lent = part && may_borrow(&b) && b.lendable;
  if (part && may_borrow(&b)) b.owned = !lent;
  into(expr->value, dest, lent ? Mode::lend : Mode::own);
  code_.at(expr->span);
  finish_binding(&b, dest.reg);
  if (!has_place(&b)) release(dest.reg);
}

// ---- Several targets

// `a[i], a[j] = a[j], a[i]`: each part only changes its place, so none has a second owner in the end.
bool FunctionCompiler::is_permutation(TuplePattern* targets, TupleExpr* values) const {
  std::vector<bool> used(values->elements.size(), false);
  for (Pattern* target : targets->elements) {
    auto* path = dyn<PathPattern>(target);
    if (path == nullptr) return false;
    bool found = false;
    for (size_t i = 0; i < used.size() && !found; ++i) {
      if (used[i] || !same_path(path->path, values->elements[i])) continue;
      used[i] = found = true;
    }
    if (!found) return false;
  }
  return true;
}

// `xs[i], xs[j] = xs[j], xs[i]` of a variable in a register: one instruction. False if it is something else.
bool FunctionCompiler::swap_elements(AssignExpr* expr, TuplePattern* targets, TupleExpr* values) {
  if (targets->elements.size() != 2) return false;
  auto* left = dyn<PathPattern>(targets->elements[0]);
  auto* right = dyn<PathPattern>(targets->elements[1]);
  if (left == nullptr || right == nullptr) return false;
  if (!same_path(left->path, values->elements[1]) || !same_path(right->path, values->elements[0]))
    return false;
  Binding& b = *left->path.root->binding;
  bool one_step =
      left->path.steps.size() == 1 && right->path.steps.size() == 1 && right->path.root->binding == &b;
  if (!one_step || !has_place(&b)) return false;
  Expr* keys[] = {left->path.steps[0].key, right->path.steps[0].key};
  if (keys[0] == nullptr || keys[1] == nullptr) return false;
  std::vector<Pending> pending;
  unsigned saved = top_;
  Reg first = operand(keys[0], Mode::lend, inside(expr), pending);
  Reg second = operand(keys[1], Mode::lend, inside(expr), pending);
  flush(pending);
  code_.at(values->span);
  code_.emit(Op::SwapIndex, b.place, first, second);
  release(saved);
  return true;
}

void FunctionCompiler::assign_several(AssignExpr* expr, TuplePattern* targets, TupleExpr* values) {
  if (swap_elements(expr, targets, values)) return;
  for (Pattern* target : targets->elements) {
    each_name(target, [&](NamePattern* name) {
      if (has_place(name->binding) && !name->binding->emitted)
        name->binding->place = alloc(), name->binding->emitted = true;
    });
  }
  unsigned saved = top_;
  Mode mode = is_permutation(targets, values) && !input_.cautious ? Mode::lend : Mode::own;
  std::vector<Pending> pending;
  Reg first = static_cast<Reg>(top_);
  for (Expr* value : values->elements) place(value, alloc(), mode, inside(expr), pending);
  flush(pending);
  for (size_t i = 0; i < targets->elements.size(); ++i) {
    code_.at(targets->elements[i]->span);
    store_target(targets->elements[i], static_cast<Reg>(first + i), true);
  }
  release(saved);
}

// Stores a value of this code's own: into a variable, a path, or what a pattern names.
void FunctionCompiler::store_target(Pattern* target, Reg value, bool moves) {
  unsigned saved = top_;
  if (auto* name = dyn<NamePattern>(target)) {
    Binding& b = *name->binding;
    if (has_place(&b)) code_.emit(Op::Move, b.place, value);
    finish_binding(&b, has_place(&b) ? b.place : value);
  } else if (auto* path = dyn<PathPattern>(target)) {
    std::vector<Pending> pending;
    OpenPath open;
    path_keys(path->path, {path->path.span.offset, path->path.span.end()}, pending, open);
    flush(pending);
    open_path(open);
    store(open, value);
    close_path(open);
  } else if (target->kind != PatternKind::kWildcard) {
    match_or_raise(target, value, moves, target->span);
  }
  release(saved);
}

// A pattern, perhaps a tuple with paths in it.
void FunctionCompiler::assign_targets(AssignExpr* expr) {
  each_name(expr->target, [&](NamePattern* name) {
    if (has_place(name->binding) && !name->binding->emitted)
      name->binding->place = alloc(), name->binding->emitted = true;
  });
  unsigned saved = top_;
  bool has_paths = false;
  OpenPath taken;
  each_target(
      expr->target, [](NamePattern*) {},
      [&](PathPattern* path) {
        has_paths = true;
        if (!others_mention(expr->target, path)) find_taken(expr, path->path, taken);
      });
  if (!has_paths) {
    Subject value = subject(expr->value, false);
    match_or_raise(expr->target, value.reg, expr->moves && value.owned, expr->target->span);
    return release(saved);
  }
  Reg value = alloc();
  into(expr->value, {value, true});
  code_.at(expr->target->span);
  // Names and paths of a tuple, in order.
  auto elements = as<TuplePattern>(expr->target)->elements;
  Label fail;
  code_.emit(Op::JumpIfNotTuple, value, static_cast<Reg>(elements.size()));
  code_.offset(fail);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i]->kind == PatternKind::kWildcard) continue;
    unsigned item_top = top_;
    Reg item = alloc();
    code_.emit(Op::MoveItem, item, value, static_cast<Reg>(i));
    auto* path = dyn<PathPattern>(elements[i]);
    if (path != nullptr && taken.path == &path->path) {
      store(taken, item);
      close_path(taken);
    } else {
      store_target(elements[i], item, true);
    }
    release(item_top);
  }
  raise_mismatch(std::move(fail), value, expr->target->span);
  taken_ = nullptr;
  release(saved);
}

// If the call in `value` is given the very part that `path` replaces, and keeps it, the part is taken out for
// it.
void FunctionCompiler::find_taken(AssignExpr* statement, const Path& path, OpenPath& open) {
  Expr* value = statement->value;
  if (taken_ != nullptr || (value->kind != ExprKind::kCall && value->kind != ExprKind::kPipe)) return;
  if (!may_take(path) || !has_steady_keys(path, statement->span)) return;
  CallShape shape = reader_.shape(value, function_);
  size_t found = shape.arguments.size();
  for (size_t i = 0; i < shape.arguments.size(); ++i) {
    if (same_path(path, shape.arguments[i])) {
      if (found != shape.arguments.size()) return;
      found = i;
    } else if (mentions(shape.arguments[i], path.root->binding)) {
      return;
    }
  }
  if (found == shape.arguments.size() || mentions(const_cast<Expr*>(shape.callee_expr), path.root->binding))
    return;
  ArgumentMode mode = argument_mode(shape, found);
  if (mode.mode == Mode::lend && !mode.unknown) return;
  std::vector<Pending> pending;
  path_keys(path, {value->span.offset, value->span.end()}, pending, open);
  flush(pending);
  open_path(open);
  taken_ = shape.arguments[found];
  taken_path_ = &open;
}

// ---- Paths

bool FunctionCompiler::may_take(const Path& path) const {
  const Binding& b = *path.root->binding;
  return has_place(&b) && tries_ == 0 && !b.read_by_functions && !input_.cautious;
}

void FunctionCompiler::path_keys(const Path& path, TextRange text, std::vector<Pending>& pending,
                                 OpenPath& open) {
  open.path = &path;
  for (const PathStep& step : path.steps) {
    open.keys.push_back(step.kind == StepKind::kIndex ? operand(step.key, Mode::lend, text, pending)
                                                      : Reg{0});
  }
}

Reg FunctionCompiler::path_root(const Path& path) {
  Binding& b = *path.root->binding;
  if (has_place(&b)) return b.place;
  Reg reg = alloc();
  code_.at(path.root->span);
  code_.emit(Op::GetSlot, reg);
  code_.slot(b.slot);
  return reg;
}

// Up to the container of the last step.
void FunctionCompiler::open_path(OpenPath& open) {
  open.containers.push_back(path_root(*open.path));
  for (size_t i = 0; i + 1 < open.path->steps.size(); ++i) {
    Reg reg = alloc();
    const PathStep& step = open.path->steps[i];
    Reg from = open.containers.back();
    code_.at(step.span);
    switch (step.kind) {
      case StepKind::kField:
        code_.emit(Op::PathField, reg, from);
        code_.symbol(step.field.text());
        code_.cache();
        break;
      case StepKind::kTupleField: code_.emit(Op::PathItem, reg, from, static_cast<Reg>(step.index)); break;
      case StepKind::kIndex: code_.emit(Op::PathIndex, reg, from, open.keys[i]); break;
    }
    open.containers.push_back(reg);
  }
}

// The last step, leaving the part where it is or taking it out.
void FunctionCompiler::step_out(OpenPath& open, Reg reg, bool take) {
  const PathStep& step = open.path->steps.back();
  Reg from = open.containers.back();
  code_.at(step.span);
  switch (step.kind) {
    case StepKind::kField:
      code_.emit(take ? Op::TakeField : Op::PathField, reg, from);
      code_.symbol(step.field.text());
      return code_.cache();
    case StepKind::kTupleField:
      return code_.emit(take ? Op::TakeItem : Op::PathItem, reg, from, static_cast<Reg>(step.index));
    case StepKind::kIndex:
      return code_.emit(take ? Op::TakeIndex : Op::PathIndex, reg, from, open.keys.back());
  }
}

void FunctionCompiler::store_step(OpenPath& open, size_t i, Reg value) {
  const PathStep& step = open.path->steps[i];
  Reg container = open.containers[i];
  code_.at(step.span);
  switch (step.kind) {
    case StepKind::kField:
      code_.emit(Op::SetField, container, value);
      code_.symbol(step.field.text());
      return code_.cache();
    case StepKind::kTupleField:
      return code_.emit(Op::SetItem, container, static_cast<Reg>(step.index), value);
    case StepKind::kIndex: return code_.emit(Op::SetIndex, container, open.keys[i], value);
  }
}

void FunctionCompiler::store(OpenPath& open, Reg value) {
  store_step(open, open.path->steps.size() - 1, value);
}

void FunctionCompiler::close_path(OpenPath& open) {
  Binding& b = *open.path->root->binding;
  if (has_place(&b)) {
    if (b.home == Binding::Home::place_and_slot) finish_binding(&b, b.place);
    return;
  }
  code_.emit(Op::SetSlot, open.containers[0]);
  code_.slot(b.slot);
}

// Only reads it.
void FunctionCompiler::read_path(OpenPath& open, Reg reg, bool shared) {
  Reg from = path_root(*open.path);
  for (size_t i = 0; i < open.path->steps.size(); ++i) {
    const PathStep& step = open.path->steps[i];
    bool share = shared && i + 1 == open.path->steps.size();
    code_.at(step.span);
    switch (step.kind) {
      case StepKind::kField:
        code_.emit(share ? Op::GetFieldShared : Op::GetField, reg, from);
        code_.symbol(step.field.text());
        code_.cache();
        break;
      case StepKind::kTupleField:
        code_.emit(share ? Op::GetItemShared : Op::GetItem, reg, from, static_cast<Reg>(step.index));
        break;
      case StepKind::kIndex:
        code_.emit(share ? Op::GetIndexShared : Op::GetIndex, reg, from, open.keys[i]);
        break;
    }
    from = reg;
  }
}

void FunctionCompiler::assign_path(AssignExpr* expr, const Path& path) {
  OpenPath taken;
  taken_ = nullptr;
  find_taken(expr, path, taken);
  if (taken_ != nullptr) {
    Reg value = alloc();
    into(expr->value, {value, true});
    taken_ = nullptr;
    store(taken, value);
    return close_path(taken);
  }
  std::vector<Pending> pending;
  OpenPath open;
  Reg value = operand(expr->value, Mode::own, inside(expr), pending);
  path_keys(path, inside(expr), pending, open);
  flush(pending);
  open_path(open);
  store(open, value);
  close_path(open);
}

// ---- Updates

void FunctionCompiler::update(UpdateExpr* expr) {
  if (expr->path.steps.empty()) return update_variable(expr);
  std::vector<Pending> pending;
  OpenPath open;
  path_keys(expr->path, inside(expr), pending, open);
  bool untouched =
      (is_simple(expr->value) && !input_.cautious) || !mentions(expr->value, expr->path.root->binding);
  bool in_place = expr->op == BinaryOp::kAdd;
  if (untouched) {
    flush(pending);
    open_path(open);
    Reg old = alloc();
    step_out(open, old, false);
    if (!arithmetic_in_update(expr, old, old)) {
      // A value that is part of the same variable may be the very thing that grows.
      bool own = in_place && mentions(expr->value, expr->path.root->binding);
      Reg value = operand(expr->value, own ? Mode::own : Mode::lend, inside(expr), pending);
      flush(pending);
      code_.at(expr->span);
      in_place ? code_.emit(Op::AddInPlace, old, value) : arithmetic(expr->op, old, old, value);
    }
    store(open, old);
    return close_path(open);
  }
  // The right side may do anything with the variable: the old value is read first, and the path opened
  // afterwards.
  flush(pending);
  Reg old = alloc();
  bool changed = !unassigned(*expr->path.root->binding, expr->span.offset + 1, expr->span.end());
  read_path(open, old, true);
  Reg value = operand(expr->value, Mode::lend, inside(expr), pending);
  flush(pending);
  open_path(open);
  if (in_place && !changed) {
    step_out(open, old, false);
    code_.at(expr->span);
    code_.emit(Op::AddInPlace, old, value);
  } else {
    code_.at(expr->span);
    arithmetic(expr->op, old, old, value);
  }
  store(open, old);
  close_path(open);
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
  bool mentioned = mentions(expr->callee, &b);
  for (Expr* argument : expr->arguments) mentioned |= mentions(argument, &b);
  OpenPath open;
  std::vector<Pending> pending;
  path_keys(path, inside(expr), pending, open);
  flush(pending);
  if (!mentioned && is_push(shape)) {
    open_path(open);
    Reg part = alloc();
    step_out(open, part, false);
    Reg value = operand(expr->arguments[0], Mode::own, inside(expr), pending);
    flush(pending);
    code_.at(expr->span);
    code_.emit(Op::PushList, part, value);
    store(open, part);
    return close_path(open);
  }
  pipe_through_path(expr, shape, open, !mentioned);
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
  Reg list = path_root(expr->path);
  // Somebody else may see the variable's value when it cannot be moved.
  code_.at(expr->span);
  code_.emit(Op::PushList, list, value);
  finish_binding(&b, list);
  return true;
}

// `path |>= f a`: the part stands where the call's last argument does.
void FunctionCompiler::pipe_through_path(PipeUpdateExpr* expr, CallShape& shape, OpenPath& open, bool alone) {
  size_t last = shape.arguments.size() - 1;
  ArgumentMode mode = argument_mode(shape, last);
  bool keeps = mode.mode == Mode::own || mode.unknown;
  bool takes = keeps && alone && may_take(expr->path);
  if (takes) open_path(open);
  Reg window = alloc();
  alloc_run(2);
  Reg first = alloc_run(static_cast<unsigned>(last + 1));
  Reg part = static_cast<Reg>(first + last);
  if (takes) {
    step_out(open, part, true);
  } else {
    read_path(open, part, true);
  }
  std::vector<Pending> pending;
  Word lent = 0;
  TextRange text = inside(expr);
  if (!shape.exact()) place(expr->callee, window, Mode::lend, text, pending);
  for (size_t i = 0; i < last; ++i)
    argument(shape.arguments[i], i, shape, static_cast<Reg>(first + i), text, pending, lent);
  flush(pending);
  code_.at(expr->span);
  emit_call(shape, window, lent, Result::value);
  release(window + 1u);
  if (!takes) open_path(open);
  store(open, window);
  close_path(open);
}

}  // namespace aspen
