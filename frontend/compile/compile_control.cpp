// Conditions, branches, loops, `try`, `return`.
#include <algorithm>

#include "frontend/compile/function_compiler.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

bool is_comparison(BinaryOp op) { return op < BinaryOp::kAdd; }

// The same comparison with the operands exchanged.
BinaryOp turned(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess: return BinaryOp::kGreater;
    case BinaryOp::kLessEqual: return BinaryOp::kGreaterEqual;
    case BinaryOp::kGreater: return BinaryOp::kLess;
    case BinaryOp::kGreaterEqual: return BinaryOp::kLessEqual;
    default: return op;
  }
}

bool is_empty_block(const Expr* expr) {
  auto* block = dyn<BlockExpr>(expr);
  return block != nullptr && block->statements.empty();
}

}  // namespace

// ---- Conditions

// Goes to `label` if the condition is `sense`. Names that `is` binds keep their registers until the caller
// releases them.
void FunctionCompiler::jump_if(Expr* expr, bool sense, Label& label) {
  if (auto* logical = dyn<LogicalExpr>(expr)) {
    if (logical->is_and != sense) {
      jump_if(logical->left, sense, label);
      return jump_if(logical->right, sense, label);
    }
    Label decided;
    jump_if(logical->left, !sense, decided);
    jump_if(logical->right, sense, label);
    return code_.bind(decided);
  }
  if (auto* negation = dyn<NotExpr>(expr)) return jump_if(negation->operand, !sense, label);
  if (auto* is = dyn<IsExpr>(expr)) return jump_is(is, sense, label);
  unsigned saved = top_;
  auto* constant = dyn<BoolExpr>(constant_of(expr));
  if (constant != nullptr) {
    if (constant->value == sense) code_.jump(Op::Jump, label);
  } else if (!jump_operation(expr, sense, label)) {
    std::vector<Pending> pending;
    Reg reg = operand(expr, Mode::lend, text_of(expr), pending);
    flush(pending);
    code_.at(expr->span);
    code_.emit(sense ? Op::JumpIf : Op::JumpIfNot, reg);
    code_.offset(label);
  }
  release(saved);
}

// False if no instruction does both the operation and the jump.
bool FunctionCompiler::jump_operation(Expr* expr, bool sense, Label& label) {
  if (auto* index = dyn<IndexExpr>(expr)) return jump_index(index, sense, label);
  auto* binary = dyn<BinaryExpr>(expr);
  if (binary == nullptr || !is_comparison(binary->op)) return false;
  checks_.check_waits(binary->left);
  checks_.check_waits(binary->right);
  return jump_divisible(binary, sense, label) || jump_comparison(binary, sense, label);
}

// `if n % k == 0`. False if the condition is something else.
bool FunctionCompiler::jump_divisible(BinaryExpr* expr, bool sense, Label& label) {
  auto* remainder = dyn<BinaryExpr>(expr->left);
  const bool equality = expr->op == BinaryOp::kEqual || expr->op == BinaryOp::kNotEqual;
  if (!equality || remainder == nullptr || remainder->op != BinaryOp::kModulo) return false;
  if (!small_int_of(expr->right, 0, 0)) return false;
  const std::optional<int64_t> divisor = small_int_of(remainder->right, 1, INT16_MAX);
  if (!divisor && number_of(remainder->right)) return false;
  checks_.check_waits(remainder->left);
  checks_.check_waits(remainder->right);
  const bool wants_zero = (expr->op == BinaryOp::kEqual) == sense;
  std::vector<Pending> pending;
  const TextRange text = text_of(remainder);
  const Reg left = operand(remainder->left, Mode::lend, text, pending);
  const Reg right = divisor ? Reg{} : operand(remainder->right, Mode::lend, text, pending);
  flush(pending);
  code_.at(remainder->span);
  if (divisor) {
    code_.emit_i16(wants_zero ? Op::JumpIfDivisibleInt : Op::JumpIfNotDivisibleInt, left,
                   static_cast<int16_t>(*divisor));
  } else {
    code_.emit(wants_zero ? Op::JumpIfDivisible : Op::JumpIfNotDivisible, left, right);
  }
  code_.offset(label);
  return true;
}

// `if seen[i]`. False if there is no such instruction: the index is a constant.
bool FunctionCompiler::jump_index(IndexExpr* expr, bool sense, Label& label) {
  if (small_int_of(expr->index, INT8_MIN, INT8_MAX)) return false;
  std::vector<Pending> pending;
  Reg container = operand(expr->object, Mode::lend, text_of(expr), pending);
  Reg index = operand(expr->index, Mode::lend, text_of(expr), pending);
  flush(pending);
  code_.at(expr->span);
  code_.emit(sense ? Op::JumpIfIndex : Op::JumpIfNotIndex, container, index);
  code_.offset(label);
  return true;
}

bool FunctionCompiler::jump_comparison(BinaryExpr* expr, bool sense, Label& label) {
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto integer = [](Expr* e) -> std::optional<int64_t> {
    if (std::optional<int64_t> n = small_int_of(e, INT16_MIN, INT16_MAX)) return n;
    std::optional<NumberConstant> number = number_of(e);
    if (!number || number->is_int || !(number->number >= INT16_MIN && number->number <= INT16_MAX))
      return std::nullopt;
    int64_t whole = static_cast<int64_t>(number->number);
    return static_cast<double>(whole) == number->number ? std::optional(whole) : std::nullopt;
  };
  if (std::optional<int64_t> right = integer(expr->right)) {
    Reg left = operand(expr->left, Mode::lend, text, pending);
    flush(pending);
    code_.at(expr->span);
    return jump_comparison_int(expr->op, left, *right, sense, label);
  }
  if (std::optional<int64_t> left = integer(expr->left)) {
    Reg right = operand(expr->right, Mode::lend, text, pending);
    flush(pending);
    code_.at(expr->span);
    return jump_comparison_int(turned(expr->op), right, *left, sense, label);
  }
  const Expr* constant = constant_of(expr->right);
  bool equality = expr->op == BinaryOp::kEqual || expr->op == BinaryOp::kNotEqual;
  bool wants_equal = (expr->op == BinaryOp::kEqual) == sense;
  if (equality && (constant->kind == ExprKind::kString || constant->kind == ExprKind::kLabel ||
                   constant->kind == ExprKind::kUnit)) {
    Reg left = operand(expr->left, Mode::lend, text, pending);
    flush(pending);
    code_.at(expr->span);
    code_.emit(wants_equal ? Op::JumpIfEqualValue : Op::JumpIfNotEqualValue, left);
    if (constant->kind == ExprKind::kString) {
      code_.constant(Constant::Kind::String, as<StringExpr>(constant)->value);
    } else if (constant->kind == ExprKind::kLabel) {
      code_.bare_label(as<LabelExpr>(constant)->name.text());
    } else {
      code_.value(Value::unit());
    }
    code_.offset(label);
    return true;
  }
  Reg left = operand(expr->left, Mode::lend, text, pending);
  Reg right = operand(expr->right, Mode::lend, text, pending);
  flush(pending);
  code_.at(expr->span);
  BinaryOp op = expr->op;
  if (op == BinaryOp::kGreater || op == BinaryOp::kGreaterEqual) std::swap(left, right), op = turned(op);
  Op code;
  switch (op) {
    case BinaryOp::kLess: code = sense ? Op::JumpIfLess : Op::JumpIfNotLess; break;
    case BinaryOp::kLessEqual: code = sense ? Op::JumpIfLessEqual : Op::JumpIfNotLessEqual; break;
    default: code = wants_equal ? Op::JumpIfEqual : Op::JumpIfNotEqual; break;
  }
  code_.emit(code, left, right);
  code_.offset(label);
  return true;
}

bool FunctionCompiler::jump_comparison_int(BinaryOp op, Reg left, int64_t right, bool sense, Label& label) {
  Op code;
  switch (op) {
    case BinaryOp::kLess: code = sense ? Op::JumpIfLessInt : Op::JumpIfNotLessInt; break;
    case BinaryOp::kLessEqual: code = sense ? Op::JumpIfLessEqualInt : Op::JumpIfNotLessEqualInt; break;
    case BinaryOp::kGreater: code = sense ? Op::JumpIfGreaterInt : Op::JumpIfNotGreaterInt; break;
    case BinaryOp::kGreaterEqual:
      code = sense ? Op::JumpIfGreaterEqualInt : Op::JumpIfNotGreaterEqualInt;
      break;
    case BinaryOp::kEqual: code = sense ? Op::JumpIfEqualInt : Op::JumpIfNotEqualInt; break;
    default: code = sense ? Op::JumpIfNotEqualInt : Op::JumpIfEqualInt; break;
  }
  code_.emit_i16(code, left, static_cast<int16_t>(right));
  code_.offset(label);
  return true;
}

// `get key container is Some p`: the part alone, without a label around it. False if the expression is
// something else.
bool FunctionCompiler::found_part(IsExpr* expr, Label& fail) {
  auto* label = dyn<LabelPattern>(expr->pattern);
  bool call = expr->subject->kind == ExprKind::kCall;
  if (!call || label == nullptr || label->payload == nullptr || label->name.text() != "Some") return false;
  CallShape shape = reader_.shape(expr->subject, function_);
  if (shape.callee.kind != Callee::Kind::native || shape.callee.name != "get" || !shape.exact()) return false;
  Reg part = alloc();
  unsigned saved = top_;
  std::vector<Pending> pending;
  Reg key = operand(shape.arguments[0], Mode::lend, inside(expr->subject), pending);
  Reg container = operand(shape.arguments[1], Mode::lend, inside(expr->subject), pending);
  flush(pending);
  code_.at(expr->subject->span);
  code_.emit(Op::JumpIfNoPart, part, container, key);
  code_.builtin("get");
  code_.offset(fail);
  release(saved);
  patterns_.match(label->payload, part, expr->moves, fail);
  return true;
}

void FunctionCompiler::jump_is(IsExpr* expr, bool sense, Label& label) {
  Label no_part;
  if (found_part(expr, sense ? no_part : label)) {
    if (sense) code_.jump(Op::Jump, label);
    return code_.bind(no_part);
  }
  if (!sense && comes_apart(expr->subject, expr->pattern)) {
    auto* tuple = as<TuplePattern>(expr->pattern);
    Reg first = take_apart(expr->subject, static_cast<Reg>(tuple->elements.size()), label);
    return patterns_.match_parts(tuple, first, expr->moves, true, label);
  }
  Subject value = subject(expr->subject, false);
  bool moves = expr->moves && value.owned;
  if (!sense) return patterns_.match(expr->pattern, value.reg, moves, label);
  Label fail;
  patterns_.match(expr->pattern, value.reg, moves, fail);
  code_.jump(Op::Jump, label);
  code_.bind(fail);
}

void FunctionCompiler::into_condition(Expr* expr, Dest dest) {
  Label no, end;
  jump_if(expr, false, no);
  load_bool(dest.reg, true);
  code_.jump(Op::Jump, end);
  code_.bind(no);
  load_bool(dest.reg, false);
  code_.bind(end);
}

static bool asks(const Expr* expr) {
  if (expr->kind == ExprKind::kIs || expr->kind == ExprKind::kBinary || expr->kind == ExprKind::kNot)
    return true;
  auto* logical = dyn<LogicalExpr>(expr);
  return logical != nullptr && asks(logical->left) && asks(logical->right);
}

void FunctionCompiler::into_logical(LogicalExpr* expr, Dest dest) {
  if (asks(expr)) return into_condition(expr, dest);
  Label decided, end;
  jump_if(expr->left, !expr->is_and, decided);
  Reg reg = dest.fresh ? dest.reg : alloc();
  into(expr->right, {reg, true});
  code_.at(expr->right->span);
  code_.emit(Op::CheckBool, reg);
  if (reg != dest.reg) code_.emit(Op::Move, dest.reg, reg);
  code_.jump(Op::Jump, end);
  code_.bind(decided);
  load_bool(dest.reg, !expr->is_and);
  code_.bind(end);
}

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
  unsigned saved = top_;
  ++branches_;
  Label whole, end;
  Reg parts = parts_of_arms(expr);
  Subject value = parts > 0 ? Subject{take_apart(expr->subject, parts, whole), true, false}
                            : subject(expr->subject, has_guards(expr));
  bool open = true;
  for (MatchArm& arm : expr->arms) {
    unsigned arm_top = top_;
    Label next;
    code_.at(arm.pattern->span);
    if (parts > 0 && arm.pattern->kind == PatternKind::kTuple) {
      patterns_.match_parts(as<TuplePattern>(arm.pattern), value.reg, arm.moves, arm.guard == nullptr, next);
    } else {
      if (parts > 0) code_.bind(whole);
      patterns_.match(arm.pattern, value.reg, arm.moves && value.owned, next);
    }
    if (arm.guard != nullptr) jump_if(arm.guard, false, next);
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

// ---- Loops

// Whether an iteration may take long, so that the next ones may begin before it has ended.
static bool works(Expr* expr) {
  bool found = expr->kind == ExprKind::kCall || expr->kind == ExprKind::kFor ||
               expr->kind == ExprKind::kWhile || expr->kind == ExprKind::kLoop;
  each_child(expr, [&](Expr* child) { found = found || works(child); });
  return found;
}

// Visits the variables that the expression assigns or updates; functions in it are left out.
template <typename Visit>
static void each_changed(Expr* expr, Visit&& visit) {
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

void FunctionCompiler::compile_while(WhileExpr* expr) {
  unsigned saved = top_;
  Label head, next, done, exit;
  const std::optional<Reg> state = prepare_loop(expr, works(expr->condition) || works(expr->body));
  code_.bind(head);
  loops_.push_back({state ? &next : &head, &exit, std::nullopt, state});
  jump_if(expr->condition, false, done);
  block(expr->body, [&](Expr* e) {
    if (e != nullptr) discard(e);
  });
  loops_.pop_back();
  code_.bind(next);
  code_.at(expr->span);
  const uint32_t step = code_.here();
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
  block(expr->body, [&](Expr* e) {
    if (e != nullptr) discard(e);
  });
  loops_.pop_back();
  code_.bind(next);
  code_.at(expr->span);
  const uint32_t step = code_.here();
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
  block(expr->body, [&](Expr* e) {
    if (e != nullptr) discard(e);
  });
  loops_.pop_back();
  code_.bind(next);
  code_.at(expr->iterable->span);
  const uint32_t step = code_.here();
  code_.emit(Op::IterNext, state, element);
  code_.offset(body);
  code_.bind(exit);
  release(saved);
  note_loop_variables(expr->body, step);
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
