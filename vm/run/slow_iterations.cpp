// The ends of iterations that run in strands of their own (docs/loops.md).
#include <bit>
#include <cassert>

#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/split.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

constexpr unsigned kMostCarried = 64;

// Of an iteration that was split on demand, or offered the next one, and has waited for nothing. If the next
// one waits, only the part before that overlaps, which it has noted.
void note_length(Strand& strand, const Segment& segment) {
  const uint64_t split_ns = segment.split_ns.load(std::memory_order_relaxed);
  if (segment.is_half || split_ns == 0 || segment.has_waited.load(std::memory_order_relaxed)) return;
  const uint64_t now = strand.machine().runtime()->scheduler().now();
  segment.pace->note(now - split_ns);
}

// Of the part of a loop that was halved on demand.
class HalfLength {
 public:
  explicit HalfLength(const Segment& segment)
      : pace_(segment.pace),
        split_ns_(segment.is_half ? segment.split_ns.load(std::memory_order_relaxed) : 0) {}

  void note(Strand& strand, bool was_taken) const {
    if (split_ns_ == 0) return;
    pace_->note_half(strand.machine().runtime()->scheduler().now() - split_ns_, was_taken);
  }

 private:
  LoopPace* pace_;
  uint64_t split_ns_;  // 0: it was not
};

}  // namespace

const Word* Interpreter::end_iteration(Strand& s, const Word* pc, Value* base) {
  if (s.timeline_->waits_at_base(s)) return leave(s, pc, Exit::parked);
  if (s.is_squashed()) return leave(s, pc, Exit::finished);
  assert(s.links_.stand->is_half || s.links_.stand == base[s.links_.stand->loop->state].as_object());
  assert(s.is_bottom(base));
  if (s.adds_apart(base, pc)) {
    if (const Word* elsewhere = complete_sums(s, pc, base)) return elsewhere;
  }
  note_length(s, *s.links_.stand);
  Value carried[kMostCarried];
  unsigned count = 0;
  const uint64_t registers = s.links_.stand->carried;
  for (uint64_t left = registers; left != 0; left &= left - 1) {
    Value& v = base[std::countr_zero(left)];
    look_through(v);
    carried[count++] = v;
  }
  s.make_room_for(*s.links_.stand);
  const HalfLength half(*s.links_.stand);
  Segment* segment = s.timeline_->return_past(s, Value::unit(), carried);
  half.note(s, segment == nullptr);
  if (segment == nullptr) return leave(s, kEndCode, Exit::finished);
  StrandStore::keep_withdrawn(*s.executor_, *segment->continuing);
  s.adopt(*segment, Value::undefined());
  count = 0;
  for (uint64_t left = registers; left != 0; left &= left - 1)
    s.base_[std::countr_zero(left)] = carried[count++];
  return s.pc_;
}

const Word* Interpreter::begin_iteration(Strand& s, const Word* pc, const Word* body) {
  const bool has_just_begun = s.links_.continues != nullptr && s.links_.continues->begun_ns != 0;
  if (!s.eager_ && !has_just_begun) return body;
  const Proto& proto = *running(s.base_);
  const LoopSite* loop = proto.loop_at(pc);
  if (loop == nullptr) return body;
  if (s.eager_) return split_iteration_eagerly(s, body);
  if (!proto.pace_of(*loop).is_coarse()) return body;
  s.pc_ = body;
  offer_iterations(s);
  return body;
}

// A function that was called in the place of the frame may have the same code, and no mark.
bool Interpreter::ends_iteration(const Strand& s, const Word* pc, const Value* base) {
  const Segment* segment = s.links_.stand;
  return segment != nullptr && segment->resume == pc && segment->loop != nullptr && s.is_bottom(base) &&
         is_kind(base[segment->loop->state], Kind::Segment);
}

#define END_OR(name)                                                                            \
  const Word* Interpreter::slow_EndOr##name(Strand& s, const Word* pc, Value* base) {           \
    save(s, pc, base);                                                                          \
    return ends_iteration(s, pc, base) ? end_iteration(s, pc, base) : slow_##name(s, pc, base); \
  }
END_OR(Loop)
END_OR(LoopIfLess)
END_OR(LoopIfLessEqual)
END_OR(LoopIfLessInt)
END_OR(LoopIfLessEqualInt)
END_OR(LoopIfGreaterInt)
END_OR(LoopIfGreaterEqualInt)
END_OR(LoopIfEqualInt)
END_OR(LoopIfNotEqualInt)
#undef END_OR

const Word* Interpreter::leave_loop(Strand& s, const Word* again) {
  assert(s.is_bottom(s.base_) && s.links_.stand != nullptr && s.links_.stand->loop != nullptr);
  if (s.timeline_->waits_at_base(s)) return leave(s, again, Exit::parked);
  s.make_room_below(*s.links_.stand);
  Segment* segment = s.timeline_->unwind_past(s);
  if (segment == nullptr) return leave(s, kEndCode, Exit::finished);
  Value& state = s.base_[segment->loop->state];
  if (is_kind(state, Kind::Segment) && state.as_object() == segment) state = Value::unit();
  s.rejoin(*segment);
  return nullptr;
}

// While the strand waits, the place of the error is where the frame's return address was, which is the end of
// the strand.
const Word* Interpreter::leave_loops(Strand& s, uint32_t word) {
  while (s.is_bottom(s.base_) && s.links_.stand != nullptr && s.links_.stand->loop != nullptr) {
    const LoopSite& loop = *s.links_.stand->loop;
    // A function that was called in the place of the frame has no such loop.
    const Proto& proto = *running(s.base_);
    if (!proto.has_loop(&loop) || loop.contains(word) || word == loop.next) return nullptr;
    set_return(s.base_, s.pc_);
    if (const Word* left = leave_loop(s, kUnwindCode)) return left;
  }
  return nullptr;
}

const Word* Interpreter::catch_after_wait(Strand& s) {
  const Word* at = return_of(s.base_);
  if (!s.is_bottom(s.base_) || at == kEndCode) return nullptr;
  const Proto* proto = running(s.base_);
  const Handler* handler = handler_of(proto->handlers, static_cast<uint32_t>(at - proto->code));
  s.pc_ = at;
  const Word* left = leave_loops(s, handler->target);
  return left != nullptr ? left : enter_handler(s, *handler);
}

const Word* Interpreter::slow_LeaveLoop(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const unsigned state = a_of(pc);
  while (is_kind(s.base_[state], Kind::Segment)) {
    if (const Word* left = leave_loop(s, pc)) return left;
  }
  // If nothing else refers to the fiber, the next collection is to find that.
  if (is_kind(s.base_[state], Kind::Fiber)) s.base_[state] = Value::unit();
  return pc + info(Op::LeaveLoop).words();
}

}  // namespace aspen
