// Expressions: uses of a value, parts of values, operators.
#include "frontend/compile/function_compiler.h"
#include "frontend/compile/most_parts.h"

namespace aspen {

namespace {

// Expressions with a value that has no other owner, or that is marked as shared if it has one.
bool is_own_temporary(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kCall:
    case ExprKind::kPipe:
    case ExprKind::kSpawn:
    case ExprKind::kFiber:
    case ExprKind::kYield:
    case ExprKind::kBinary:
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kRecord:
    case ExprKind::kDict:
    case ExprKind::kSlice:
    case ExprKind::kInterpolation: return true;
    default: return false;
  }
}

bool is_statement(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kAssign:
    case ExprKind::kUpdate:
    case ExprKind::kPipeUpdate:
    case ExprKind::kUse:
    case ExprKind::kFor:
    case ExprKind::kWhile: return true;
    default: return false;
  }
}

// In the order of Load: lend, share, move, take.
constexpr Op kFieldLoads[] = {Op::GetField, Op::GetFieldShared, Op::MoveField, Op::TakeField};
constexpr Op kItemLoads[] = {Op::GetItem, Op::GetItemShared, Op::MoveItem, Op::TakeItem};
constexpr Op kIndexLoads[] = {Op::GetIndex, Op::GetIndexShared, Op::MoveIndex, Op::TakeIndex};
constexpr Op kIndexIntLoads[] = {Op::GetIndexInt, Op::GetIndexIntShared, Op::MoveIndexInt};

}  // namespace

// ---- Values

void FunctionCompiler::into(Expr* expr, Dest dest, Mode mode) {
  unsigned saved = top_;
  code_.at(expr->span);
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel: load_constant(expr, dest.reg); break;
    case ExprKind::kName: into_name(as<NameExpr>(expr), dest, mode); break;
    case ExprKind::kInterpolation: into_interpolation(as<InterpolationExpr>(expr), dest); break;
    case ExprKind::kTuple: into_tuple(as<TupleExpr>(expr), dest); break;
    case ExprKind::kList: into_list(as<ListExpr>(expr), dest); break;
    case ExprKind::kDict: into_dict(as<DictExpr>(expr), dest); break;
    case ExprKind::kRecord: into_record(as<RecordExpr>(expr), dest); break;
    case ExprKind::kBlock:
    case ExprKind::kIf:
    case ExprKind::kMatch: {
      auto leaf = [&](Expr* e) { e != nullptr ? into(e, dest) : load_unit(dest.reg); };
      if (expr->kind == ExprKind::kBlock) {
        block(as<BlockExpr>(expr), leaf);
      } else if (expr->kind == ExprKind::kIf) {
        into_if(as<IfExpr>(expr), leaf, false);
      } else {
        into_match(as<MatchExpr>(expr), leaf, false);
      }
      break;
    }
    case ExprKind::kLoop: compile_loop(as<LoopExpr>(expr), &dest); break;
    case ExprKind::kLambda: into_closure(as<LambdaExpr>(expr), dest, mode, text_of(expr)); break;
    case ExprKind::kTry: compile_try(as<TryExpr>(expr), dest); break;
    case ExprKind::kLogical: into_logical(as<LogicalExpr>(expr), dest); break;
    case ExprKind::kIs: into_condition(expr, dest); break;
    case ExprKind::kNot: {
      std::vector<Pending> pending;
      Reg operand_reg = first_operand(as<NotExpr>(expr)->operand, dest, Mode::lend, text_of(expr), pending);
      flush(pending);
      code_.at(as<NotExpr>(expr)->operand->span);
      code_.emit(Op::Not, dest.reg, operand_reg);
      break;
    }
    case ExprKind::kNegate: {
      if (load_constant(expr, dest.reg)) break;
      std::vector<Pending> pending;
      Reg operand_reg =
          first_operand(as<NegateExpr>(expr)->operand, dest, Mode::lend, text_of(expr), pending);
      flush(pending);
      code_.at(expr->span);
      code_.emit(Op::Neg, dest.reg, operand_reg);
      break;
    }
    case ExprKind::kBinary: into_binary(as<BinaryExpr>(expr), dest); break;
    case ExprKind::kRange: {
      auto* range = as<RangeExpr>(expr);
      std::vector<Pending> pending;
      Reg from = operand(range->from, Mode::lend, text_of(expr), pending);
      Reg to = operand(range->to, Mode::lend, text_of(expr), pending);
      flush(pending);
      code_.at(expr->span);
      code_.emit(range->inclusive ? Op::NewRangeInclusive : Op::NewRange, dest.reg, from, to);
      break;
    }
    case ExprKind::kPipe:
    case ExprKind::kCall: into_call(expr, dest); break;
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex: into_part(expr, dest, mode); break;
    case ExprKind::kSlice: into_slice(as<SliceExpr>(expr), dest); break;
    case ExprKind::kReturn:
    case ExprKind::kBreak:
    case ExprKind::kContinue: discard(expr); break;
    case ExprKind::kFor:
    case ExprKind::kWhile:
    case ExprKind::kAssign:
    case ExprKind::kUpdate:
    case ExprKind::kPipeUpdate:
    case ExprKind::kUse:
      discard(expr);
      load_unit(dest.reg);
      break;
    case ExprKind::kSpawn: into(as<SpawnExpr>(expr)->call, dest, mode); break;
    case ExprKind::kFiber: into(as<FiberExpr>(expr)->call, dest, mode); break;
    case ExprKind::kYield: into(as<YieldExpr>(expr)->call, dest, mode); break;
    case ExprKind::kError:
    case ExprKind::kSyntax:
    case ExprKind::kTyped: break;
  }
  release(saved);
}

Reg FunctionCompiler::fresh(Expr* expr, Mode mode) {
  Reg reg = alloc();
  into(expr, {reg, true}, mode);
  return reg;
}

void FunctionCompiler::discard(Expr* expr) {
  unsigned saved = top_;
  auto leaf = [&](Expr* e) {
    if (e != nullptr) discard(e);
  };
  code_.at(expr->span);
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kLabel:
    case ExprKind::kLambda:
    case ExprKind::kError:
    case ExprKind::kSyntax: return;
    case ExprKind::kName: return checks_.check_not_called(expr);
    // Names that these bind stay until the block ends.
    case ExprKind::kAssign: return assign(as<AssignExpr>(expr));
    case ExprKind::kUse: return use_module(as<UseExpr>(expr));
    case ExprKind::kUpdate: update(as<UpdateExpr>(expr)); break;
    case ExprKind::kPipeUpdate: pipe_update(as<PipeUpdateExpr>(expr)); break;
    case ExprKind::kBlock: block(as<BlockExpr>(expr), leaf); break;
    case ExprKind::kIf: into_if(as<IfExpr>(expr), leaf, false); break;
    case ExprKind::kMatch: into_match(as<MatchExpr>(expr), leaf, false); break;
    case ExprKind::kFor: compile_for(as<ForExpr>(expr)); break;
    case ExprKind::kWhile: compile_while(as<WhileExpr>(expr)); break;
    case ExprKind::kLoop: compile_loop(as<LoopExpr>(expr), nullptr); break;
    case ExprKind::kReturn: compile_return(as<ReturnExpr>(expr)->value, expr->span); break;
    case ExprKind::kBreak: compile_break(as<BreakExpr>(expr)); break;
    case ExprKind::kContinue: compile_continue(); break;
    case ExprKind::kCall:
    case ExprKind::kPipe: call(expr, alloc(), Result::unused); break;
    case ExprKind::kField: checks_.check_not_called(expr), fresh(expr, Mode::lend); break;
    default: fresh(expr, Mode::lend); break;
  }
  release(saved);
}

// The value of the function.
void FunctionCompiler::tail(Expr* expr) {
  unsigned saved = top_;
  auto leaf = [&](Expr* e) { e != nullptr ? tail(e) : compile_return(nullptr, expr->span); };
  code_.at(expr->span);
  if (tries_ > 0) {
    emit_return(fresh(expr), false);
    return release(saved);
  }
  switch (expr->kind) {
    case ExprKind::kBlock: block(as<BlockExpr>(expr), leaf); break;
    case ExprKind::kIf: into_if(as<IfExpr>(expr), leaf, true); break;
    case ExprKind::kMatch: into_match(as<MatchExpr>(expr), leaf, true); break;
    case ExprKind::kReturn: compile_return(as<ReturnExpr>(expr)->value, expr->span); break;
    case ExprKind::kCall:
    case ExprKind::kPipe: call(expr, alloc(), Result::returned); break;
    case ExprKind::kLogical: {
      auto* logical = as<LogicalExpr>(expr);
      // A value in a register is checked to be a Bool; checking that of a call would cost the tail call.
      bool calls = logical->right->kind == ExprKind::kCall || logical->right->kind == ExprKind::kPipe;
      if (!calls && logical->right->kind != ExprKind::kLogical) {
        emit_return(fresh(expr), true);
        break;
      }
      Label decided;
      jump_if(logical->left, !logical->is_and, decided);
      tail(logical->right);
      code_.bind(decided);
      release(saved);
      Reg reg = alloc();
      load_bool(reg, !logical->is_and);
      emit_return(reg, true);
      break;
    }
    case ExprKind::kTuple: return_tuple(as<TupleExpr>(expr)); break;
    case ExprKind::kName: {
      auto* name = as<NameExpr>(expr);
      bool here = is_local(name, function_) && has_place(name->binding) && can_move(name);
      emit_return(here ? name->binding->place : fresh(expr), true);
      break;
    }
    default:
      if (is_statement(expr)) {
        discard(expr);
        compile_return(nullptr, expr->span);
        break;
      }
      emit_return(fresh(expr), !is_own_temporary(expr));
      break;
  }
  release(saved);
}

void FunctionCompiler::emit_return(Reg reg, bool base_case) {
  bool predicts = base_case && branches_ > 0 && function_->calls_itself;
  code_.emit(predicts ? Op::ReturnBase : Op::Return, reg);
}

// ---- Parts

void FunctionCompiler::into_part(Expr* expr, Dest dest, Mode mode) {
  if (std::string builtin = CallReader::builtin_name(expr); !builtin.empty()) {
    if (const BuiltinInfo* info = input_.builtins.find(builtin)) {
      bool is_function = info->kind == BuiltinInfo::Kind::function;
      code_.emit(is_function ? Op::LoadFunction : Op::LoadValue, dest.reg);
      return code_.builtin(builtin, !is_function);
    }
  }
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto* field = dyn<FieldExpr>(expr);
  auto* item = dyn<TupleFieldExpr>(expr);
  auto* index = dyn<IndexExpr>(expr);
  Expr* holder = field != nullptr ? field->object : item != nullptr ? item->object : index->object;
  Load load = load_of(expr, holder, mode);
  bool reaches = load == Load::take || mode == Mode::reach;
  if (load == Load::take) share_unless_complete(part_of(expr).root->binding->place, function_->needed[expr]);
  Reg object = first_operand(holder, dest, reaches ? Mode::reach : Mode::lend, text, pending);
  if (index != nullptr) return load_index(index, dest.reg, object, load, pending);
  flush(pending);
  code_.at(expr->span);
  if (field != nullptr) {
    code_.emit(kFieldLoads[static_cast<size_t>(load)], dest.reg, object);
    code_.symbol(field->field.text());
    return code_.cache();
  }
  constexpr unsigned kLastItem = UINT8_MAX;  // that an operand holds
  if (item->index > kLastItem) {
    report(DiagnosticCode::kTooLong, expr->span, {"a tuple", std::to_string(kMostParts)});
    return;
  }
  code_.emit(kItemLoads[static_cast<size_t>(load)], dest.reg, object, static_cast<Reg>(item->index));
}

void FunctionCompiler::load_index(IndexExpr* expr, Reg dest, Reg object, Load load,
                                  std::vector<Pending>& pending) {
  std::optional<int64_t> constant = small_int_of(expr->index, INT8_MIN, INT8_MAX);
  bool immediate = constant && load != Load::take;
  Reg key =
      immediate ? static_cast<Reg>(*constant) : operand(expr->index, Mode::lend, text_of(expr), pending);
  flush(pending);
  code_.at(expr->span);
  code_.emit((immediate ? kIndexIntLoads : kIndexLoads)[static_cast<size_t>(load)], dest, object, key);
}

FunctionCompiler::Load FunctionCompiler::load_of(Expr* part, Expr* holder, Mode mode) const {
  if (mode == Mode::reach) return Load::move;
  if (mode == Mode::own && takes_part(part)) return Load::take;
  bool shares = mode == Mode::own || part_is_shared(part);
  // The elements of what is indexed by a value that code computes are not moved.
  bool moves = shares && is_own_temporary(holder) && part->kind != ExprKind::kIndex;
  return moves ? Load::move : shares ? Load::share : Load::lend;
}

// Whether an owning read of the part takes it out of its variable.
bool FunctionCompiler::takes_part(Expr* part) const {
  return part_is_taken(part) && takes_parts_of(*part_of(part).root->binding);
}

bool FunctionCompiler::takes_parts_of(const Binding& root) const {
  return paths_.may_take(root) && root.home == Binding::Home::place && root.owned && root.session_slot < 0;
}

void FunctionCompiler::into_slice(SliceExpr* expr, Dest dest) {
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto* name = dyn<NameExpr>(expr->object);
  const bool takes = name == nullptr && !expr->inclusive && takes_part(expr->object);
  bool moves =
      takes || (name != nullptr ? waits(name, text) && can_move(name) : is_own_temporary(expr->object));
  Reg object = operand(expr->object, takes ? Mode::own : Mode::lend, text, pending);
  if (expr->inclusive && expr->to != nullptr) {
    Reg from;
    if (expr->from != nullptr) {
      from = operand(expr->from, Mode::lend, text, pending);
    } else {
      from = alloc();
      code_.emit_i16(Op::LoadInt, from, 0);
    }
    Reg to = operand(expr->to, Mode::lend, text, pending);
    flush(pending);
    Reg range = alloc();
    code_.at(expr->span);
    code_.emit(Op::NewRangeInclusive, range, from, to);
    return code_.emit(Op::GetIndexShared, dest.reg, object, range);
  }
  Reg bounds = alloc();
  if (expr->from != nullptr) {
    place(expr->from, bounds, Mode::lend, text, pending);
  } else {
    code_.emit(Op::LoadSpecial, bounds, kUndefinedValue);
  }
  Reg end = alloc();
  if (expr->to != nullptr) {
    place(expr->to, end, Mode::lend, text, pending);
  } else {
    code_.emit(Op::LoadSpecial, end, kUndefinedValue);
  }
  flush(pending);
  code_.at(expr->span);
  code_.emit(moves ? Op::SliceMove : Op::Slice, dest.reg, object, bounds);
}

// ---- Operators

void FunctionCompiler::arithmetic(BinaryOp op, Reg dest, Reg left, Reg right) {
  switch (op) {
    case BinaryOp::kAdd: return code_.emit(Op::Add, dest, left, right);
    case BinaryOp::kSubtract: return code_.emit(Op::Sub, dest, left, right);
    case BinaryOp::kMultiply: return code_.emit(Op::Mul, dest, left, right);
    case BinaryOp::kDivide: return code_.emit(Op::Div, dest, left, right);
    case BinaryOp::kFloorDivide: return code_.emit(Op::FloorDiv, dest, left, right);
    case BinaryOp::kModulo: return code_.emit(Op::Mod, dest, left, right);
    case BinaryOp::kPower: return code_.emit(Op::Pow, dest, left, right);
    case BinaryOp::kEqual: return code_.emit(Op::Equal, dest, left, right);
    case BinaryOp::kNotEqual: return code_.emit(Op::NotEqual, dest, left, right);
    case BinaryOp::kLess: return code_.emit(Op::Less, dest, left, right);
    case BinaryOp::kLessEqual: return code_.emit(Op::LessEqual, dest, left, right);
    case BinaryOp::kGreater: return code_.emit(Op::Less, dest, right, left);
    case BinaryOp::kGreaterEqual: return code_.emit(Op::LessEqual, dest, right, left);
  }
}

// False if there is no form with that constant on the right.
bool FunctionCompiler::arithmetic_with_constant(BinaryOp op, Reg dest, Reg left, const Expr* right) {
  std::optional<NumberConstant> number = number_of(right);
  if (!number) return false;
  int64_t n = number->is_int ? number->integer : 0;
  bool small = number->is_int && n >= INT8_MIN && n <= INT8_MAX;
  auto immediate = [&](Op code, int64_t c) { code_.emit(code, dest, left, static_cast<Reg>(c)); };
  auto wide = [&](Op code) {
    code_.emit(code, dest, left);
    code_.value(number->is_int ? Value::small_int(n) : Value::number(number->number));
  };
  switch (op) {
    case BinaryOp::kAdd: small ? immediate(Op::AddInt, n) : wide(Op::AddValue); break;
    case BinaryOp::kSubtract:
      // x - 0 keeps the sign of a zero that x + 0 loses.
      (small && n != 0 && n != INT8_MIN) ? immediate(Op::AddInt, -n) : wide(Op::SubValue);
      break;
    case BinaryOp::kMultiply: small ? immediate(Op::MulInt, n) : wide(Op::MulValue); break;
    case BinaryOp::kDivide: wide(Op::DivValue); break;
    case BinaryOp::kFloorDivide:
      (small && n > 0) ? immediate(Op::FloorDivInt, n) : wide(Op::FloorDivValue);
      break;
    case BinaryOp::kModulo: (small && n > 0) ? immediate(Op::ModInt, n) : wide(Op::ModValue); break;
    case BinaryOp::kPower: wide(Op::PowValue); break;
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual: return false;
  }
  return true;
}

// A constant on the left of `-` and `/`; `+` and `*` of numbers are the same turned round.
bool FunctionCompiler::into_arithmetic_with_constant(BinaryExpr* expr, Dest dest) {
  std::vector<Pending> pending;
  if (number_of(expr->right) && expr->op >= BinaryOp::kAdd) {
    Reg left = first_operand(expr->left, dest, Mode::lend, text_of(expr), pending);
    flush(pending);
    code_.at(expr->span);
    return arithmetic_with_constant(expr->op, dest.reg, left, expr->right);
  }
  std::optional<NumberConstant> number = number_of(expr->left);
  if (!number) return false;
  Op wide;
  switch (expr->op) {
    case BinaryOp::kAdd:
    case BinaryOp::kMultiply: wide = Op::Add; break;
    case BinaryOp::kSubtract: wide = Op::SubFromValue; break;
    case BinaryOp::kDivide: wide = Op::DivFromValue; break;
    default: return false;
  }
  Reg right = first_operand(expr->right, dest, Mode::lend, text_of(expr), pending);
  flush(pending);
  code_.at(expr->span);
  if (wide == Op::Add) return arithmetic_with_constant(expr->op, dest.reg, right, expr->left);
  code_.emit(wide, dest.reg, right);
  code_.value(number->is_int ? Value::small_int(number->integer) : Value::number(number->number));
  return true;
}

// Text and lists that are joined grow in place if this code owns the left side alone: `x = x + e`, `f y +
// [z]`, `r.x = r.x + "z"`.
bool FunctionCompiler::into_sum_in_place(BinaryExpr* expr, Dest dest) {
  if (expr->op != BinaryOp::kAdd) return false;
  TextRange text = text_of(expr);
  std::vector<Pending> pending;
  auto* name = dyn<NameExpr>(expr->left);
  if (name != nullptr) {
    bool local = waits(name, text) && has_place(name->binding) && can_move(name);
    bool to_itself = local && !dest.fresh && name->binding->place == dest.reg;
    if (!local || !(to_itself || joins(expr))) return false;
    if (to_itself && number_of(expr->right)) return false;
    Reg right = operand(expr->right, Mode::lend, text, pending);
    flush(pending);
    Reg sum = to_itself || dest.fresh ? dest.reg : alloc();
    if (!to_itself) code_.emit(Op::Move, sum, name->binding->place);
    code_.at(expr->span);
    code_.emit(Op::AddInPlace, sum, right);
    if (sum != dest.reg) code_.emit(Op::Move, dest.reg, sum);
    return true;
  }
  if (!joins(expr) || !(is_own_temporary(expr->left) || takes_part(expr->left))) return false;
  Reg sum = dest.fresh ? dest.reg : alloc();
  into(expr->left, {sum, true});
  Reg right = operand(expr->right, Mode::lend, text, pending);
  flush(pending);
  code_.at(expr->span);
  code_.emit(Op::AddInPlace, sum, right);
  if (sum != dest.reg) code_.emit(Op::Move, dest.reg, sum);
  return true;
}

void FunctionCompiler::into_binary(BinaryExpr* expr, Dest dest) {
  checks_.check_waits(expr->left);
  checks_.check_waits(expr->right);
  if (into_sum_in_place(expr, dest) || into_arithmetic_with_constant(expr, dest)) return;
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  Reg left = first_operand(expr->left, dest, Mode::lend, text, pending);
  Reg right = operand(expr->right, Mode::lend, text, pending);
  flush(pending);
  code_.at(expr->span);
  arithmetic(expr->op, dest.reg, left, right);
}

}  // namespace aspen
