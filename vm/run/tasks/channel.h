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

// What a strand wants of a cell. It passes this to `choose` as the value of its case.
enum class CellUse : uint8_t {
  look,     // at the value, which stays there
  update,   // it will put a value back; others may look at the previous one meanwhile
  take,     // likewise, but the value is the strand's own: others wait until one is put back
  change,   // likewise, and only its own task may put one back
  replace,  // it will put a value back, and does not look at the previous one
};

class Task;

// A variable shared by tasks. One strand at a time may change it.
struct Cell : Waitable {
  static constexpr Kind kKind = Kind::Cell;
  explicit Cell(Value v) : Waitable(kKind), value(v) {}

  // All members are guarded by the lock.
  Value value;                 // undefined: the strand that has taken it will put one back, or has lost it
  bool is_taken = false;       // a strand will put a value back
  bool is_changed = false;     // only `changed_by` may
  Task* changed_by = nullptr;  // set by that task, soon after it has taken the cell
  WaitQueue waiting;

  // Whether the use is possible now. `out` is the value then, or undefined if that is lost.
  bool give(CellUse use, Value& out);
};

// Closes a channel for good and wakes all its waiting strands. False if it was closed before.
bool close(Channel& channel);
void release(Semaphore& semaphore);
// For the strand of the task that has taken the cell to change it.
void note_change(Cell& cell, Task& task);
// Ends a use of the cell. False if there is none, or if it is a change and `task` has not begun it. An
// undefined value is lost: uses that need it fail until another one is put.
bool put_back(Cell& cell, Value value, Task* task = nullptr);

inline Value as_value(CellUse use) { return Value::small_int(static_cast<int>(use)); }
inline CellUse as_cell_use(Value v) { return static_cast<CellUse>(v.as_small_int()); }

}  // namespace aspen
