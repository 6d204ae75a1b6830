// A strand: one VM stack executing a piece of a program, with the error it is unwinding. Owned and run by one
// worker at a time; nothing here may be touched by another thread while it runs.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vm/allocator.h"
#include "vm/function.h"

namespace aspen {

class Machine;
class Tracer;

// Where a call stood, innermost first.
struct TraceEntry {
  const Proto* proto;
  uint32_t word;  // of the call, or of the instruction that raised
};

struct Trace {
  std::vector<TraceEntry> entries;  // the first and last few of a deep stack
  uint32_t omitted = 0;             // frames left out between them
  uint32_t omitted_at = 0;          // position of the gap in `entries`
};

class Strand {
 public:
  Strand(Machine& machine, Allocator& allocator);
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  Machine& machine() { return machine_; }
  Allocator& allocator() { return allocator_; }

  // Raising: each makes an error pending and returns Value::exception(), for `return strand.raise(…)`.
  Value raise(Value error);
  // A label of that name around { message } or { message, hint }.
  Value raise(Symbol kind, std::string_view message, std::string_view hint = {});
  Value type_error(std::string_view message, std::string_view hint = {});
  Value value_error(std::string_view message, std::string_view hint = {});
  Value index_error(std::string_view message, std::string_view hint = {});
  Value key_error(std::string_view message, std::string_view hint = {});
  Value arithmetic_error(std::string_view message, std::string_view hint = {});
  // { message, code, path } from an errno; `path` may be empty.
  Value io_error(int error_number, std::string_view path);
  // "add: the second argument, ys, must be a List, not an Int (3)": names the native that runs, taken from
  // its descriptor.
  Value argument_error(unsigned index, Value* arguments, std::string_view expected);
  // Makes the next safepoint take its slow path: the heap's limit was reached.
  void request_safepoint() { stack_limit_.store(nullptr, std::memory_order_relaxed); }
  // Counts what a native does, in units of about a nanosecond: an element looked at, ten bytes copied. It
  // pays for that with fuel. False if the strand has to stop (interrupted, out of fuel or memory), and again
  // until it has: the native gives up and returns anything, which the safepoint behind its call drops.
  bool work(uint64_t amount) {
    if (amount >= work_left_) [[unlikely]]
      return settle_work(amount);
    work_left_ -= amount;
    return true;
  }
  // Raises why `work` was false, for natives that must not seem to have succeeded.
  Value raise_stop();
  // False, with MemoryLimit pending, if `bytes` more cannot be had. Natives ask before they make something
  // whose size a program chooses.
  bool reserve(size_t bytes);

  // Calls a function from C++ and runs it to its end; not from a native (they never call back).
  // Value::exception() if it ends in an error, which is then pending: take_error.
  Value run(Value function, const Value* arguments, unsigned count);
  Value take_error();
  // Whether the error that take_error returned could not be caught: exit (the error is undefined), interrupt,
  // fuel.
  bool uncatchable() const { return uncatchable_; }
  const Trace& error_trace() const { return trace_; }

  // An error that passes every `try`.
  Value raise_uncatchable(Value error);

  // Calls and loop steps left; UINT64_MAX: not counted. Not while it runs.
  void set_fuel(uint64_t fuel) {
    fuel_ = fuel;
    fueled_ = fuel != UINT64_MAX;
    work_left_ = kWorkPerCheck;
    reset_limit();
  }
  // Forgets an interrupt that came too late for what it was meant to stop. Not while it runs.
  void clear_interrupt() {
    interrupted_.store(false, std::memory_order_relaxed);
    reset_limit();
  }

  // The calls that run, innermost first, until `visit` returns false; from a slow path or a native of this
  // strand.
  void each_call(const std::function<bool(const TraceEntry&)>& visit) const;

  // The function whose native code runs, for messages; null outside natives.
  const NativeDescriptor* native() const { return native_; }

  void trace_roots(Tracer& tracer);
  size_t stack_bytes() const { return static_cast<size_t>(stack_end_ - stack_) * sizeof(Value); }

  // Makes the strand stop at its next safepoint with an error no script can catch. From any thread and from
  // signal handlers.
  void interrupt() {
    interrupted_.store(true, std::memory_order_relaxed);
    stack_limit_.store(nullptr, std::memory_order_relaxed);
  }

 private:
  friend class Interpreter;
  friend struct Dispatch;

  // How much natives do between two looks at what might stop them: too little to be noticed by whoever
  // interrupts.
  static constexpr uint64_t kWorkPerCheck = 1 << 14;
  // What a step of a loop takes.
  static constexpr uint64_t kWorkPerFuel = 16;

  bool settle_work(uint64_t amount);
  bool must_stop() const;
  // Memory limit, fuel, interrupts. False with the error pending.
  bool safepoint();

  Machine& machine_;
  Allocator& allocator_;
  // A bottom frame that calls what `run` was given; its way back is null.
  Proto bottom_;
  Word bottom_code_[2];
  Value* stack_ = nullptr;  // begin
  Value* stack_end_ = nullptr;
  // What a call compares its new frame against: stack_end_, or null to make the next safepoint take its slow
  // path. Written by the running worker, and by anyone who calls interrupt(); relaxed, because whoever stops
  // a strand needs no more than that it looks soon.
  std::atomic<Value*> stack_limit_ = nullptr;
  Value* base_ =
      nullptr;  // registers of the running frame; current only while the interpreter is in a slow path
  const Word* pc_ = nullptr;  // likewise: the instruction being executed
  const NativeDescriptor* native_ = nullptr;
  const Value* characters_;            // Machine::character, for the interpreter
  const Value* native_top_ = nullptr;  // end of the arguments of the native that runs
  uint64_t work_left_ = kWorkPerCheck;
  uint64_t fuel_;  // calls and loop steps left
  bool fueled_;    // whether fuel is counted: every safepoint takes its slow path then
  std::atomic<bool> interrupted_ = false;
  std::string scratch_;       // text under construction; keeps its capacity
  bool uncatchable_ = false;  // the pending error passes every handler: exit, interrupt, a host's limit
  Value error_ = Value::undefined();
  Trace trace_;
  struct Caught {
    Value error;
    Trace trace;
  };
  void shrink_stack();
  void note_frame(const Proto* proto, uint32_t word);
  void remember_caught();
  void reset_limit() { stack_limit_.store(fueled_ ? nullptr : stack_end_, std::memory_order_relaxed); }

  std::vector<Caught> caught_;  // the latest few: raising such a value again keeps its trace
};

}  // namespace aspen
