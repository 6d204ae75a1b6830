#include "frontend/resolve/cautious.h"

#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

void forget(Expr* expr) {
  if (auto* name = dyn<NameExpr>(expr)) name->last_use = false;
  if (auto* field = dyn<FieldExpr>(expr)) field->shared = true, field->taken = false;
  if (auto* item = dyn<TupleFieldExpr>(expr)) item->shared = true, item->taken = false;
  if (auto* index = dyn<IndexExpr>(expr)) index->shared = true, index->taken = false;
  if (auto* assignment = dyn<AssignExpr>(expr)) assignment->moves = false;
  if (auto* is = dyn<IsExpr>(expr)) is->moves = is->takes = is->waits = false;
  if (auto* call = dyn<CallExpr>(expr)) call->takes_entry = false;
  if (auto* pipe = dyn<PipeExpr>(expr)) pipe->takes_entry = false;
  if (auto* loop = dyn<ForExpr>(expr)) loop->lent = false;
  if (auto* match = dyn<MatchExpr>(expr)) {
    for (MatchArm& arm : match->arms) arm.moves = arm.takes = false;
  }
  each_child(expr, forget);
}

}  // namespace

void forget_ownership(Scopes& scopes, BlockExpr* program) {
  forget(program);
  for (Binding& binding : scopes.bindings) {
    binding.consumed = true;
    binding.owned = false;
    binding.lendable = false;
  }
  for (FunctionInfo& function : scopes.functions) {
    function.consumes = ~ConsumeMask{0};
    function.capture_last_use.clear();
  }
}

}  // namespace aspen
