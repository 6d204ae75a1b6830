// Waiting for the first of several things: what all natives that wait are made of.
#pragma once

#include <cstdint>
#include <span>

#include "vm/channel.h"

namespace aspen {

class Task;

// Something that may come, or be possible.
struct Case {
  enum Kind : uint8_t {
    receive,   // a value from a channel; undefined if it is closed and empty
    send,      // to a channel; undefined if it is closed
    end,       // of a task, which counts as awaited then
    watch,     // the end of a task, which does not
    acquire,   // a permit of a semaphore
    take,      // the value of a cell, to be put back
    children,  // of a task: all have ended, or one has failed
    outside,   // the end of an operation (operation.h), whose object is the source
    time,      // has come
  };
  Kind kind;
  Object* source = nullptr;          // what it comes from; null: a time
  Value value = Value::undefined();  // what is sent
  uint64_t at_ns = 0;                // by the scheduler's clock
};

struct Chosen {
  uint32_t which = 0;
  Value value = Value::unit();
};

// Finds the first case, in their order, that is possible now, and does it; if there is none, parks the strand
// until there is. True: done. False: the native returns Value::exception(). Either an error is pending, as
// the task was cancelled or one of its own has failed; or the native runs again from the start when the wait
// is over, with the same cases.
//
// By natives with a write effect (for operations: or a read effect), which do nothing that may not be done
// again before they call this, and call it once. `heeded`: the signals of the task (task.h) that end the
// wait.
bool choose(Strand& strand, std::span<const Case> cases, Chosen& chosen, uint32_t heeded = UINT32_MAX);

// The same for a single case that is no time, which is nearly all that tasks wait for: gives what came, or
// Value::exception().
template <Case::Kind kind>
Value choose_one(Strand& strand, Object& source, Value sent = Value::unit(), uint32_t heeded = UINT32_MAX);

}  // namespace aspen
