// Sums of loops that were halved: each half adds from 0, and the values are added in the end (docs/loops.md).
#include <algorithm>
#include <bit>
#include <cassert>

#include "vm/code/loop_sites.h"
#include "vm/object/future.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"
#include "vm/values/bigint.h"

namespace aspen {

bool Interpreter::begin_sum(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.is_sum_before(base, reg)) return false;
  Segment& half = *s.continues_;
  const Proto& proto = *running(base);
  if ((half.loop->sums >> reg & 1) == 0 || !proto.has_loop(half.loop)) return false;
  if (!half.loop->contains(static_cast<uint32_t>(pc - proto.code)) || update_at(pc).target != reg)
    return false;
  base[reg] = Value::small_int(0);
  half.apart |= uint64_t{1} << reg;
  set_at_end(base[half.loop->state + 2], AtEnd::adds);
  return true;
}

// With a Float, or an Int of more than 64 bits, the order counts.
const Word* Interpreter::complete_sums(Strand& s, const Word* pc, Value* base) {
  Segment& half = *s.continues_;
  const Value* before = half.slots() + half.base;
  for (uint64_t left = half.apart; left != 0; left &= left - 1) {
    const int reg = std::countr_zero(left);
    Value sum = before[reg];
    if (Future* missed = look_through(sum)) return wait_for(s, pc, base, *missed);
    assert(is_summand(sum) && "take_back_half");
    if (!is_summand(base[reg])) return repeat_half(s, half);
    base[reg] = int_add(s.allocator(), sum, base[reg]);
    half.apart &= ~(uint64_t{1} << reg);
  }
  clear_at_end(base[half.loop->state + 2], AtEnd::adds);
  return nullptr;
}

// What it has given away is squashed with it.
const Word* Interpreter::repeat_half(Strand& s, Segment& half) {
  while (s.is_bottom(s.base_) && s.stand_ != half.parent && s.stand_->loop != nullptr) {
    if (const Word* left = leave_loop(s, s.pc_)) return left;
  }
  const Proto& proto = *running(s.base_);
  proto.pace_of(*half.loop).note_no_sum();
  std::copy_n(half.slots() + half.base, proto.frame_size, s.base_);
  half.apart = 0;
  s.pc_ = half.resume;
  return s.pc_;
}

// The next half has begun to add to what is no such Int.
const Word* Interpreter::take_back_half(Strand& s, const Word* pc) {
  const Segment& half = *s.stand_;
  if (const Word* left = leave_loop(s, pc)) return left;
  running(s.base_)->pace_of(*half.loop).note_no_sum();
  const unsigned state = half.loop->state;
  std::copy_n(half.slots() + half.base + state, 3, s.base_ + state);
  return pc;
}

const Word* Interpreter::end_elements(Strand& s, const Word* pc, Value* base) {
  const Value& at_end = base[a_of(pc) + 2];
  if (has_at_end(at_end, AtEnd::adds)) {
    if (const Word* elsewhere = complete_sums(s, pc, base)) return elsewhere;
  }
  if (!has_at_end(at_end, AtEnd::leaves)) return pc + info(Op::IterNext).words();
  for (uint64_t left = s.stand_->carried; left != 0; left &= left - 1) {
    Value& sum = base[std::countr_zero(left)];
    if (look_through(sum) == nullptr && !is_summand(sum)) return take_back_half(s, pc);
  }
  return end_iteration(s, pc, base);
}

}  // namespace aspen
