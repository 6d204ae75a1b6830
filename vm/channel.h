// What tasks share: channels, semaphores and cells. Values with identity, each with a lock for a few
// instructions. Nobody allocates, or stops for a collection, while holding one.
#pragma once

#include <cassert>
#include <utility>

#include "vm/ordered_lock.h"
#include "vm/wait.h"

namespace aspen {

// Has a lock, and may be waited for.
struct Waitable : Object {
  explicit Waitable(Kind k) : Object(k, 0, 0, 0) {}
  OrderedLock lock;
};

// Bounded, first in first out. With no capacity each value goes from hand to hand.
struct Channel : Waitable {
  static constexpr Kind kKind = Kind::Channel;
  explicit Channel(uint64_t most) : Waitable(kKind), capacity(most) {}

  // Guarded by the lock, all of it.
  bool is_closed = false;
  const uint64_t capacity;
  uint64_t count = 0;     // of values that wait in the ring
  uint64_t first = 0;     // where the oldest stands
  Tuple* ring = nullptr;  // of fewer places than `capacity` as long as fewer values wait
  WaitQueue receivers;
  WaitQueue senders;  // only while the ring is full

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
  // To a larger one.
  void move_to(Tuple& larger);
};

struct Semaphore : Waitable {
  static constexpr Kind kKind = Kind::Semaphore;
  explicit Semaphore(uint64_t permits) : Waitable(kKind), free(permits) {}
  uint64_t free;
  WaitQueue waiting;
};

// A place for a value that changes. Whoever updates it has it to himself until he puts a value back; those
// who only look see the one before.
struct Cell : Waitable {
  static constexpr Kind kKind = Kind::Cell;
  explicit Cell(Value v) : Waitable(kKind), value(v) {}
  Value value;
  bool is_taken = false;
  WaitQueue waiting;
};

// A sender's channel is closed for good: everybody who waits there goes on. False if it was closed before.
bool close(Channel& channel);
void release(Semaphore& semaphore);
// The value as it is now, which is shared from now on.
Value look(Cell& cell);
// By who has taken it.
void put_back(Cell& cell, Value value);

}  // namespace aspen
