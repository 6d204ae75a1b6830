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

// For a quick look. Most instructions read single registers, and perhaps a run of them.
struct StrictOperands {
  uint8_t singles = 0;  // a bit for each operand that names one register
  uint8_t run = 0;      // 1: A names the first register of a run, and B has its length; 2: B and C; 0: no run
  uint8_t offset = 0;   // from the named register to the first
  bool others = false;  // it reads other registers, too
};

inline constexpr std::array<StrictOperands, kOpCount> kStrictOperands = [] {
  std::array<StrictOperands, kOpCount> table{};
  for (unsigned op = 0; op < kOpCount; ++op) {
    const Operand roles[] = {kOps[op].a, kOps[op].b, kOps[op].c};
    for (unsigned i = 0; i < 3; ++i) {
      auto registers = [&](unsigned next) {
        return strict_registers(static_cast<Op>(op), roles[i], 0, next);
      };
      const auto [first, count] = registers(1);
      if (registers(2).count == 0) continue;
      if (registers(2).count == 1 && first == 0) {
        table[op].singles |= static_cast<uint8_t>(1U << i);
      } else if (registers(2).count == 2 && count == 1 && i < 2 && table[op].run == 0) {
        table[op].run = static_cast<uint8_t>(i + 1);
        table[op].offset = static_cast<uint8_t>(first);
      } else {
        table[op].others = true;
      }
    }
  }
  return table;
}();

// Whether one of the registers that the instruction at `pc` reads may hold a future.
inline bool may_look_at_futures(const Word* pc, const Value* base) {
  const StrictOperands& strict = kStrictOperands[static_cast<unsigned>(op_of(pc))];
  const Value* run = base + (strict.run == 1 ? a_of(pc) : b_of(pc)) + strict.offset;
  const unsigned length = strict.run == 0 ? 0 : strict.run == 1 ? b_of(pc) : c_of(pc);
  return strict.others || ((strict.singles & 1) != 0 && is_future(base[a_of(pc)])) ||
         ((strict.singles & 2) != 0 && is_future(base[b_of(pc)])) ||
         ((strict.singles & 4) != 0 && is_future(base[c_of(pc)])) ||
         std::any_of(run, run + length, is_future);
}

}  // namespace aspen
