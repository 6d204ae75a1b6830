// How the head of a timeline waits for events outside of it: a task, a channel, a time. choose.h is the
// interface; this is the state that the strand shares with the threads that may end its wait.
//
// A wait ends once. Several threads may try to end it, each under another lock: `take` selects one by a
// read-modify-write. That thread writes the result and wakes the strand, which runs its native again from the
// start. A strand may also be woken without a result; it then goes on waiting.
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/timers.h"
#include "vm/object/object.h"

namespace aspen {

class Strand;
class WaitQueue;

// A strand's entry in the queue of an object that it waits for.
struct Waiter {
  Waiter* previous = nullptr;
  Waiter* next = nullptr;
  WaitQueue* queue = nullptr;  // that contains it; guarded by the lock of the queue's object
  Strand* strand = nullptr;
  uint32_t which = 0;                // index of the case among those that the strand waits for
  uint8_t kind = 0;                  // of that case (Case::Kind)
  Value value = Value::undefined();  // that of the case (Case::value); the native's arguments keep it alive
};

// First in, first out: a ring, identified by its last entry. REQUIRES, for all functions: the lock of the
// queue's object is held.
class WaitQueue {
 public:
  void push(Waiter& waiter);
  // No effect if the waiter is in no queue.
  static void remove(Waiter& waiter);
  // The first waiter with a wait in progress: it is now taken, and the caller must end it. Null if none.
  Waiter* take_first();
  bool empty() const { return last_ == nullptr; }
  // Null if the queue is empty.
  const Waiter* first() const { return last_ == nullptr ? nullptr : last_->next; }

 private:
  Waiter* last_ = nullptr;
};

struct Wait {
  enum Phase : uint8_t {
    none,
    going_on,
    taken,  // a thread is about to end it
    over,   // `which` and `value` are set
  };
  static constexpr uint32_t kInterrupted = UINT32_MAX;  // in `which`: check the task's signals

  // Whether the caller is the thread that ends the wait. For any thread that knows that the strand's memory
  // exists.
  bool take() {
    uint8_t expected = going_on;
    return phase.compare_exchange_strong(expected, taken, std::memory_order_seq_cst);
  }

  // Written by the strand and, with `take`, by the thread that ends the wait. In one total order with the
  // task's signals: either the signalling thread finds the wait, or the strand finds the signal.
  std::atomic<uint8_t> phase{none};
  // Written by the strand before it is going_on: `alarm` is set.
  bool has_alarm = false;
  // Written by the thread that has taken the wait, before `over`.
  uint32_t which = 0;
  // Likewise. Before that, the task that the alarm cancels, if there is one; the strand writes it before it
  // is going_on. Relaxed: `over` publishes it. A timer or an ending operation may end the wait during a
  // collection; it then writes `()`, which no collector has to trace.
  std::atomic<Value> value{Value::undefined()};
  // Written by the strand before it is going_on.
  Object* several = nullptr;  // Bytes: its queue entries, if it waits for more than one event
  struct Alarm : sched::Timer {
    Strand* strand = nullptr;
    sched::Timers* timers = nullptr;  // that it was set in
    uint32_t which = 0;
    // The last write of the thread that fires it; the strand waits for it.
    std::atomic<bool> has_fired{false};
  };
  union {
    Waiter single;  // its entry, if it waits for one event that has a queue
    Alarm alarm;
  };
  Wait() : single() {}
  // Its entry, if it waits for one event that has a queue; else null. For the strand, or while it cannot
  // continue.
  const Waiter* only() const { return several == nullptr && !has_alarm ? &single : nullptr; }
};

// Ends a wait that the caller has taken, with `value` as the result of the case. For any thread.
void end_wait(Strand& strand, uint32_t which, Value value);
// The first half of that. The caller then wakes the strand.
void set_result(Strand& strand, uint32_t which, Value value);

}  // namespace aspen
