// A coroutine: a task that runs only while another waits for what it yields.
#pragma once

#include "vm/channel.h"

namespace aspen {

class Strand;
class Task;

struct Fiber : Waitable {
  static constexpr Kind kKind = Kind::Fiber;
  // Both channels hold one value, so whoever puts one there never waits.
  Fiber(Value function, Channel* to, Channel* from)
      : Waitable(kKind), body(function), resumed(to), yielded(from) {}

  Value body;        // until it starts; then undefined
  Channel* resumed;  // to the fiber: what `yield` evaluates to
  Channel* yielded;  // from the fiber; closed when that ends
  Task* task = nullptr;
  bool is_running = false;  // guarded by the lock
};

Fiber* new_fiber(Strand& strand, Value function);
// By a native, or an instruction, with a write effect. What the fiber yields next; undefined if it has come
// to its end. Value::exception() as for choose.
Value resume(Strand& strand, Fiber& fiber, Value argument);
// By the head of a fiber's task: what the next call of the fiber gives it. Value::exception() as for choose.
Value yield(Strand& strand, Value value);

}  // namespace aspen
