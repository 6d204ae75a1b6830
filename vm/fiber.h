// A coroutine: a task that runs only while another waits for what it yields.
#pragma once

#include "vm/channel.h"

namespace aspen {

class Strand;
class Task;
struct Run;

struct Fiber : Waitable {
  static constexpr Kind kKind = Kind::Fiber;
  enum class State : uint8_t {
    fresh,      // its body has not begun
    suspended,  // at a `yield`, or about to wait there
    running,    // a strand has resumed it, and waits for what it yields
    over,       // its body has ended, or its resumer has given up: it is never given a value again
  };

  // Both channels hold one value, so whoever puts one there never waits. Each side puts one only after it has
  // taken the one before it; `resumed` gets none once the fiber is over.
  Fiber(Value function, Channel* to, Channel* from)
      : Waitable(kKind), body(function), resumed(to), yielded(from) {}

  Value body;            // until it starts; then undefined
  Channel* resumed;      // to the fiber: what `yield` evaluates to
  Channel* yielded;      // from the fiber; closed when that ends
  Task* task = nullptr;  // null: fresh, or its memory was refused
  // The run of the strand that resumed it last. Written by that strand before it hands a value over, read by
  // the fiber's own strand once it has that value.
  Run* run = nullptr;
  State state = State::fresh;  // guarded by the lock
};

Fiber* new_fiber(Strand& strand, Value function);
// By a native, or an instruction, with a write effect. What the fiber yields next; undefined if it has come
// to its end, and `argument` is dropped then. Value::exception() as for choose, with the fiber's own error,
// once, if that is how it ended, and with ValueError if it is running.
Value resume(Strand& strand, Fiber& fiber, Value argument);
// By the head of a fiber's task: what the next call of the fiber gives it. Value::exception() as for choose,
// and with ValueError in a task that runs no fiber.
Value yield(Strand& strand, Value value);

}  // namespace aspen
