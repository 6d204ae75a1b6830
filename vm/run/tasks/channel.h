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
  update,   // its task will put a value back; others may look at the previous one meanwhile
  take,     // some task will put a value back; the value is the strand's own, and others wait until then
  change,   // likewise, but only the strand's own task may put one back
  replace,  // it will put a value back, and does not look at the previous one
};

class Task;

// A variable shared by tasks. One strand at a time may change it.
struct Cell : Waitable {
  static constexpr Kind kKind = Kind::Cell;
  explicit Cell(Value v) : Waitable(kKind), value(v) {}

  // Guarded by the lock:
  Value value;              // undefined: the strand that has taken it will put one back, or has lost it
  bool is_taken = false;    // a strand will put a value back
  bool is_changed = false;  // of the owner, for a change
  // Only it may; set by that task, soon after it has taken the cell. Not traced: a task is not freed before
  // it has given up what it owns.
  Task* owner = nullptr;
  WaitQueue waiting;
  // For the owner's strands: the next of what it owns (Task::add_owned).
  Value next_owned = Value::undefined();

  // Whether the use is possible now. `out` is the value then, or undefined if that is lost.
  bool give(CellUse use, Value& out);
};

// Closes a channel for good and wakes all its waiting strands. False if it was closed before.
bool close(Channel& channel);
void release(Semaphore& semaphore);
// For the strand of the task that has taken the cell for an update or a change. If the task ends before it
// has put a value back, as it does at a limit, that ends the use: the cell keeps its value, and a change
// loses it.
void own(Cell& cell, Task& task);
// For a strand of the task. Ends a use of the cell: a change, or another one. False if there is none, or if
// the cell has another owner. An undefined value is lost: uses that need it fail until another one is put.
bool put_back(Cell& cell, Value value, Task& task, bool ends_change);
// For a strand of the task that has taken a permit. If the task ends before it has given the permit back,
// that releases it. `place` is a tuple of two, which the task's list needs.
void own(Semaphore& semaphore, Tuple& place, Task& task);
// For a strand of that task. Releases the permit. False if there is none.
bool give_back(Semaphore& semaphore, Strand& strand);
// For an owner that ends: what `own` gave to it, a cell or the place of a permit.
void take_from_owner(Value owned);
Value& next_owned(Value owned);

inline Value as_value(CellUse use) { return Value::small_int(static_cast<int>(use)); }
inline CellUse as_cell_use(Value v) { return static_cast<CellUse>(v.as_small_int()); }

}  // namespace aspen
