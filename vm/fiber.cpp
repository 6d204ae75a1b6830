#include "vm/fiber.h"

#include <mutex>

#include "vm/choose.h"
#include "vm/machine.h"
#include "vm/runtime.h"
#include "vm/task.h"

namespace aspen {

namespace {

bool first_run(Strand& s) { return s.wait().phase.load(std::memory_order_relaxed) == Wait::none; }

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

bool start(Strand& s, Fiber& fiber) {
  fiber.task = s.machine().runtime()->spawn_fiber(s, fiber);
  return fiber.task != nullptr;
}

}  // namespace

Fiber* new_fiber(Strand& s, Value function) {
  Channel* resumed = new_hand(s);
  Channel* yielded = new_hand(s);
  return s.allocator().make<Fiber>(0, function, resumed, yielded);
}

// Runs again from here after the wait.
Value resume(Strand& s, Fiber& fiber, Value argument) {
  if (first_run(s)) {
    {
      const std::lock_guard guard(fiber.lock);
      if (std::exchange(fiber.is_running, true)) {
        s.value_error("the fiber is running already",
                      "a fiber cannot resume itself, nor can two tasks resume it at once");
        return Value::exception();
      }
    }
    if (fiber.task != nullptr) {
      hand_over(*fiber.resumed, argument);
    } else if (!start(s, fiber)) {
      return Value::exception();
    }
  }
  const Case next{Case::receive, fiber.yielded};
  Chosen chosen;
  if (!choose(s, {&next, 1}, chosen)) {
    return Value::exception();
  }
  {
    const std::lock_guard guard(fiber.lock);
    fiber.is_running = false;
  }
  if (!chosen.value.is_undefined()) return chosen.value;
  return fiber.task->result_for(s).is_exception() ? Value::exception() : Value::undefined();
}

Value yield(Strand& s, Value value) {
  Fiber& fiber = *s.task().fiber();
  if (first_run(s)) hand_over(*fiber.yielded, value);
  const Case next{Case::receive, fiber.resumed};
  Chosen chosen;
  return choose(s, {&next, 1}, chosen) ? chosen.value : Value::exception();
}

}  // namespace aspen
