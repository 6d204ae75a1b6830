// Interpolated text, tuples, lists, dicts and records: parts are evaluated into runs of registers.
#include <algorithm>

#include "frontend/compile/function_compiler.h"
#include "frontend/compile/most_parts.h"
#include "frontend/syntax/walk.h"

namespace aspen {

// Interpolated text: parts in a run, joined a run at a time.
void FunctionCompiler::into_interpolation(InterpolationExpr* expr, Dest dest) {
  if (into_growing_text(expr, dest)) return;
  std::vector<Pending> pending;
  const Reg first = static_cast<Reg>(top_);
  unsigned count = 0;
  for (StringPart& part : expr->parts) {
    if (count == kRunLength) {
      flush(pending);
      code_.emit(Op::Interpolate, first, first, static_cast<Reg>(count));
      release(first + 1u);
      count = 1;
    }
    text_part(part, alloc(), text_of(expr), pending);
    ++count;
  }
  flush(pending);
  code_.at(expr->span);
  code_.emit(Op::Interpolate, dest.reg, first, static_cast<Reg>(count));
}

// `s = "{s}{x},"`: a variable that ends here grows, and so does a part that is replaced.
bool FunctionCompiler::into_growing_text(InterpolationExpr* expr, Dest dest) {
  Expr* grows = text_that_grows(expr);
  const TextRange text = text_of(expr);
  if (grows == nullptr || expr->parts.size() > kRunLength) return false;
  auto* name = dyn<NameExpr>(grows);
  const bool moves = name != nullptr && waits(name, text) && has_place(name->binding) && can_move(name);
  if (!moves && !takes_part(grows)) return false;
  checks_.check_waits(grows);
  const bool to_itself = moves && name->binding->place == dest.reg;
  const Reg grown = to_itself || dest.fresh ? dest.reg : alloc();
  if (!moves) into(grows, {grown, true});
  std::vector<Pending> pending;
  const auto rest = expr->parts.subspan(1);
  const Reg first = static_cast<Reg>(top_);
  for (StringPart& part : rest) text_part(part, alloc(), text, pending);
  flush(pending);
  if (moves && !to_itself) code_.emit(Op::Move, grown, name->binding->place);
  code_.at(expr->span);
  code_.emit(Op::AppendTexts, grown, first, static_cast<Reg>(rest.size()));
  if (grown != dest.reg) code_.emit(Op::Move, dest.reg, grown);
  return true;
}

// A part of an interpolated text, into the register that was allocated for it last.
void FunctionCompiler::text_part(StringPart& part, Reg reg, TextRange text, std::vector<Pending>& pending) {
  if (part.value != nullptr) checks_.check_waits(part.value);
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

Reg FunctionCompiler::tuple_parts(TupleExpr* expr) {
  Reg first = static_cast<Reg>(top_);
  if (expr->elements.size() > kMostParts) {
    report(DiagnosticCode::kTooLong, expr->span, {"a tuple", std::to_string(kMostParts)});
    return first;
  }
  std::vector<Pending> pending;
  for (Expr* element : expr->elements) place(element, alloc(), Mode::own, text_of(expr), pending);
  flush(pending);
  code_.at(expr->span);
  return first;
}

void FunctionCompiler::into_tuple(TupleExpr* expr, Dest dest) {
  Reg first = tuple_parts(expr);
  code_.emit(Op::NewTuple, dest.reg, first, static_cast<Reg>(expr->elements.size()));
}

void FunctionCompiler::return_tuple(TupleExpr* expr) {
  if (input_.cautious) return emit_return(fresh(expr), false);
  Reg first = tuple_parts(expr);
  code_.emit(Op::ReturnTuple, first, static_cast<Reg>(expr->elements.size()));
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

// Whether `expr` reads fields of the variable, other than `field`, and nothing else of it. `except` is not
// examined.
static bool reads_other_fields(Expr* expr, const Binding* variable, Name field, const Expr* except) {
  if (expr == except) return true;
  if (hands_over(expr, variable)) return false;
  auto* part = dyn<FieldExpr>(expr);
  auto* object = part != nullptr ? dyn<NameExpr>(part->object) : nullptr;
  if (object != nullptr && object->binding == variable) return !(part->field == field);
  bool all = true;
  each_child(expr, [&](Expr* child) { all = all && reads_other_fields(child, variable, field, except); });
  return all;
}

// In `{ ..x, f: g x.f }` the argument that the call may own: the new record does not use the old
// part.
const Expr* FunctionCompiler::replaced_argument(RecordExpr* record, const NameExpr* updated,
                                                const RecordItem& item) {
  if (item.value->kind != ExprKind::kCall && item.value->kind != ExprKind::kPipe) return nullptr;
  if (taken_ != nullptr || tries_ > 0 || !can_move(updated) || !has_place(updated->binding)) return nullptr;
  CallShape shape = reader_.shape(item.value, function_);
  for (size_t i = 0; i < shape.arguments.size(); ++i) {
    auto* part = dyn<FieldExpr>(shape.arguments[i]);
    auto* object = part != nullptr ? dyn<NameExpr>(part->object) : nullptr;
    ArgumentMode mode = argument_mode(shape, i);
    bool kept = mode.mode == Mode::own || mode.unknown;
    if (object == nullptr || object->binding != updated->binding || !(part->field == item.field) || !kept)
      continue;
    bool alone = std::all_of(record->items.begin() + 1, record->items.end(), [&](const RecordItem& other) {
      return reads_other_fields(other.value, updated->binding, item.field, part) &&
             !may_leave_loop(other.value);
    });
    return alone ? part : nullptr;
  }
  return nullptr;
}

void FunctionCompiler::into_updated_record(RecordExpr* expr, NameExpr* updated, Dest dest) {
  std::vector<Pending> pending;
  std::vector<std::string_view> fields;
  Reg first = static_cast<Reg>(top_);
  for (const RecordItem& item : expr->items.subspan(1)) {
    Reg reg = alloc();
    fields.push_back(item.field.text());
    if (const Expr* part = replaced_argument(expr, updated, item)) {
      PathStep step{StepKind::kField, item.field, 0, nullptr, part->span};
      Path path{updated, {&step, 1}, part->span};
      OpenPath open{&path, {0}, {updated->binding->place}};
      taken_ = part;
      taken_path_ = &open;
      into(item.value, {reg, true});
      taken_ = nullptr;
    } else {
      place(item.value, reg, Mode::own, text_of(expr), pending);
    }
  }
  flush(pending);
  bool itself = can_move(updated) && has_place(updated->binding) && updated->binding->place == dest.reg;
  Reg record = itself || dest.fresh ? dest.reg : alloc();
  code_.at(updated->span);
  load_local(updated, record, Mode::own);
  code_.at(expr->span);
  code_.emit(Op::ExtendRecord, record, first, static_cast<Reg>(fields.size()));
  code_.shape(fields);
  if (record != dest.reg) code_.emit(Op::Move, dest.reg, record);
}

void FunctionCompiler::into_record(RecordExpr* expr, Dest dest) {
  if (NameExpr* updated = updated_variable(expr, function_)) return into_updated_record(expr, updated, dest);
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
      // Also checks that the spread value is a record.
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

}  // namespace aspen
