// Loops, and what is noted of them so that their iterations may overlap.
#include <algorithm>

#include "frontend/compile/function_compiler.h"
#include "frontend/resolve/promotable.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Whether an iteration may take long, so that the next ones may begin before it has ended.
bool works(Expr* expr) {
  bool found = is_work(expr);
  each_child(expr, [&](Expr* child) { found = found || works(child); });
  return found;
}

// Visits the variables that the expression assigns or updates; functions in it are left out.
template <typename Visit>
void each_changed(Expr* expr, Visit&& visit) {
  if (expr->kind == ExprKind::kLambda) return;
  const auto root = [&](const Path& path) { visit(path.root->binding); };
  if (auto* assign = dyn<AssignExpr>(expr))
    each_target(
        assign->target, [&](NamePattern* name) { visit(name->binding); },
        [&](PathPattern* path) { root(path->path); });
  if (auto* update = dyn<UpdateExpr>(expr)) root(update->path);
  if (auto* update = dyn<PipeUpdateExpr>(expr)) root(update->path);
  each_child(expr, [&](Expr* child) { each_changed(child, visit); });
}

}  // namespace

// The register of the loop's state; none if the loop is not worth a split.
std::optional<Reg> FunctionCompiler::prepare_loop(Expr* loop, bool is_worth) {
  if (!is_worth) return std::nullopt;
  const Reg state = alloc();
  code_.at(loop->span);
  code_.emit(Op::LoopPrepare, state);
  return state;
}

// The loop steps at `step`, by a jump back.
void FunctionCompiler::note_loop(std::optional<Reg> state, uint32_t step) {
  if (state) code_.out().loops.push_back({0, step, *state});
}

// The variables that the loop changes and that live longer than an iteration: those with a register below the
// loop's own.
void FunctionCompiler::note_loop_variables(Expr* body, uint32_t step) {
  std::vector<LoopVariable>& noted = code_.out().loop_variables;
  const size_t first = noted.size();
  const auto note = [&](const Binding* b) {
    if (b->home != Binding::Home::place && b->home != Binding::Home::place_and_slot) return;
    if (!b->name || b->place >= top_) return;
    const auto is_it = [&](const LoopVariable& v) { return v.reg == b->place; };
    if (std::none_of(noted.begin() + static_cast<ptrdiff_t>(first), noted.end(), is_it))
      noted.push_back({step, b->place, std::string(b->name.written())});
  };
  each_changed(body, note);
}

// The body of the innermost loop, which ends here. Binds `next` to the step that follows, and returns where
// that is.
uint32_t FunctionCompiler::loop_body(BlockExpr* body, Label& next, Span span) {
  block(body, [&](Expr* e) {
    if (e != nullptr) discard(e);
  });
  loops_.pop_back();
  code_.bind(next);
  code_.at(span);
  return code_.here();
}

void FunctionCompiler::compile_while(WhileExpr* expr) {
  unsigned saved = top_;
  Label head, next, done, exit;
  const std::optional<Reg> state = prepare_loop(expr, works(expr->condition) || works(expr->body));
  code_.bind(head);
  loops_.push_back({state ? &next : &head, &exit, std::nullopt, state});
  jump_if(expr->condition, false, done);
  const uint32_t step = loop_body(expr->body, next, expr->span);
  code_.loop_back(head, done);
  note_loop(state, step);
  code_.bind(done);
  if (state) code_.emit(Op::LeaveLoop, *state);
  code_.bind(exit);
  release(saved);
  note_loop_variables(expr->body, step);
}

void FunctionCompiler::compile_loop(LoopExpr* expr, const Dest* dest) {
  unsigned saved = top_;
  Label head, next, exit;
  const std::optional<Reg> state = prepare_loop(expr, works(expr->body));
  code_.bind(head);
  loops_.push_back(
      {state ? &next : &head, &exit, dest != nullptr ? std::optional(*dest) : std::nullopt, state});
  const uint32_t step = loop_body(expr->body, next, expr->span);
  code_.jump(Op::Loop, head);
  note_loop(state, step);
  code_.bind(exit);
  release(saved);
  note_loop_variables(expr->body, step);
}

void FunctionCompiler::compile_for(ForExpr* expr) {
  unsigned saved = top_;
  Reg state = alloc();
  if (auto* range = dyn<RangeExpr>(expr->iterable)) {
    std::vector<Pending> pending;
    place(range->from, state, Mode::lend, text_of(range), pending);
    place(range->to, alloc(), Mode::lend, text_of(range), pending);
    flush(pending);
    code_.at(range->span);
    alloc();
    code_.emit(Op::RangePrepare, state, range->inclusive ? 1 : 0);
  } else {
    auto* name = dyn<NameExpr>(expr->iterable);
    bool part = part_of(expr->iterable).depth > 0;
    bool lent = name != nullptr ? expr->lent : part;
    into(expr->iterable, {state, true}, lent ? Mode::lend : Mode::own);
    code_.at(expr->iterable->span);
    alloc_run(2);
    code_.emit(Op::IterPrepare, state);
  }
  Label body, next, exit;
  auto* variable = dyn<NamePattern>(expr->pattern);
  bool direct = variable != nullptr && variable->binding->home == Binding::Home::place;
  Reg element = alloc();
  code_.jump(Op::Jump, next);
  code_.bind(body);
  if (direct) {
    Binding& b = *variable->binding;
    b.place = element;
    b.emitted = true;
    b.owned = !may_borrow(&b);
    // A variable that is updated gets a value of its own.
    if (b.owned) code_.emit(Op::Share, element);
  } else {
    patterns_.match_or_raise(expr->pattern, element, false, expr->pattern->span);
  }
  loops_.push_back({&next, &exit, std::nullopt, state});
  const uint32_t step = loop_body(expr->body, next, expr->iterable->span);
  code_.emit(Op::IterNext, state, element);
  code_.offset(body);
  code_.bind(exit);
  release(saved);
  note_loop_variables(expr->body, step);
}

}  // namespace aspen
