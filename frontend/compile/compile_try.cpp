// `try`, and a `match` of its outcomes.
#include "frontend/compile/function_compiler.h"

namespace aspen {

void FunctionCompiler::compile_try(TryExpr* expr, Dest dest) {
  Reg value = dest.fresh ? dest.reg : alloc();
  Label done;
  uint32_t begin = code_.here();
  ++tries_;
  into(expr->body, {value, true});
  --tries_;
  uint32_t end = code_.here();
  code_.at(expr->span);
  code_.emit(Op::NewLabel, dest.reg, value);
  code_.symbol("Ok");
  code_.jump(Op::Jump, done);
  if (end > begin) code_.out().handlers.push_back({begin, end, code_.here(), value});
  code_.emit(Op::NewLabel, dest.reg, value);
  code_.symbol("Err");
  code_.bind(done);
}

// ---- Outcomes

namespace {

// The part of an arm `Ok p` or `Err p` that takes any; null for other arms.
Pattern* part_of_outcome(const MatchArm& arm, std::string_view label) {
  auto* pattern = dyn<LabelPattern>(arm.pattern);
  if (pattern == nullptr || pattern->payload == nullptr || pattern->name.text() != label ||
      arm.guard != nullptr)
    return nullptr;
  const PatternKind kind = pattern->payload->kind;
  return kind == PatternKind::kName || kind == PatternKind::kWildcard ? pattern->payload : nullptr;
}

}  // namespace

bool FunctionCompiler::has_both_outcomes(const MatchExpr* expr) {
  return expr->subject->kind == ExprKind::kTry && expr->arms.size() == 2 &&
         part_of_outcome(expr->arms[0], "Ok") != nullptr && part_of_outcome(expr->arms[1], "Err") != nullptr;
}

// The parts alone, without labels around them. Nothing is allocated between the end of the attempt and its
// arm, so no MemoryLimit comes between: cell.asp and semaphore.asp rely on it.
void FunctionCompiler::into_outcomes(MatchExpr* expr, const Leaf& leaf, bool returns) {
  const unsigned saved = top_;
  const Reg value = alloc();
  Label end;
  ++branches_;
  const uint32_t begin = code_.here();
  ++tries_;
  into(as<TryExpr>(expr->subject)->body, {value, true});
  --tries_;
  const uint32_t after = code_.here();
  into_outcome(expr->arms[0], value, leaf);
  if (!returns) code_.jump(Op::Jump, end);
  if (after > begin) code_.out().handlers.push_back({begin, after, code_.here(), value});
  into_outcome(expr->arms[1], value, leaf);
  code_.bind(end);
  --branches_;
  release(saved);
}

void FunctionCompiler::into_outcome(const MatchArm& arm, Reg value, const Leaf& leaf) {
  const unsigned saved = top_;
  Label never;
  code_.at(arm.pattern->span);
  patterns_.match(as<LabelPattern>(arm.pattern)->payload, value, arm.moves, never);
  into_arm(arm, leaf);
  release(saved);
}

}  // namespace aspen
