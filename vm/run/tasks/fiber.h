// A coroutine: a task that runs only while another task waits for its next value.
#pragma once

#include "vm/run/tasks/channel.h"

namespace aspen {

class Strand;
class Task;
struct Run;

struct Fiber : Waitable {
  static constexpr Kind kKind = Kind::Fiber;
  enum class State : uint8_t {
    fresh,      // its body has not begun
    suspended,  // at a `yield`, or about to wait there
    running,    // a strand has resumed it and waits for its next value
    over,       // its body has ended, or the resuming strand has given up: it is never resumed again
  };

  // Each channel holds one value, so putting one never waits: each side puts a value only after it has taken
  // the previous one. `resumed` receives no more values once the fiber is over.
  Fiber(Value function, Channel* to, Channel* from)
      : Waitable(kKind), body(function), resumed(to), yielded(from) {}

  Value body;            // undefined after the fiber has started
  Channel* resumed;      // values for the fiber: the results of `yield`
  Channel* yielded;      // values from the fiber; closed when the fiber ends
  Task* task = nullptr;  // null: fresh, or there was no memory for it
  // The run of the strand that resumed it last. Written by that strand before it passes a value, read by the
  // fiber's own strand after it has received the value.
  Run* run = nullptr;
  State state = State::fresh;  // guarded by the lock
  // While it runs: the task that has resumed it, and the fiber that it has resumed itself. Both guarded by
  // the lock.
  Task* resumer = nullptr;
  Fiber* inner = nullptr;
};

// For the head of a fiber's task, which has ended a change of a cell: those that wait for the fiber, directly
// or through other fibers, and have signals that wait, look at them again. Nothing happens in a task that
// runs no fiber.
void wake_resumers(Strand& strand);
// With which signal `task` ends a fiber that it has waited for, heeding the signals `heeded`.
uint32_t signal_to_fiber(const Task& task, uint32_t heeded);

Fiber* new_fiber(Strand& strand, Value function);
// For a native, or an instruction, with a write effect. Returns the next value that the fiber yields;
// undefined if it has ended, and `argument` is then dropped. Value::exception() as for choose; with the
// fiber's own error, once, if it ended in one; and with ValueError if it is running.
Value resume(Strand& strand, Fiber& fiber, Value argument);
// For the head of a fiber's task: passes `value` to the strand that resumed the fiber, and returns the next
// resume's argument. Value::exception() as for choose, and with ValueError in a task that runs no fiber.
Value yield(Strand& strand, Value value);

}  // namespace aspen
