#include "frontend/compile/dead_parts.h"

#include <algorithm>

#include "frontend/resolve/callee.h"
#include "frontend/resolve/entries.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Further paths of a function are not looked after, so the time of the walk stays proportional to its text.
constexpr size_t kMostParts = 256;

// Literals, and arithmetic with them, with variables of the function, which the walk sees change, and with
// the lengths of these.
bool is_steady_key(const Expr* key, const FunctionInfo& function) {
  switch (key->kind) {
    case ExprKind::kInt:
    case ExprKind::kString: return true;
    case ExprKind::kNegate: return is_steady_key(as<NegateExpr>(key)->operand, function);
    case ExprKind::kBinary:
      return is_steady_key(as<BinaryExpr>(key)->left, function) &&
             is_steady_key(as<BinaryExpr>(key)->right, function);
    case ExprKind::kName: {
      const Binding* b = as<NameExpr>(key)->binding;
      return b != nullptr && (b->constant != nullptr || is_local(as<NameExpr>(key), &function));
    }
    case ExprKind::kCall: {
      const NameExpr* measured = length_of(key);
      return measured != nullptr && is_local(measured, &function);
    }
    default: return false;
  }
}

template <typename Visit>
void each_key_variable(Expr* key, Visit&& visit) {
  if (auto* name = dyn<NameExpr>(key)) return name->binding != nullptr ? visit(name->binding) : void();
  each_child(key, [&](Expr* child) { each_key_variable(child, visit); });
}

bool is_same_key(const Expr* a, const Expr* b) {
  if (a == b) return true;
  const NameExpr *x = length_of(a), *y = length_of(b);
  if (x != nullptr && y != nullptr) return x->binding == y->binding;
  if (a->kind != b->kind) return false;
  if (auto* negation = dyn<NegateExpr>(a)) return is_same_key(negation->operand, as<NegateExpr>(b)->operand);
  auto* binary = dyn<BinaryExpr>(a);
  if (binary == nullptr) return same_simple(a, b);
  auto* other = as<BinaryExpr>(b);
  return binary->op == other->op && is_same_key(binary->left, other->left) &&
         is_same_key(binary->right, other->right);
}

bool is_same(const PathStep& a, const PathStep& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case StepKind::kField: return a.field == b.field;
    case StepKind::kTupleField: return a.index == b.index;
    case StepKind::kIndex: return is_same_key(a.key, b.key);
  }
  return false;
}

bool begins_with(const Steps& part, const Steps& prefix) {
  return prefix.size() <= part.size() && std::equal(prefix.begin(), prefix.end(), part.begin(), is_same);
}

}  // namespace

Steps steps_of(const Expr* part) {
  Steps steps;
  for (;;) {
    if (auto* field = dyn<FieldExpr>(part)) {
      steps.push_back(field_step(field->field));
      part = field->object;
    } else if (auto* item = dyn<TupleFieldExpr>(part)) {
      steps.push_back({StepKind::kTupleField, {}, item->index, nullptr, {}});
      part = item->object;
    } else if (auto* index = dyn<IndexExpr>(part)) {
      steps.push_back(index_step(index->index));
      part = index->object;
    } else {
      std::reverse(steps.begin(), steps.end());
      return steps;
    }
  }
}

Fields leading_fields(const Steps& steps) {
  Fields fields;
  for (const PathStep& step : steps) {
    if (step.kind != StepKind::kField) break;
    fields.push_back(step.field);
  }
  return fields;
}

// How many of the fields lead to where they are apart from the part; 0: they are not.
size_t apart_at(const Fields& fields, const Steps& part) {
  for (size_t i = 0; i < std::min(fields.size(), part.size()); ++i) {
    if (part[i].kind != StepKind::kField) return 0;
    if (!(part[i].field == fields[i])) return i + 1;
  }
  return 0;
}

bool is_same_part(const Steps& a, const Steps& b) { return a.size() == b.size() && begins_with(a, b); }

bool has_simple_keys(const Steps& steps) {
  return std::all_of(steps.begin(), steps.end(), [](const PathStep& step) {
    return step.kind != StepKind::kIndex || step.key->kind == ExprKind::kInt ||
           step.key->kind == ExprKind::kString || step.key->kind == ExprKind::kName;
  });
}

// ---- Which parts

size_t DeadParts::collect(const FunctionInfo& function, const CallReader& reader, Expr* body, size_t first) {
  next_ = first;
  end_ = first + kMostParts;
  add_targets(function, reader, body);
  end_ = next_ + kMostParts;
  add_reads(function, body);
  return next_;
}

// Fields that are read where the variable may be the only holder of its value.
void DeadParts::add_reads(const FunctionInfo& function, Expr* expr) {
  if (expr->kind == ExprKind::kLambda) return;
  const NameExpr* root = part_of(expr).root;
  if (root != nullptr && root != expr && is_local(root, &function) && root->binding->owned) {
    const Steps steps = steps_of(expr);
    if (leading_fields(steps).size() == steps.size()) add(function, root->binding, steps);
  }
  each_child(expr, [&](Expr* child) { add_reads(function, child); });
}

void DeadParts::add_targets(const FunctionInfo& function, const CallReader& reader, Expr* expr) {
  if (expr->kind == ExprKind::kLambda) return;
  if (auto* assign = dyn<AssignExpr>(expr)) {
    each_target(
        assign->target, [](NamePattern*) {},
        [&](PathPattern* target) {
          if (!is_local(target->path.root, &function)) return;
          const bool is_looked_up = replaced_entry(assign, reader, &function) != nullptr;
          add(function, target->path.root->binding, steps_of(target->path), is_looked_up);
        });
  }
  auto* record = dyn<RecordExpr>(expr);
  if (NameExpr* updated = record != nullptr ? updated_variable(record, &function) : nullptr) {
    for (const RecordItem& item : record->items.subspan(1))
      add(function, updated->binding, {field_step(item.field)});
  }
  each_child(expr, [&](Expr* child) { add_targets(function, reader, child); });
}

void DeadParts::add(const FunctionInfo& function, const Binding* variable, Steps steps, bool is_looked_up) {
  if (steps.empty() || next_ == end_) return;
  std::vector<Part>& parts = parts_[variable];
  auto is_known = [&](const Part& part) {
    return part.steps.size() == steps.size() && begins_with(part.steps, steps);
  };
  if (std::any_of(parts.begin(), parts.end(), is_known)) return;
  for (const PathStep& step : steps) {
    const bool is_computed_once = is_looked_up && &step == &steps.back();
    if (step.kind == StepKind::kIndex && !is_computed_once && !is_steady_key(step.key, function)) return;
  }
  for (const PathStep& step : steps) {
    if (step.kind != StepKind::kIndex) continue;
    each_key_variable(step.key, [&](const Binding* b) { indexed_by_[b].push_back(next_); });
  }
  parts.push_back({next_++, std::move(steps)});
}

const std::vector<DeadParts::Part>& DeadParts::parts_of(const Binding* variable) const {
  static const std::vector<Part> kNone;
  auto found = parts_.find(variable);
  return found == parts_.end() ? kNone : found->second;
}

// ---- What happens to them

void DeadParts::look(const Binding* variable, LiveSet& live) const {
  for (const Part& p : parts_of(variable)) live.add(p.number);
}

void DeadParts::look_at(const Binding* variable, const Steps& part, LiveSet& live) const {
  const Fields fields = leading_fields(part);
  for (const Part& p : parts_of(variable)) {
    if (apart_at(fields, p.steps) == 0) live.add(p.number);
  }
}

void DeadParts::look_at_length(const Binding* variable, LiveSet& live) const {
  for (const Part& p : parts_of(variable)) {
    if (p.steps[0].kind != StepKind::kIndex) live.add(p.number);
  }
}

void DeadParts::look_beside(const Binding* variable, const RecordExpr* update, LiveSet& live) const {
  auto items = update->items.subspan(1);
  for (const Part& p : parts_of(variable)) {
    const PathStep& step = p.steps[0];
    bool replaced = std::any_of(items.begin(), items.end(), [&](const RecordItem& item) {
      return step.kind == StepKind::kField && item.field == step.field;
    });
    if (!replaced) live.add(p.number);
  }
}

void DeadParts::replace(const Path& path, bool is_there, LiveSet& live) const {
  const Steps steps = steps_of(path);
  const Fields fields = leading_fields(steps);
  for (const Part& p : parts_of(path.root->binding)) {
    if (begins_with(p.steps, steps)) {
      live.remove(p.number);
    } else if (!is_there || apart_at(fields, p.steps) == 0) {
      live.add(p.number);
    }
  }
}

void DeadParts::begin(const Binding* variable, LiveSet& live) const {
  for (const Part& p : parts_of(variable)) live.remove(p.number);
  change_key(variable, live);
}

void DeadParts::change_key(const Binding* variable, LiveSet& live) const {
  auto found = indexed_by_.find(variable);
  if (found == indexed_by_.end()) return;
  for (size_t number : found->second) live.add(number);
}

bool DeadParts::is_whole(const Binding* variable, const LiveSet& live) const {
  const std::vector<Part>& parts = parts_of(variable);
  return std::all_of(parts.begin(), parts.end(), [&](const Part& p) { return live.has(p.number); });
}

bool DeadParts::is_dead(const Binding* variable, const Steps& part, const LiveSet& live) const {
  const std::vector<Part>& parts = parts_of(variable);
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Part& p) { return !live.has(p.number) && begins_with(part, p.steps); });
}

}  // namespace aspen
