#include "frontend/resolve/callee.h"

#include <algorithm>

#include "frontend/syntax/walk.h"

namespace aspen {

unsigned Callee::arity() const {
  if (kind == Kind::known) return static_cast<unsigned>(info->literal->parameters.size());
  return builtin != nullptr ? builtin->arity : 0;
}

std::string CallReader::builtin_name(const Expr* expr) {
  if (auto* name = dyn<NameExpr>(expr))
    return name->binding == nullptr ? std::string(name->name.text()) : std::string();
  auto* field = dyn<FieldExpr>(expr);
  if (field == nullptr) return {};
  std::string module = builtin_name(field->object);
  return module.empty() ? module : module + "." + std::string(field->field.text());
}

bool CallReader::is_direct(const NameExpr* name, const FunctionInfo* function) {
  const Binding* b = name->binding;
  if (b == nullptr || b->literal == nullptr || !b->literal->info->known) return false;
  if (!b->forward_slot || b->owner == function) return true;
  return !b->captured && name->span.offset > b->span.offset;
}

Callee CallReader::callee(const Expr* expr, const FunctionInfo* function) const {
  Callee out;
  if (expr->kind == ExprKind::kLabel) {
    out.kind = Callee::Kind::label;
    return out;
  }
  if (auto* name = dyn<NameExpr>(expr); name != nullptr && name->binding != nullptr) {
    if (is_direct(name, function)) out.kind = Callee::Kind::known, out.info = name->binding->literal->info;
    return out;
  }
  if (auto* literal = dyn<LambdaExpr>(expr); literal != nullptr && literal->info->known) {
    out.kind = Callee::Kind::known;
    out.info = literal->info;
    return out;
  }
  out.name = builtin_name(expr);
  if (out.name.empty()) return out;
  out.builtin = builtins_.find(out.name);
  if (out.builtin != nullptr && out.builtin->kind == BuiltinInfo::Kind::module &&
      !out.builtin->converter.empty()) {
    out.name = out.builtin->converter;
    out.builtin = builtins_.find(out.name);
  }
  if (out.builtin == nullptr) return out;
  if (out.builtin->kind == BuiltinInfo::Kind::native) out.kind = Callee::Kind::native;
  if (out.builtin->kind == BuiltinInfo::Kind::function) out.kind = Callee::Kind::function;
  return out;
}

CallShape CallReader::shape(Expr* expr, const FunctionInfo* function) const {
  CallShape out;
  if (auto* call = dyn<CallExpr>(expr)) {
    out.callee_expr = call->callee;
    out.promotable = call->promotable;
    out.arguments.assign(call->arguments.begin(), call->arguments.end());
  } else if (auto* pipe = dyn<PipeExpr>(expr)) {
    out.callee_expr = pipe->callee;
    out.promotable = pipe->promotable;
    out.arguments.assign(pipe->arguments.begin(), pipe->arguments.end());
    out.arguments.push_back(pipe->input);
    out.pipe = true;
  } else {
    auto* update = as<PipeUpdateExpr>(expr);
    out.callee_expr = update->callee;
    out.arguments.assign(update->arguments.begin(), update->arguments.end());
    out.arguments.push_back(update->path.root);
    out.pipe = true;
  }
  out.callee = callee(out.callee_expr, function);
  return out;
}

bool is_constant(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel: return true;
    case ExprKind::kNegate: {
      ExprKind kind = as<NegateExpr>(expr)->operand->kind;
      return kind == ExprKind::kInt || kind == ExprKind::kFloat;
    }
    default: return false;
  }
}

bool is_local(const NameExpr* name, const FunctionInfo* function) {
  const Binding* b = name->binding;
  if (b == nullptr || b->owner != function || b->constant != nullptr || b->is_self) return false;
  return !CallReader::is_direct(name, function);
}

bool unassigned(const Binding& binding, uint32_t from, uint32_t to) {
  auto at = std::lower_bound(binding.assigned_at.begin(), binding.assigned_at.end(), from);
  return at == binding.assigned_at.end() || *at >= to;
}

PartOf part_of(Expr* expr) {
  PartOf part;
  for (;; ++part.depth) {
    if (auto* field = dyn<FieldExpr>(expr)) {
      expr = field->object;
    } else if (auto* item = dyn<TupleFieldExpr>(expr)) {
      expr = item->object;
    } else if (auto* index = dyn<IndexExpr>(expr)) {
      expr = index->object;
    } else {
      part.root = dyn<NameExpr>(expr);
      return part;
    }
  }
}

bool joins(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kString:
    case ExprKind::kInterpolation:
    case ExprKind::kList:
    case ExprKind::kBytes: return true;
    case ExprKind::kBinary: {
      auto* binary = as<BinaryExpr>(expr);
      return binary->op == BinaryOp::kAdd && (joins(binary->left) || joins(binary->right));
    }
    default: return false;
  }
}

bool adds_to(const BinaryExpr* expr, const Binding* target) {
  auto* left = dyn<NameExpr>(expr->left);
  return expr->op == BinaryOp::kAdd && left != nullptr && target != nullptr && left->binding == target;
}

bool has_guards(const MatchExpr* expr) {
  return std::any_of(expr->arms.begin(), expr->arms.end(),
                     [](const MatchArm& arm) { return arm.guard != nullptr; });
}

NameExpr* updated_variable(const RecordExpr* expr, const FunctionInfo* function) {
  auto items = expr->items;
  if (items.size() < 2 || items.size() > kRunLength || !items[0].spread) return nullptr;
  auto* name = dyn<NameExpr>(items[0].value);
  if (name == nullptr || !is_local(name, function)) return nullptr;
  bool fields =
      std::none_of(items.begin() + 1, items.end(), [](const RecordItem& item) { return item.spread; });
  return fields && unassigned(*name->binding, expr->span.offset, expr->span.end()) ? name : nullptr;
}

bool same_simple(const Expr* a, const Expr* b) {
  if (a->kind != b->kind) return false;
  switch (a->kind) {
    case ExprKind::kName:
      return as<NameExpr>(a)->binding == as<NameExpr>(b)->binding &&
             as<NameExpr>(a)->name == as<NameExpr>(b)->name;
    case ExprKind::kInt: {
      auto *x = as<IntExpr>(a), *y = as<IntExpr>(b);
      return x->fits && y->fits && x->value == y->value;
    }
    case ExprKind::kString: return as<StringExpr>(a)->value == as<StringExpr>(b)->value;
    case ExprKind::kNegate: return same_simple(as<NegateExpr>(a)->operand, as<NegateExpr>(b)->operand);
    case ExprKind::kBinary: {
      auto *x = as<BinaryExpr>(a), *y = as<BinaryExpr>(b);
      return x->op == y->op && same_simple(x->left, y->left) && same_simple(x->right, y->right);
    }
    default: return false;
  }
}

static bool makes_container(const Expr* expr);

static bool is_steady_default(const Expr* expr) { return is_constant(expr) || makes_container(expr); }

// `[]`, `[:]`, `""`, `set []`, `{ items: [], count: 0 }` and the like.
static bool makes_container(const Expr* expr) {
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

static bool calls_native(const CallShape& shape, std::string_view name) {
  return shape.callee.kind == Callee::Kind::native && shape.callee.name == name && shape.exact();
}

std::optional<Entry> entry_of_get(const CallShape& shape) {
  if (!calls_native(shape, "get") || shape.pipe) return std::nullopt;
  return Entry{shape.arguments[0], shape.arguments[1]};
}

std::optional<Entry> entry_or(const CallShape& shape) {
  if (!calls_native(shape, "get_or") || !makes_container(shape.arguments[1])) return std::nullopt;
  return Entry{shape.arguments[0], shape.arguments[2]};
}

// Parts, tuples and texts of variables of the function, and arithmetic with them: no effects, and nothing but
// an assignment to such a variable changes the value.
static bool is_index(Expr* expr, const Binding* root, const FunctionInfo* function) {
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
static bool same_index(Expr* a, Expr* b) {
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

static const LabelPattern* label_of(const Pattern* pattern, std::string_view name) {
  auto* label = dyn<LabelPattern>(pattern);
  return label != nullptr && label->name.text() == name ? label : nullptr;
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

NameExpr* length_of(const Expr* expr) {
  auto* call = dyn<CallExpr>(expr);
  if (call == nullptr || call->arguments.size() != 1) return nullptr;
  auto* callee = dyn<NameExpr>(call->callee);
  const bool is_length = callee != nullptr && callee->binding == nullptr && callee->name.text() == "len";
  return is_length ? dyn<NameExpr>(call->arguments[0]) : nullptr;
}

bool same_path(const Path& path, const Expr* expr) {
  for (size_t i = path.steps.size(); i-- > 0;) {
    const PathStep& step = path.steps[i];
    if (step.kind == StepKind::kField) {
      auto* field = dyn<FieldExpr>(expr);
      if (field == nullptr || !(field->field == step.field)) return false;
      expr = field->object;
    } else if (step.kind == StepKind::kTupleField) {
      auto* item = dyn<TupleFieldExpr>(expr);
      if (item == nullptr || item->index != step.index) return false;
      expr = item->object;
    } else {
      auto* index = dyn<IndexExpr>(expr);
      if (index == nullptr || !same_simple(step.key, index->index)) return false;
      expr = index->object;
    }
  }
  auto* root = dyn<NameExpr>(expr);
  return root != nullptr && root->binding != nullptr && root->binding == path.root->binding;
}

bool hands_over(const Expr* operand, const Binding* variable) {
  if (auto* name = dyn<NameExpr>(operand)) return name->binding == variable;
  auto* literal = dyn<LambdaExpr>(operand);
  return literal != nullptr && literal->info->free_set.count(variable) > 0;
}

bool is_or_borrows_from(const Binding* b, const Binding* variable) {
  while (b != nullptr && b != variable) b = b->root;
  return b != nullptr;
}

bool mentions(Expr* expr, const Binding* binding) {
  if (auto* name = dyn<NameExpr>(expr)) return is_or_borrows_from(name->binding, binding);
  if (auto* literal = dyn<LambdaExpr>(expr)) {
    if (literal->info == nullptr) return false;
    const std::vector<Binding*>& free = literal->info->free;
    return std::any_of(free.begin(), free.end(),
                       [&](const Binding* b) { return is_or_borrows_from(b, binding); });
  }
  bool found = false;
  each_child(expr, [&](Expr* child) { found = found || mentions(child, binding); });
  return found;
}

}  // namespace aspen
