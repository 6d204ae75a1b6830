// Objects that tasks share: channels, semaphores and cells. They have identity, and each has a lock that is
// held for a few instructions. A thread that holds one neither allocates nor stops for a collection.
#pragma once

#include <cassert>
#include <utility>

#include "vm/heap/ordered_lock.h"
#include "vm/run/tasks/wait.h"

namespace aspen {

// An object with a lock that strands can wait for.
struct Waitable : Object {
  explicit Waitable(Kind k) : Object(k, 0, 0, 0) {}
  OrderedLock lock;
};

// Bounded, first in first out. With capacity 0, a sender passes each value directly to a receiver.
struct Channel : Waitable {
  static constexpr Kind kKind = Kind::Channel;
  explicit Channel(uint64_t most) : Waitable(kKind), capacity(most) {}

  // All members are guarded by the lock.
  bool is_closed = false;
  const uint64_t capacity;
  uint64_t count = 0;     // values in the ring
  uint64_t first = 0;     // position of the oldest value
  Tuple* ring = nullptr;  // may have fewer places than `capacity` while few values wait
  WaitQueue receivers;
  WaitQueue senders;  // non-empty only while the ring is full

  uint64_t places() const { return ring ? ring->length : 0; }
  // Precondition: there is a free place.
  void put(Value value) {
    assert(count < places() && count < capacity);
    const uint64_t at = first + count;
    ring->items()[at < ring->length ? at : at - ring->length] = value;
    ++count;
  }
  // Precondition: there is a value.
  Value take() {
    assert(count > 0);
    const Value value = std::exchange(ring->items()[first], Value::undefined());
    if (++first == ring->length) first = 0;
    --count;
    return value;
  }
  // Replaces the ring by a larger one.
  void move_to(Tuple& larger);
};

struct Semaphore : Waitable {
  static constexpr Kind kKind = Kind::Semaphore;
  explicit Semaphore(uint64_t permits) : Waitable(kKind), free(permits) {}
  uint64_t free;
  WaitQueue waiting;
};

// A variable shared by tasks. A task that updates it has exclusive access until it puts a value back; readers
// see the previous value meanwhile.
struct Cell : Waitable {
  static constexpr Kind kKind = Kind::Cell;
  explicit Cell(Value v) : Waitable(kKind), value(v) {}
  Value value;
  bool is_taken = false;
  WaitQueue waiting;
};

// Closes a channel for good and wakes all its waiting strands. False if it was closed before.
bool close(Channel& channel);
void release(Semaphore& semaphore);
// The current value, which is shared from now on.
Value look(Cell& cell);
// For the strand that has taken the cell.
void put_back(Cell& cell, Value value);

}  // namespace aspen
