#include "vm/fiber.h"

#include <mutex>

#include "vm/choose.h"
#include "vm/machine.h"
#include "vm/runtime.h"
#include "vm/task.h"

namespace aspen {

namespace {

void hand_over(Channel& channel, Value value) {
  const std::lock_guard guard(channel.lock);
  if (Waiter* receiver = channel.receivers.take_first()) {
    end_wait(*receiver->strand, receiver->which, value);
  } else {
    channel.put(value);
  }
}

Channel* new_hand(Strand& s) {
  Channel* channel = s.allocator().make<Channel>(0, 1u);
  Tuple* ring = s.allocator().make<Tuple>(sizeof(Value), 1u);
  ring->items()[0] = Value::undefined();
  channel->ring = ring;
  return channel;
}

bool start(Strand& s, Fiber& fiber) { return s.machine().runtime()->spawn_fiber(s, fiber) != nullptr; }

// Under the lock. Its body has returned, or the fiber was killed, which may happen before it first runs.
bool is_over(const Fiber& fiber) {
  return fiber.task != nullptr && (fiber.task->has_ended() || (fiber.task->signals() & Task::kKilled) != 0);
}

enum class Begun { yes, refused, over };

// The answer holds after the lock is released: a fiber ends only while it runs, and only one strand runs it.
Begun begin_run(Strand& s, Fiber& fiber) {
  const std::lock_guard guard(fiber.lock);
  if (is_over(fiber)) return Begun::over;
  if (!std::exchange(fiber.is_running, true)) return Begun::yes;
  s.value_error("the fiber is running already",
                "a fiber cannot resume itself, nor can two tasks resume it at once");
  return Begun::refused;
}

void end_run(Fiber& fiber) {
  const std::lock_guard guard(fiber.lock);
  fiber.is_running = false;
}

// Hands the argument over, once.
Begun set_going(Strand& s, Fiber& fiber, Value argument) {
  const Begun begun = begin_run(s, fiber);
  if (begun != Begun::yes) return begun;
  if (fiber.task == nullptr) return start(s, fiber) ? Begun::yes : Begun::refused;
  fiber.task->set_run(s.task().run());
  hand_over(*fiber.resumed, argument);
  return Begun::yes;
}

}  // namespace

// Runs again from the start after the wait. Whoever gives up waiting ends the fiber, which would have nobody
// to run for.
Value resume(Strand& s, Fiber& fiber, Value argument) {
  if (!s.is_waiting()) {
    const Begun begun = set_going(s, fiber, argument);
    if (begun != Begun::yes) return begun == Begun::over ? Value::undefined() : Value::exception();
  }
  const Value next = choose_one<Case::receive>(s, *fiber.yielded);
  if (next.is_exception()) {
    if (!s.gave_up()) fiber.task->signal(Task::kKilled);
    return Value::exception();
  }
  end_run(fiber);
  if (!next.is_undefined()) return next;
  if (!fiber.task->result_for(s).is_exception()) return Value::undefined();
  fiber.task->signal(Task::kKilled);  // its error is told once
  return Value::exception();
}

Fiber* new_fiber(Strand& s, Value function) {
  Channel* resumed = new_hand(s);
  Channel* yielded = new_hand(s);
  return s.allocator().make<Fiber>(0, function, resumed, yielded);
}

Value yield(Strand& s, Value value) {
  Fiber& fiber = *s.task().fiber();
  if (!s.is_waiting()) hand_over(*fiber.yielded, value);
  return choose_one<Case::receive>(s, *fiber.resumed);
}

}  // namespace aspen
