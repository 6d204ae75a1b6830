#include "vm/code/register_access.h"

namespace aspen {

namespace {

void add_operand(RegisterAccess& access, Operand operand, unsigned value, unsigned next) {
  switch (operand) {
    case Operand::w:
      access.falling |= RegisterSet::run(value, 1);
      access.jumping |= RegisterSet::run(value, 1);
      return;
    case Operand::rw:
      access.updates |= RegisterSet::run(value, 1);
      access.reads |= RegisterSet::run(value, 1);
      return;
    case Operand::r:
    case Operand::v: access.reads |= RegisterSet::run(value, 1); return;
    case Operand::run:
    case Operand::vrun: access.reads |= RegisterSet::run(value, next); return;
    case Operand::pair: access.reads |= RegisterSet::run(value, 2); return;
    case Operand::it: access.reads |= RegisterSet::run(value, 3); return;
    case Operand::_:
    case Operand::win:
    case Operand::u8:
    case Operand::i8:
    case Operand::i16:
    case Operand::flags: return;
  }
}

// Whether the window holds the callee as a value.
bool reads_callee(Op op) { return op == Op::Call || op == Op::TailCall || op == Op::Lend; }

void add_window(RegisterAccess& access, Word word) {
  Op op = op_of(word);
  unsigned window = a_of(word), arguments = op == Op::LoadModule ? 0 : b_of(word);
  access.reads |= RegisterSet::run(window + 3, arguments);
  if (reads_callee(op)) access.reads |= RegisterSet::run(window, 1);
  if (pushes_frame(op)) access.falling |= RegisterSet::all() - RegisterSet::below(window);
  if (op == Op::CallNative) access.falling |= RegisterSet::run(window, 1);
}

}  // namespace

RegisterAccess access_of(Word word) {
  const OpInfo& op = info(op_of(word));
  RegisterAccess access;
  add_operand(access, op.a, a_of(word), b_of(word));
  add_operand(access, op.b, b_of(word), c_of(word));
  add_operand(access, op.c, c_of(word), 0);
  if (op.a == Operand::win) add_window(access, word);
  switch (op_of(word)) {
    case Op::TakeApart:
      access.reads = RegisterSet::run(a_of(word), 1);
      access.falling = RegisterSet::run(a_of(word), b_of(word));
      break;
    case Op::MakeClosure: access.reads = RegisterSet::run(a_of(word), b_of(word)); break;
    case Op::IterPrepare:
      access.reads = RegisterSet::run(a_of(word), 1);
      access.falling = RegisterSet::run(a_of(word), 3);
      break;
    case Op::RangePrepare:
      access.reads = RegisterSet::run(a_of(word), 2);
      access.falling = RegisterSet::run(a_of(word), 3);
      break;
    case Op::IterNext:
    case Op::IterNextShared: access.falling = {}; break;
    case Op::JumpIfNoField:
    case Op::JumpIfNoKey:
    case Op::JumpIfNoPart: access.jumping = {}; break;
    default: break;
  }
  return access;
}

}  // namespace aspen
