// Sums and bests of loops that were halved: each half has its own, and they are joined in the end
// (docs/loops.md).
#include <algorithm>
#include <bit>
#include <cassert>

#include "vm/code/loop_sites.h"
#include "vm/object/future.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/number.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"
#include "vm/values/bigint.h"

namespace aspen {

namespace {

// Whether the loop of a half replaces `old` by `value`.
bool is_better(Strand& s, const LoopSite::Best& best, Value old, Value value) {
  const Order found = best.is_left ? order(s, old, value) : order(s, value, old);
  assert(found != Order::raised && "both are numbers");
  return found == Order::less || (best.or_equal && found == Order::equal);
}

const LoopSite::Best* best_of(const LoopSite& loop, unsigned reg) {
  const auto is_it = [&](const LoopSite::Best& best) { return best.group != 0 && best.reg == reg; };
  const auto found = std::find_if(loop.bests.begin(), loop.bests.end(), is_it);
  return found != loop.bests.end() ? &*found : nullptr;
}

void take_values(uint64_t registers, const Value* from, Value* to) {
  for (; registers != 0; registers &= registers - 1) {
    const int reg = std::countr_zero(registers);
    share(from[reg]);
    to[reg] = from[reg];
  }
}

void begin_apart(Segment& half, Value* base, unsigned reg) {
  half.apart |= uint64_t{1} << reg;
  set_at_end(base[half.loop->state + 2], AtEnd::adds);
}

}  // namespace

bool Interpreter::is_in_half(const Strand& s, const Word* pc, const Value* base) {
  const LoopSite& loop = *s.continues_->loop;
  const Proto& proto = *running(base);
  return proto.has_loop(&loop) && loop.contains(static_cast<uint32_t>(pc - proto.code));
}

bool Interpreter::begin_sum(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.is_before_half(base, reg) || !is_in_half(s, pc, base)) return false;
  Segment& half = *s.continues_;
  if ((half.loop->sums >> reg & 1) == 0 || update_at(pc).target != reg) return false;
  base[reg] = Value::small_int(0);
  begin_apart(half, base, reg);
  return true;
}

const Word* Interpreter::begin_best(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.is_before_half(base, reg) || !is_in_half(s, pc, base)) return nullptr;
  const LoopSite::Best* best = best_of(*s.continues_->loop, reg);
  if (best == nullptr) return nullptr;
  Value& value = base[best->is_left ? b_of(pc) : a_of(pc)];
  if (Future* missed = look_through(value)) return wait_for(s, pc, base, *missed);
  if (!is_comparable(value)) return nullptr;
  begin_apart(*s.continues_, base, reg);
  return pc + info(op_of(pc)).words();
}

const Word* Interpreter::complete_sums(Strand& s, const Word* pc, Value* base) {
  Segment& half = *s.continues_;
  Value* before = half.slots() + half.base;
  for (uint64_t left = half.apart; left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    Value value = before[reg];
    if (Future* missed = look_through(value)) return wait_for(s, pc, base, *missed);
    const LoopSite::Best* best = best_of(*half.loop, reg);
    if (!(best != nullptr ? is_comparable(base[reg]) : is_summand(base[reg]))) return repeat_half(s, half);
    if (best == nullptr) {
      assert(is_summand(value) && "take_back_half");
      base[reg] = int_add(s.allocator(), value, base[reg]);
    } else if (!is_better(s, *best, value, base[reg])) {
      take_values(best->group, before, base);
    }
    half.apart &= ~(uint64_t{1} << reg);
  }
  clear_at_end(base[half.loop->state + 2], AtEnd::adds);
  return nullptr;
}

// The message of the error names the kind of the best before.
const Word* Interpreter::prepare_error(Strand& s, const Word* pc, Value* base) {
  if (!s.adds_apart(base, pc)) return nullptr;
  Segment& half = *s.continues_;
  for (const LoopSite::Best& best : half.loop->bests) {
    const bool is_here = (best.is_left ? a_of(pc) : b_of(pc)) == best.reg;
    if (!is_here || (half.apart >> best.reg & 1) == 0) continue;
    if (is_number(base[best.is_left ? b_of(pc) : a_of(pc)])) return nullptr;
    Value before = half.slots()[half.base + best.reg];
    if (Future* missed = look_through(before)) return wait_for(s, pc, base, *missed);
    return repeat_half(s, half);
  }
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
  for (uint64_t left = s.stand_->loop->sums; left != 0; left &= left - 1) {
    Value& sum = base[std::countr_zero(left)];
    if (look_through(sum) == nullptr && !is_summand(sum)) return take_back_half(s, pc);
  }
  return end_iteration(s, pc, base);
}

}  // namespace aspen
