#include "frontend/resolve/promotable.h"

#include <vector>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// How many statements after an assignment are searched for work; what is touched later than that is rare.
constexpr size_t kStatementsAhead = 8;

// The call that gives the expression its value, or one such call for each branch.
void set_promotable(Expr* expr) {
  if (expr == nullptr) return;
  if (auto* call = dyn<CallExpr>(expr)) call->promotable = true;
  if (auto* pipe = dyn<PipeExpr>(expr)) pipe->promotable = true;
  if (auto* block = dyn<BlockExpr>(expr); block && !block->statements.empty()) {
    set_promotable(block->statements.back());
  }
  if (auto* branch = dyn<IfExpr>(expr)) {
    set_promotable(branch->then_block);
    set_promotable(branch->else_branch);
  }
  if (auto* match = dyn<MatchExpr>(expr)) {
    for (MatchArm& arm : match->arms) set_promotable(arm.body);
  }
}

// The code in it runs in another task or at another time.
bool runs_apart(const Expr* expr) {
  return expr->kind == ExprKind::kLambda || expr->kind == ExprKind::kSpawn || expr->kind == ExprKind::kFiber;
}

// Whether all operands are evaluated before the first of them is touched.
bool waits_for_operands(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kBinary:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord:
    case ExprKind::kInterpolation:
    case ExprKind::kRange:
    case ExprKind::kCall:
    case ExprKind::kPipe: return true;
    default: return false;
  }
}

class Marker {
 public:
  // True if evaluating `expr` runs a call or a loop.
  bool mark(Expr* expr) {
    if (auto* block = dyn<BlockExpr>(expr)) return mark_block(block);
    // The rest of a fiber waits until it is resumed.
    if (auto* yield = dyn<YieldExpr>(expr)) return yield->value != nullptr && mark(yield->value);
    std::vector<Expr*> children;
    std::vector<bool> works;
    bool any = is_work(expr);
    each_child(expr, [&](Expr* child) {
      children.push_back(child);
      works.push_back(mark(child));
      any |= works.back();
    });
    if (waits_for_operands(expr)) mark_operands(children, works);
    return !runs_apart(expr) && any;
  }

 private:
  static void mark_operands(const std::vector<Expr*>& operands, const std::vector<bool>& works) {
    bool later = false;
    for (size_t i = operands.size(); i-- > 0;) {
      if (later) set_promotable(operands[i]);
      later = later || works[i];
    }
  }

  bool mark_block(BlockExpr* block) {
    std::vector<bool> works;
    bool any = false;
    for (Expr* statement : block->statements) {
      works.push_back(mark(statement));
      any |= works.back();
    }
    for (size_t i = 0; i < works.size(); ++i) mark_statement(*block, works, i);
    return any;
  }

  // `x = f y`, and then work that has nothing to do with x.
  static void mark_statement(const BlockExpr& block, const std::vector<bool>& works, size_t i) {
    auto* assign = dyn<AssignExpr>(block.statements[i]);
    auto* name = assign != nullptr ? dyn<NamePattern>(assign->target) : nullptr;
    if (name == nullptr || !works[i]) return;
    size_t end = std::min(block.statements.size(), i + 1 + kStatementsAhead);
    for (size_t j = i + 1; j < end; ++j) {
      if (mentions(block.statements[j], name->binding)) return;
      if (works[j]) return set_promotable(assign->value);
    }
  }
};

}  // namespace

bool is_work(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kCall:
    case ExprKind::kPipe:
    case ExprKind::kPipeUpdate:
    case ExprKind::kFor:
    case ExprKind::kWhile:
    case ExprKind::kLoop: return true;
    default: return false;
  }
}

void mark_promotable(BlockExpr* program) { Marker().mark(program); }

}  // namespace aspen
