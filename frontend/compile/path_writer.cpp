#include "frontend/compile/path_writer.h"

#include "vm/code/loop_sites.h"

namespace aspen {

bool PathWriter::may_take(const Binding& root) const {
  return has_place(&root) && !to_.is_in_try() && !root.read_by_functions && !to_.input().cautious;
}

Reg PathWriter::root(const Path& path) {
  Binding& b = *path.root->binding;
  if (has_place(&b)) return b.place;
  Reg reg = to_.alloc();
  code_.at(path.root->span);
  code_.emit(Op::GetSlot, reg);
  code_.slot(b.slot);
  return reg;
}

void PathWriter::reserve(OpenPath& open) {
  for (size_t i = 0; i + 1 < open.path->steps.size(); ++i) open.reserved.push_back(to_.alloc());
}

void PathWriter::open(OpenPath& open) {
  open.calls = code_.out().calls.size();
  open.containers.push_back(root(*open.path));
  for (size_t i = 0; i + 1 < open.path->steps.size(); ++i) {
    Reg reg = i < open.reserved.size() ? open.reserved[i] : to_.alloc();
    const PathStep& step = open.path->steps[i];
    Reg from = open.containers.back();
    code_.at(step.span);
    switch (step.kind) {
      case StepKind::kField:
        code_.emit(Op::PathField, reg, from);
        code_.symbol(step.field.text());
        code_.cache();
        break;
      case StepKind::kTupleField: code_.emit(Op::PathItem, reg, from, static_cast<Reg>(step.index)); break;
      case StepKind::kIndex: code_.emit(Op::PathIndex, reg, from, open.keys[i]); break;
    }
    open.containers.push_back(reg);
  }
  open.begin = code_.here();
}

// Whether the strand may have been split since the path was opened: in a call, or between the steps of a
// loop.
bool PathWriter::may_have_been_split(const OpenPath& open) const {
  if (code_.out().calls.size() != open.calls) return true;
  const std::vector<Word>& code = code_.out().code;
  for (uint32_t at = open.begin; at < code.size(); at += info(op_of(code[at])).words()) {
    if (is_step(op_of(code[at])) || jumps_back(op_of(code[at]))) return true;
  }
  return false;
}

void PathWriter::step_out(OpenPath& open, Reg reg, bool take) {
  const PathStep& step = open.path->steps.back();
  Reg from = open.containers.back();
  code_.at(step.span);
  switch (step.kind) {
    case StepKind::kField:
      take ? code_.emit(Op::TakeField, reg, from) : code_.emit(Op::PathField, reg, from, 1);
      code_.symbol(step.field.text());
      return code_.cache();
    case StepKind::kTupleField:
      return code_.emit(take ? Op::TakeItem : Op::PathItem, reg, from, static_cast<Reg>(step.index));
    case StepKind::kIndex:
      return code_.emit(take ? Op::TakeIndex : Op::PathIndex, reg, from, open.keys.back());
  }
}

void PathWriter::store_step(OpenPath& open, size_t i, Reg value) {
  const PathStep& step = open.path->steps[i];
  Reg container = open.containers[i];
  code_.at(step.span);
  switch (step.kind) {
    case StepKind::kField:
      code_.emit(Op::SetField, container, value);
      code_.symbol(step.field.text());
      return code_.cache();
    case StepKind::kTupleField:
      return code_.emit(Op::SetItem, container, static_cast<Reg>(step.index), value);
    case StepKind::kIndex: return code_.emit(Op::SetIndex, container, open.keys[i], value);
  }
}

void PathWriter::store(OpenPath& open, Reg value) {
  size_t last = open.path->steps.size() - 1;
  store_step(open, last, value);
  // A split marks the open containers as shared. Each store then makes a copy, and this copy has to be stored
  // in the container around it.
  if (last == 0 || !may_have_been_split(open)) return;
  for (size_t i = last; i-- > 0;) store_step(open, i, open.containers[i + 1]);
}

void PathWriter::close(OpenPath& open) {
  Binding& b = *open.path->root->binding;
  if (has_place(&b)) {
    if (b.home == Binding::Home::place_and_slot) to_.finish_binding(&b, b.place);
    return;
  }
  code_.emit(Op::SetSlot, open.containers[0]);
  code_.slot(b.slot);
}

void PathWriter::read(OpenPath& open, Reg reg, bool shared) {
  Reg from = root(*open.path);
  for (size_t i = 0; i < open.path->steps.size(); ++i) {
    const PathStep& step = open.path->steps[i];
    bool share = shared && i + 1 == open.path->steps.size();
    code_.at(step.span);
    switch (step.kind) {
      case StepKind::kField:
        code_.emit(share ? Op::GetFieldShared : Op::GetField, reg, from);
        code_.symbol(step.field.text());
        code_.cache();
        break;
      case StepKind::kTupleField:
        code_.emit(share ? Op::GetItemShared : Op::GetItem, reg, from, static_cast<Reg>(step.index));
        break;
      case StepKind::kIndex:
        code_.emit(share ? Op::GetIndexShared : Op::GetIndex, reg, from, open.keys[i]);
        break;
    }
    from = reg;
  }
}

}  // namespace aspen
