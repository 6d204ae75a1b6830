#include "frontend/compile/read_fields.h"

#include <algorithm>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Further reads count as reads of the whole, so the time of the walk stays proportional to the text.
constexpr size_t kMostReads = 256;

// Indexes are apart if they are different literals. A negative one counts from the end.
bool are_apart(const PathStep& a, const PathStep& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case StepKind::kField: return !(a.field == b.field);
    case StepKind::kTupleField: return a.index != b.index;
    case StepKind::kIndex: {
      auto *x = dyn<IntExpr>(a.key), *y = dyn<IntExpr>(b.key);
      return x != nullptr && y != nullptr && x->fits && y->fits && x->value != y->value;
    }
  }
  return false;
}

}  // namespace

bool are_apart(const Steps& a, const Steps& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].kind != b[i].kind) return false;
    if (are_apart(a[i], b[i])) return true;
  }
  return false;
}

std::optional<Steps> steps_from(const Binding* variable, Expr* part) {
  Steps steps = steps_of(part);
  const NameExpr* root = part_of(part).root;
  for (const Binding* b = root != nullptr ? root->binding : nullptr; b != variable; b = b->root) {
    if (b == nullptr || b->part == nullptr) return std::nullopt;
    const Steps outer = steps_of(b->part);
    steps.insert(steps.begin(), outer.begin(), outer.end());
  }
  return steps;
}

// ---- Which reads

void ReadFields::collect(const FunctionInfo& function, Expr* body, size_t first) {
  next_ = first;
  for (const bool of_borrowers : {true, false}) {
    end_ = next_ + kMostReads;
    add_reads(function, body, of_borrowers);
  }
}

void ReadFields::add_reads(const FunctionInfo& function, Expr* expr, bool of_borrowers) {
  if (expr->kind == ExprKind::kLambda) return;
  auto is_meant = [&](const NameExpr* root) {
    return root != nullptr && is_local(root, &function) && (root->binding->root != nullptr) == of_borrowers;
  };
  auto add_path = [&](const Path& path) {
    if (is_meant(path.root)) add(path.root->binding, steps_of(path));
  };
  if (auto* assign = dyn<AssignExpr>(expr)) {
    each_target(
        assign->target, [](NamePattern*) {}, [&](PathPattern* target) { add_path(target->path); });
  }
  if (auto* update = dyn<UpdateExpr>(expr)) add_path(update->path);
  if (auto* piped = dyn<PipeUpdateExpr>(expr)) add_path(piped->path);
  const NameExpr* root = part_of(expr).root;
  if (!is_meant(root)) {
    return each_child(expr, [&](Expr* child) { add_reads(function, child, of_borrowers); });
  }
  const Steps steps = steps_of(expr);
  add(root->binding, steps);
  for (const PathStep& step : steps) {
    if (step.kind == StepKind::kIndex) add_reads(function, step.key, of_borrowers);
  }
}

void ReadFields::add(const Binding* variable, const Steps& steps) {
  if (next_ + 2 > end_) return;
  auto [found, is_new] = variables_.try_emplace(variable);
  if (is_new) found->second.whole = next_++;
  auto& parts = found->second.parts;
  Fields fields = leading_fields(steps);
  bool known =
      std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return part.second == fields; });
  if (!fields.empty() && !known) parts.emplace_back(next_++, std::move(fields));
}

// ---- What happens to them

bool ReadFields::read(const Binding* variable, const Steps& part, LiveSet& live) const {
  auto found = variables_.find(variable);
  if (found == variables_.end()) return false;
  const Fields fields = leading_fields(part);
  for (const auto& [number, read] : found->second.parts) {
    if (read != fields) continue;
    live.add(number);
    return true;
  }
  live.add(found->second.whole);
  return false;
}

void ReadFields::begin(const Binding* variable, LiveSet& live) const {
  auto found = variables_.find(variable);
  if (found == variables_.end()) return;
  live.remove(found->second.whole);
  for (const auto& part : found->second.parts) live.remove(part.first);
}

bool ReadFields::are_apart_from(const Steps& part, const Binding* variable, const LiveSet& live,
                                std::vector<Fields>& needed) const {
  auto found = variables_.find(variable);
  if (found == variables_.end() || live.has(found->second.whole)) return false;
  for (const auto& [number, fields] : found->second.parts) {
    if (!live.has(number)) continue;
    size_t count = apart_at(fields, part);
    if (count == 0) return false;
    needed.emplace_back(fields.begin(), fields.begin() + static_cast<ptrdiff_t>(count));
  }
  return !needed.empty();
}

void ReadFields::find_needed(const Steps& part, const Binding* variable, const LiveSet& live,
                             std::vector<Fields>& needed) const {
  auto found = variables_.find(variable);
  if (found == variables_.end()) return;
  for (const auto& [number, fields] : found->second.parts) {
    const size_t count = live.has(number) ? apart_at(fields, part) : 0;
    if (count > 0) needed.emplace_back(fields.begin(), fields.begin() + static_cast<ptrdiff_t>(count));
  }
}

}  // namespace aspen
