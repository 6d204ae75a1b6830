// The error that a strand unwinds, with its trace.
#pragma once

#include <memory>
#include <string_view>

#include "vm/object/value.h"
#include "vm/run/error_trace.h"

namespace aspen {

class Tracer;

// The message of MemoryLimit where no single request is to blame.
inline constexpr std::string_view kTooLittleMemory = "the program needs more memory than it may use";

// Its last bytes are free: members of a strand fill them.
class PendingError {
  std::unique_ptr<Trace> trace_;  // null: none so far

 public:
  // Whether there is an error with a value; exit has none.
  bool has_value() const { return !value.is_undefined(); }
  // Makes the error pending, for any handler. It continues the trace that the value has.
  void set(Value error);
  // Forgets the error, but for its trace.
  void drop();
  Value take();
  // For the handler that catches it: with its trace.
  Value take_caught(Allocator& allocator);
  // Forgets everything.
  void reset();

  // Its trace, or an earlier one's. Throws std::bad_alloc.
  Trace& trace();
  void add_to_trace(const Proto* proto, uint32_t word);

  void visit(Tracer& tracer);

  Value value = Value::undefined();
  bool uncatchable = false;  // it passes every handler: exit (without a value), interrupt, a host's limit
  bool has_failed = false;   // Strand::give_up; it must not be replaced
  bool is_stop = false;      // a signal or a limit has raised it, not what the code does
};

// Whether traces leave the function out: the machine's own code, and functions internal to the library.
inline bool is_left_out(const Proto* proto) { return proto->module == nullptr || proto->hidden; }

}  // namespace aspen
