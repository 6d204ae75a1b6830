// How the head of a timeline waits for what is outside of the timeline: a task, a channel, a time. choose.h
// is the face; here is what it shares with whoever ends a wait.
//
// A wait ends once. Several may want to end it, each under a lock of its own: `take` decides between them by
// one read-modify-write. Whoever has taken it writes what came, and wakes the strand, which runs its native
// again from the start. A strand may be woken for nothing, and waits on then.
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/timers.h"
#include "vm/object.h"

namespace aspen {

class Strand;
class WaitQueue;

// An entry in the queue of something that a strand waits for.
struct Waiter {
  Waiter* previous = nullptr;
  Waiter* next = nullptr;
  WaitQueue* queue = nullptr;  // that it is in; guarded by the lock of what that belongs to
  Strand* strand = nullptr;
  uint32_t which = 0;                // of the cases that the strand waits for
  uint8_t kind = 0;                  // of that case (Case::Kind)
  Value value = Value::undefined();  // what it sends. The arguments of its native keep it alive.
};

// First come, first served: a ring, known by its last. Guarded by the lock of what it belongs to.
class WaitQueue {
 public:
  void push(Waiter& waiter);
  // Harmless if the waiter is in no queue.
  static void remove(Waiter& waiter);
  // The first whose wait goes on, which the caller has taken then and must end. Null if there is none.
  Waiter* take_first();
  bool empty() const { return last_ == nullptr; }

 private:
  Waiter* last_ = nullptr;
};

struct Wait {
  enum Phase : uint8_t {
    none,
    going_on,
    taken,  // somebody is about to end it
    over,   // `which` and `value` say how
  };
  static constexpr uint32_t kInterrupted = UINT32_MAX;  // in `which`: look at the task's signals

  // Whether the caller is the one that ends the wait. Any thread that knows that the strand's memory is
  // there.
  bool take() {
    uint8_t expected = going_on;
    return phase.compare_exchange_strong(expected, taken, std::memory_order_seq_cst);
  }

  // Written by the strand and, with `take`, by who ends the wait. In one order with the signals of the task:
  // whoever signals finds the wait, or the strand finds the signal.
  std::atomic<uint8_t> phase{none};
  // Written by the strand before it goes on: `alarm` is set.
  bool has_alarm = false;
  // Written by who has taken it, before `over`.
  uint32_t which = 0;
  // The same. Relaxed: `over` publishes it. A timer, or what goes on outside, may end the wait while others
  // collect, and writes `()` then, which no collector has to follow.
  std::atomic<Value> value{Value::undefined()};
  // Written by the strand before it goes on.
  Object* several = nullptr;  // Bytes: its entries in queues, if it waits for more than one thing
  struct Alarm : sched::Timer {
    Strand* strand = nullptr;
    sched::Timers* timers = nullptr;  // where it was set
    uint32_t which = 0;
    // Written by the thread that fires it, as the last it does; the strand waits for that.
    std::atomic<bool> has_fired{false};
  };
  union {
    Waiter single;  // its entry, if it waits for one thing that has a queue
    Alarm alarm;
  };
  Wait() : single() {}
  // By the strand, or while it cannot go on: its entry, if it waits for one thing that has a queue; else
  // null.
  const Waiter* only() const { return several == nullptr && !has_alarm ? &single : nullptr; }
};

// Ends a wait that the caller has taken: `value` is what came for the case. Any thread.
void end_wait(Strand& strand, uint32_t which, Value value);

}  // namespace aspen
