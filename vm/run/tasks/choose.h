// Waiting for the first of several events. All natives that wait are built on this.
#pragma once

#include <cstdint>
#include <span>

#include "vm/run/tasks/channel.h"

namespace aspen {

class Task;

// An event that may come, or an operation that may become possible.
struct Case {
  enum Kind : uint8_t {
    receive,   // a value from a channel; undefined if it is closed and empty
    send,      // to a channel; undefined if it is closed
    end,       // the end of a task, which then counts as awaited
    watch,     // the end of a task, which does not count as awaited
    acquire,   // a permit of a semaphore
    take,      // a use of a cell: undefined if its value is lost
    children,  // all children of the task but `value` of them have ended, or one has failed
    outside,   // the end of an operation (operation.h); `source` is its wrapper object
    time,      // a time is reached; the task `value`, if it is one, is then cancelled
  };
  Kind kind;
  Object* source = nullptr;          // the object of the event; null: a time
  Value value = Value::undefined();  // to send; the use of a cell (CellUse); how many children may live; a
                                     // task to cancel
  uint64_t at_ns = 0;                // by the scheduler's clock
};

struct Chosen {
  uint32_t which = 0;
  Value value = Value::unit();
};

// Finds the first case, in order, that is possible now, and performs it; if there is none, parks the strand
// until there is. True: done. False: the native returns Value::exception(). Then either an error is pending,
// because the task was cancelled or a child has failed; or the native will run again from the start after the
// wait, with the same cases.
//
// For natives with a write effect (for operations also with a read effect). They call it once, and
// before that do only what may be repeated. `heeded`: the signals of the task (task.h) that end the
// wait.
bool choose(Strand& strand, std::span<const Case> cases, Chosen& chosen, uint32_t heeded = UINT32_MAX);

// Likewise for a single case that is no time, which is nearly every wait of a task: returns the result, or
// Value::exception().
template <Case::Kind kind>
Value choose_one(Strand& strand, Object& source, Value sent = Value::unit(), uint32_t heeded = UINT32_MAX);

}  // namespace aspen
