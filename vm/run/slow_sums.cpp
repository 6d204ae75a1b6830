// Sums and bests of loops that were halved: each half has its own, and they are joined in the end
// (docs/loops.md).
#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "vm/code/loop_sites.h"
#include "vm/object/future.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/number.h"
#include "vm/run/parallel/halves.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"
#include "vm/run/slow_paths.h"
#include "vm/values/bytes.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

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

// What a half adds to; for Floats, a future that never gets a value, so that each addition is found.
Value nothing_of(Allocator& allocator, SumKind kind) {
  switch (kind) {
    case SumKind::none: return Value::undefined();
    case SumKind::Int: return Value::small_int(0);
    case SumKind::Float: return Value::object(allocator.make<Future>(0, kind));
    case SumKind::String: return Value::object(make_string(allocator, "", true));
    case SumKind::Bytes: return Value::object(make_bytes(allocator, ""));
    case SumKind::List: return Value::object(new_list(allocator));
  }
  return Value::undefined();
}

// How much memory join_sums may need.
size_t bytes_to_join(Value before, Value own) {
  if (!own.is_object()) return 0;
  const uint32_t length = own.as_object()->length;
  switch (own.as_object()->kind) {
    case Kind::String:
      return before.as_object()->is_shared() ? string_bytes(size_t{as<String>(before)->length} + length)
                                             : growth_bytes(as<String>(before), length);
    case Kind::Bytes:
      return before.as_object()->is_shared() ? sizeof(Bytes) + as<Bytes>(before)->length + length
                                             : growth_bytes(as<Bytes>(before), length);
    case Kind::List: return growth_bytes(as<List>(before), ListEnd::back, length);
    default: return 0;  // numbers, and the future of Floats
  }
}

Value join_texts(Allocator& allocator, String* before, const String* own) {
  return Value::object(before->is_shared() ? concat(allocator, before, own)
                                           : append_in_place(allocator, before, own));
}
Value join_bytes(Allocator& allocator, Bytes* before, const Bytes* own) {
  return Value::object(before->is_shared() ? concat(allocator, before, own)
                                           : append_in_place(allocator, before, own->view()));
}

// Does not ask for room, and so cannot wait: the half does not begin again any more. Precondition: there is
// room for it.
Value join_sums(Strand& s, Value before, Value own) {
  Allocator& allocator = s.allocator();
  if (is_kind(own, Kind::List)) return Value::object(join(allocator, as<List>(before), as<List>(own)));
  if (is_kind(own, Kind::String)) return join_texts(allocator, as<String>(before), as<String>(own));
  if (is_kind(own, Kind::Bytes)) return join_bytes(allocator, as<Bytes>(before), as<Bytes>(own));
  return add(s, before, own);
}

// The Float `before` and what was kept for it, added in order.
Value with_kept(const Segment& half, unsigned reg, Value before) {
  double sum = before.as_double();
  if (half.kept.is_object()) {
    const auto* kept = as<List>(half.kept);
    for (uint32_t i = 0; i < kept->length; i += 2) {
      if (kept->items[i] == Value::small_int(reg)) sum += kept->items[i + 1].as_double();
    }
  }
  return Value::number(sum);
}

// False if the value may not be kept: it is no such number, or there is no room.
bool keep(Allocator& allocator, Segment& half, unsigned reg, Op op, Value added) {
  if (!added.is_double() && !added.is_small_int()) return false;
  if (!half.kept.is_object()) half.kept = Value::object(new_list(allocator));
  auto* kept = as<List>(half.kept);
  if (kept->length >= 2 * kMostKept) return false;
  if (!allocator.can_allocate(growth_bytes(kept, ListEnd::back, 2))) return false;
  push(allocator, kept, Value::small_int(reg));
  push(allocator, kept, Value::number(op == Op::Sub ? -to_double(added) : to_double(added)));
  return true;
}

// Asks for all at once, since after the first one the half cannot begin again. False as for Strand::reserve.
bool has_room_for_sums(Strand& s, const Segment& half, const Value* base) {
  size_t bytes = 0;
  for (uint64_t left = half.apart & half.loop->sums; left != 0; left &= left - 1) {
    const int reg = std::countr_zero(left);
    bytes += bytes_to_join(resolved(half.slots()[half.base + reg]), base[reg]);
  }
  return s.reserve(bytes);
}

void begin_apart(Segment& half, Value* base, unsigned reg) {
  half.apart |= uint64_t{1} << reg;
  set_at_end(base[half.loop->state + 2], AtEnd::adds);
}

}  // namespace

bool Interpreter::is_in_half(const Strand& s, const Word* pc, const Value* base) {
  const LoopSite& loop = *s.links_.continues->loop;
  const Proto& proto = *running(base);
  return proto.has_loop(&loop) && loop.contains(static_cast<uint32_t>(pc - proto.code));
}

bool Interpreter::begin_sum(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.is_before_half(base, reg) || !is_in_half(s, pc, base)) return false;
  Segment& half = *s.links_.continues;
  if ((half.loop->sums >> reg & 1) == 0 || addition_at(pc).reg != static_cast<int>(reg)) return false;
  const Value nothing = nothing_of(s.allocator(), as<Future>(base[reg])->sum_kind());
  if (nothing.is_undefined()) return false;
  base[reg] = nothing;
  begin_apart(half, base, reg);
  return !is_future(nothing);
}

const Word* Interpreter::keep_summand(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.adds_apart(base, pc)) return nullptr;
  Segment& half = *s.links_.continues;
  if ((half.apart >> reg & 1) == 0 || as<Future>(base[reg])->sum_kind() != SumKind::Float) return nullptr;
  const Update form = update_at(pc);
  Value added = form.right < 0 ? form.constant : base[form.left == reg ? form.right : form.left];
  if (Future* missed = look_through(added)) return wait_for(s, pc, base, *missed);
  if (keep(s.allocator(), half, reg, form.op, added)) return after(pc);
  Value before = half.slots()[half.base + reg];
  Future* missed = look_through(before);
  return missed != nullptr ? wait_for(s, pc, base, *missed) : pc;
}

void Interpreter::add_kept(Strand& s, const Word* pc, Value* base) {
  if (!s.adds_apart(base, pc)) return;
  Segment& half = *s.links_.continues;
  for (uint64_t left = half.apart & half.loop->sums; left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    Value before = half.slots()[half.base + reg];
    if (!is_future(base[reg]) || look_through(before) != nullptr) continue;
    base[reg] = with_kept(half, reg, before);
    half.apart &= ~(uint64_t{1} << reg);
  }
  if (half.apart != 0) return;
  half.kept = Value::unit();
  // The frame may leave this strand before its elements are used up: another one has nothing to add.
  clear_at_end(base[half.loop->state + 2], AtEnd::adds);
}

const Word* Interpreter::begin_best(Strand& s, const Word* pc, Value* base, unsigned reg) {
  if (!s.is_before_half(base, reg) || !is_in_half(s, pc, base)) return nullptr;
  const LoopSite::Best* best = best_of(*s.links_.continues->loop, reg);
  if (best == nullptr) return nullptr;
  Value& value = base[best->is_left ? b_of(pc) : a_of(pc)];
  if (Future* missed = look_through(value)) return wait_for(s, pc, base, *missed);
  if (!is_comparable(value)) return nullptr;
  begin_apart(*s.links_.continues, base, reg);
  return after(pc);
}

// Null if all sums and bests can be joined with the values before.
const Word* Interpreter::wait_for_sums(Strand& s, const Word* pc, Value* base) {
  Segment& half = *s.links_.continues;
  for (uint64_t left = half.apart; left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    Value value = resolved(half.slots()[half.base + reg]);
    if (is_future(value)) return wait_for(s, pc, base, *as<Future>(value));
    const bool fits = best_of(*half.loop, reg) != nullptr
                          ? is_comparable(base[reg])
                          : sum_kind(*half.loop, reg, base[reg]) == sum_kind(*half.loop, reg, value);
    if (!fits) return repeat_half(s, half);
  }
  return nullptr;
}

// First all of them have to fit, because joining two lists changes one: the half does not begin again after
// that, so the values before stay unshared.
const Word* Interpreter::complete_sums(Strand& s, const Word* pc, Value* base) {
  if (const Word* elsewhere = wait_for_sums(s, pc, base)) return elsewhere;
  Segment& half = *s.links_.continues;
  if (!has_room_for_sums(s, half, base)) return unwind(s);
  Value* before = half.slots() + half.base;
  for (uint64_t left = std::exchange(half.apart, 0); left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    const Value value = resolved(before[reg]);
    if (const LoopSite::Best* best = best_of(*half.loop, reg)) {
      if (!is_better(s, *best, value, base[reg])) take_values(best->group, before, base);
      continue;
    }
    base[reg] = is_future(base[reg]) ? with_kept(half, reg, value) : join_sums(s, value, base[reg]);
    assert(!base[reg].is_exception() && "they are numbers, or there is room");
  }
  half.kept = Value::unit();
  clear_at_end(base[half.loop->state + 2], AtEnd::adds);
  return nullptr;
}

// The message of the error names the kind of the best before.
const Word* Interpreter::prepare_error(Strand& s, const Word* pc, Value* base) {
  if (!s.adds_apart(base, pc)) return nullptr;
  Segment& half = *s.links_.continues;
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
  while (s.is_bottom(s.base_) && s.links_.stand != half.parent && s.links_.stand->loop != nullptr) {
    if (const Word* left = leave_loop(s, s.pc_)) return left;
  }
  const Proto& proto = *running(s.base_);
  proto.pace_of(*half.loop).note_no_sum();
  std::copy_n(half.slots() + half.base, proto.frame_size, s.base_);
  half.apart = 0;
  half.kept = Value::unit();
  s.pc_ = half.resume;
  return s.pc_;
}

// Earlier parts of the program may need the memory, so it is free before the strand waits.
const Word* Interpreter::begin_in_order(Strand& s) {
  Segment& half = *s.links_.continues;
  s.native_.forget();
  s.error_.drop();
  s.work_left_ = Strand::kWorkPerCheck;
  s.base_ = s.stack_.begin + half.at;
  if (const Word* next = repeat_half(s, half); next != half.resume) return next;
  const Word* elsewhere = wait_for_turn(s, half.resume, Effect::write);
  return elsewhere != nullptr ? elsewhere : half.resume;
}

// The half does not begin again after that, and so need not keep the values: it may change texts and lists in
// place. The loop only adds to them; the code after it may have copied their futures.
void Interpreter::take_values_before(Strand& s, const Word* pc, Value* base) {
  if (base != s.half() || !is_in_half(s, pc, base)) return;
  Segment& half = *s.links_.continues;
  Value* before = half.slots() + half.base;
  for (uint64_t left = half.carried; left != 0; left &= left - 1) {
    if (is_future(resolved(before[std::countr_zero(left)]))) return;
  }
  for (uint64_t left = half.carried; left != 0; left &= left - 1) {
    const int reg = std::countr_zero(left);
    if (!(base[reg] == before[reg])) continue;
    if (is_future(base[reg])) base[reg] = as<Future>(before[reg])->value();
    before[reg] = Value::unit();
  }
}

// The next half has begun to add to a value of another kind.
const Word* Interpreter::take_back_half(Strand& s, const Word* pc) {
  const Segment& half = *s.links_.stand;
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
  for (uint64_t left = s.links_.stand->loop->sums; left != 0; left &= left - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(left));
    const auto* next = as<Future>(s.links_.stand->slots()[s.links_.stand->base + reg]);
    look_through(base[reg]);
    if (sum_kind(*s.links_.stand->loop, reg, base[reg]) != next->sum_kind()) return take_back_half(s, pc);
  }
  return end_iteration(s, pc, base);
}

}  // namespace aspen
