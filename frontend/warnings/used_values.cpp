#include "frontend/warnings/used_values.h"

#include <algorithm>

#include "frontend/syntax/walk.h"
#include "frontend/warnings/coverage.h"

namespace aspen {

namespace {

// What becomes of the value of an expression.
enum class Use {
  dropped,
  ignored,   // dropped, beside another branch that is there for its effect
  returned,  // the function's value, which its caller may drop
  needed,
};

// Which statement drops it: for hints.
enum class Within { block, branch, loop };

Expr* last_of(BlockExpr* block) { return block->statements.empty() ? nullptr : block->statements.back(); }

bool is_among(const Expr* callee, std::initializer_list<std::string_view> names) {
  auto* name = dyn<NameExpr>(callee);
  return name != nullptr && name->binding == nullptr &&
         std::find(names.begin(), names.end(), name->name.text()) != names.end();
}

// Literals, structures and operators: written for their value alone.
bool makes_value(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kInterpolation:
    case ExprKind::kLabel:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord:
    case ExprKind::kLogical:
    case ExprKind::kNot:
    case ExprKind::kNegate:
    case ExprKind::kBinary:
    case ExprKind::kIs:
    case ExprKind::kRange:
    case ExprKind::kLambda: return true;
    case ExprKind::kCall: return as<CallExpr>(expr)->callee->kind == ExprKind::kLabel;
    default: return false;
  }
}

bool reads_value(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kName:
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex:
    case ExprKind::kSlice: return true;
    default: return false;
  }
}

// Evaluating it changes nothing.
bool is_inert(Expr* expr) {
  if (expr->kind == ExprKind::kLambda) return true;
  if (!makes_value(expr) && !reads_value(expr)) return false;
  bool inert = true;
  each_child(expr, [&](Expr* child) { inert = inert && is_inert(child); });
  return inert;
}

// The value of its last statement is there for nothing but its value.
bool ends_inert(Expr* expr) {
  if (expr == nullptr) return false;
  if (auto* block = dyn<BlockExpr>(expr)) return ends_inert(last_of(block));
  if (auto* either = dyn<IfExpr>(expr))
    return ends_inert(either->then_block) &&
           (either->else_branch == nullptr || ends_inert(either->else_branch));
  if (auto* match = dyn<MatchExpr>(expr))
    return std::all_of(match->arms.begin(), match->arms.end(),
                       [](auto& arm) { return ends_inert(arm.body); });
  return makes_value(expr) && is_inert(expr);
}

// A call that may give a value.
bool calls_for_value(const Expr* expr) {
  if (expr->kind == ExprKind::kPipe) return !is_among(as<PipeExpr>(expr)->callee, {"each", "print"});
  auto* call = dyn<CallExpr>(expr);
  return call != nullptr &&
         !is_among(call->callee, {"print", "println", "eprint", "write", "error", "exit", "each", "assert"});
}

// Whether a branch that ends in `expr` gives a value other than `()`.
bool gives_value(Expr* expr, Use use) {
  if (expr == nullptr) return false;
  if (auto* block = dyn<BlockExpr>(expr)) return gives_value(last_of(block), use);
  if (auto* either = dyn<IfExpr>(expr))
    return gives_value(either->then_block, use) || gives_value(either->else_branch, use);
  if (auto* match = dyn<MatchExpr>(expr))
    return std::any_of(match->arms.begin(), match->arms.end(),
                       [&](auto& arm) { return gives_value(arm.body, use); });
  if (expr->kind == ExprKind::kUnit) return false;
  return makes_value(expr) || reads_value(expr) || (use == Use::needed && calls_for_value(expr));
}

// `true`, `v is name`.
bool always_holds(const Expr* condition) {
  if (auto* literal = dyn<BoolExpr>(condition)) return literal->value;
  auto* is = dyn<IsExpr>(condition);
  return is != nullptr && matches_all(is->pattern);
}

class Values {
 public:
  explicit Values(ModuleWarnings& warnings) : warnings_(warnings) {}

  void walk_block(BlockExpr* block, Use use, Within within) {
    for (size_t i = 0; i < block->statements.size(); ++i) {
      const bool last = i + 1 == block->statements.size();
      walk(block->statements[i], last ? use : Use::dropped, last ? within : Within::block);
    }
  }

 private:
  void walk(Expr* expr, Use use, Within within = Within::block) {
    if (use == Use::dropped && makes_value(expr) && is_inert(expr)) return warn_of_dropped(expr, within);
    switch (expr->kind) {
      case ExprKind::kBlock: return walk_block(as<BlockExpr>(expr), use, within);
      case ExprKind::kIf: return walk_if(as<IfExpr>(expr), use, within);
      case ExprKind::kMatch: return walk_match(as<MatchExpr>(expr), use, within);
      case ExprKind::kFor:
        need(as<ForExpr>(expr)->iterable);
        return walk(as<ForExpr>(expr)->body, Use::dropped, Within::loop);
      case ExprKind::kWhile:
        need(as<WhileExpr>(expr)->condition);
        return walk(as<WhileExpr>(expr)->body, Use::dropped, Within::loop);
      case ExprKind::kLoop: return walk(as<LoopExpr>(expr)->body, Use::dropped, Within::loop);
      case ExprKind::kLambda: return walk_function(as<LambdaExpr>(expr));
      case ExprKind::kTry: return walk(as<TryExpr>(expr)->body, Use::returned);
      case ExprKind::kReturn: return each_child(expr, [&](Expr* child) { walk(child, Use::returned); });
      default: break;
    }
    each_child(expr, [&](Expr* child) { need(child); });
  }

  void need(Expr* expr) {
    if (auto* block = dyn<BlockExpr>(expr)) check_block(*block);
    walk(expr, Use::needed);
  }

  // A block that is a value may be meant as a record or a dict.
  void check_block(const BlockExpr& block) {
    if (block.statements.empty())
      return warnings_.warn(DiagnosticCode::kEmptyBlock, block.span, {},
                            "an empty record is written `{:}`, an empty dict `[:]`");
    const auto gives_name = [](const Expr* statement) {
      auto* assign = dyn<AssignExpr>(statement);
      return assign != nullptr && assign->target->kind == PatternKind::kName;
    };
    if (std::all_of(block.statements.begin(), block.statements.end(), gives_name))
      warnings_.warn(DiagnosticCode::kBlockOfAssignments, block.span, {},
                     "a record is written `{ x: 1, y: 2 }`");
  }

  void walk_if(IfExpr* expr, Use use, Within within) {
    need(expr->condition);
    if (expr->else_branch == nullptr) {
      const bool used = use == Use::needed || use == Use::returned;
      if (used && !always_holds(expr->condition) && gives_value(expr->then_block, use))
        warn_of_missing_else(expr);
    }
    if (use == Use::dropped && !ends_inert(expr)) use = Use::ignored;
    walk(expr->then_block, use, branch_of(within));
    if (expr->else_branch != nullptr) walk(expr->else_branch, use, branch_of(within));
  }

  void walk_match(MatchExpr* expr, Use use, Within within) {
    need(expr->subject);
    if (use == Use::dropped && !ends_inert(expr)) use = Use::ignored;
    for (MatchArm& arm : expr->arms) {
      if (arm.guard != nullptr) need(arm.guard);
      walk(arm.body, use, branch_of(within));
    }
  }

  static Within branch_of(Within within) { return within == Within::loop ? within : Within::branch; }

  void walk_function(LambdaExpr* literal) {
    ++functions_;
    walk(literal->body, Use::returned);
    --functions_;
  }

  void warn_of_missing_else(const IfExpr* expr) {
    warnings_.warn(DiagnosticCode::kMissingElse, {expr->span.offset, 2}, {},
                   "write what the value is in the other case: `if … { … } else { … }`");
  }

  void warn_of_dropped(const Expr* expr, Within within) {
    warnings_.warn(DiagnosticCode::kDropsValue, expr->span, {}, dropped_hint(expr, within));
  }

  std::string dropped_hint(const Expr* expr, Within within) const {
    auto* equal = dyn<BinaryExpr>(expr);
    if (equal != nullptr && equal->op == BinaryOp::kEqual)
      return "`==` compares; to give a variable a value, write `=`";
    if (within == Within::loop)
      return "a loop drops the values of its body; `map (x -> …) xs` gives a list of them";
    if (within == Within::branch && functions_ > 0)
      return "to end the function with this value, write `return …`";
    return "the value of a block is that of its last line; to show a value, write `print …`";
  }

  ModuleWarnings& warnings_;
  unsigned functions_ = 0;  // that are open
};

}  // namespace

void check_values(BlockExpr* program, bool shows_value, ModuleWarnings& warnings) {
  Values(warnings).walk_block(program, shows_value ? Use::returned : Use::dropped, Within::block);
}

}  // namespace aspen
