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
  end_ = first + kMostReads;
  add_reads(function, body);
}

void ReadFields::add_reads(const FunctionInfo& function, Expr* expr) {
  if (expr->kind == ExprKind::kLambda) return;
  const NameExpr* root = part_of(expr).root;
  if (root == nullptr || !is_local(root, &function) || root->binding->root == nullptr) {
    return each_child(expr, [&](Expr* child) { add_reads(function, child); });
  }
  const Steps steps = steps_of(expr);
  add(root->binding, steps);
  for (const PathStep& step : steps) {
    if (step.kind == StepKind::kIndex) add_reads(function, step.key);
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

void ReadFields::read(const Binding* variable, const Expr* part, LiveSet& live) const {
  auto found = variables_.find(variable);
  if (found == variables_.end()) return;
  const Fields fields = part != nullptr ? leading_fields(steps_of(part)) : Fields();
  for (const auto& [number, read] : found->second.parts) {
    if (read == fields) return live.add(number);
  }
  live.add(found->second.whole);
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

}  // namespace aspen
