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

// A trace keeps this many frames at each end.
constexpr size_t kTraceEnds = 16;

constexpr std::string_view kTooLittleMemory = "the program needs more memory than it may use";

// The machine's own code, and functions internal to the library.
bool is_left_out(const Proto* proto) { return proto->module == nullptr || proto->hidden; }

}  // namespace

Strand::Strand(Machine& machine, const sched::TaskType& task_type)
    : sched::Task(task_type),
      machine_(machine),
      characters_(machine.characters()),
      fuel_(machine.options().limits.fuel),
      fueled_(machine.options().limits.fuel != UINT64_MAX) {
  auto* memory = allocate_stack(kInitialSlots);
  if (memory == nullptr) throw std::bad_alloc();
  use_stack(memory, kInitialSlots);
  reset_limit();
}

Strand::~Strand() {
  free_stack(stack_);
  use_stack(nullptr, 0);
}

void Strand::use_stack(Value* memory, size_t slots) {
  machine_.note_stack_bytes(static_cast<ptrdiff_t>(slots * sizeof(Value)) -
                            static_cast<ptrdiff_t>(stack_bytes()));
  stack_ = memory;
  stack_end_ = memory + slots;
}

bool Strand::reserve(size_t bytes) {
  // Asking takes a lock that all workers share. A small object may therefore exceed the limit; the next
  // safepoint then raises.
  if (bytes <= Allocator::kLargestInBlock) return true;
  if (!is_head() && !allocator_->has_room_ahead(bytes) && !take_turn()) return false;
  if (allocator_->can_allocate(bytes)) return true;
  memory_error(bytes);
  return false;
}

bool Strand::charge(Charge& charge, size_t bytes) {
  if (bytes <= charge.bytes()) return true;
  const size_t more = bytes - charge.bytes();
  // As for `reserve`, small amounts take no lock.
  if (more <= Allocator::kLargestInBlock && charge.grow_to(bytes)) return true;
  if (!is_head() && !allocator_->has_room_ahead(more) && !take_turn()) return false;
  if (machine_.heap().charge(allocator_->mutator(), charge, bytes)) return true;
  memory_error(more);
  return false;
}

// The message needs memory, too, and that is not refused.
Value Strand::memory_exhausted() {
  const RefusalScope goes_beyond(*allocator_, false);
  if (gave_up() || !error_.is_undefined()) return Value::exception();
  raise_memory_limit(kTooLittleMemory);
  machine_.heap().clear_limit_reached();  // perhaps set again by the message: this error reports that, too
  return Value::exception();
}

Value Strand::memory_error(size_t bytes) {
  return raise_memory_limit("not enough memory for " + std::to_string(bytes) + " bytes more");
}

// Limits and interrupts are raised in program order, so only the head stops for them.
bool Strand::must_stop() const {
  if (missed_ != nullptr || has_failed_ || is_squashed()) return true;
  const bool stops = (fueled_ && fuel_ == 0) || machine_.heap().limit_reached();
  if (!is_head()) return false;
  return stops || (timeline_ ? signals_to_raise() != 0 || is_late() : machine_.is_interrupted());
}

// A task that runs inside of another one's native, or in a long native, does not get signals in time.
bool Strand::is_late() const { return machine_.runtime()->is_late(task().run()); }

bool Strand::must_wait_for_room() const { return !is_head() && machine_.heap().is_crowded(); }

// Other strands may have reached the limit. Strands that run ahead of this one, the head, wait now, so the
// memory that they have freed may suffice. If another task reached the limit, it may have caught its
// MemoryLimit or ended. More memory has to be free then: otherwise, when many tasks use all memory, each
// would collect in turn, and none would raise. A strand that ends anyway does not check.
void Strand::make_room() {
  Heap& heap = machine_.heap();
  if (!heap.limit_reached() || timeline_ == nullptr) return;
  if (timeline_->runs_ahead())
    heap.find_room(allocator_->mutator(), 0);
  else if (signals_to_raise() == 0)
    heap.find_room(allocator_->mutator(), heap.least_room());
}

// The signals that the task has to handle wherever it is.
uint32_t Strand::signals_to_raise() const {
  const uint32_t seen = timeline_->signals();
  const uint32_t cancelled = (seen & TaskSignals::kCancelRaised) ? 0 : TaskSignals::kCancelled;
  return seen & (TaskSignals::kEnding | cancelled);
}

bool Strand::settle_work(uint64_t amount) {
  uint64_t done = kWorkPerCheck - work_left_ + amount;
  work_left_ = kWorkPerCheck;
  if (base_ == nullptr && missed_ == nullptr) return true;  // a host's doing
  end_turn();
  machine_.heap().safepoint(allocator_->mutator());
  if (fueled_) fuel_ -= std::min(fuel_, done / kWorkPerFuel);
  if (is_head()) make_room();
  if (!must_stop()) return true;
  stops_for_memory_ = machine_.heap().limit_reached();
  work_left_ = 0;
  request_safepoint();
  return false;
}

// With a single thread, no other thread sees an interrupt. And the program's own task may have started this
// one inside its `await`, where it cannot end before this one does. So each waiting task ends itself, and
// leaves the interrupt set for the others.
bool Strand::has_to_stop() {
  if (!settle_work(0)) return true;
  if (timeline_ == nullptr || !machine_.is_interrupted()) return false;
  if (machine_.runtime()->pass_on_interrupt(*this)) return !settle_work(0);
  stops_for_memory_ = false;
  work_left_ = 0;
  request_safepoint();
  return true;
}

// The reason why a native gave up may be gone by now: another strand has raised MemoryLimit, or the host has
// cleared an interrupt. But the native has done only a part of its work.
bool Strand::safepoint() {
  const bool has_given_up = work_left_ == 0;
  end_turn();
  if (!eager_) reset_limit();  // else it never has another value
  work_left_ = kWorkPerCheck;
  machine_.heap().safepoint(allocator_->mutator());
  const Runtime* runtime = machine_.runtime();
  if (runtime == nullptr || !runtime->has_workers()) machine_.answer_task_request(allocator_->mutator());
  if (!is_head()) return true;
  make_room();
  if (timeline_ != nullptr) {
    const uint32_t signals = signals_to_raise();
    if (signals != 0 && task().raise_signal(*this, signals)) return false;
    if (is_late()) {
      raise_uncatchable(Value::label(sym::kOutOfTime));
      return false;
    }
  } else if (machine_.take_interrupt()) {
    raise_uncatchable(Value::label(sym::kInterrupted));
    return false;
  }
  if (fueled_ && fuel_-- == 0) {
    fuel_ = 0;
    raise_uncatchable(Value::label(sym::kOutOfFuel));
    return false;
  }
  if (machine_.heap().limit_reached() || (has_given_up && stops_for_memory_)) {
    machine_.heap().clear_limit_reached();
    raise_memory_limit(kTooLittleMemory);
    return false;
  }
  if (has_given_up) raise_uncatchable(Value::label(sym::kInterrupted));
  return !has_given_up;
}

// If such errors do not help, because new tasks use the memory that others free, the program has to end.
Value Strand::raise_memory_limit(std::string_view message) {
  const bool is_hopeless = is_head() && machine_.heap().take_hopeless();
  raise(sym::kMemoryLimit, message);
  if (!is_hopeless) return Value::exception();
  uncatchable_ = true;
  if (timeline_ != nullptr) task().run().task->end_program(aspen::Task::kOutOfMemory);
  return Value::exception();
}

void Strand::give_up() {
  if (base_ == nullptr) return (void)take_error();
  has_failed_ = true;
  work_left_ = 0;
  request_safepoint();
}

Value Strand::raise_stop() {
  if (gave_up() || is_squashed()) return Value::exception();
  [[maybe_unused]] const bool goes_on = safepoint();
  assert(!goes_on && "no work has been refused");
  return Value::exception();
}

Value Strand::run(Value function, const Value* arguments, unsigned count) {
  assert(base_ == nullptr && "a native does not call back into the interpreter");
  NativeStackScope scope(allocator_->mutator());
  if (!begin(function, arguments, count)) return Value::exception();
  Interpreter::execute(*this);
  Value result = stack_[0];
  base_ = nullptr;
  constexpr size_t kKeptBytes = size_t{1} << 20;
  shrink_stack(kKeptBytes);
  return result;
}

bool Strand::begin(Value function, const Value* arguments, unsigned count) {
  const Proto& stub = machine_.call_stub(count);
  error_ = Value::undefined();
  uncatchable_ = false;
  bottom_ = 0;
  base_ = stack_ + 3;
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
  assert(slots_for(segment) <= static_cast<size_t>(stack_end_ - stack_));
  std::copy_n(segment.slots(), segment.length, stack_);
  stack_[segment.length - 1] = value;
  bottom_ = 0;
  barrier_ = UINT32_MAX;  // no frame is in a segment
  base_ = stack_ + segment.base;
  pc_ = segment.resume;
  holds_futures_ = true;
}

// As in ensure_stack: one slot more than frames use.
size_t Strand::slots_for(const Segment& segment) {
  return size_t{std::max(segment.height, segment.length)} + 1;
}

void Strand::make_room_for(const Segment& segment) { ensure_slots(slots_for(segment)); }

void Strand::make_room_below(const Segment& segment) {
  const size_t top = static_cast<size_t>(base_ - stack_) + Interpreter::running(base_)->frame_size;
  ensure_slots(std::max(top, top - bottom_ + segment.base) + 1);
}

void Strand::ensure_slots(size_t slots) {
  const auto present = static_cast<size_t>(stack_end_ - stack_);
  if (slots <= present) return;
  Value* larger = allocate_stack(slots);
  if (larger == nullptr) throw std::bad_alloc();
  if (base_ != nullptr) {
    const size_t top = static_cast<size_t>(base_ - stack_) + Interpreter::running(base_)->frame_size;
    std::copy_n(stack_, std::min(top, present), larger);
    base_ = larger + (base_ - stack_);
  }
  free_stack(stack_);
  use_stack(larger, slots);
  renew_limit();
}

const Value* Strand::half() const {
  return continues_ != nullptr && continues_->is_half ? stack_ + continues_->base : nullptr;
}

bool Strand::is_before_half(const Value* frame, unsigned reg) const {
  return frame == half() && is_future(frame[reg]) &&
         frame[reg] == continues_->slots()[continues_->base + reg];
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
  if (continues_ == nullptr || continues_->apart == 0 || frame != half()) return false;
  const LoopSite& loop = *continues_->loop;
  const Proto& proto = *Interpreter::running(frame);
  const auto word = static_cast<uint32_t>(at - proto.code);
  return proto.has_loop(&loop) && (loop.contains(word) || word == loop.next) &&
         has_at_end(frame[loop.state + 2], AtEnd::adds);
}

void Strand::rejoin(const Segment& segment) {
  const size_t below = segment.base - 3;
  const Value* lowest = stack_ + bottom_;
  const size_t frame = 3 + Interpreter::running(base_)->frame_size;
  std::memmove(static_cast<void*>(stack_ + below), lowest, frame * sizeof(Value));
  std::copy_n(segment.slots(), below, stack_);
  bottom_ = 0;
  barrier_ = UINT32_MAX;  // no frame of a segment waits for such a call
  base_ = stack_ + segment.base;
  std::copy_n(segment.slots() + segment.base - 2, 2, base_ - 2);  // where the frame returns to
  holds_futures_ = true;
}

void Strand::reset() {
  base_ = nullptr;
  pc_ = nullptr;
  native_top_ = nullptr;
  work_left_ = kWorkPerCheck;
  uncatchable_ = holds_futures_ = eager_ = wants_turn_ = is_parking_ = stops_for_memory_ = has_failed_ =
      false;
  missed_ = nullptr;  // still set if the strand was squashed in a native that had given up
  is_head_.store(true, std::memory_order_relaxed);
  error_ = kept_ = Value::undefined();
  wanted_ = {};
  trace_.reset();
  timeline_ = nullptr;
  stand_ = continues_ = owes_ = nullptr;
  bottom_ = 0;
  barrier_ = UINT32_MAX;
  wait_cause_ = {};
  parked_ns_ = 0;
  earlier_ = later_ = next_waiter_ = nullptr;
  awaited_ = nullptr;
  wait_.phase.store(Wait::none, std::memory_order_relaxed);
  wait_.value.store(Value::undefined(), std::memory_order_relaxed);
  wait_.several = nullptr;
  priority = 0;
  signals_.store(0, std::memory_order_relaxed);
  constexpr size_t kKeptBytes = size_t{4} << 10;
  shrink_stack(kKeptBytes);
}

// Frees the memory that one deep call needed, for other strands.
void Strand::shrink_stack(size_t kept_bytes) {
  if (stack_bytes() <= kept_bytes) return;
  auto* fresh = allocate_stack(kInitialSlots);
  if (fresh == nullptr) return;
  free_stack(stack_);
  use_stack(fresh, kInitialSlots);
  reset_limit();
}

bool Strand::take_turn() {
  if (timeline_ == nullptr || is_head() || !timeline_->waits_for_turn(*this, Effect::write)) return true;
  park();
  return false;
}

// Of a strand that is asked for something the limit stays 0.
void Strand::begin_turn(uint32_t steps) {
  Turn& turn = executor_->turn;
  turn.strand = this;
  turn.steps = static_cast<uint32_t>(std::min<uint64_t>(fuel_, steps));
  turn.fuel_beside = fuel_ - turn.steps;
  fuel_ = turn.steps;
  uintptr_t usual = reinterpret_cast<uintptr_t>(stack_end_);
  if (!fueled_) limit_.compare_exchange_strong(usual, kCounting, std::memory_order_seq_cst);
}

void Strand::end_turn() {
  if (!has_turn()) return;
  Turn& turn = executor_->turn;
  executor_->steps_left -= turn.steps - static_cast<uint32_t>(fuel_);
  fuel_ += turn.fuel_beside;
  turn.strand = nullptr;
  request_safepoint();
}

bool Strand::has_turn() const { return executor_ != nullptr && executor_->turn.strand == this; }

bool Strand::passes(bool is_free) {
  const uintptr_t limit = limit_.load(std::memory_order_relaxed);
  if (limit > kCounting) return true;
  return is_free ? limit == kCounting && !has_turn() : pay_step(limit);
}

void Strand::renew_limit() {
  end_turn();
  reset_limit();
  if (executor_ != nullptr ? Runtime::is_asked_for(*this, *executor_) : must_stop()) request_safepoint();
}

Value Strand::take_error() {
  Value error = error_;
  error_ = Value::undefined();
  return error;
}

namespace {

// Visits the frames from `base` down to the one at `lowest`. False once `visit` returns false.
template <class Visit>
bool each_frame(const Value* base, const Value* lowest, const Word* pc, const Visit& visit) {
  for (;;) {
    const Proto* proto = Interpreter::running(base);
    const TraceEntry entry{proto, static_cast<uint32_t>(pc - proto->code), TraceEntry::Role::call};
    if (!is_left_out(proto) && !visit(entry)) return false;
    if (base == lowest) return true;
    pc = return_of(base) - 1;
    base = caller_of(base);
  }
}

}  // namespace

template <class Visit>
void Strand::walk(Visit visit) const {
  if (base_ == nullptr || !each_frame(base_, stack_ + bottom_ + 3, pc_, visit)) return;
  for (const Segment* below = stand_; below != nullptr; below = below->parent) {
    const Value* slots = below->slots();
    const Value* base = slots + below->base;
    const Word* pc = below->resume - 1;
    if (below->loop != nullptr) {
      if (below->base == 3) continue;  // visited, in the iteration before
      pc = return_of(base) - 1;
      base = caller_of(base);
    }
    if (!each_frame(base, slots + 3, pc, visit)) return;
  }
}

void Strand::each_call(const std::function<bool(const TraceEntry&)>& visit) const { walk(visit); }

TraceEntry Strand::where() const {
  TraceEntry found;
  walk([&](TraceEntry entry) {
    found = entry;
    return false;
  });
  return found;
}

TraceEntry Strand::place_in_loop() const {
  TraceEntry found;
  const LoopSite* loop = continues_ != nullptr ? continues_->loop : nullptr;
  if (loop == nullptr) return found;
  walk([&](TraceEntry entry) {
    const std::vector<LoopSite>& loops = entry.proto->loops;
    const bool owns = std::any_of(loops.begin(), loops.end(), [&](const LoopSite& l) { return &l == loop; });
    if (owns && (loop->contains(entry.word) || entry.word == loop->next)) found = entry;
    return !owns;
  });
  return found;
}

void Strand::expect_futures_from_outside() {
  if (!holds_futures_ && machine_.runtime()->has_split()) holds_futures_ = true;
}

void Strand::note_frame(const Proto* proto, uint32_t word) {
  if (is_left_out(proto)) return;
  try {
    trace().entries.push_back({proto, word, TraceEntry::Role::call});
  } catch (const std::bad_alloc&) {
    return;  // the error continues, and the frame is missing in its trace
  }
  Trace& trace = this->trace();
  if (trace.entries.size() <= 2 * kTraceEnds) return;
  trace.entries.erase(trace.entries.begin() + kTraceEnds);
  trace.omitted_at = kTraceEnds;
  ++trace.omitted;
}

Trace& Strand::trace() {
  if (!trace_) trace_ = std::make_unique<Trace>();
  return *trace_;
}

Value Strand::take_caught() {
  Value caught = error_;
  try {
    caught = with_trace(*allocator_, error_, trace());
  } catch (const std::bad_alloc&) {
    trace_.reset();
  }
  error_ = Value::undefined();
  return caught;
}

Fiber* Strand::suspended_fiber() {
  Fiber* fiber = timeline_ != nullptr ? task().fiber() : nullptr;
  if (fiber == nullptr || wait_.phase.load(std::memory_order_relaxed) != Wait::going_on) return nullptr;
  // The kind comes first: during a collection, an ending operation may end its wait and leave its queue.
  const Waiter* only = wait_.only();
  const bool is_suspended =
      only != nullptr && only->kind == Case::receive && only->queue == &fiber->resumed->receivers;
  return is_suspended ? fiber : nullptr;
}

void Strand::trace_roots(Tracer& tracer) {
  tracer.visit(error_);
  tracer.visit(stand_);
  tracer.visit(continues_);
  tracer.visit(owes_);
  tracer.visit(awaited_);  // it is in that future's list, even if it was woken without a result and continued
  if (timeline_ != nullptr) tracer.visit(&task());
  tracer.visit(kept_);
  tracer.visit(wait_.value.load(std::memory_order_relaxed));
  tracer.visit(wait_.several);
  // Slots above the frames, and below those that are still here, are stale; once cleared, they can never be
  // taken for live registers of a later frame.
  const Value* top = base_ == nullptr ? stack_ : base_ + Interpreter::running(base_)->frame_size;
  if (base_ != nullptr && native_top_ > top) top = native_top_;
  if (top > stack_end_) top = stack_end_;
  const Value* bottom = base_ == nullptr ? stack_ : stack_ + bottom_;
  tracer.visit_range(bottom, top);
  clear(stack_, bottom);
  clear(top, stack_end_);
}

void Strand::clear(const Value* begin, const Value* end) {
  std::memset(static_cast<void*>(const_cast<Value*>(begin)), 0,
              static_cast<size_t>(end - begin) * sizeof(Value));
}

}  // namespace aspen
