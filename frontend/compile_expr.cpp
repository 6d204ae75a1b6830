// Expressions: literals, names, operators, parts, structures, closures.
#include <gmp.h>

#include <cmath>

#include "frontend/function_compiler.h"
#include "frontend/liveness.h"

namespace aspen {

namespace {

constexpr size_t kRunLength = 64;  // parts that stand in registers at a time

constexpr unsigned kMaxRegisters = 250;

enum Special : Reg { kUnitValue = 0, kUndefinedValue = 1, kFalseValue = 2, kTrueValue = 3 };

// Values that nobody else holds, or that are marked if somebody does.
bool is_own_temporary(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kCall:
    case ExprKind::kPipe:
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

}  // namespace

std::string decimal_text(const IntExpr* expr, bool negative) {
  mpz_t n;
  mpz_init_set_str(n, std::string(expr->digits).c_str(), expr->base);
  if (negative) mpz_neg(n, n);
  std::string text(mpz_sizeinbase(n, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, n);
  mpz_clear(n);
  text.resize(text.find('\0'));
  return text;
}

// ---- Registers

Reg FunctionCompiler::alloc() {
  if (top_ >= kMaxRegisters) {
    if (!std::exchange(overflown_, true)) report(DiagnosticCode::kTooManyVariables, code_.span());
    return kMaxRegisters;
  }
  Reg reg = static_cast<Reg>(top_++);
  most_ = std::max(most_, top_);
  return reg;
}

Reg FunctionCompiler::alloc_run(unsigned count) {
  Reg first = alloc();
  for (unsigned i = 1; i < count; ++i) alloc();
  return first;
}

Diagnostic& FunctionCompiler::report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(input_.source, code, span, arguments);
}

// ---- Constants

void FunctionCompiler::load_unit(Reg reg) { code_.emit(Op::LoadSpecial, reg, kUnitValue); }
void FunctionCompiler::load_bool(Reg reg, bool value) { code_.emit(Op::LoadSpecial, reg, value ? kTrueValue : kFalseValue); }

const Expr* FunctionCompiler::constant_of(const Expr* expr) {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && name->binding != nullptr && name->binding->constant != nullptr ? name->binding->constant : expr;
}

// Floats and the integers that a Value holds directly.
std::optional<FunctionCompiler::NumberConstant> FunctionCompiler::number_of(const Expr* expr) {
  expr = constant_of(expr);
  bool negative = false;
  if (auto* negation = dyn<NegateExpr>(expr)) negative = true, expr = negation->operand;
  if (auto* integer = dyn<IntExpr>(expr)) {
    int64_t value = negative ? -integer->value : integer->value;
    if (!integer->fits || value < Value::kMinSmallInt || value > Value::kMaxSmallInt) return std::nullopt;
    return NumberConstant{true, value, 0};
  }
  if (auto* number = dyn<FloatExpr>(expr)) return NumberConstant{false, 0, negative ? -number->value : number->value};
  return std::nullopt;
}

std::optional<int64_t> FunctionCompiler::small_int_of(const Expr* expr, int64_t low, int64_t high) {
  std::optional<NumberConstant> number = number_of(expr);
  if (!number || !number->is_int || number->integer < low || number->integer > high) return std::nullopt;
  return number->integer;
}

void FunctionCompiler::load_number(Reg reg, const NumberConstant& number) {
  if (number.is_int && number.integer >= INT16_MIN && number.integer <= INT16_MAX) {
    return code_.emit_i16(Op::LoadInt, reg, static_cast<int16_t>(number.integer));
  }
  code_.emit(Op::LoadValue, reg);
  code_.value(number.is_int ? Value::small_int(number.integer) : Value::number(number.number));
}

void FunctionCompiler::load_int(Reg reg, const IntExpr* value, bool negative) {
  code_.emit(Op::LoadValue, reg);
  code_.constant(Constant::Kind::Integer, decimal_text(value, negative));
}

// False if `expr` is no literal.
bool FunctionCompiler::load_constant(const Expr* expr, Reg reg) {
  if (std::optional<NumberConstant> number = number_of(expr)) return load_number(reg, *number), true;
  switch (expr->kind) {
    case ExprKind::kUnit: return load_unit(reg), true;
    case ExprKind::kBool: return load_bool(reg, as<BoolExpr>(expr)->value), true;
    case ExprKind::kInt: return load_int(reg, as<IntExpr>(expr), false), true;
    case ExprKind::kNegate:
      if (as<NegateExpr>(expr)->operand->kind != ExprKind::kInt) return false;
      return load_int(reg, as<IntExpr>(as<NegateExpr>(expr)->operand), true), true;
    case ExprKind::kString:
      code_.emit(Op::LoadValue, reg);
      return code_.constant(Constant::Kind::String, as<StringExpr>(expr)->value), true;
    case ExprKind::kBytes:
      code_.emit(Op::LoadValue, reg);
      return code_.constant(Constant::Kind::Bytes, as<BytesExpr>(expr)->value), true;
    case ExprKind::kLabel:
      code_.emit(Op::LoadValue, reg);
      return code_.bare_label(as<LabelExpr>(expr)->name.text()), true;
    default: return false;
  }
}

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
      Reg operand_reg = first_operand(as<NegateExpr>(expr)->operand, dest, Mode::lend, text_of(expr), pending);
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
    case ExprKind::kError:
    case ExprKind::kSpawn:
    case ExprKind::kFiber:
    case ExprKind::kYield:
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
    case ExprKind::kName:
    case ExprKind::kLambda:
    case ExprKind::kError:
    case ExprKind::kSyntax: return;
    // What these bind stays until the block ends.
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
    case ExprKind::kContinue: code_.jump(Op::Jump, *loops_.back().next); break;
    case ExprKind::kCall:
    case ExprKind::kPipe: call(expr, alloc(), Result::unused); break;
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
      // A value that is there already is checked to be a Bool; that of a call would cost the tail call.
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

// ---- Names

std::optional<unsigned> FunctionCompiler::capture_index(const Binding* binding) const {
  for (unsigned i = 0; i < function_->captures.size(); ++i) {
    if (function_->captures[i] == binding) return i;
  }
  return std::nullopt;
}

void FunctionCompiler::load_function(const FunctionInfo& info, Reg reg) {
  code_.emit(Op::LoadFunction, reg);
  code_.function(info.index);
}

void FunctionCompiler::into_name(NameExpr* name, Dest dest, Mode mode) {
  if (name->binding == nullptr) {
    Callee builtin = reader_.callee(name, function_);
    const BuiltinInfo* info = input_.builtins.find(name->name.text());
    bool is_native = info != nullptr && info->kind == BuiltinInfo::Kind::native;
    bool is_function = info != nullptr && info->kind == BuiltinInfo::Kind::function;
    code_.emit(is_native ? Op::LoadNative : is_function ? Op::LoadFunction : Op::LoadValue, dest.reg);
    return code_.builtin(name->name.text(), !is_native && !is_function);
  }
  if (name->binding->constant != nullptr) {
    load_constant(name->binding->constant, dest.reg);
    return;
  }
  if (CallReader::is_direct(name, function_)) return load_function(*name->binding->literal->info, dest.reg);
  if (is_local(name, function_)) return load_local(name, dest.reg, mode);
  if (std::optional<unsigned> capture = capture_index(name->binding)) {
    bool checked = name->binding->forward_slot || name->binding->literal != nullptr;
    code_.emit(checked ? Op::GetCaptureChecked : Op::GetCapture, dest.reg, static_cast<Reg>(*capture));
  } else {
    code_.emit(Op::GetSlot, dest.reg);
    code_.slot(name->binding->slot);
  }
  if (mode == Mode::own && name->binding->literal == nullptr) code_.emit(Op::Share, dest.reg);
}

bool FunctionCompiler::may_borrow(const Binding* binding) const {
  return aspen::may_borrow(*binding, input_.scopes, input_.program, input_.keeps_names);
}

bool FunctionCompiler::can_move(const NameExpr* name) const {
  const Binding& b = *name->binding;
  return name->last_use && b.owned && !b.read_by_functions && b.session_slot < 0;
}

void FunctionCompiler::load_local(NameExpr* name, Reg reg, Mode mode) {
  Binding& b = *name->binding;
  bool moves = mode == Mode::lend || can_move(name);
  if (has_place(&b)) {
    if (moves && reg == b.place) return;
    return code_.emit(moves ? Op::Move : Op::Copy, reg, b.place);
  }
  bool takes = mode == Mode::own && moves;
  code_.emit(takes ? Op::TakeSlot : Op::GetSlot, reg);
  code_.slot(b.slot);
  if (mode == Mode::own && !takes) code_.emit(Op::Share, reg);
}

// ---- Operands

bool FunctionCompiler::waits(const Expr* expr, TextRange text) const {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && is_local(name, function_) && unassigned(*name->binding, text.from, text.to);
}

Reg FunctionCompiler::operand(Expr* expr, Mode mode, TextRange text, std::vector<Pending>& pending) {
  if (!waits(expr, text)) {
    Mode m = dyn<NameExpr>(expr) != nullptr && is_local(as<NameExpr>(expr), function_) ? Mode::own : mode;
    Reg reg = alloc();
    place(expr, reg, m, text, pending);
    return reg;
  }
  auto* name = as<NameExpr>(expr);
  if (has_place(name->binding) && (mode == Mode::lend || can_move(name))) return name->binding->place;
  Reg reg = alloc();
  pending.push_back({name, reg, mode});
  return reg;
}

// The same, but what has to be evaluated is evaluated in `dest` if that is free.
Reg FunctionCompiler::first_operand(Expr* expr, Dest dest, Mode mode, TextRange text, std::vector<Pending>& pending) {
  if (!dest.fresh || waits(expr, text)) return operand(expr, mode, text, pending);
  place(expr, dest.reg, mode, text, pending);
  return dest.reg;
}

// The same, into a register that was taken for it last.
void FunctionCompiler::place(Expr* expr, Reg reg, Mode mode, TextRange text, std::vector<Pending>& pending) {
  if (waits(expr, text)) {
    pending.push_back({as<NameExpr>(expr), reg, mode});
  } else if (expr->kind == ExprKind::kLambda) {
    unsigned saved = top_;
    code_.at(expr->span);
    into_closure(as<LambdaExpr>(expr), {reg, true}, mode, text);
    release(saved);
  } else {
    auto* name = dyn<NameExpr>(expr);
    into(expr, {reg, true}, name != nullptr && is_local(name, function_) ? Mode::own : mode);
  }
}

void FunctionCompiler::flush(std::vector<Pending>& pending) {
  for (const Pending& read : pending) {
    code_.at(read.name->span);
    load_local(read.name, read.reg, read.mode);
  }
  pending.clear();
}

// ---- Structures

// Interpolated text: parts in a run, joined a run at a time.
void FunctionCompiler::into_interpolation(InterpolationExpr* expr, Dest dest) {
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  Reg first = static_cast<Reg>(top_);
  unsigned count = 0;
  for (StringPart& part : expr->parts) {
    if (count == kRunLength) {
      flush(pending);
      code_.emit(Op::Interpolate, first, first, static_cast<Reg>(count));
      release(first + 1u);
      count = 1;
    }
    Reg reg = alloc();
    ++count;
    if (part.value == nullptr) {
      code_.emit(Op::LoadValue, reg);
      code_.constant(Constant::Kind::String, part.text);
    } else if (part.format == nullptr) {
      place(part.value, reg, Mode::lend, text, pending);
    } else {
      into(part.value, {reg, true}, Mode::lend);
      code_.at(part.value->span);
      code_.emit(Op::Format, reg, reg);
      code_.constant(Constant::Kind::String, part.format->text);
    }
  }
  flush(pending);
  code_.at(expr->span);
  code_.emit(Op::Interpolate, dest.reg, first, static_cast<Reg>(count));
}

void FunctionCompiler::into_tuple(TupleExpr* expr, Dest dest) {
  if (expr->elements.size() > 200) {
    report(DiagnosticCode::kTooLong, expr->span, {"a tuple", "200"});
    return;
  }
  std::vector<Pending> pending;
  Reg first = static_cast<Reg>(top_);
  for (Expr* element : expr->elements) place(element, alloc(), Mode::own, text_of(expr), pending);
  flush(pending);
  code_.at(expr->span);
  code_.emit(Op::NewTuple, dest.reg, first, static_cast<Reg>(expr->elements.size()));
}

void FunctionCompiler::into_list(ListExpr* expr, Dest dest) {
  auto items = expr->items;
  size_t spread = 0;
  while (spread < items.size() && !items[spread].spread) ++spread;
  if (spread == items.size() && items.size() <= kRunLength) {
    std::vector<Pending> pending;
    Reg first = static_cast<Reg>(top_);
    for (ListItem& item : items) place(item.value, alloc(), Mode::own, text_of(expr), pending);
    flush(pending);
    code_.at(expr->span);
    return code_.emit(Op::NewList, dest.reg, first, static_cast<Reg>(items.size()));
  }
  Reg list = dest.fresh ? dest.reg : alloc();
  size_t done = 0;
  bool builds_on = spread < items.size() && spread <= kRunLength && items.size() > 1;
  if (builds_on) {
    Reg first = static_cast<Reg>(top_);
    for (; done < spread; ++done) fresh(items[done].value);
    into(items[spread].value, {list, true});
    code_.at(items[spread].value->span);
    if (spread > 0) code_.emit(Op::PrependList, list, first, static_cast<Reg>(spread));
    release(first);
    done = spread + 1;
  } else {
    code_.emit(Op::NewList, list, 0, 0);
  }
  for (; done < items.size(); ++done) {
    Reg reg = fresh(items[done].value, items[done].spread && builds_on ? Mode::lend : Mode::own);
    code_.at(items[done].value->span);
    code_.emit(items[done].spread ? Op::ExtendList : Op::PushList, list, reg);
    release(reg);
  }
  if (list != dest.reg) code_.emit(Op::Move, dest.reg, list);
}

void FunctionCompiler::into_dict(DictExpr* expr, Dest dest) {
  Reg dict = dest.fresh ? dest.reg : alloc();
  code_.emit(Op::NewDict, dict, static_cast<Reg>(std::min<size_t>(expr->entries.size(), 255)));
  for (auto& entry : expr->entries) {
    std::vector<Pending> pending;
    unsigned saved = top_;
    Span span = join(entry.key->span, entry.value->span);
    TextRange text{span.offset, span.end()};
    Reg key = operand(entry.key, Mode::own, text, pending);
    Reg value = operand(entry.value, Mode::own, text, pending);
    flush(pending);
    code_.at(entry.key->span);
    code_.emit(Op::SetIndex, dict, key, value);
    release(saved);
  }
  if (dict != dest.reg) code_.emit(Op::Move, dest.reg, dict);
}

void FunctionCompiler::into_record(RecordExpr* expr, Dest dest) {
  auto items = expr->items;
  bool plain = std::none_of(items.begin(), items.end(), [](const RecordItem& item) { return item.spread; });
  if (plain && items.size() <= kRunLength) {
    std::vector<Pending> pending;
    std::vector<std::string_view> fields;
    Reg first = static_cast<Reg>(top_);
    for (RecordItem& item : items) {
      place(item.value, alloc(), Mode::own, text_of(expr), pending);
      fields.push_back(item.field.text());
    }
    flush(pending);
    code_.at(expr->span);
    code_.emit(Op::NewRecord, dest.reg, first, static_cast<Reg>(items.size()));
    return code_.shape(fields);
  }
  Reg record = dest.fresh ? dest.reg : alloc();
  bool begun = false;
  for (size_t i = 0; i < items.size();) {
    unsigned saved = top_;
    if (items[i].spread) {
      Reg source = begun ? fresh(items[i].value) : (into(items[i].value, {record, true}), record);
      code_.at(items[i].value->span);
      // Checks, too, that what is spread is a record.
      bool checked_next = i + 1 < items.size() && !items[i + 1].spread;
      if (!begun && !checked_next) code_.emit(Op::ExtendRecord, record, record, 0), code_.shape({});
      if (begun) code_.emit(Op::MergeRecord, record, source);
      ++i;
    } else {
      std::vector<std::string_view> fields;
      Reg first = static_cast<Reg>(top_);
      for (; i < items.size() && !items[i].spread && fields.size() < kRunLength; ++i) {
        fresh(items[i].value);
        fields.push_back(items[i].field.text());
      }
      code_.at(expr->span);
      code_.emit(begun ? Op::ExtendRecord : Op::NewRecord, record, first, static_cast<Reg>(fields.size()));
      code_.shape(fields);
    }
    begun = true;
    release(saved);
  }
  if (!begun) code_.emit(Op::NewRecord, record, 0, 0), code_.shape({});
  if (record != dest.reg) code_.emit(Op::Move, dest.reg, record);
}

// ---- Parts

void FunctionCompiler::into_part(Expr* expr, Dest dest, Mode mode) {
  if (std::string builtin = CallReader::builtin_name(expr); !builtin.empty()) {
    if (const BuiltinInfo* info = input_.builtins.find(builtin)) {
      bool is_native = info->kind == BuiltinInfo::Kind::native, is_function = info->kind == BuiltinInfo::Kind::function;
      code_.emit(is_native ? Op::LoadNative : is_function ? Op::LoadFunction : Op::LoadValue, dest.reg);
      return code_.builtin(builtin, !is_native && !is_function);
    }
  }
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto* field = dyn<FieldExpr>(expr);
  auto* item = dyn<TupleFieldExpr>(expr);
  auto* index = dyn<IndexExpr>(expr);
  Expr* object_expr = field != nullptr ? field->object : item != nullptr ? item->object : index->object;
  bool shared = mode == Mode::own || (field != nullptr ? field->shared : item != nullptr ? item->shared : index->shared);
  bool moves = shared && is_own_temporary(object_expr);
  Reg object = first_operand(object_expr, dest, Mode::lend, text, pending);
  std::optional<int64_t> constant;
  Reg key = 0;
  if (index != nullptr) {
    constant = small_int_of(index->index, INT8_MIN, INT8_MAX);
    if (!constant) key = operand(index->index, Mode::lend, text, pending);
  }
  flush(pending);
  code_.at(expr->span);
  if (field != nullptr) {
    code_.emit(moves ? Op::MoveField : shared ? Op::GetFieldShared : Op::GetField, dest.reg, object);
    code_.symbol(field->field.text());
    code_.cache();
  } else if (item != nullptr) {
    if (item->index > 255) return report(DiagnosticCode::kTooLong, expr->span, {"a tuple", "200"}), void();
    code_.emit(moves ? Op::MoveItem : shared ? Op::GetItemShared : Op::GetItem, dest.reg, object, static_cast<Reg>(item->index));
  } else if (constant) {
    code_.emit(shared ? Op::GetIndexIntShared : Op::GetIndexInt, dest.reg, object, static_cast<Reg>(*constant));
  } else {
    code_.emit(shared ? Op::GetIndexShared : Op::GetIndex, dest.reg, object, key);
  }
}

void FunctionCompiler::into_slice(SliceExpr* expr, Dest dest) {
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  auto* name = dyn<NameExpr>(expr->object);
  bool moves = name != nullptr ? waits(name, text) && can_move(name) : is_own_temporary(expr->object);
  Reg object = operand(expr->object, Mode::lend, text, pending);
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
    case BinaryOp::kAdd: return small ? immediate(Op::AddInt, n) : wide(Op::AddValue), true;
    case BinaryOp::kSubtract:
      // x - 0 keeps the sign of a zero that x + 0 loses.
      return small && n != 0 && n != INT8_MIN ? immediate(Op::AddInt, -n) : wide(Op::SubValue), true;
    case BinaryOp::kMultiply: return small ? immediate(Op::MulInt, n) : wide(Op::MulValue), true;
    case BinaryOp::kDivide: return wide(Op::DivValue), true;
    case BinaryOp::kFloorDivide: return small && n > 0 ? immediate(Op::FloorDivInt, n) : wide(Op::FloorDivValue), true;
    case BinaryOp::kModulo: return small && n > 0 ? immediate(Op::ModInt, n) : wide(Op::ModValue), true;
    case BinaryOp::kPower: return wide(Op::PowValue), true;
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual:
    case BinaryOp::kLess:
    case BinaryOp::kLessEqual:
    case BinaryOp::kGreater:
    case BinaryOp::kGreaterEqual: return false;
  }
  return false;
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

// Text and lists that are joined grow in place where the left side is nobody else's: `x = x + e`, `f y + [z]`.
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
  if (!joins(expr) || !is_own_temporary(expr->left)) return false;
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
  if (into_sum_in_place(expr, dest) || into_arithmetic_with_constant(expr, dest)) return;
  std::vector<Pending> pending;
  TextRange text = text_of(expr);
  Reg left = first_operand(expr->left, dest, Mode::lend, text, pending);
  Reg right = operand(expr->right, Mode::lend, text, pending);
  flush(pending);
  code_.at(expr->span);
  arithmetic(expr->op, dest.reg, left, right);
}

// ---- Closures

void FunctionCompiler::load_capture_value(Binding* binding, Reg reg, bool moves) {
  if (binding->owner != function_ || binding->is_self) {
    std::optional<unsigned> capture = capture_index(binding);
    code_.emit(Op::GetCapture, reg, static_cast<Reg>(capture.value_or(0)));
    if (!moves) code_.emit(Op::Share, reg);
    return;
  }
  if (has_place(binding)) return code_.emit(moves ? Op::Move : Op::Copy, reg, binding->place);
  code_.emit(Op::GetSlot, reg);
  code_.slot(binding->slot);
  if (!moves) code_.emit(Op::Share, reg);
}

void FunctionCompiler::into_closure(LambdaExpr* literal, Dest dest, Mode mode, TextRange text) {
  FunctionInfo& info = *literal->info;
  if (info.known) return load_function(info, dest.reg);
  size_t count = info.captures.size();
  if (count > 200) return report(DiagnosticCode::kTooManyVariables, literal->span), void();
  bool here = dest.fresh && dest.reg + 1u == top_;
  Reg closure = here ? dest.reg : alloc();
  for (size_t i = 1; i < count; ++i) alloc();
  std::vector<size_t> own_name;
  for (size_t i = 0; i < count; ++i) {
    Binding* b = info.captures[i];
    Reg reg = static_cast<Reg>(closure + i);
    bool is_own_name = b == info.self || (b->is_self && b->literal == literal);
    bool later = b->owner == function_ && !b->is_self && b->literal != nullptr && !b->emitted;
    if (is_own_name) own_name.push_back(i);
    if (later && !is_own_name) b->patches.push_back({dest.reg, static_cast<uint8_t>(i)});
    if (is_own_name || later) {
      code_.emit(Op::LoadSpecial, reg, kUndefinedValue);
      continue;
    }
    bool lent = mode == Mode::lend && unassigned(*b, text.from, text.to);
    bool last = info.capture_last_use.size() > i && info.capture_last_use[i] && b->owned && !b->read_by_functions && b->session_slot < 0;
    load_capture_value(b, reg, lent || (last && b->owner == function_ && has_place(b)));
  }
  code_.at(literal->span);
  code_.emit(Op::MakeClosure, closure, static_cast<Reg>(count));
  code_.function(info.index);
  for (size_t i : own_name) code_.emit(Op::SetCapture, closure, static_cast<Reg>(i), closure);
  if (closure != dest.reg) code_.emit(Op::Move, dest.reg, closure);
}

}  // namespace aspen
