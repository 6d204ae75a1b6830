#include "frontend/compile/liveness_walk.h"

#include <unordered_map>

namespace aspen {

void Walk::run() {
  for (Binding* b : function_->variables) {
    if (b->root != nullptr) borrowing_.add(b);
  }
  Expr* text = function_->is_body() ? const_cast<BlockExpr*>(o_.program_) : function_->literal->body;
  reads_.collect(*function_, text, parts_.collect(*function_, o_.reader_, text, function_->variables.size()));
  if (function_->is_body()) {
    for (Binding* b : function_->variables) {
      if (o_.keeps_names_ && b->block == o_.program_) need(b);
    }
    visit(text, Use::own);
    return;
  }
  visit(text, Use::own);
  auto parameters = function_->literal->parameters;
  for (size_t i = parameters.size(); i-- > 0;) take_apart(parameters[i], function_->parameters[i], false);
}

bool Walk::is_live(const Binding* b) const {
  return live_.has(b) || pinned_.has(b) || (o_.scopes_.in_session && b->block == o_.program_);
}

bool Walk::is_local(const Expr* expr) const {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && aspen::is_local(name, function_);
}

// ---- Events

void Walk::event(const Event& event) {
  if (!o_.lending_) return;
  for (Waiting& waiting : waiting_) *waiting.shared |= changes(event, waiting);
  if (!event.variable->lends) return;
  // Little is live at any one point, while the variable may have lent its value to every statement.
  LiveSet live = live_;
  live.merge(pinned_);
  size_t looked_at = 0;
  live.each_common(borrowing_, [&](size_t index) {
    if (++looked_at > kMostVariables) return;
    Binding* borrower = function_->variables[index];
    const std::optional<Place> place = changed_place(event, borrower);
    if (place && !reads_apart(event, borrower, *place, live)) borrower->lendable = false;
  });
  if (looked_at > kMostVariables) lend_nothing();
}

void Walk::lend_nothing() {
  borrowing_.clear();
  for (Binding* b : function_->variables) b->lendable = false;
}

// The borrower's value is part of the one at `outer`.
Walk::Place Walk::place_in(Place outer, const Binding* borrower) {
  outer.depth += borrower->depth;
  outer.known &= borrower->part != nullptr;
  if (!outer.known) return outer;
  for (const PathStep& step : steps_of(borrower->part)) outer.steps.push_back(step);
  return outer;
}

bool Walk::changes(const Event& event, const Place& place) {
  return place.depth < event.depth && !(place.known && are_apart(place.steps, event.part));
}

bool Walk::changes(const Event& event, const Waiting& waiting) {
  Steps steps = steps_of(waiting.part);
  Place place{static_cast<unsigned>(steps.size()), true, std::move(steps)};
  for (const Binding* holder = waiting.root; holder != nullptr; holder = holder->root) {
    if (holder == event.variable && changes(event, place)) return true;
    Place outer = place_in({}, holder);
    outer.depth += place.depth;
    outer.known &= place.known;
    outer.steps.insert(outer.steps.end(), place.steps.begin(), place.steps.end());
    place = std::move(outer);
  }
  return false;
}

std::optional<Walk::Place> Walk::changed_place(const Event& event, const Binding* borrower) {
  std::vector<const Binding*> holders;  // from the borrower to the event's variable
  unsigned depth = 0;
  for (const Binding* holder = borrower; holder != event.variable; holder = holder->root) {
    if (holder->root == nullptr) return std::nullopt;
    depth += holder->depth;
    if (depth >= event.depth) return std::nullopt;
    holders.push_back(holder);
    if (holders.size() > kMostVariables) return Place{.known = false};
  }
  Place place;
  for (auto holder = holders.rbegin(); holder != holders.rend(); ++holder) {
    place = place_in(std::move(place), *holder);
    if (!changes(event, place)) return std::nullopt;
  }
  return place;
}

// Whether code reads only fields of the borrower that the event leaves as they are.
bool Walk::reads_apart(const Event& event, Binding* borrower, const Place& place, const LiveSet& live) {
  if (!place.known || event.part.size() <= place.depth) return false;
  const Steps part(event.part.begin() + place.depth, event.part.end());
  std::vector<Fields> needed;
  if (!reads_.are_apart_from(part, borrower, live, needed)) return false;
  for (Fields& fields : needed) {
    std::vector<Fields>& all = borrower->needed;
    if (std::find(all.begin(), all.end(), fields) == all.end()) all.push_back(std::move(fields));
  }
  return true;
}

// ---- Operands

bool Walk::waits_for_operation(const Expr* expr, uint32_t from, uint32_t to) const {
  if (is_local(expr)) return unassigned(*as<NameExpr>(expr)->binding, from, to);
  return false;
}

// Not the literal itself, nor what is bound later.
bool Walk::is_captured_here(const Binding* b, const LambdaExpr* literal) const {
  return b->owner == function_ && b != literal->info->self && !b->is_self &&
         b->span.offset <= literal->span.offset;
}

void Walk::collect_captures(const Operand& operand, uint32_t from, uint32_t to,
                            std::vector<Read>& reads) const {
  auto* literal = as<LambdaExpr>(operand.expr);
  FunctionInfo* info = literal->info;
  info->capture_last_use.assign(info->captures.size(), false);
  for (size_t i = 0; i < info->captures.size(); ++i) {
    Binding* b = info->captures[i];
    if (!is_captured_here(b, literal)) continue;
    bool steady = unassigned(*b, from, to);
    reads.push_back(
        {b, steady ? operand.use : Use::own, steady ? operand.keeper : nullptr, nullptr, info, i, false});
  }
}

bool Walk::keeps(const Read& read, bool dead) {
  if (read.use == Use::lend) return false;
  if (read.use == Use::spend) return dead;
  if (read.keeper == nullptr) return true;
  if (o_.lending_) return read.keeper->consumed;
  o_.edges_.push_back({read.binding, read.keeper});
  return false;
}

void Walk::read_together(std::vector<Read>& reads) {
  std::vector<Binding*> moved;
  std::unordered_map<const Binding*, size_t> counts;
  for (const Read& read : reads) ++counts[read.binding];
  for (Read& read : reads) {
    bool dead = !is_live(read.binding) && counts[read.binding] == 1;
    if (read.name != nullptr) read.name->last_use = dead;
    if (read.literal != nullptr) read.literal->capture_last_use[read.capture] = dead;
    if (read.changes) read.binding->changed = true;
    if (read.keeper != nullptr && !dead) read.keeper->lent = true;
    if (!keeps(read, dead)) continue;
    consume(read.binding);
    if (dead) moved.push_back(read.binding);
  }
  for (Read& read : reads) {
    live_.add(read.binding);
    if (read.name == nullptr) {
      reads_.read(read.binding, {}, live_);
      parts_.look(read.binding, live_);
    } else if (!read.updated) {
      look(read.name);
    }
  }
  for (Binding* b : moved) give_away(b);
}

void Walk::read_alone(NameExpr* name, Use use) {
  std::vector<Read> reads = {{name->binding, use, nullptr, name, nullptr, 0, false}};
  read_together(reads);
}

void Walk::operands(const std::vector<Operand>& list, uint32_t from, uint32_t to,
                    std::optional<Updated> updated, const std::vector<Event>& events) {
  std::vector<Read> reads;
  size_t waiting = waiting_.size();
  std::vector<bool> at_operation(list.size(), false);
  for (size_t i = 0; i < list.size(); ++i) {
    const Operand& operand = list[i];
    note_function(operand.expr);
    if (waits_for_operation(operand.expr, from, to)) {
      reads.push_back({as<NameExpr>(operand.expr)->binding, operand.use, operand.keeper,
                       as<NameExpr>(operand.expr), nullptr, 0, false, operand.changes});
      at_operation[i] = true;
    } else if (operand.expr->kind == ExprKind::kLambda) {
      collect_captures(operand, from, to, reads);
      at_operation[i] = true;
    } else if (operand.use != Use::own || operand.keeper != nullptr) {
      await_part(operand.expr);
    }
  }
  if (updated) {
    NameExpr* root = updated->path->root;
    reads.push_back({root->binding, Use::lend, nullptr, root, nullptr, 0, true});
  }
  read_together(reads);
  if (updated) update(*updated);
  for (const Event& one : events) event(one);
  for (size_t i = list.size(); i-- > 0;) {
    if (!waiting_.empty() && waiting_.size() > waiting && waiting_.back().shared == shared_flag(list[i].expr))
      waiting_.pop_back();
    if (!at_operation[i]) {
      if (!o_.lending_) note_passed(list[i], events);
      visit_operand(list[i]);
    } else if (auto* literal = dyn<LambdaExpr>(list[i].expr)) {
      // What a later operand assigns is captured when the literal's turn comes, not at the operation.
      for (const Binding* b : literal->info->captures) {
        if (is_captured_here(b, literal)) need(b);
      }
    }
  }
  waiting_.resize(waiting);
}

void Walk::note_passed(const Operand& operand, const std::vector<Event>& replaced) {
  if (operand.keeper == nullptr && !operand.changes) return;
  const NameExpr* root = part_of(operand.expr).root;
  if (root == nullptr) return;
  const Steps steps = steps_of(operand.expr);
  if (is_local(root) && is_dead(root->binding, steps))
    return note_part(operand.expr, operand.keeper, operand.changes);
  const bool is_replaced = std::any_of(replaced.begin(), replaced.end(), [&](const Event& event) {
    return event.variable == root->binding && is_same_part(event.part, steps);
  });
  if (operand.keeper != nullptr && !is_replaced) operand.keeper->lent = true;
}

// No elements: a caller that keeps its list would copy all of it at its next update.
void Walk::note_part(Expr* part, Binding* keeper, bool changes) {
  if (o_.lending_ || shared_flag(part) == nullptr) return;
  NameExpr* root = part_of(part).root;
  const Steps steps = steps_of(part);
  if (root == nullptr || !is_local(root) || !is_dead(root->binding, steps)) return;
  const auto& parameters = function_->parameters;
  if (std::find(parameters.begin(), parameters.end(), root->binding) == parameters.end()) return;
  if (std::any_of(steps.begin(), steps.end(), [](const PathStep& s) { return s.kind == StepKind::kIndex; }))
    return;
  o_.part_edges_.push_back({root->binding, changes ? nullptr : keeper});
}

// Of the calls of a function that is a value, nothing more is known.
void Walk::note_function(Expr* function) const {
  if (o_.lending_) return;
  auto found = given_away_.find(function);
  const size_t first = found != given_away_.end() ? found->second : 0;
  const LambdaExpr* literal = dyn<LambdaExpr>(function);
  if (auto* name = dyn<NameExpr>(function); name != nullptr && name->binding != nullptr)
    literal = name->binding->literal;
  if (literal == nullptr) return;
  const auto& parameters = literal->info->parameters;
  for (size_t i = first; i < parameters.size(); ++i) parameters[i]->lent = true;
}

void Walk::update(const Updated& updated) {
  const Binding* root = updated.path->root->binding;
  event({root, updated.depth, steps_of(*updated.path)});
  // First, as an index of the path itself was computed before this.
  parts_.change_key(root, live_);
  if (!updated.replaces) return look_at(*updated.path);
  // What is read later is read while nothing is missing.
  if (parts_.is_whole(root, live_)) reads_.begin(root, live_);
  const bool is_there = reads_.read(root, steps_of(*updated.path), live_);
  parts_.replace(*updated.path, is_there, live_);
}

void Walk::look_at(const Path& path) {
  const Binding* root = path.root->binding;
  const Steps steps = steps_of(path);
  reads_.read(root, steps, live_) ? parts_.look_at(root, steps, live_) : parts_.look(root, live_);
}

void Walk::visit_operand(const Operand& operand) {
  // A variable that a later operand assigns is read in its turn, and its value is kept meanwhile.
  if (is_local(operand.expr)) return visit(operand.expr, Use::own);
  bool lent = taken_flag(operand.expr) != nullptr && operand.keeper != nullptr && !operand.keeper->consumed;
  visit(operand.expr, lent ? Use::lend : operand.use);
}

bool* Walk::shared_flag(Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kField: return &as<FieldExpr>(expr)->shared;
    case ExprKind::kTupleField: return &as<TupleFieldExpr>(expr)->shared;
    case ExprKind::kIndex: return &as<IndexExpr>(expr)->shared;
    default: return nullptr;
  }
}

bool* Walk::taken_flag(Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kField: return &as<FieldExpr>(expr)->taken;
    case ExprKind::kTupleField: return &as<TupleFieldExpr>(expr)->taken;
    case ExprKind::kIndex: return &as<IndexExpr>(expr)->taken;
    default: return nullptr;
  }
}

void Walk::await_part(Expr* expr) {
  bool* flag = shared_flag(expr);
  if (flag == nullptr) return;
  PartOf part = part_of(expr);
  if (part.root == nullptr || !is_local(part.root)) return;
  waiting_.push_back({part.root->binding, expr, flag});
}

void Walk::operation(Expr* expr, const std::vector<Operand>& list) {
  operands(list, expr->span.offset, expr->span.end());
}

// ---- Expressions. live_ is what is live after the expression, and becomes what is live before it.

void Walk::visit(Expr* expr, Use use) {
  switch (expr->kind) {
    case ExprKind::kName:
      note_function(expr);
      if (is_local(expr)) read_alone(as<NameExpr>(expr), use);
      return;
    case ExprKind::kLambda: return operands({{expr, use}}, expr->span.offset, expr->span.end());
    case ExprKind::kError:
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel:
    case ExprKind::kUse:
    case ExprKind::kSyntax:
    case ExprKind::kTyped: return;
    case ExprKind::kSpawn: return visit(as<SpawnExpr>(expr)->call, use);
    case ExprKind::kFiber: return visit(as<FiberExpr>(expr)->call, use);
    case ExprKind::kYield: return visit(as<YieldExpr>(expr)->call, use);
    case ExprKind::kBlock: return visit_block(as<BlockExpr>(expr), use);
    case ExprKind::kIf: return visit_if(as<IfExpr>(expr), use);
    case ExprKind::kMatch: return visit_match(as<MatchExpr>(expr), use);
    case ExprKind::kFor: return visit_for(as<ForExpr>(expr));
    case ExprKind::kWhile: return visit_while(as<WhileExpr>(expr));
    case ExprKind::kLoop: return visit_loop(as<LoopExpr>(expr));
    case ExprKind::kTry: return visit_try(as<TryExpr>(expr));
    case ExprKind::kReturn:
      live_.clear();
      if (as<ReturnExpr>(expr)->value != nullptr) visit(as<ReturnExpr>(expr)->value, Use::own);
      return;
    case ExprKind::kBreak:
      live_ = loops_.back()->exit;
      if (as<BreakExpr>(expr)->value != nullptr) visit(as<BreakExpr>(expr)->value, Use::own);
      return;
    case ExprKind::kContinue: live_ = loops_.back()->next; return;
    case ExprKind::kLogical: return visit_logical(as<LogicalExpr>(expr));
    case ExprKind::kIs: {
      LiveSet after = live_;
      return condition(expr, after, after, true);
    }
    case ExprKind::kCall:
    case ExprKind::kPipe: return visit_call(expr);
    case ExprKind::kAssign: return visit_assign(as<AssignExpr>(expr));
    case ExprKind::kUpdate: return visit_update(as<UpdateExpr>(expr));
    case ExprKind::kPipeUpdate: return visit_pipe_update(as<PipeUpdateExpr>(expr));
    case ExprKind::kInterpolation:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord:
    case ExprKind::kNot:
    case ExprKind::kNegate:
    case ExprKind::kBinary:
    case ExprKind::kRange:
    case ExprKind::kSlice: return visit_operation(expr);
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex: return visit_part(expr, use);
  }
}

// ---- Parts

void Walk::visit_part(Expr* expr, Use use) {
  NameExpr* root = part_of(expr).root;
  bool local = root != nullptr && is_local(root);
  const bool may_keep = use == Use::own || use == Use::take || use == Use::pass;
  std::vector<Fields> needed;
  bool taken = local && may_keep && may_take(root->binding, steps_of(expr), &needed);
  *taken_flag(expr) = taken;
  if (taken) function_->needed[expr] = std::move(needed);
  if (local) part_read_.emplace(root, expr);  // of a part in a part, the outer one comes first
  // The code that holds the part now may change it.
  if (taken) event({root->binding, kAnyDepth, steps_of(expr)});
  visit_operation(expr);
}

// Nothing looks at the part where it is before it is replaced, or nothing reads the variable again.
bool Walk::is_dead(const Binding* root, const Steps& part) const {
  return !is_live(root) || parts_.is_dead(root, part, live_);
}

bool Walk::may_take(const Binding* root, const Steps& part, std::vector<Fields>* needed) const {
  if (!o_.lending_ || !root->owned || next_iteration_reads(root) || !is_dead(root, part)) return false;
  if (!is_live(root)) return true;
  std::vector<Fields> fields;
  reads_.find_needed(part, root, live_, fields);
  if (needed == nullptr) return fields.empty();
  *needed = std::move(fields);
  return true;
}

// They wait for a variable that the loop assigns. Where a loop assigns it nowhere, a part is dead only on a
// way out of the loop. To take it there would show a hole to iterations that have begun, or make them all
// wait.
bool Walk::next_iteration_reads(const Binding* root) const {
  return std::any_of(loops_.begin(), loops_.end(), [&](const LoopFrame* loop) {
    return loop->next.has(root) && unassigned(*root, loop->text.offset, loop->text.end());
  });
}

void Walk::look(const NameExpr* name) {
  auto part = part_read_.find(name);
  const Steps steps = part != part_read_.end() ? steps_of(part->second) : Steps{};
  const bool is_noted = reads_.read(name->binding, steps, live_);
  auto spread = spread_in_.find(name);
  if (measured_.count(name) > 0) {
    parts_.look_at_length(name->binding, live_);
  } else if (spread != spread_in_.end()) {
    parts_.look_beside(name->binding, spread->second, live_);
  } else if (is_noted) {
    parts_.look_at(name->binding, steps, live_);
  } else {
    parts_.look(name->binding, live_);
  }
}

// Of a text or list that grows in place if nothing needs it afterwards.
static Use use_to_spend(const Expr* expr) { return expr->kind == ExprKind::kName ? Use::spend : Use::take; }

void Walk::visit_operation(Expr* expr) {
  std::vector<Operand> list;
  switch (expr->kind) {
    case ExprKind::kInterpolation:
      for (StringPart& part : as<InterpolationExpr>(expr)->parts) {
        const bool grows =
            part.value != nullptr && part.value == text_that_grows(as<InterpolationExpr>(expr));
        if (part.value != nullptr) list.push_back({part.value, grows ? use_to_spend(part.value) : Use::lend});
      }
      break;
    case ExprKind::kTuple:
      for (Expr* e : as<TupleExpr>(expr)->elements) list.push_back({e, Use::own});
      break;
    case ExprKind::kList: return visit_list(as<ListExpr>(expr));
    case ExprKind::kDict: return visit_dict(as<DictExpr>(expr));
    case ExprKind::kRecord: return visit_record(as<RecordExpr>(expr));
    case ExprKind::kNot: list.push_back({as<NotExpr>(expr)->operand, Use::lend}); break;
    case ExprKind::kNegate: list.push_back({as<NegateExpr>(expr)->operand, Use::lend}); break;
    case ExprKind::kBinary: {
      auto* binary = as<BinaryExpr>(expr);
      pass_on_joining(binary);
      list = {{binary->left, joins(binary) ? use_to_spend(binary->left) : Use::lend},
              {binary->right, Use::lend}};
      break;
    }
    case ExprKind::kRange:
      list = {{as<RangeExpr>(expr)->from, Use::lend}, {as<RangeExpr>(expr)->to, Use::lend}};
      break;
    case ExprKind::kField: list.push_back({as<FieldExpr>(expr)->object, Use::lend}); break;
    case ExprKind::kTupleField: list.push_back({as<TupleFieldExpr>(expr)->object, Use::lend}); break;
    case ExprKind::kIndex:
      list = {{as<IndexExpr>(expr)->object, Use::lend}, {as<IndexExpr>(expr)->index, Use::lend}};
      break;
    case ExprKind::kSlice: {
      auto* slice = as<SliceExpr>(expr);
      list.push_back({slice->object, slice->inclusive ? Use::spend : use_to_spend(slice->object)});
      if (slice->from != nullptr) list.push_back({slice->from, Use::lend});
      if (slice->to != nullptr) list.push_back({slice->to, Use::lend});
      break;
    }
    default: break;
  }
  operation(expr, list);
}

void Walk::visit_list(ListExpr* list) {
  std::vector<Operand> all;
  bool first = true;
  for (ListItem& item : list->items) {
    all.push_back({item.value, item.spread && !first ? Use::lend : Use::own});
    first &= !item.spread;
  }
  // Elements are put in one by one, so each is read in its turn.
  bool one_by_one = !first || list->items.size() > kRunLength;
  if (!one_by_one) return operation(list, all);
  for (size_t i = all.size(); i-- > 0;) visit(all[i].expr, all[i].use);
}

void Walk::visit_dict(DictExpr* dict) {
  for (size_t i = dict->entries.size(); i-- > 0;) {
    auto& entry = dict->entries[i];
    Span span = join(entry.key->span, entry.value->span);
    operands({{entry.key, Use::own}, {entry.value, Use::own}}, span.offset, span.end());
  }
}

void Walk::visit_record(RecordExpr* record) {
  bool plain = std::none_of(record->items.begin(), record->items.end(),
                            [](const RecordItem& item) { return item.spread; });
  NameExpr* updated = updated_variable(record, function_);
  if ((plain && record->items.size() <= kRunLength) || updated != nullptr) {
    std::vector<Operand> list;
    for (RecordItem& item : record->items) {
      list.push_back({item.value, Use::own});
      if (updated != nullptr && is_call(item.value))
        taken_from_[item.value] = {{updated->binding, kAnyDepth, {field_step(item.field)}}};
    }
    if (updated != nullptr) spread_in_[updated] = record;
    return operation(record, list);
  }
  for (size_t i = record->items.size(); i-- > 0;) visit(record->items[i].value, Use::own);
}

bool is_visible(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names) {
  if (binding.owner == nullptr || !binding.owner->is_body() || binding.block != program) return false;
  return scopes.in_session || keeps_names || binding.read_by_functions;
}

bool may_borrow(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names) {
  return binding.bound == 1 && binding.updated == 0 && !is_visible(binding, scopes, program, keeps_names);
}

void Liveness::run(FunctionInfo& function) { Walk(*this, function).run(); }

void Liveness::find_last_uses() {
  for (Binding& b : scopes_.bindings) {
    if (b.is_self || b.owner == nullptr) continue;
    b.index = static_cast<uint32_t>(b.owner->variables.size());
    b.owner->variables.push_back(&b);
    b.consumed = b.changed = b.updated > 0;
  }
  for (FunctionInfo& function : scopes_.functions) run(function);
}

void Liveness::find_lendable() {
  lending_ = true;
  for (FunctionInfo& function : scopes_.functions) run(function);
}

}  // namespace aspen
