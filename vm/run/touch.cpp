// Replacing futures by their values: in the operands of instructions, and in the arguments of natives.
#include <utility>

#include "vm/code/instructions.h"
#include "vm/code/strict_registers.h"
#include "vm/object/future.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"

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
  if (native_.missed == nullptr) native_.missed = missed;
  work_left_ = 0;
  request_safepoint();
  return false;
}

Future& Strand::take_missed() {
  error_.drop();
  error_.has_failed = false;
  work_left_ = kWorkPerCheck;
  return *std::exchange(native_.missed, nullptr);
}

// ---- Instructions

const Word* Interpreter::touch_operands(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  if (s.links_.continues != nullptr && s.links_.continues->is_half) [[unlikely]] {
    if (s.links_.continues->apart != 0) add_kept(s, pc, base);
    if (s.links_.continues->apart == 0) take_values_before(s, pc, base);
  }
  const OpInfo& op = info(op_of(pc));
  const RegisterRun runs[] = {strict_registers(op_of(pc), op.a, a_of(pc), b_of(pc)),
                              strict_registers(op_of(pc), op.b, b_of(pc), c_of(pc)),
                              strict_registers(op_of(pc), op.c, c_of(pc), 0)};
  for (RegisterRun run : runs) {
    for (unsigned i = 0; i < run.count; ++i) {
      const unsigned reg = run.first + i;
      Future* missed = look_through(base[reg]);
      if (missed == nullptr || begin_sum(s, pc, base, reg)) continue;
      const Word* elsewhere = keep_summand(s, pc, base, reg);
      if (elsewhere == nullptr) elsewhere = begin_best(s, pc, base, reg);
      return elsewhere != nullptr ? elsewhere : wait_for(s, pc, base, *missed);
    }
  }
  return nullptr;
}

// Instructions with a slow path only for futures, which have been replaced by now.
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
