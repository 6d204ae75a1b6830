// The way an error came, and how a caught error keeps it.
//
// `try` gives out a copy of the error, with the trace hanging behind it out of the program's sight: raised
// again, the copy goes on with that trace. So the trace belongs to the value, on whatever strand it is raised
// next, and an error that several strands raise has on each the trace it would have if there were only that.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/function.h"

namespace aspen {

class Allocator;
struct Bytes;

// Where a call stood, innermost first.
struct TraceEntry {
  enum class Role : uint32_t {
    call,
    spawned,  // where the task was spawned that the entries before belong to
    // Where another task waits for what will not come.
    waits_to_receive,
    waits_to_send,
    waits_for_task,
    waits_for_permit,
    waits_for_cell,
    waits_for_several,  // for one of them, or for none
  };
  const Proto* proto = nullptr;
  uint32_t word = 0;  // of the call, or of the instruction that raised
  Role role = Role::call;
};

struct Trace {
  std::vector<TraceEntry> entries;  // the first and last few of a deep stack
  uint32_t omitted = 0;             // frames left out between them
  uint32_t omitted_at = 0;          // position of the gap in `entries`
};

// The error, as who catches it gets it: with the trace if it is a label with a payload, a record or a string,
// and not large; others are given back as they are.
Value with_trace(Allocator& allocator, Value error, const Trace& trace);
// False if the value has none.
bool recall_trace(Value error, Trace& out);

// A trace as an object, and back.
Bytes* save_trace(Allocator& allocator, const Trace& trace);
void restore_trace(const Bytes& saved, Trace& out);

// Where an object with flag::kTraced refers to its trace: a Bytes object.
Value& trace_slot(Object* object);

}  // namespace aspen
