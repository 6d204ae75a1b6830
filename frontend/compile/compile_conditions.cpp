// Conditions: what an `if`, a `while` or a guard decides, as jumps.
#include <algorithm>

#include "frontend/compile/function_compiler.h"
#include "frontend/resolve/entries.h"

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

bool asks(const Expr* expr) {
  if (expr->kind == ExprKind::kIs || expr->kind == ExprKind::kBinary || expr->kind == ExprKind::kNot)
    return true;
  auto* logical = dyn<LogicalExpr>(expr);
  return logical != nullptr && asks(logical->left) && asks(logical->right);
}

}  // namespace

// Goes to `label` if the condition is `sense`. Names that `is` binds keep their registers until the caller
// releases them.
void FunctionCompiler::jump_if(Expr* expr, bool sense, Label& label) {
  if (auto* logical = dyn<LogicalExpr>(expr)) {
    IsExpr* guarded = guarded_is(logical);
    if (guarded != nullptr && guarded->waits) return jump_guarded(guarded, logical, sense, label);
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

// `if n % k == 0`. False if the condition is something else, or k a constant without a place in the
// instruction.
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

// `get key holder is Some p`: the part alone, without a label around it. False if the expression is something
// else.
bool FunctionCompiler::found_part(Expr* subject, Pattern* pattern, bool moves, Label& fail) {
  auto* label = dyn<LabelPattern>(pattern);
  bool call = subject->kind == ExprKind::kCall;
  if (!call || label == nullptr || label->payload == nullptr || label->name.text() != "Some") return false;
  const std::optional<Entry> entry = entry_of_get(reader_.shape(subject, function_));
  if (!entry) return false;
  const NamePattern* name = dyn<NamePattern>(label->payload);
  const bool takes = name != nullptr && name->taken && takes_parts_of(*part_of(entry->holder).root->binding);
  Reg part = alloc();
  unsigned saved = top_;
  std::vector<Pending> pending;
  Reg key = operand(entry->key, Mode::lend, inside(subject), pending);
  Reg holder = operand(entry->holder, takes ? Mode::reach : Mode::lend, inside(subject), pending);
  flush(pending);
  code_.at(subject->span);
  Label found;
  if (takes) take_entry(part, holder, key, found);
  code_.emit(Op::JumpIfNoPart, part, holder, key);
  code_.builtin("get");
  code_.offset(fail);
  code_.bind(found);
  release(saved);
  patterns_.match(label->payload, part, moves, fail);
  return true;
}

// `match get key holder { Some name -> …, None -> … }` likewise.
bool FunctionCompiler::into_found(MatchExpr* expr, const Leaf& leaf, bool returns) {
  const std::optional<FoundArms> arms = found_arms(expr, reader_, function_);
  if (!arms) return false;
  unsigned saved = top_;
  ++branches_;
  Label none, end;
  code_.at(arms->some->pattern->span);
  found_part(expr->subject, arms->some->pattern, arms->some->moves, none);
  into_arm(*arms->some, leaf);
  release(saved);
  if (!returns) code_.jump(Op::Jump, end);
  code_.bind(none);
  into_arm(*arms->none, leaf);
  code_.bind(end);
  --branches_;
  release(saved);
  return true;
}

void FunctionCompiler::jump_is(IsExpr* expr, bool sense, Label& label) {
  Label no_part;
  if (found_part(expr->subject, expr->pattern, expr->moves, sense ? no_part : label)) {
    if (sense) code_.jump(Op::Jump, label);
    return code_.bind(no_part);
  }
  if (!sense && comes_apart(expr->subject, expr->pattern)) {
    auto* tuple = as<TuplePattern>(expr->pattern);
    Reg first = take_apart(expr->subject, static_cast<Reg>(tuple->elements.size()), label);
    return patterns_.match_parts(tuple, first, expr->moves, true, label);
  }
  Subject value = subject(expr->subject, false);
  const bool takes = expr->takes && may_take_subject(expr->subject);
  bool moves = takes || (expr->moves && value.owned);
  Label fail;
  Label& no = sense ? fail : label;
  if (takes) {
    patterns_.try_match(expr->pattern, value.reg, nullptr, no);
    into_part(expr->subject, {value.reg, true}, Mode::own);
  }
  patterns_.match(expr->pattern, value.reg, moves, no);
  if (!sense) return;
  code_.jump(Op::Jump, label);
  code_.bind(fail);
}

void FunctionCompiler::jump_guarded(IsExpr* guarded, LogicalExpr* expr, bool sense, Label& label) {
  if (!sense) return jump_unless_guarded(guarded, expr, label);
  Label fail;
  jump_unless_guarded(guarded, expr, fail);
  code_.jump(Op::Jump, label);
  code_.bind(fail);
}

void FunctionCompiler::jump_unless_guarded(IsExpr* guarded, LogicalExpr* expr, Label& label) {
  const Subject value = subject(guarded->subject, false);
  const bool takes = guarded->takes && may_take_subject(guarded->subject);
  const bool moves = takes || (guarded->moves && value.owned);
  if (!moves) {
    patterns_.match(guarded->pattern, value.reg, false, label);
    return jump_unless_rest(expr, label);
  }
  patterns_.try_match(guarded->pattern, value.reg, expr, label);
  jump_unless_rest(expr, label);
  if (takes) into_part(guarded->subject, {value.reg, true}, Mode::own);
  patterns_.match(guarded->pattern, value.reg, true, label);
}

void FunctionCompiler::jump_unless_rest(LogicalExpr* expr, Label& label) {
  if (auto* inner = dyn<LogicalExpr>(expr->left)) jump_unless_rest(inner, label);
  jump_if(expr->right, false, label);
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

}  // namespace aspen
