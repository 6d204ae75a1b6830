// Branches, patterns and loops, walked backwards.
#include "frontend/compile/liveness_walk.h"

namespace aspen {

// ---- Blocks, branches

void Walk::visit_block(BlockExpr* block, Use use) {
  for (size_t i = block->statements.size(); i-- > 0;) {
    Expr* statement = block->statements[i];
    bool last = i + 1 == block->statements.size();
    if (!last && statement->kind == ExprKind::kName) continue;
    visit(statement, last ? use : Use::lend);
  }
}

void Walk::visit_if(IfExpr* expr, Use use) {
  LiveSet after = live_;
  visit(expr->then_block, use);
  LiveSet yes = live_;
  live_ = after;
  if (expr->else_branch != nullptr) visit(expr->else_branch, use);
  LiveSet no = live_;
  condition(expr->condition, yes, no, true);
}

void Walk::visit_logical(LogicalExpr* expr) {
  LiveSet after = live_;
  // Where it is a value, no pattern waits for the conditions that follow it (into_logical).
  if (contains_is(expr)) return condition(expr, after, after, false);
  visit(expr->right, Use::own);
  live_.merge(after);
  visit(expr->left, Use::lend);
}

bool Walk::contains_is(Expr* expr) {
  if (expr->kind == ExprKind::kIs) return true;
  auto* logical = dyn<LogicalExpr>(expr);
  return logical != nullptr && (contains_is(logical->left) || contains_is(logical->right));
}

void Walk::condition(Expr* expr, const LiveSet& yes, const LiveSet& no, bool last) {
  if (auto* logical = dyn<LogicalExpr>(expr)) {
    IsExpr* guarded = last ? guarded_is(logical) : nullptr;
    if (guarded != nullptr && visit_guarded_is(guarded, logical, yes, no)) return;
    condition(logical->right, yes, no, last);
    LiveSet right = live_;
    return logical->is_and ? condition(logical->left, right, no, false)
                           : condition(logical->left, yes, right, last);
  }
  if (auto* negation = dyn<NotExpr>(expr)) return condition(negation->operand, no, yes, false);
  if (auto* is = dyn<IsExpr>(expr)) return visit_is(is, yes, no, last);
  live_ = yes;
  live_.merge(no);
  visit(expr, Use::lend);
}

void Walk::visit_is(IsExpr* expr, const LiveSet& yes, const LiveSet& no, bool last) {
  live_ = yes;
  bool local = is_local(expr->subject);
  Binding* subject = local ? as<NameExpr>(expr->subject)->binding : nullptr;
  bool kept_elsewhere = !last && local && (no.has(subject) || pinned_.has(subject));
  expr->moves = bind_from(expr->pattern, expr->subject, kept_elsewhere);
  expr->takes = last && takes_subject(expr->pattern, expr->subject);
  find_taken_entry(expr->pattern, expr->subject);
  live_.merge(no);
  read_subject(expr->subject, expr->takes);
}

bool Walk::visit_guarded_is(IsExpr* guarded, LogicalExpr* expr, const LiveSet& yes, const LiveSet& no) {
  guarded->waits = false;
  if (o_.lending_ && !keeps_parts(guarded->pattern)) return false;
  live_ = yes;
  guarded->moves = bind_from(guarded->pattern, guarded->subject, false);
  guarded->takes = takes_subject(guarded->pattern, guarded->subject);
  guarded->waits = guarded->moves || guarded->takes;
  if (!guarded->waits) return false;
  add_holder(guarded->subject, live_);
  for (LogicalExpr* outer = expr; outer != nullptr; outer = dyn<LogicalExpr>(outer->left)) {
    const LiveSet holds = live_;
    condition(outer->right, holds, no, true);
  }
  bind_from(guarded->pattern, guarded->subject, true);
  live_.merge(no);
  read_subject(guarded->subject, guarded->takes);
  return true;
}

void Walk::visit_match(MatchExpr* expr, Use use) {
  LiveSet after = live_;
  LiveSet next;  // where no arm has matched
  const bool looks_up = found_arms(expr, o_.reader_, function_).has_value();
  const bool is_lent = has_plain_guards(expr);
  for (size_t i = expr->arms.size(); i-- > 0;) {
    MatchArm& arm = expr->arms[i];
    live_ = after;
    visit(arm.body, use);
    visit_arm(arm, expr->subject, is_lent, next);
    if (looks_up) find_taken_entry(arm.pattern, expr->subject);
    live_.merge(next);
    add_subject(expr->subject, live_);
    next = live_;
  }
  live_ = next;
  if (!is_lent && !is_local(expr->subject)) return visit(expr->subject, Use::own);
  read_subject(expr->subject, std::any_of(expr->arms.begin(), expr->arms.end(),
                                          [](const MatchArm& arm) { return arm.takes; }));
}

// A guard reads what is lent to it. Where it holds, the pattern is matched once more, and moves what the body
// keeps. So it is for a subject that is taken (FunctionCompiler::into_match).
void Walk::visit_arm(MatchArm& arm, Expr* subject, bool is_lent, const LiveSet& next) {
  const LiveSet body = live_;
  const bool keeps = !o_.lending_ || keeps_parts(arm.pattern);
  const bool moves_late = arm.guard != nullptr && keeps && is_plain_guard(arm.guard);
  arm.moves = bind_from(arm.pattern, subject, arm.guard != nullptr && !moves_late);
  // After other guards, the part may be another one than what matched.
  arm.takes = is_lent && takes_subject(arm.pattern, subject);
  if (arm.guard == nullptr) return;
  if (!arm.moves && !arm.takes) live_ = body;
  add_holder(subject, live_);
  const LiveSet holds = live_;
  LiveSet fails = next;
  add_holder(subject, fails);
  condition(arm.guard, holds, fails, true);
  bind_from(arm.pattern, subject, true);
}

bool Walk::keeps_parts(Pattern* pattern) {
  bool keeps = false;
  each_name(pattern, [&](NamePattern* name) { keeps |= name->binding->consumed; });
  return keeps;
}

bool Walk::takes_subject(Pattern* pattern, Expr* subject) {
  if (shared_flag(subject) == nullptr || !keeps_parts(pattern)) return false;
  const NameExpr* root = part_of(subject).root;
  const Steps steps = steps_of(subject);
  if (root == nullptr || !is_local(root) || !has_simple_keys(steps) || !may_take(root->binding, steps))
    return false;
  event({root->binding, kAnyDepth, steps});
  for (const PathStep& step : steps) {
    if (step.kind == StepKind::kIndex && is_local(step.key)) need(as<NameExpr>(step.key)->binding);
  }
  need(root->binding);
  return true;
}

void Walk::add_subject(Expr* subject, LiveSet& set) const {
  if (is_local(subject)) need(as<NameExpr>(subject)->binding, set);
}

void Walk::add_holder(Expr* subject, LiveSet& set) const {
  const bool is_part = shared_flag(subject) != nullptr;
  const NameExpr* root = is_part ? part_of(subject).root : dyn<NameExpr>(subject);
  if (root != nullptr && is_local(root)) need(root->binding, set);
}

void Walk::read_subject(Expr* subject, bool is_taken_later) {
  if (is_local(subject)) {
    need(as<NameExpr>(subject)->binding);
    return;
  }
  visit(subject, shared_flag(subject) != nullptr ? Use::lend : Use::own);
  if (is_taken_later) *taken_flag(subject) = true;
}

bool Walk::bind_from(Pattern* pattern, Expr* subject, bool kept_elsewhere) {
  if (is_local(subject)) return take_apart(pattern, as<NameExpr>(subject)->binding, kept_elsewhere);
  PartOf part = shared_flag(subject) != nullptr ? part_of(subject) : PartOf{};
  Binding* root = part.root != nullptr && is_local(part.root) ? part.root->binding : nullptr;
  each_part(pattern, part.depth,
            [&](NamePattern* name, unsigned depth) { bind_part(name->binding, root, depth); });
  return shared_flag(subject) == nullptr && !kept_elsewhere;
}

bool Walk::take_apart(Pattern* pattern, Binding* whole, bool kept_elsewhere) {
  // Parameters that are a plain name are that name.
  if (pattern->kind == PatternKind::kName && as<NamePattern>(pattern)->binding == whole) {
    begin(whole);
    return false;
  }
  each_part(pattern, 0, [&](NamePattern* name, unsigned depth) { bind_part(name->binding, whole, depth); });
  bool dead = !is_live(whole) && !kept_elsewhere;
  if (dead) give_away(whole);
  if (dead && !o_.lending_) {
    each_name(pattern, [&](NamePattern* name) { o_.edges_.push_back({whole, name->binding}); });
  }
  return dead;
}

void Walk::read_parts(Pattern* pattern, Binding* whole, bool moves) {
  auto* record = dyn<RecordPattern>(pattern);
  for (RecordPatternField& field : record != nullptr ? record->fields : std::span<RecordPatternField>()) {
    auto* name = dyn<NamePattern>(field.pattern);
    if (name == nullptr) continue;
    name->taken = !moves && may_take(whole, {field_step(field.field)});
    if (name->taken) event({whole, kAnyDepth, {field_step(field.field)}});
  }
  need(whole);
}

void Walk::bind_part(Binding* b, Binding* root, unsigned depth, Expr* part) {
  begin(b);
  const auto known_depth = static_cast<uint8_t>(std::min(depth, unsigned{UINT8_MAX}));
  // Alternatives of `or` may bind the name at different depths.
  if (root != nullptr && b->root == root) b->depth = std::min(b->depth, known_depth);
  if (root == nullptr || root == b || b->root == root || !may_borrow(b)) return;
  b->root = root;
  b->depth = known_depth;
  b->part = part;
  root->lends = true;
  borrowing_.add(b);
}

// ---- Loops

void Walk::visit_while(WhileExpr* expr) {
  until_stable(expr, [&](LoopFrame& frame) {
    visit(expr->body, Use::lend);
    LiveSet body = live_;
    condition(expr->condition, body, frame.exit, true);
  });
}

void Walk::visit_loop(LoopExpr* expr) {
  until_stable(expr, [&](LoopFrame&) { visit(expr->body, Use::lend); });
}

void Walk::begin_element(Binding* b) {
  b->lent = true;
  begin(b);
}

void Walk::visit_for(ForExpr* expr) {
  Binding* source = nullptr;
  if (is_local(expr->iterable)) source = as<NameExpr>(expr->iterable)->binding;
  bool* flag = shared_flag(expr->iterable);
  if (PartOf part = part_of(expr->iterable); flag != nullptr && part.root != nullptr && is_local(part.root)) {
    source = part.root->binding;
  }
  bool changed = false;
  if (source != nullptr) waiting_.push_back({source, expr->iterable, flag != nullptr ? flag : &changed});
  until_stable(expr, [&](LoopFrame& frame) {
    visit(expr->body, Use::lend);
    each_name(expr->pattern, [&](NamePattern* name) { begin_element(name->binding); });
    live_.merge(frame.exit);
  });
  if (source != nullptr) waiting_.pop_back();
  expr->lent = !changed;
  read_iterable(expr, changed);
}

void Walk::read_iterable(ForExpr* expr, bool changed) {
  if (auto* range = dyn<RangeExpr>(expr->iterable)) {
    return operation(range, {{range->from, Use::own}, {range->to, Use::own}});
  }
  bool lent = is_local(expr->iterable) ? !changed : shared_flag(expr->iterable) != nullptr;
  visit(expr->iterable, lent ? Use::lend : Use::own);
}

void Walk::visit_try(TryExpr* expr) {
  LiveSet pinned = pinned_, after = live_;
  pinned_.merge(after);
  visit(expr->body, Use::own);
  // An error may leave the body before it assigns anything.
  live_.merge(after);
  pinned_ = pinned;
}

}  // namespace aspen
