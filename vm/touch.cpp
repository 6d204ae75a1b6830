// Looking through futures: the operands of instructions, and what stands in the arguments of natives.
#include <array>
#include <utility>

#include "vm/future.h"
#include "vm/instructions.h"
#include "vm/interpreter.h"
#include "vm/machine.h"

namespace aspen {

Future* look_through(Value& v) {
  while (is_future(v)) {
    auto* future = static_cast<Future*>(v.as_object());
    Value inner = future->value();
    if (inner.is_undefined()) return future;
    if (future->is_shared()) share(inner);
    v = inner;
  }
  return nullptr;
}

bool Strand::touch_future(Value& v) {
  Future* missed = look_through(v);
  if (missed == nullptr) return true;
  if (missed_ == nullptr) missed_ = missed;
  work_left_ = 0;
  request_safepoint();
  return false;
}

Future& Strand::take_missed() {
  error_ = Value::undefined();
  uncatchable_ = has_failed_ = false;
  work_left_ = kWorkPerCheck;
  return *std::exchange(missed_, nullptr);
}

// ---- Instructions

namespace {

struct Run {
  unsigned first = 0, count = 0;
};

// What an instruction looks at among the registers that an operand names; `next` is the operand behind it.
constexpr Run strict_registers(Op op, Operand role, unsigned operand, unsigned next) {
  switch (role) {
    case Operand::r:
    case Operand::rw: return {operand, 1};
    case Operand::pair: return {operand, 2};
    case Operand::run: return {operand, op == Op::TakeApart ? 1 : next};
    case Operand::it:
      if (op == Op::IterPrepare) return {operand, 1};
      if (op == Op::RangePrepare) return {operand, 2};
      return {};
    case Operand::win:
      if (op == Op::CallNative || op == Op::CallEffect) return {operand + 3, next};
      if (op == Op::Call || op == Op::TailCall || op == Op::Lend) return {operand, 1};
      return {};
    case Operand::_:
    case Operand::w:
    case Operand::v:
    case Operand::vrun:
    case Operand::u8:
    case Operand::i8:
    case Operand::i16:
    case Operand::flags: return {};
  }
  return {};
}

// Most instructions look at single registers: a bit for each operand that names one, and one more if that is
// not all there is to look at.
constexpr uint8_t kOtherRegisters = 8;
constexpr std::array<uint8_t, kOpCount> kSingleRegisters = [] {
  std::array<uint8_t, kOpCount> table{};
  for (unsigned op = 0; op < kOpCount; ++op) {
    const Operand roles[] = {kOps[op].a, kOps[op].b, kOps[op].c};
    for (unsigned i = 0; i < 3; ++i) {
      auto count = [&](unsigned next) {
        return strict_registers(static_cast<Op>(op), roles[i], 0, next).count;
      };
      auto first = strict_registers(static_cast<Op>(op), roles[i], 0, 1).first;
      bool single = first == 0 && count(1) == 1 && count(2) == 1;
      table[op] |= single ? 1U << i : count(1) > 0 ? kOtherRegisters : 0;
    }
  }
  return table;
}();

}  // namespace

bool Interpreter::may_look_at_futures(const Word* pc, const Value* base) {
  unsigned registers = kSingleRegisters[static_cast<unsigned>(op_of(pc))];
  return (registers & kOtherRegisters) != 0 || ((registers & 1) != 0 && is_future(base[a_of(pc)])) ||
         ((registers & 2) != 0 && is_future(base[b_of(pc)])) ||
         ((registers & 4) != 0 && is_future(base[c_of(pc)]));
}

const Word* Interpreter::touch_operands(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const OpInfo& op = info(op_of(pc));
  const Run runs[] = {strict_registers(op_of(pc), op.a, a_of(pc), b_of(pc)),
                      strict_registers(op_of(pc), op.b, b_of(pc), c_of(pc)),
                      strict_registers(op_of(pc), op.c, c_of(pc), 0)};
  for (Run run : runs) {
    for (unsigned i = 0; i < run.count; ++i) {
      if (Future* missed = look_through(base[run.first + i])) return wait_for(s, pc, base, *missed);
    }
  }
  return nullptr;
}

// Instructions that have a slow path for futures only, which are none any more.
#define AGAIN(name)                                                              \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    return save(s, pc, base), pc;                                                \
  }
AGAIN(CallNative)
AGAIN(CallUnary)
AGAIN(TakeApart)
AGAIN(JumpIfNotTuple)
AGAIN(JumpIfNotList)
AGAIN(JumpIfNotListAtLeast)
AGAIN(JumpIfNotLabel)
#undef AGAIN

}  // namespace aspen
