// Branches and blocks, `break`, `continue`, `return`.
#include "frontend/compile/function_compiler.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

bool is_empty_block(const Expr* expr) {
  auto* block = dyn<BlockExpr>(expr);
  return block != nullptr && block->statements.empty();
}

}  // namespace

// ---- Branches

// Whether nothing from `offset` on needs the registers that an assignment took. What borrows a part of a
// variable is bound below it, so its register is above, and is released first.
bool FunctionCompiler::is_over(const Expr* statement, uint32_t offset) {
  auto* assign = dyn<AssignExpr>(statement);
  if (assign == nullptr) return false;
  uint32_t last = 0;
  each_name(assign->target,
            [&](const NamePattern* name) { last = std::max(last, name->binding->last_mention); });
  return last <= offset;
}

// The variables of the program itself stay, for its importers.
void FunctionCompiler::block(BlockExpr* expr, const Leaf& leaf) {
  unsigned saved = top_;
  std::vector<std::pair<const Expr*, unsigned>> begun;  // what took registers, and the top before it
  for (size_t i = 0; i < expr->statements.size(); ++i) {
    Expr* statement = expr->statements[i];
    bool last = i + 1 == expr->statements.size();
    bool valued = statement->kind != ExprKind::kAssign && statement->kind != ExprKind::kUpdate &&
                  statement->kind != ExprKind::kPipeUpdate && statement->kind != ExprKind::kUse;
    if (last && valued) {
      leaf(statement);
      return release(saved);
    }
    const unsigned before = top_;
    discard(statement);
    if (top_ > before && expr != input_.program) begun.emplace_back(statement, before);
    while (!last && !begun.empty() && is_over(begun.back().first, expr->statements[i + 1]->span.offset)) {
      release(begun.back().second);
      begun.pop_back();
    }
  }
  code_.at(expr->span);
  leaf(nullptr);
  release(saved);
}

void FunctionCompiler::into_if(IfExpr* expr, const Leaf& leaf, bool returns) {
  unsigned saved = top_;
  Label otherwise, end;
  ++branches_;
  jump_if(expr->condition, false, otherwise);
  block(expr->then_block, leaf);
  release(saved);
  // Where branches give no value, an absent one needs no code.
  uint32_t before = code_.here();
  if (!returns) code_.jump(Op::Jump, end);
  uint32_t after_jump = code_.here();
  code_.bind(otherwise);
  if (expr->else_branch == nullptr || is_empty_block(expr->else_branch)) {
    leaf(nullptr);
  } else if (auto* other = dyn<IfExpr>(expr->else_branch)) {
    into_if(other, leaf, returns);
  } else {
    block(as<BlockExpr>(expr->else_branch), leaf);
  }
  bool nothing = !returns && code_.here() == after_jump;
  if (nothing) {
    code_.retract(before, otherwise, end);
  }
  code_.bind(end);
  --branches_;
  release(saved);
}

void FunctionCompiler::into_arm(const MatchArm& arm, const Leaf& leaf) {
  const bool valued = arm.body->kind != ExprKind::kAssign && arm.body->kind != ExprKind::kUpdate &&
                      arm.body->kind != ExprKind::kPipeUpdate;
  if (!valued) discard(arm.body);
  leaf(valued ? arm.body : nullptr);
}

void FunctionCompiler::into_match(MatchExpr* expr, const Leaf& leaf, bool returns) {
  if (has_both_outcomes(expr)) return into_outcomes(expr, leaf, returns);
  if (into_found(expr, leaf, returns)) return;
  unsigned saved = top_;
  ++branches_;
  Label whole, end;
  Reg parts = parts_of_arms(expr);
  Subject value = parts > 0 ? Subject{take_apart(expr->subject, parts, whole), true, false}
                            : subject(expr->subject, !has_plain_guards(expr));
  bool open = true;
  for (MatchArm& arm : expr->arms) {
    unsigned arm_top = top_;
    Label next;
    code_.at(arm.pattern->span);
    const bool is_apart = parts > 0 && arm.pattern->kind == PatternKind::kTuple;
    if (parts > 0 && !is_apart) code_.bind(whole);
    const bool takes = arm.takes && may_take_subject(expr->subject);
    const bool moves = takes || (arm.moves && value.owned);
    const bool is_tried = takes || (moves && arm.guard != nullptr);
    // What is taken is read again. A field of a host's object may have another value then, so all tests are
    // made again.
    if (is_tried) {
      is_apart ? patterns_.try_parts(as<TuplePattern>(arm.pattern), value.reg, arm.guard, next)
               : patterns_.try_match(arm.pattern, value.reg, arm.guard, next);
      if (arm.guard != nullptr) jump_if(arm.guard, false, next);
      if (takes) into_part(expr->subject, {value.reg, true}, Mode::own);
    }
    if (is_apart) {
      const bool stay = arm.guard == nullptr;
      patterns_.match_parts(as<TuplePattern>(arm.pattern), value.reg, moves, stay, next);
    } else {
      patterns_.match(arm.pattern, value.reg, moves, next);
    }
    if (arm.guard != nullptr && !is_tried) jump_if(arm.guard, false, next);
    into_arm(arm, leaf);
    release(arm_top);
    // A value that is not such a tuple is left to the last arm.
    bool remains = parts > 0 && whole.at < 0 && &arm != &expr->arms.back();
    open = !next.jumps.empty() || (remains && expr->arms.back().pattern->kind == PatternKind::kWildcard);
    if (!returns && open) code_.jump(Op::Jump, end);
    code_.bind(next);
    if (!open) break;
  }
  if (open) patterns_.emit_mismatch(value.reg, expr->subject->span, parts);
  if (whole.at < 0) patterns_.raise_mismatch(std::move(whole), value.reg, expr->subject->span);
  code_.bind(end);
  --branches_;
  release(saved);
}

// ---- Leaving

void FunctionCompiler::compile_break(BreakExpr* expr) {
  LoopContext loop = loops_.back();  // a copy: the value may hold loops of its own
  if (loop.result) {
    expr->value != nullptr ? into(expr->value, *loop.result) : load_unit(loop.result->reg);
  } else if (expr->value != nullptr) {
    discard(expr->value);
  }
  if (loop.state) code_.emit(Op::LeaveLoop, *loop.state);
  code_.jump(Op::Jump, *loop.exit);
}

// Every backward jump is a safepoint. A loop that may be split has one step, in one place.
void FunctionCompiler::compile_continue() {
  Label& next = *loops_.back().next;
  code_.jump(next.at >= 0 ? Op::Loop : Op::Jump, next);
}

void FunctionCompiler::compile_return(Expr* value, Span span) {
  unsigned saved = top_;
  if (value != nullptr) {
    tail(value);
  } else {
    code_.at(span);
    Reg reg = alloc();
    load_unit(reg);
    emit_return(reg, true);
  }
  release(saved);
}

}  // namespace aspen
