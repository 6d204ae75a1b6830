// Interaction between strands: the requests that a safepoint handles besides limits, waiting, effects in
// program order, and the ends of strands.
#include <utility>

#include "sched/worker.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/split.h"
#include "vm/run/runtime.h"
#include "vm/run/stress_frames.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/task.h"

namespace aspen {

namespace {

constexpr Word kLeaveCode[] = {encode(Op::Leave)};

}  // namespace

const Word kEndCode[] = {encode(Op::EndStrand)};

// ---- Safepoints

void Interpreter::count_step(Strand& strand, Executor& executor) {
  strand.end_turn();
  if (!executor.worker->others_wait()) return;
  if (--executor.steps_left != 0) return strand.begin_turn(executor.steps_left - 1);
  executor.steps_left = Executor::kStepsPerTurn;
  executor.worker->request(sched::Worker::kYield);
}

const Word* Interpreter::poll(Strand& s, const Word* resume) {
  assert(!s.gave_up() && "its instruction runs again");
  if (!s.safepoint()) return unwind(s);
  return attend(s, resume);
}

const Word* Interpreter::attend(Strand& s, const Word* resume) {
  if (s.timeline_ == nullptr) return nullptr;
  // A read-modify-write after the limit has its value again: a signal is seen here, or stands there. A strand
  // that comes here at each step sees at the next one what it misses here, so it only reads.
  const bool comes_again = s.eager_;
  const uint32_t signals = comes_again ? s.links_.signals.load(std::memory_order_acquire)
                                       : s.links_.signals.fetch_or(0, std::memory_order_acq_rel);
  if (signals & StrandLinks::kSquashed) return leave(s, resume, Exit::finished);
  if (s.machine().is_interrupted() && !s.machine().runtime()->pass_on_interrupt(s))
    return leave(s, resume, Exit::yielded);
  if (s.executor_->effects_left != 0) count_step(s, *s.executor_);
  if (const Word* left = wait_for_room(s, resume)) return left;
  sched::Worker& worker = *s.executor_->worker;
  const bool is_asked = !comes_again || worker.requests().load(std::memory_order_relaxed) != 0;
  const uint32_t requests = is_asked ? worker.take_requests() : 0;
  if (requests & sched::Worker::kSplit) split_on_demand(s);
  if (requests & sched::Worker::kYield) return leave(s, resume, Exit::yielded);
  return nullptr;
}

const Word* Interpreter::wait_for_room(Strand& s, const Word* resume) {
  if (!s.must_wait_for_room()) return nullptr;
  return s.adds_apart() ? begin_in_order(s) : wait_for_turn(s, resume, Effect::write);
}

const Word* Interpreter::split_eagerly(Strand& s, const Word* resume) {
  Executor& executor = *s.executor_;
  s.pc_ = resume;
  if (s.machine().runtime()->policy() == SplitPolicy::always) {
    split_newest(s);
    return resume;
  }
  if (Runtime::choose(executor, 2) == 0) split_newest(s);
  // Millions of nested calls show nothing that thousands do not, and each yield takes as long as dozens of
  // calls.
  constexpr ptrdiff_t kDeep = 4096;
  const uint32_t rarity = s.base_ - s.stack_.begin < kDeep ? 4 : 64;
  return Runtime::choose(executor, rarity) == 0 ? leave(s, resume, Exit::yielded) : resume;
}

void Interpreter::split_step_eagerly(Strand& s) {
  if (s.machine().runtime()->policy() == SplitPolicy::always || Runtime::choose(*s.executor_, 2) == 0)
    split_step(s);
}

const Word* Interpreter::split_iteration_eagerly(Strand& s, const Word* body) {
  s.pc_ = body;
  if (s.machine().runtime()->policy() == SplitPolicy::always) {
    split_iteration(s);
    return body;
  }
  if (Runtime::choose(*s.executor_, 2) == 0) split_iteration(s);
  return Runtime::choose(*s.executor_, 4) == 0 ? leave(s, body, Exit::yielded) : body;
}

const Word* Interpreter::leave(Strand& s, const Word* resume, Exit exit) {
  s.pc_ = resume;
  s.exit_ = exit;
  return kLeaveCode;
}

const Word* Interpreter::slow_Leave(Strand&, const Word* pc, Value*) { return pc; }

// ---- Waiting

const Word* Interpreter::wait_for(Strand& s, const Word* pc, Value* base, Future& future) {
  save(s, pc, base);
  split_before_wait(s);
  if (s.timeline_->waits_for(s, future)) return leave(s, pc, Exit::parked);
  // The future was just resolved, or the strand is no longer needed.
  return s.is_squashed() ? leave(s, pc, Exit::finished) : pc;
}

// Null: the strand may have such an effect now.
const Word* Interpreter::wait_for_turn(Strand& s, const Word* pc, Effect effect) {
  if (effect == Effect::pure || s.is_head()) return nullptr;
  if (pc == s.pc_ && pc != kUnwindCode) split_before_wait(s);
  if (!s.timeline_->waits_for_turn(s, effect)) return nullptr;
  return leave(s, pc, s.is_squashed() ? Exit::finished : Exit::parked);
}

// ---- The ends of strands

// Replaces the lowest frame by one that holds only the value. Runs again after each wait.
const Word* Interpreter::slow_EndStrand(Strand& s, const Word*, Value* base) {
  Value* lowest = s.stack_.lowest();
  const bool again = base == lowest;
  Value value = again ? lowest[0] : function_of(lowest);
  function_of(lowest) = raw_slot(&s.machine().call_stub(0));
  lowest[0] = value;
  save(s, kEndCode, lowest);
  if (s.timeline_ == nullptr) {
    s.stack_.begin[0] = value;
    return leave(s, kEndCode, Exit::finished);
  }
  return return_past(s, value);
}

const Word* Interpreter::return_past(Strand& s, Value value) {
  if (s.timeline_->waits_at_base(s)) return leave(s, kEndCode, Exit::parked);
  if (s.links_.stand == nullptr && !s.is_squashed()) {
    // R2: everything before it is over.
    [[maybe_unused]] const Future* missed = look_through(value);
    assert(missed == nullptr);
    return end_task(s, value, kEndCode);
  }
  const bool ends_more = s.links_.stand != nullptr &&
                         (s.links_.stand->loop != nullptr || is_decisive(s.links_.stand->decisive, value));
  if (s.links_.stand != nullptr) s.make_room_for(*s.links_.stand);
  if (ends_more) return return_past_rest(s, value);
  Segment* segment = s.timeline_->return_past(s, value);
  if (segment == nullptr) return leave(s, kEndCode, Exit::finished);
  StrandStore::keep_withdrawn(*s.executor_, *segment->continuing);
  s.adopt(*segment, value);
  return s.pc_;
}

// For a task that ends in an error that cannot be caught.
static uint32_t signal_to_children(const Task& task) {
  return (task.signals() & Task::kEnding) == Task::kGivenUp ? Task::kGivenUp : Task::kKilled;
}

// The code of a task has ended, with a value or an error. Its children have to end first; this runs again, at
// `again`, after each wait for them.
const Word* Interpreter::end_task(Strand& s, Value value, const Word* again) {
  Task& task = s.task();
  const bool has_failed = value.is_exception();
  if (!task.has_spawned()) {
    task.end(s, value);
    return leave(s, kEndCode, Exit::finished);
  }
  if (has_failed) task.signal_children(s.error_.uncatchable ? signal_to_children(task) : Task::kCancelled);
  // An error is kept until the children have ended; tasks that catch their cancellation can still be stopped.
  constexpr uint32_t kEnding = Task::kKilled | Task::kInterrupted | Task::kOutOfMemory | Task::kOutOfTime |
                               Task::kOutOfTasks | Task::kStopped | Task::kGivenUp;
  const uint32_t heeded = !has_failed ? UINT32_MAX : s.error_.uncatchable ? 0 : kEnding;
  do {
    if (choose_one<Case::children>(s, task, Value::small_int(0), heeded).is_exception())
      return std::exchange(s.native_.is_parking, false) ? leave(s, again, Exit::parked) : kUnwindCode;
    // The last child may have failed after `choose` had checked for signals.
    if (!has_failed && task.raise_signal(s, Task::kChildFailed | Task::kChildExited)) return kUnwindCode;
    if (!has_failed && task.raise_held_back(s)) return kUnwindCode;
  } while (task.is_program() && s.machine().runtime()->end_detached(task));
  s.machine().runtime()->release_starter(*s.executor_, task);
  task.end(s, value);
  return leave(s, kEndCode, Exit::finished);
}

// The result of a range's first part is that of the whole call: like an error, it squashes the strands that
// have begun with the rest, and then passes the frame of the rest. Likewise for a function that returns in
// the middle of a loop: the frame of the next iterations returns with it.
const Word* Interpreter::return_past_rest(Strand& s, Value value) {
  Segment* segment = s.timeline_->unwind_past(s);
  if (segment == nullptr) return leave(s, kEndCode, Exit::finished);
  s.adopt(*segment, Value::undefined());
  Value* rest = s.base_;
  const auto* to = return_of(rest);
  function_of(rest) = value;
  Value* caller = caller_of(rest);
  save(s, to, caller);
  if (to != kEndCode) stress_frame(running(caller), to, caller, static_cast<unsigned>(rest - 3 - caller), 1);
  return to;
}

const Word* Interpreter::slow_Unwind(Strand& s, const Word*, Value*) {
  if (s.is_squashed()) return leave(s, kEndCode, Exit::finished);
  if (const Word* handler = catch_after_wait(s)) return handler;
  const Word* left = unwind_past(s);
  return left ? left : unwind(s);
}

// An error reaches the base of the strand; this runs again after each wait. Null: its stack now holds the
// frames below.
const Word* Interpreter::unwind_past(Strand& s) {
  if (s.timeline_ == nullptr) {
    s.stack_.begin[0] = Value::exception();
    return leave(s, kEndCode, Exit::finished);
  }
  if (s.timeline_->waits_at_base(s)) return leave(s, kUnwindCode, Exit::parked);
  if (s.links_.stand == nullptr) {
    if (const Word* left = wait_for_turn(s, kUnwindCode, Effect::write)) return left;
    return end_task(s, Value::exception(), kUnwindCode);
  }
  const bool has_room = s.finds_room_for(*s.links_.stand);
  if (!has_room && !s.error_.uncatchable) throw std::bad_alloc();
  Segment* segment = s.timeline_->unwind_past(s);
  if (segment == nullptr) return leave(s, kEndCode, Exit::finished);
  if (!has_room) {  // none of those frames catches the error, which goes on below them
    s.drop_frames();
    return kUnwindCode;
  }
  s.adopt(*segment, Value::undefined());
  // The last word of the call: locations and handlers are found by their extents.
  s.pc_ = segment->resume - 1;
  if (segment->loop == nullptr) return nullptr;
  // The error has passed the topmost frame already, in the iteration before.
  if (s.is_bottom(s.base_)) return unwind_past(s);
  s.pc_ = return_of(s.base_) - 1;
  s.base_ = caller_of(s.base_);
  return nullptr;
}

}  // namespace aspen
