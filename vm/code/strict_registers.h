// The registers that an instruction reads as values, so that they must not hold futures.
#pragma once

#include <algorithm>
#include <array>

#include "vm/code/instructions.h"
#include "vm/object/future.h"

namespace aspen {

struct RegisterRun {
  unsigned first = 0, count = 0;
};

// What an instruction reads of the registers that an operand names; `next` is the next operand.
constexpr RegisterRun strict_registers(Op op, Operand role, unsigned operand, unsigned next) {
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

// Most instructions read single registers: a bit for each operand that names one, one if the instruction
// reads the arguments of a native, and one more if it reads other registers.
inline constexpr uint8_t kArguments = 8, kOtherRegisters = 16;
inline constexpr std::array<uint8_t, kOpCount> kSingleRegisters = [] {
  std::array<uint8_t, kOpCount> table{};
  for (unsigned op = 0; op < kOpCount; ++op) {
    const Operand roles[] = {kOps[op].a, kOps[op].b, kOps[op].c};
    for (unsigned i = 0; i < 3; ++i) {
      auto count = [&](unsigned next) {
        return strict_registers(static_cast<Op>(op), roles[i], 0, next).count;
      };
      auto first = strict_registers(static_cast<Op>(op), roles[i], 0, 1).first;
      bool single = first == 0 && count(1) == 1 && count(2) == 1;
      bool arguments = roles[i] == Operand::win && first == 3;
      table[op] |= single ? 1U << i : arguments ? kArguments : count(1) > 0 ? kOtherRegisters : 0;
    }
  }
  return table;
}();

// Whether one of the registers that the instruction at `pc` reads may hold a future.
inline bool may_look_at_futures(const Word* pc, const Value* base) {
  const unsigned registers = kSingleRegisters[static_cast<unsigned>(op_of(pc))];
  const Value* arguments = base + a_of(pc) + 3;
  return (registers & kOtherRegisters) != 0 || ((registers & 1) != 0 && is_future(base[a_of(pc)])) ||
         ((registers & 2) != 0 && is_future(base[b_of(pc)])) ||
         ((registers & 4) != 0 && is_future(base[c_of(pc)])) ||
         ((registers & kArguments) != 0 && std::any_of(arguments, arguments + b_of(pc), is_future));
}

}  // namespace aspen
