#include "vm/run/strand.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "vm/heap/native_stack.h"
#include "vm/heap/stack_memory.h"
#include "vm/heap/tracer.h"
#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/halves.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"

namespace aspen {

namespace {

#ifdef ASPEN_STRESS_STACK
constexpr size_t kInitialSlots = 8;
#else
constexpr size_t kInitialSlots = 12;  // enough for a small function that waits
#endif

}  // namespace

Strand::Strand(Machine& machine, const sched::TaskType& task_type)
    : sched::Task(task_type),
      machine_(machine),
      fuel_(machine.options().limits.fuel),
      fueled_(machine.options().limits.fuel != UINT64_MAX) {
  auto* memory = allocate_stack(kInitialSlots);
  if (memory == nullptr) throw std::bad_alloc();
  stack_.use(machine_, memory, kInitialSlots);
  reset_limit();
}

Strand::~Strand() {
  free_stack(stack_.begin);
  stack_.use(machine_, nullptr, 0);
}

Value Strand::run(Value function, const Value* arguments, unsigned count) {
  assert(base_ == nullptr && "a native does not call back into the interpreter");
  NativeStackScope scope(allocator_->mutator());
  if (!begin(function, arguments, count)) return Value::exception();
  Interpreter::execute(*this);
  Value result = stack_.begin[0];
  base_ = nullptr;
  constexpr size_t kKeptBytes = size_t{1} << 20;
  shrink_stack(kKeptBytes);
  return result;
}

bool Strand::begin(Value function, const Value* arguments, unsigned count) {
  const Proto& stub = machine_.call_stub(count);
  error_.drop();
  stack_.bottom = 0;
  base_ = stack_.begin + 3;
  function_of(base_) = raw_slot(&stub);
  link_frame(base_, kEndCode, 0);
  pc_ = stub.code;
  if (!Interpreter::ensure_stack(*this, base_ + stub.frame_size)) {
    base_ = nullptr;
    return false;
  }
  base_[0] = function;
  for (unsigned i = 0; i < count; ++i) base_[3 + i] = arguments[i];
  return true;
}

void Strand::adopt(const Segment& segment, Value value) {
  assert(slots_for(segment) <= stack_.slots());
  std::copy_n(segment.slots(), segment.length, stack_.begin);
  stack_.begin[segment.length - 1] = value;
  stack_.hold_all();
  base_ = stack_.begin + segment.base;
  pc_ = segment.resume;
  holds_futures_ = true;
}

// As in ensure_stack: one slot more than frames use.
size_t Strand::slots_for(const Segment& segment) {
  return size_t{std::max(segment.height, segment.length)} + 1;
}

bool Strand::finds_room_for(const Segment& segment) { return ensure_slots(slots_for(segment)); }

void Strand::make_room_for(const Segment& segment) {
  if (!finds_room_for(segment)) throw std::bad_alloc();
}

void Strand::make_room_below(const Segment& segment) {
  // The frames below may never have been on this stack, and they need more slots than the segment stores.
  const size_t top = static_cast<size_t>(base_ - stack_.begin) + Interpreter::running(base_)->frame_size;
  if (!ensure_slots(std::max(top + 1, slots_for(segment)))) throw std::bad_alloc();
}

bool Strand::ensure_slots(size_t slots) {
  const size_t present = stack_.slots();
  if (slots <= present) return true;
  Value* larger = allocate_stack(slots);
  if (larger == nullptr) return false;
  if (base_ != nullptr) {
    const size_t top = static_cast<size_t>(base_ - stack_.begin) + Interpreter::running(base_)->frame_size;
    std::copy_n(stack_.begin, std::min(top, present), larger);
    base_ = larger + (base_ - stack_.begin);
  }
  free_stack(stack_.begin);
  stack_.use(machine_, larger, slots);
  renew_limit();
  return true;
}

void Strand::drop_frames() {
  const Proto& stub = machine_.call_stub(0);
  base_ = stack_.lowest();
  function_of(base_) = raw_slot(&stub);
  link_frame(base_, kEndCode, 0);
  std::fill_n(base_, stub.frame_size, Value::unit());
}

const Value* Strand::half() const {
  return links_.continues != nullptr && links_.continues->is_half ? stack_.begin + links_.continues->at
                                                                  : nullptr;
}

bool Strand::is_before_half(const Value* frame, unsigned reg) const {
  return frame == half() && is_future(frame[reg]) &&
         frame[reg] == links_.continues->slots()[links_.continues->base + reg];
}

bool Strand::can_be_apart(const LoopSite& loop, const Value* frame) const {
  for (uint64_t sums = loop.sums; sums != 0; sums &= sums - 1) {
    const auto reg = static_cast<unsigned>(std::countr_zero(sums));
    if (sum_kind(loop, reg, frame[reg]) == SumKind::none) return false;
  }
  return std::all_of(loop.bests.begin(), loop.bests.end(), [&](const LoopSite::Best& best) {
    return best.group == 0 || is_comparable(frame[best.reg]) || is_before_half(frame, best.reg);
  });
}

// Another call of the function may have its frame there by now, and registers with old values. In the loop,
// the state is that of this call.
bool Strand::adds_apart(const Value* frame, const Word* at) const {
  if (links_.continues == nullptr || links_.continues->apart == 0 || frame != half()) return false;
  const LoopSite& loop = *links_.continues->loop;
  const Proto& proto = *Interpreter::running(frame);
  const auto word = static_cast<uint32_t>(at - proto.code);
  return proto.has_loop(&loop) && (loop.contains(word) || word == loop.next) &&
         has_at_end(frame[loop.state + 2], AtEnd::adds);
}

bool Strand::adds_apart() const {
  if (base_ == nullptr || links_.continues == nullptr || links_.continues->apart == 0) return false;
  const Value* frame = base_;
  const Word* at = pc_;
  for (; frame > half() && !is_bottom(frame); frame = caller_of(frame)) at = return_of(frame) - 1;
  return adds_apart(frame, at);
}

bool Strand::has_bests_apart() const {
  return adds_apart() && (links_.continues->apart & links_.continues->loop->in_bests()) != 0;
}

// The frame may have been given away before: then it moves, as the frames below it are not in this segment.
void Strand::rejoin(const Segment& segment) {
  assert(slots_for(segment) <= stack_.slots());
  if (base_ == half()) links_.continues->at = segment.base;
  const size_t below = segment.base - 3;
  const Value* lowest = stack_.lowest_header();
  const size_t frame = 3 + Interpreter::running(base_)->frame_size;
  std::memmove(static_cast<void*>(stack_.begin + below), lowest, frame * sizeof(Value));
  std::copy_n(segment.slots(), below, stack_.begin);
  stack_.hold_all();
  base_ = stack_.begin + segment.base;
  std::copy_n(segment.slots() + segment.base - 2, 2, base_ - 2);  // where the frame returns to
  holds_futures_ = true;
}

void Strand::reset() {
  base_ = nullptr;
  pc_ = nullptr;
  work_left_ = kWorkPerCheck;
  holds_futures_ = eager_ = false;
  native_ = {};  // it still misses a future if the strand was squashed in a native that had given up
  error_.reset();
  timeline_ = nullptr;
  links_.reset();
  stack_.hold_all();
  wait_cause_ = {};
  parked_ns_ = 0;
  wait_.phase.store(Wait::none, std::memory_order_relaxed);
  wait_.value.store(Value::undefined(), std::memory_order_relaxed);
  wait_.several = nullptr;
  priority = 0;
  constexpr size_t kKeptBytes = size_t{4} << 10;
  shrink_stack(kKeptBytes);
}

// Frees the memory that one deep call needed, for other strands.
void Strand::shrink_stack(size_t kept_bytes) {
  if (stack_bytes() <= kept_bytes) return;
  auto* fresh = allocate_stack(kInitialSlots);
  if (fresh == nullptr) return;
  free_stack(stack_.begin);
  stack_.use(machine_, fresh, kInitialSlots);
  reset_limit();
}

bool Strand::take_turn() {
  if (timeline_ == nullptr || is_head() || !timeline_->waits_for_turn(*this, Effect::write)) return true;
  park();
  return false;
}

void Strand::expect_futures_from_outside() {
  if (!holds_futures_ && machine_.runtime()->has_split()) holds_futures_ = true;
}

Fiber* Strand::suspended_fiber() {
  Fiber* fiber = timeline_ != nullptr ? task().fiber() : nullptr;
  if (fiber == nullptr || wait_.phase.load(std::memory_order_relaxed) != Wait::going_on) return nullptr;
  // Woken without cause, it stands in a queue.
  if (state.life() != sched::TaskState<sched::ThreadAtomics>::kIdle) return nullptr;
  // The kind comes first: during a collection, an ending operation may end its wait and leave its queue.
  const Waiter* only = wait_.only();
  const bool is_suspended =
      only != nullptr && only->kind == Case::receive && only->queue == &fiber->resumed->receivers;
  return is_suspended ? fiber : nullptr;
}

void Strand::trace_roots(Tracer& tracer) {
  if (machine_.runtime() != nullptr && machine_.runtime()->collects_exactly(*this)) forget_dead_registers();
  error_.visit(tracer);
  links_.trace(tracer);
  if (timeline_ != nullptr) tracer.visit(&task());
  tracer.visit(native_.kept);
  tracer.visit(wait_.value.load(std::memory_order_relaxed));
  tracer.visit(wait_.several);
  // Slots above the frames, and below those that are still here, are stale; once cleared, they can never be
  // taken for live registers of a later frame.
  const Value* top = base_ == nullptr ? stack_.begin : base_ + Interpreter::running(base_)->frame_size;
  if (base_ != nullptr && native_.top > top) top = native_.top;
  if (top > stack_.end) top = stack_.end;
  const Value* bottom = base_ == nullptr ? stack_.begin : stack_.lowest_header();
  tracer.visit_range(bottom, top);
  StrandStack::clear(stack_.begin, bottom);
  StrandStack::clear(top, stack_.end);
}

}  // namespace aspen
