#include "frontend/resolve/callee.h"

#include <algorithm>
#include <unordered_set>

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

static bool gives_text_or_list(const Expr* callee) {
  static const std::unordered_set<std::string> kNames = {
#define ASPEN_GIVES_TEXT_OR_LIST(name) name,
#include "frontend/resolve/text_or_list.def"
#undef ASPEN_GIVES_TEXT_OR_LIST
  };
  return kNames.contains(CallReader::builtin_name(callee));
}

bool joins(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kString:
    case ExprKind::kInterpolation:
    case ExprKind::kList:
    case ExprKind::kBytes:
    case ExprKind::kSlice: return true;
    case ExprKind::kCall: return gives_text_or_list(as<CallExpr>(expr)->callee);
    case ExprKind::kPipe: return gives_text_or_list(as<PipeExpr>(expr)->callee);
    case ExprKind::kBinary: return as<BinaryExpr>(expr)->joins;
    default: return false;
  }
}

void note_joining(BinaryExpr* expr) {
  expr->joins = expr->op == BinaryOp::kAdd && (joins(expr->left) || joins(expr->right));
}

void pass_on_joining(BinaryExpr* expr) {
  auto* left = dyn<BinaryExpr>(expr->left);
  if (left != nullptr && left->op == BinaryOp::kAdd) left->joins |= expr->joins;
}

Expr* text_that_grows(const InterpolationExpr* expr) {
  if (expr->parts.size() < 2 || expr->parts[0].value == nullptr || expr->parts[0].format != nullptr)
    return nullptr;
  Expr* first = expr->parts[0].value;
  switch (first->kind) {
    case ExprKind::kName:
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex: return first;
    default: return nullptr;
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

bool is_plain_guard(Expr* guard) {
  switch (guard->kind) {
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel:
    case ExprKind::kName:
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex:
    case ExprKind::kTuple:
    case ExprKind::kNot:
    case ExprKind::kNegate:
    case ExprKind::kBinary:
    case ExprKind::kLogical:
    case ExprKind::kCall:
    case ExprKind::kPipe: {
      bool plain = true;
      each_child(guard, [&](Expr* child) { plain = plain && is_plain_guard(child); });
      return plain;
    }
    default: return false;
  }
}

bool has_plain_guards(const MatchExpr* expr) {
  return std::all_of(expr->arms.begin(), expr->arms.end(),
                     [](const MatchArm& arm) { return arm.guard == nullptr || is_plain_guard(arm.guard); });
}

IsExpr* guarded_is(const LogicalExpr* expr) {
  if (!expr->is_and || !is_plain_guard(expr->right)) return nullptr;
  if (auto* inner = dyn<LogicalExpr>(expr->left)) return guarded_is(inner);
  auto* is = dyn<IsExpr>(expr->left);
  if (is == nullptr) return nullptr;
  const bool stays = is->subject->kind == ExprKind::kName || part_of(is->subject).depth > 0;
  return stays ? is : nullptr;
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

bool is_stored_apart(const TuplePattern& targets, const TupleExpr& values) {
  return targets.elements.size() == values.elements.size() &&
         std::none_of(targets.elements.begin(), targets.elements.end(), may_fail);
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

bool may_leave_loop(Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kBreak:
    case ExprKind::kContinue: return true;
    case ExprKind::kLambda:
    case ExprKind::kWhile:
    case ExprKind::kLoop: return false;
    case ExprKind::kFor: return may_leave_loop(as<ForExpr>(expr)->iterable);
    default: break;
  }
  bool found = false;
  each_child(expr, [&](Expr* child) { found = found || may_leave_loop(child); });
  return found;
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
