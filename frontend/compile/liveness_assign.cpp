// Calls, assignments and updates, walked backwards.
#include "frontend/compile/liveness_walk.h"

namespace aspen {

// ---- Calls

// What a function of the library changes is its last argument. One with effects keeps it: `send ch v`.
static bool may_change(const BuiltinInfo& builtin, size_t argument) {
  return builtin.effect == Effect::pure && argument + 1 == builtin.arity;
}

std::vector<Operand> Walk::call_operands(const CallShape& shape) {
  std::vector<Operand> list;
  auto add = [&](size_t i) {
    Use use = shape.callee.kind == Callee::Kind::unknown ? Use::pass : Use::own;
    Binding* keeper = nullptr;
    bool changes = false;
    if (shape.exact()) {
      if (shape.callee.kind == Callee::Kind::known) {
        keeper = shape.callee.info->parameters[i];
      } else if (i < 32 && (shape.callee.builtin->consumes >> i & 1) == 0) {
        use = Use::lend;
      } else {
        changes = may_change(*shape.callee.builtin, i);
      }
    }
    if (shape.callee.name == "fold") given_away_[shape.arguments[i]] = 1;
    list.push_back({shape.arguments[i], use, keeper, changes});
  };
  size_t count = shape.arguments.size();
  if (shape.pipe) add(count - 1);
  if (shape.callee.kind == Callee::Kind::unknown)
    list.push_back({const_cast<Expr*>(shape.callee_expr), Use::lend});
  for (size_t i = 0; i < (shape.pipe ? count - 1 : count); ++i) add(i);
  return list;
}

void Walk::visit_call(Expr* expr) {
  CallShape shape = o_.reader_.shape(expr, function_);
  function_->calls_itself |= shape.callee.info == function_;
  if (const NameExpr* measured = length_of(expr)) measured_.insert(measured);
  find_taken_entry(expr, shape);
  std::vector<Event> given;
  for (const Event& event : taken_from_[expr]) {
    if (is_given(event, shape)) given.push_back(event);
  }
  operands(call_operands(shape), expr->span.offset, expr->span.end(), std::nullopt, given);
}

// Whether the part that a statement replaces is itself an argument.
bool Walk::is_given(const Event& replaced, const CallShape& shape) {
  return std::any_of(shape.arguments.begin(), shape.arguments.end(), [&](Expr* argument) {
    const NameExpr* root = part_of(argument).root;
    return root != nullptr && root->binding == replaced.variable &&
           is_same_part(steps_of(argument), replaced.part);
  });
}

// `groups[k] = push v (get_or k [] groups)` takes the entry for `push`.
void Walk::find_taken_entry(Expr* call, const CallShape& shape) {
  bool& taken =
      call->kind == ExprKind::kPipe ? as<PipeExpr>(call)->takes_entry : as<CallExpr>(call)->takes_entry;
  const std::optional<Entry> entry = entry_or(shape);
  taken = entry && takes(*entry, replaced_by_[call]);
}

// Of what `match get k groups { Some xs -> { groups[k] = push v xs } … }` finds, too.
void Walk::find_taken_entry(Pattern* pattern, Expr* subject) {
  NamePattern* name = name_in_some(pattern);
  if (name == nullptr || subject->kind != ExprKind::kCall) return;
  const std::optional<Entry> entry = entry_of_get(o_.reader_.shape(subject, function_));
  name->taken = entry && name->binding->consumed && takes(*entry, nullptr);
}

// Whether the entry is dead here, so that its new owner may have it.
bool Walk::takes(const Entry& entry, const Path* replaced) {
  const NameExpr* root = part_of(entry.holder).root;
  if (root == nullptr || !is_local(root)) return false;
  Steps steps = replaced != nullptr ? steps_of(*replaced) : steps_of(entry.holder);
  if (replaced == nullptr) steps.push_back(index_step(entry.key));
  const bool taken = may_take(root->binding, steps) && parts_.is_dead(root->binding, steps, live_);
  if (taken) event({root->binding, kAnyDepth, steps});
  return taken;
}

// ---- Assignments

void Walk::visit_assign(AssignExpr* expr) {
  auto* tuple = dyn<TuplePattern>(expr->target);
  auto* values = dyn<TupleExpr>(expr->value);
  if (auto* name = dyn<NamePattern>(expr->target)) return assign_name(expr, name->binding);
  if (tuple != nullptr && values != nullptr && is_stored_apart(*tuple, *values)) {
    return assign_several(expr, tuple, values);
  }
  if (auto* path = dyn<PathPattern>(expr->target)) return assign_path(expr, path->path);
  store_targets(expr->target);
  std::vector<Event> replaced;
  each_target(
      expr->target, [](NamePattern*) {},
      [&](PathPattern* path) {
        replaced.push_back({path->path.root->binding, kAnyDepth, steps_of(path->path)});
      });
  if (!replaced.empty()) {
    if (is_call(expr->value)) taken_from_[expr->value] = replaced;
    return visit(expr->value, Use::own);
  }
  if (is_local(expr->value)) {
    Binding* whole = as<NameExpr>(expr->value)->binding;
    expr->moves = take_apart(expr->target, whole, false);
    read_parts(expr->target, whole, expr->moves);
  } else {
    expr->moves = bind_from(expr->target, expr->value, false);
    read_subject(expr->value);
  }
}

void Walk::assign_name(AssignExpr* expr, Binding* b) {
  begin(b);
  if (auto* binary = dyn<BinaryExpr>(expr->value); binary != nullptr && adds_to(binary, b)) {
    return operation(binary, {{binary->left, Use::spend}, {binary->right, Use::lend}});
  }
  if (auto* literal = dyn<LambdaExpr>(expr->value); literal != nullptr && literal->info->known)
    given_away_[literal] = literal->info->parameters.size();  // its calls are found by its name
  PartOf part = shared_flag(expr->value) != nullptr ? part_of(expr->value) : PartOf{};
  bool from_variable = part.root != nullptr && is_local(part.root);
  if (shared_flag(expr->value) != nullptr && may_borrow(b)) {
    if (from_variable) bind_part(b, part.root->binding, part.depth, expr->value);
    // To keep what is lent would be to share it.
    std::vector<Fields> needed;
    const bool takes =
        from_variable && b->consumed && may_take(part.root->binding, steps_of(expr->value), &needed);
    return visit(expr->value, b->lendable && !takes ? Use::lend : Use::own);
  }
  note_part(expr->value, b, false);
  visit(expr->value, Use::own);
}

void Walk::assign_several(AssignExpr* expr, TuplePattern* tuple, TupleExpr* values) {
  for (size_t i = tuple->elements.size(); i-- > 0;) store_targets(tuple->elements[i]);
  std::vector<Operand> list;
  for (Expr* value : values->elements) list.push_back({value, Use::own});
  operands(list, expr->span.offset + 1, expr->span.end());
}

void Walk::store_targets(Pattern* target) {
  std::vector<Pattern*> all;
  each_target(
      target, [&](NamePattern* name) { all.push_back(name); },
      [&](PathPattern* path) { all.push_back(path); });
  for (size_t i = all.size(); i-- > 0;) {
    if (auto* name = dyn<NamePattern>(all[i])) {
      begin(name->binding);
    } else {
      store_path(as<PathPattern>(all[i])->path);
    }
  }
}

void Walk::store_path(const Path& path) {
  consume(path.root->binding);
  std::vector<Operand> keys;
  each_path_key(path, [&](Expr* key) { keys.push_back({key, Use::lend}); });
  unsigned steps = static_cast<unsigned>(path.steps.size());
  operands(keys, path.span.offset, path.span.end(), Updated{&path, steps, true});
}

void Walk::assign_path(AssignExpr* expr, const Path& path) {
  consume(path.root->binding);
  if (is_call(expr->value)) taken_from_[expr->value] = {{path.root->binding, kAnyDepth, steps_of(path)}};
  if (Expr* entry = replaced_entry(expr, o_.reader_, function_)) replaced_by_[entry] = &path;
  // The value is evaluated before the indexes, though it follows them in the text.
  std::vector<Operand> list = {{expr->value, Use::own}};
  each_path_key(path, [&](Expr* key) { list.push_back({key, Use::lend}); });
  unsigned steps = static_cast<unsigned>(path.steps.size());
  operands(list, expr->span.offset + 1, expr->span.end(), Updated{&path, steps, true});
}

void Walk::visit_update(UpdateExpr* expr) {
  unsigned steps = static_cast<unsigned>(expr->path.steps.size());
  consume(expr->path.root->binding);
  std::vector<Operand> list;
  each_path_key(expr->path, [&](Expr* key) { list.push_back({key, Use::lend}); });
  list.push_back({expr->value, Use::lend});
  operands(list, expr->span.offset + 1, expr->span.end(), Updated{&expr->path, steps + 1});
  look_at(expr->path);  // it is opened before the operands after it are evaluated, which may replace the part
}

void Walk::visit_pipe_update(PipeUpdateExpr* expr) {
  CallShape shape = o_.reader_.shape(expr, function_);
  function_->calls_itself |= shape.callee.info == function_;
  if (expr->path.steps.empty()) {
    consume(expr->path.root->binding);
    begin(expr->path.root->binding);
    std::vector<Operand> list = call_operands(shape);
    // `push` happens in place, even if the variable is still live after a `try`.
    return operands(list, expr->span.offset + 1, expr->span.end(), std::nullopt,
                    {{expr->path.root->binding, 1}});
  }
  consume(expr->path.root->binding);
  std::vector<Operand> list;
  each_path_key(expr->path, [&](Expr* key) { list.push_back({key, Use::lend}); });
  std::vector<Operand> call = call_operands(shape);
  list.insert(list.end(), call.begin() + 1, call.end());
  operands(list, expr->span.offset + 1, expr->span.end(), Updated{&expr->path, kAnyDepth});
  look_at(expr->path);
}

}  // namespace aspen
