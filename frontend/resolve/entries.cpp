#include "frontend/resolve/entries.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

bool makes_container(const Expr* expr);

bool is_steady_default(const Expr* expr) { return is_constant(expr) || makes_container(expr); }

// `[]`, `[:]`, `""`, `set []`, `{ items: [], count: 0 }` and the like.
bool makes_container(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kString:
    case ExprKind::kBytes: return true;
    case ExprKind::kList: {
      auto items = as<ListExpr>(expr)->items;
      return std::all_of(items.begin(), items.end(),
                         [](const ListItem& item) { return !item.spread && is_steady_default(item.value); });
    }
    case ExprKind::kRecord: {
      auto items = as<RecordExpr>(expr)->items;
      return std::all_of(items.begin(), items.end(), [](const RecordItem& item) {
        return !item.spread && is_steady_default(item.value);
      });
    }
    case ExprKind::kDict: return as<DictExpr>(expr)->entries.empty();
    case ExprKind::kCall: {
      auto* call = as<CallExpr>(expr);
      return !CallReader::builtin_name(call->callee).empty() && call->arguments.size() == 1 &&
             makes_container(call->arguments[0]);
    }
    default: return false;
  }
}

bool calls_native(const CallShape& shape, std::string_view name) {
  return shape.callee.kind == Callee::Kind::native && shape.callee.name == name && shape.exact();
}

// Parts, tuples and texts of variables of the function, and arithmetic with them: no effects, and nothing but
// an assignment to such a variable changes the value.
bool is_index(Expr* expr, const Binding* root, const FunctionInfo* function) {
  switch (expr->kind) {
    case ExprKind::kInt:
    case ExprKind::kString: return true;
    case ExprKind::kName: {
      auto* name = as<NameExpr>(expr);
      if (name->binding != nullptr && name->binding->constant != nullptr) return true;
      return is_local(name, function) && !is_or_borrows_from(name->binding, root);
    }
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex:
    case ExprKind::kNegate:
    case ExprKind::kBinary:
    case ExprKind::kTuple:
    case ExprKind::kInterpolation: {
      bool fits = true;
      each_child(expr, [&](Expr* child) { fits = fits && is_index(child, root, function); });
      return fits;
    }
    default: return false;
  }
}

// Likewise for two that are written alike.
bool same_index(Expr* a, Expr* b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case ExprKind::kField: {
      auto *x = as<FieldExpr>(a), *y = as<FieldExpr>(b);
      return x->field == y->field && same_index(x->object, y->object);
    }
    case ExprKind::kTupleField: {
      auto *x = as<TupleFieldExpr>(a), *y = as<TupleFieldExpr>(b);
      return x->index == y->index && same_index(x->object, y->object);
    }
    case ExprKind::kIndex: {
      auto *x = as<IndexExpr>(a), *y = as<IndexExpr>(b);
      return same_index(x->object, y->object) && same_index(x->index, y->index);
    }
    case ExprKind::kBinary: {
      auto *x = as<BinaryExpr>(a), *y = as<BinaryExpr>(b);
      return x->op == y->op && same_index(x->left, y->left) && same_index(x->right, y->right);
    }
    case ExprKind::kTuple: {
      auto x = as<TupleExpr>(a)->elements, y = as<TupleExpr>(b)->elements;
      return std::equal(x.begin(), x.end(), y.begin(), y.end(), same_index);
    }
    case ExprKind::kInterpolation: {
      auto x = as<InterpolationExpr>(a)->parts, y = as<InterpolationExpr>(b)->parts;
      return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const StringPart& p, const StringPart& q) {
        const bool are_texts = p.value == nullptr && q.value == nullptr && p.text == q.text;
        const bool are_values =
            p.value != nullptr && q.value != nullptr && p.format == nullptr && q.format == nullptr;
        return are_texts || (are_values && same_index(p.value, q.value));
      });
    }
    default: return same_simple(a, b);
  }
}

const LabelPattern* label_of(const Pattern* pattern, std::string_view name) {
  auto* label = dyn<LabelPattern>(pattern);
  return label != nullptr && label->name.text() == name ? label : nullptr;
}

}  // namespace

std::optional<Entry> entry_of_get(const CallShape& shape) {
  if (!calls_native(shape, "get") || shape.pipe) return std::nullopt;
  return Entry{shape.arguments[0], shape.arguments[1]};
}

std::optional<Entry> entry_or(const CallShape& shape) {
  if (!calls_native(shape, "get_or")) return std::nullopt;
  const Expr* otherwise = shape.arguments[1];
  if (otherwise->kind != ExprKind::kName && !makes_container(otherwise)) return std::nullopt;
  return Entry{shape.arguments[0], shape.arguments[2]};
}

Expr* replaced_entry(const AssignExpr* expr, const CallReader& reader, const FunctionInfo* function) {
  auto* target = dyn<PathPattern>(expr->target);
  if (target == nullptr || target->path.steps.back().kind != StepKind::kIndex) return nullptr;
  Path holder = target->path;
  Expr* index = holder.steps.back().key;
  holder.steps = holder.steps.first(holder.steps.size() - 1);
  if (!is_index(index, holder.root->binding, function)) return nullptr;
  const auto find = [&](const auto& self, Expr* value) -> Expr* {
    std::vector<Expr*> operands;
    if (auto* binary = dyn<BinaryExpr>(value)) {
      operands = {binary->left, binary->right};
    } else if (value->kind == ExprKind::kCall || value->kind == ExprKind::kPipe) {
      const CallShape shape = reader.shape(value, function);
      const std::optional<Entry> entry = entry_or(shape);
      if (entry && same_path(holder, entry->holder) && same_index(index, entry->key)) return value;
      operands = shape.arguments;
    }
    Expr* found = nullptr;
    for (Expr* operand : operands) found = found != nullptr ? found : self(self, operand);
    return found;
  };
  return find(find, expr->value);
}

NamePattern* name_in_some(Pattern* pattern) {
  const LabelPattern* some = label_of(pattern, "Some");
  return some != nullptr && some->payload != nullptr ? dyn<NamePattern>(some->payload) : nullptr;
}

std::optional<FoundArms> found_arms(MatchExpr* expr, const CallReader& reader, const FunctionInfo* function) {
  if (expr->arms.size() != 2 || has_guards(expr) || expr->subject->kind != ExprKind::kCall)
    return std::nullopt;
  FoundArms arms;
  for (MatchArm& arm : expr->arms) {
    const LabelPattern* none = label_of(arm.pattern, "None");
    if (name_in_some(arm.pattern) != nullptr) {
      arms.some = &arm;
    } else if (arm.pattern->kind == PatternKind::kWildcard ? arms.some != nullptr
                                                           : none != nullptr && none->payload == nullptr) {
      arms.none = &arm;
    }
  }
  const bool fits = arms.some != nullptr && arms.none != nullptr;
  if (!fits || !entry_of_get(reader.shape(expr->subject, function))) return std::nullopt;
  return arms;
}

}  // namespace aspen
