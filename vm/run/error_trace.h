// The path of an error through calls, and how a caught error keeps it.
//
// `try` returns a copy of the error with the trace attached, invisible to the program: if the copy is raised
// again, it continues that trace. So the trace belongs to the value, on any strand that raises it, and an
// error that several strands raise has on each of them the trace of a program with one strand.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/object/function.h"

namespace aspen {

class Allocator;
struct Bytes;

// The position of a call; traces list the innermost call first.
struct TraceEntry {
  enum class Role : uint32_t {
    call,
    spawned,  // where the task of the entries before was spawned
    // Where another task waits for an event that will not come.
    waits_to_receive,
    waits_to_send,
    waits_for_task,
    waits_for_permit,
    waits_for_cell,
    waits_for_several,  // for one of several events, or for none
  };
  const Proto* proto = nullptr;
  uint32_t word = 0;  // of the call, or of the raising instruction
  Role role = Role::call;
};

struct Trace {
  std::vector<TraceEntry> entries;  // the first and last few of a deep stack
  uint32_t omitted = 0;             // frames left out between them
  uint32_t omitted_at = 0;          // position of the gap in `entries`
};

// The error for the code that catches it: with the trace if it is a label with a payload, a record or a
// string, and not large; any other error is returned unchanged.
Value with_trace(Allocator& allocator, Value error, const Trace& trace);
// False if the value has no trace.
bool recall_trace(Value error, Trace& out);

// Converts a trace to an object, and back.
Bytes* save_trace(Allocator& allocator, const Trace& trace);
void restore_trace(const Bytes& saved, Trace& out);

}  // namespace aspen
