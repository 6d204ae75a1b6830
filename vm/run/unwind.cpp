// How an error goes down the stack, to a handler or to the end of the strand.
#include <utility>

#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/stress_frames.h"
#include "vm/run/tasks/task.h"

namespace aspen {

const Word* Interpreter::unwind(Strand& s) {
  if (s.is_squashed()) return leave(s, s.pc_, Exit::finished);
  if (s.native_.missed != nullptr) return wait_for(s, s.pc_, s.base_, s.take_missed());
  if (std::exchange(s.native_.is_parking, false))
    return s.adds_apart() ? begin_in_order(s) : leave(s, s.pc_, Exit::parked);
  const bool is_of_code = !(s.error_.uncatchable || s.error_.is_stop);
  if (is_of_code && s.has_bests_apart()) return begin_in_order(s);
  s.error_.has_failed = false;
  s.pay_for_failure();
  const Word* to = nullptr;  // where the frame waits for a call; null: it raised itself
  for (;;) {
    const Proto* proto = running(s.base_);
    uint32_t word = static_cast<uint32_t>(s.pc_ - proto->code);
    s.error_.add_to_trace(proto, word);
    if (!s.error_.uncatchable) {
      if (const Handler* handler = handler_of(proto->handlers, word)) {
        if (const Word* left = leave_loops(s, handler->target)) return left;
        if (to != nullptr) stress_frame(proto, to, s.base_, 0, 0);
        const Word* target = enter_handler(s, *handler);
        if (const Word* left = wait_for_room(s, target)) return left;
        // Many handlers may pass on an error, and make another one of it, without a safepoint in between.
        if (!s.machine().heap().limit_reached()) return target;
        s.pc_ = target;
        if (s.safepoint()) return target;
        to = nullptr;
        continue;
      }
    }
    if (s.is_bottom(s.base_)) {
      if (const Word* left = unwind_past(s)) return left;
      to = s.pc_ + 1;
      continue;
    }
    // The last word of the call instruction: locations and handlers are found by their extents.
    to = return_of(s.base_);
    s.pc_ = to - 1;
    s.base_ = caller_of(s.base_);
  }
}

const Word* Interpreter::enter_handler(Strand& s, const Handler& handler) {
  const Word* code = running(s.base_)->code;
  s.base_[handler.error_register] = s.error_.take_caught(s.allocator());
  return code + handler.target;
}

// A strand that has given up, or is about to wait, does that: the instruction runs again. The first attempt
// raises an error that the script may catch. If there is no memory for that, the second one needs none.
const Word* Interpreter::unwind_for_memory(Strand& s, unsigned refusals) {
  s.native_.top = nullptr;
  if (s.gave_up() || s.is_squashed()) return unwind(s);
  if (refusals == 1) s.machine().heap().collect(s.allocator().mutator());
  if (s.pc_ == kEndCode || s.pc_ == kUnwindCode) return s.pc_;  // last steps of a strand, which it repeats
  s.native_.forget();
  if (refusals == 1) {
    s.raise_memory_limit(kTooLittleMemory);
  } else {
    s.raise_uncatchable(Value::label(sym::kMemoryLimit));
    if (s.timeline_ != nullptr) s.task().run().task->end_program(Task::kOutOfMemory);
  }
  return unwind(s);
}

// The end of a task may have to wait until other tasks free memory: it is repeated when the strand runs
// again.
void Interpreter::end_for_memory(Strand& s) {
  s.native_.forget();
  if (!s.is_squashed()) s.raise_uncatchable(Value::label(sym::kMemoryLimit));
  s.drop_frames();
  if (s.timeline_ == nullptr) {
    s.stack_.begin[0] = Value::exception();
    leave(s, kEndCode, Exit::finished);
  } else {
    s.task().run().task->end_program(Task::kOutOfMemory);
    leave(s, kUnwindCode, Exit::yielded);
  }
}

void Interpreter::begin_end_for_memory(Strand& s) {
  s.raise_uncatchable(Value::label(sym::kMemoryLimit));
  s.drop_frames();
  s.pc_ = kUnwindCode;
}

}  // namespace aspen
