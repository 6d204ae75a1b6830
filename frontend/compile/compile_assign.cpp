// Assignments: to names, to several targets at once, to paths.
#include <algorithm>
#include <utility>

#include "frontend/compile/function_compiler.h"
#include "frontend/resolve/entries.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Indexes that have the same value before and after the statement.
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

// Whether a target other than `path` is, changes or reads the variable at the path's root. Such a target
// would see that a part is missing, and so would code after a loop that such a target leaves.
bool others_mention(Pattern* targets, const PathPattern* path) {
  const Binding* root = path->path.root->binding;
  bool found = false;
  each_target(
      targets, [&](NamePattern* name) { found |= name->binding == root; },
      [&](PathPattern* other) {
        found |= other != path && other->path.root->binding == root;
        each_path_key(other->path, [&](Expr* key) { found |= mentions(key, root) || may_leave_loop(key); });
      });
  return found;
}

bool takes_parts(Pattern* pattern) {
  bool found = false;
  each_name(pattern, [&](NamePattern* name) { found |= name->taken; });
  return found;
}

// Whether one of its patterns takes a field, or an entry that `get` finds.
bool pattern_takes_parts(Expr* expr) {
  if (auto* is = dyn<IsExpr>(expr)) return takes_parts(is->pattern);
  if (auto* assign = dyn<AssignExpr>(expr)) return takes_parts(assign->target);
  auto* match = dyn<MatchExpr>(expr);
  return match != nullptr && std::any_of(match->arms.begin(), match->arms.end(),
                                         [](const MatchArm& arm) { return takes_parts(arm.pattern); });
}

// Whether evaluating it takes a part out of the variable (dead_parts.h).
bool takes_part_of(Expr* expr, const Binding* variable) {
  if (expr->kind == ExprKind::kLambda) return false;
  if (takes_entry(expr) || pattern_takes_parts(expr)) return true;
  const PartOf part = part_of(expr);
  const bool of_variable = part.depth > 0 && part.root != nullptr && part.root->binding == variable;
  if (of_variable && part_is_taken(expr)) return true;
  bool found = false;
  each_child(expr, [&](Expr* child) { found = found || takes_part_of(child, variable); });
  return found;
}

}  // namespace

// ---- Names

// An assignment within an argument of a call does not affect what is taken out for another argument.
void FunctionCompiler::assign(AssignExpr* expr) {
  const Expr* outer = std::exchange(taken_, nullptr);
  OpenPath* outer_path = taken_path_;
  assign_target(expr);
  taken_ = outer;
  taken_path_ = outer_path;
}

void FunctionCompiler::assign_target(AssignExpr* expr) {
  if (auto* name = dyn<NamePattern>(expr->target)) return assign_name(expr, name);
  if (auto* path = dyn<PathPattern>(expr->target)) {
    unsigned saved = top_;
    assign_path(expr, path->path);
    return release(saved);
  }
  auto* targets = dyn<TuplePattern>(expr->target);
  auto* values = dyn<TupleExpr>(expr->value);
  if (targets != nullptr && values != nullptr && is_stored_apart(*targets, *values)) {
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
  bool lent = part && may_borrow(&b) && b.lendable && !takes_part(expr->value);
  if (part && may_borrow(&b)) b.owned = !lent;
  into(expr->value, dest, lent ? Mode::lend : Mode::own);
  code_.at(expr->span);
  if (lent) share_unless_complete(b.place, b.needed);
  finish_binding(&b, dest.reg);
  if (!has_place(&b)) release(dest.reg);
}

// Other fields of the value are updated or taken while the variable is in use. If it lacked a field, an error
// would show that. A host's object may compute one field from another.
void FunctionCompiler::share_unless_complete(Reg value, const std::vector<std::vector<Name>>& needed) {
  if (needed.empty()) return;
  Label missing, complete;
  unsigned saved = top_;
  Reg part = alloc();
  for (const std::vector<Name>& fields : needed) {
    Reg from = value;
    for (const Name& field : fields) {
      code_.emit(Op::JumpIfNoField, part, from);
      code_.symbol(field.text());
      code_.cache();
      code_.offset(missing);
      from = part;
    }
  }
  code_.jump(Op::Jump, complete);
  code_.bind(missing);
  code_.emit(Op::Share, value);
  code_.bind(complete);
  release(saved);
}

// ---- Several targets

// `a[i], a[j] = a[j], a[i]`: each part only changes its place, so each has one owner in the end, also if both
// places are the same. Of three, two may be the same, and one part would get two places. Neither part may
// hold the other one's place.
bool FunctionCompiler::is_swap(TuplePattern* targets, TupleExpr* values) {
  if (targets->elements.size() != 2) return false;
  auto* left = dyn<PathPattern>(targets->elements[0]);
  auto* right = dyn<PathPattern>(targets->elements[1]);
  return left != nullptr && right != nullptr && left->path.steps.size() == right->path.steps.size() &&
         same_path(left->path, values->elements[1]) && same_path(right->path, values->elements[0]);
}

// `xs[i], xs[j] = xs[j], xs[i]` of a variable in a register: one instruction. False for anything else.
bool FunctionCompiler::swap_elements(AssignExpr* expr, TuplePattern* targets, TupleExpr* values) {
  if (!is_swap(targets, values)) return false;
  auto* left = as<PathPattern>(targets->elements[0]);
  auto* right = as<PathPattern>(targets->elements[1]);
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
  Mode mode = is_swap(targets, values) && !input_.cautious ? Mode::lend : Mode::own;
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

// Stores a value that this code owns: into a variable, a path, or the names of a pattern.
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
    paths_.open(open);
    paths_.store(open, value);
    paths_.close(open);
  } else if (target->kind != PatternKind::kWildcard) {
    patterns_.match_or_raise(target, value, moves, target->span);
  }
  release(saved);
}

// Binds the result of a call to names: variables that begin here stay in the registers of the parts.
void FunctionCompiler::assign_parts(AssignExpr* expr, TuplePattern* targets) {
  unsigned kept = top_;
  std::vector<const Binding*> begun;
  each_name(targets, [&](NamePattern* name) {
    if (has_place(name->binding) && !name->binding->emitted) begun.push_back(name->binding);
  });
  Reg parts = static_cast<Reg>(targets->elements.size());
  Label whole, fail;
  Reg first = take_apart(expr->value, parts, whole);
  code_.at(targets->span);
  patterns_.match_parts(targets, first, expr->moves, true, fail);
  patterns_.raise_mismatch(std::move(whole), first, targets->span);
  patterns_.raise_mismatch(std::move(fail), first, targets->span, parts);
  for (const Binding* b : begun) kept = std::max(kept, b->place + 1u);
  release(kept);
}

// Names and paths of a tuple, in order.
void FunctionCompiler::assign_places(AssignExpr* expr) {
  patterns_.reserve_names(expr->target);
  unsigned saved = top_;
  OpenPath taken;
  each_target(
      expr->target, [](NamePattern*) {},
      [&](PathPattern* path) {
        if (!others_mention(expr->target, path)) find_taken(expr, path->path, taken);
      });
  auto elements = as<TuplePattern>(expr->target)->elements;
  Label whole;
  Reg first = take_apart(expr->value, static_cast<Reg>(elements.size()), whole);
  code_.at(expr->target->span);
  for (size_t i = 0; i < elements.size(); ++i) {
    Reg part = static_cast<Reg>(first + i);
    auto* path = dyn<PathPattern>(elements[i]);
    if (path != nullptr && taken.path == &path->path) {
      paths_.store(taken, part);
      paths_.close(taken);
    } else {
      store_target(elements[i], part, true);
    }
  }
  patterns_.raise_mismatch(std::move(whole), first, expr->target->span);
  release(saved);
}

void FunctionCompiler::assign_targets(AssignExpr* expr) {
  bool has_paths = false;
  each_target(
      expr->target, [](NamePattern*) {}, [&](PathPattern*) { has_paths = true; });
  if (has_paths) return assign_places(expr);
  if (comes_apart(expr->value, expr->target)) return assign_parts(expr, as<TuplePattern>(expr->target));
  auto* whole = dyn<NameExpr>(expr->value);
  if (whole == nullptr || !is_local(whole, function_) || !takes_parts_of(*whole->binding))
    each_name(expr->target, [](NamePattern* name) { name->taken = false; });
  patterns_.reserve_names(expr->target);
  unsigned saved = top_;
  Subject value = subject(expr->value, false);
  patterns_.match_or_raise(expr->target, value.reg, expr->moves && value.owned, expr->target->span);
  release(saved);
}

// Whether what is evaluated before argument `i` of the call may fail, or do something that can be seen.
static bool acts_before(const CallShape& shape, size_t i) {
  const bool piped = shape.pipe && i + 1 == shape.arguments.size();
  if (piped) return false;
  const auto acts = [](const Expr* each) { return !cannot_fail(each); };
  const bool calls_value = !shape.callee.is_static() && shape.callee.kind != Callee::Kind::label;
  const auto begin = shape.arguments.begin();
  return (calls_value && acts(shape.callee_expr)) || (shape.pipe && acts(shape.arguments.back())) ||
         std::any_of(begin, begin + static_cast<ptrdiff_t>(i), acts);
}

// If the call in `value` gets exactly the part that `path` replaces as an argument, and keeps it, the part is
// taken out of the variable for it.
void FunctionCompiler::find_taken(AssignExpr* statement, const Path& path, OpenPath& open) {
  Expr* value = statement->value;
  if (taken_ != nullptr || (value->kind != ExprKind::kCall && value->kind != ExprKind::kPipe)) return;
  if (!paths_.may_take(*path.root->binding) || !has_steady_keys(path, statement->span)) return;
  const Binding* root = path.root->binding;
  if (!unassigned(*root, value->span.offset, value->span.end())) return;
  CallShape shape = reader_.shape(value, function_);
  size_t found = shape.arguments.size();
  bool mentioned = false;
  for (size_t i = 0; i < shape.arguments.size(); ++i) {
    if (same_path(path, shape.arguments[i])) {
      if (found != shape.arguments.size()) return;
      found = i;
    } else if (hands_over(shape.arguments[i], root) || takes_part_of(shape.arguments[i], root) ||
               may_leave_loop(shape.arguments[i])) {
      return;
    } else {
      mentioned |= mentions(shape.arguments[i], root);
    }
  }
  auto* callee = const_cast<Expr*>(shape.callee_expr);
  if (found == shape.arguments.size() || mentions(callee, root) || may_leave_loop(callee)) return;
  ArgumentMode mode = argument_mode(shape, found);
  if (mode.mode == Mode::lend && !mode.unknown) return;
  std::vector<Pending> pending;
  path_keys(path, {value->span.offset, value->span.end()}, pending, open);
  flush(pending);
  // Other arguments that read the variable are evaluated before the part is taken out. And opening a path may
  // fail, which must not come before what the program says first.
  open.late = mentioned || (path.steps.size() > 1 && acts_before(shape, found));
  open.late ? paths_.reserve(open) : paths_.open(open);
  taken_ = shape.arguments[found];
  taken_path_ = &open;
}

void FunctionCompiler::assign_path(AssignExpr* expr, const Path& path) {
  OpenPath taken;
  find_taken(expr, path, taken);
  if (taken_ != nullptr) {
    Reg value = alloc();
    into(expr->value, {value, true});
    paths_.store(taken, value);
    return paths_.close(taken);
  }
  Expr* entry = replaced_entry(expr, reader_, function_);
  const bool takes = entry != nullptr && takes_entry(entry) && takes_parts_of(*path.root->binding);
  std::optional<TakenEntry> outer = taken_entry_;
  if (takes) taken_entry_ = {entry, path.steps.back().key, alloc()};
  std::vector<Pending> pending;
  OpenPath open;
  Reg value = operand(expr->value, Mode::own, inside(expr), pending);
  path_keys(path, inside(expr), pending, open);
  taken_entry_ = outer;
  flush(pending);
  paths_.open(open);
  paths_.store(open, value);
  paths_.close(open);
}

}  // namespace aspen
