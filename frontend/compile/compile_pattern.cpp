// The values that patterns take apart.
#include "frontend/compile/function_compiler.h"
#include "frontend/syntax/walk.h"

namespace aspen {

FunctionCompiler::Subject FunctionCompiler::subject(Expr* expr, bool guarded) {
  auto* name = dyn<NameExpr>(expr);
  if (name != nullptr && is_local(name, function_)) {
    Binding& b = *name->binding;
    bool owned = b.owned && !b.read_by_functions && b.session_slot < 0;
    if (has_place(&b)) return {b.place, owned, true};
    Reg reg = alloc();
    load_local(name, reg, Mode::lend);
    return {reg, false, false};
  }
  bool is_part = part_of(expr).depth > 0;
  if (name != nullptr || (is_part && !guarded)) return {fresh(expr, Mode::lend), false, false};
  return {fresh(expr, Mode::own), true, false};
}

bool FunctionCompiler::may_take_subject(Expr* part) const {
  return takes_parts_of(*part_of(part).root->binding);
}

// ---- Tuples that calls return

bool FunctionCompiler::comes_apart(const Expr* value, const Pattern* pattern) const {
  bool call = value->kind == ExprKind::kCall || value->kind == ExprKind::kPipe;
  return call && !input_.cautious && dyn<TuplePattern>(pattern) != nullptr &&
         as<TuplePattern>(pattern)->elements.size() <= kRunLength;
}

// The number of parts that the subject has in every arm but a last `_`; 0 if it is needed whole.
Reg FunctionCompiler::parts_of_arms(const MatchExpr* expr) const {
  if (expr->arms.empty() || !comes_apart(expr->subject, expr->arms[0].pattern)) return 0;
  size_t parts = as<TuplePattern>(expr->arms[0].pattern)->elements.size();
  for (const MatchArm& arm : expr->arms.subspan(1)) {
    auto* tuple = dyn<TuplePattern>(arm.pattern);
    bool last = &arm == &expr->arms.back() && arm.guard == nullptr;
    bool fits = tuple != nullptr ? tuple->elements.size() == parts
                                 : last && arm.pattern->kind == PatternKind::kWildcard;
    if (!fits) return 0;
  }
  return static_cast<Reg>(parts);
}

// The parts are placed in registers from the returned one on, which are the last ones allocated. At `whole`
// the first of them holds a value that is not a tuple of `parts` elements.
Reg FunctionCompiler::take_apart(Expr* value, Reg parts, Label& whole) {
  Reg first = fresh(value);
  for (Reg i = 1; i < parts; ++i) alloc();
  code_.emit(Op::TakeApart, first, parts);
  code_.offset(whole);
  return first;
}

// ---- Tests

// ---- Binding

}  // namespace aspen
