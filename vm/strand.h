// A strand: one VM stack executing a contiguous piece of a program's order, with the error it is unwinding. A
// task of the scheduler, run by one worker at a time; what another thread may touch says so. timeline.h tells
// how the strands of one program stay in order.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sched/task.h"
#include "vm/allocator.h"
#include "vm/error_trace.h"
#include "vm/function.h"
#include "vm/strand_statistics.h"
#include "vm/wait.h"

namespace aspen {

class Charge;
class Machine;
struct Fiber;
class Runtime;
class Task;
class Timeline;
class Tracer;
struct Executor;
struct Future;
struct Segment;

// How running an interpreter ended.
enum class Exit : uint8_t {
  finished,  // the strand is over: its value or error has been delivered, or nobody wants it any more
  parked,    // it waits, and whoever ends that wakes it
  yielded,   // others go first
};

// What the native that runs goes through, and cannot before it has come: Strand::want_elements.
struct Wanted {
  uint8_t arguments = 0;  // bit i: argument i
  bool in_turns = false;
  uint32_t most = UINT32_MAX;  // of each
};

class Strand : public sched::Task {
 public:
  Strand(Machine& machine, const sched::TaskType& task_type);
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  Machine& machine() { return machine_; }
  // Of the worker that runs it.
  Allocator& allocator() { return *allocator_; }

  // Raising: each makes an error pending and returns Value::exception(), for `return strand.raise(…)`.
  Value raise(Value error);
  // A label of that name around { message } or { message, hint }.
  Value raise(Symbol kind, std::string_view message, std::string_view hint = {});
  Value type_error(std::string_view message, std::string_view hint = {});
  Value value_error(std::string_view message, std::string_view hint = {});
  Value index_error(std::string_view message, std::string_view hint = {});
  Value key_error(std::string_view message, std::string_view hint = {});
  Value arithmetic_error(std::string_view message, std::string_view hint = {});
  // { message, code, path } from an errno, or from an error of sched/error.h below zero; `path` may be empty.
  Value io_error(int error_number, std::string_view path);
  Value io_error(std::string_view message, std::string_view code, std::string_view path);
  // "add: the second argument, ys, must be a List, not an Int (3)": names the native that runs, taken from
  // its descriptor.
  Value argument_error(unsigned index, Value* arguments, std::string_view expected);
  // The same of anything that has a name: "on: ch".
  Value wrong_type(std::string_view what, Value v, std::string_view expected);
  // Makes the next safepoint take its slow path: the heap's limit was reached.
  void request_safepoint() { limit_.store(0, std::memory_order_seq_cst); }
  // Counts what a native does, in units of about a nanosecond: an element looked at, ten bytes copied. It
  // pays for that with fuel. False if the strand has to stop (interrupted, out of fuel or memory), and again
  // until it has: the native gives up and returns anything, which the safepoint behind its call drops.
  bool work(uint64_t amount) {
    if (amount >= work_left_) [[unlikely]]
      return settle_work(amount);
    work_left_ -= amount;
    return true;
  }
  // The same for a native that waits, and uses nothing up meanwhile: whether it has to give up.
  bool has_to_stop();
  // Raises why `work` was false, for natives that must not seem to have succeeded. Of a future that is missed
  // there is nothing to say: it gives Value::exception() alone.
  Value raise_stop();

  // Futures (vm/future.h) may stand in registers and containers. A native's arguments are values, but what is
  // in them may be futures: whoever looks at an element touches it, and has its value in its place then.
  // False if there is none yet: the native gives up as if it had to stop, and runs again, from the start,
  // when there is one. So until then it changes nothing that it was given, but for what it would do again.
  bool touch(Value& v) { return !is_kind(v, Kind::Future) || touch_future(v); }
  // Looks through all that `v` holds: a container in which there are futures is replaced by a copy in which
  // there are none. False as for `touch`, or with an error pending.
  bool settle(Value& v);
  // Whether the native that runs has given up, and runs again: `touch` was false, here or in what compares,
  // hashes or writes values, or it waits (choose.h).
  bool runs_again() const { return missed_ != nullptr || is_parking_; }
  // The same, or code of the host's has failed in what compares, hashes or writes.
  bool gave_up() const { return runs_again() || has_failed_; }
  // From where nothing can be raised: the error that is pending stands until the instruction that runs is
  // over, whatever else comes of that, and is raised then. Outside of a run it is forgotten.
  void give_up();
  // Whether there may be any future at all where this strand looks.
  bool holds_futures() const { return holds_futures_; }
  void expect_futures() { holds_futures_ = true; }
  // A value has come from another timeline.
  void expect_futures_from_outside();
  // Argument `index` of the native that runs is a channel or a fiber, and the native goes through its
  // elements: it runs again with a list of them, or of the first `most`. Gives Value::exception(), which it
  // returns.
  Value want_elements(unsigned index, uint32_t most = UINT32_MAX) {
    wanted_ = {static_cast<uint8_t>(wanted_.arguments | 1u << index), false, most};
    return Value::exception();
  }
  // The same of arguments 0 and 1, of which one at least is such: one of each in turn, until there are no
  // more of one.
  Value want_pairs(uint8_t arguments, uint32_t most) {
    wanted_ = {arguments, true, most};
    return Value::exception();
  }
  bool wants_elements() const { return wanted_.arguments != 0; }
  // What it refuses it need not wait for.
  void want_no_elements() { wanted_ = {}; }
  // False, with MemoryLimit pending, if `bytes` more cannot be had. Natives ask before they make something
  // whose size a program chooses. A strand that is not the head may have to wait for its turn: then nothing
  // is pending, and the native runs again, from the start.
  bool reserve(size_t bytes);
  // Grows a charge of the machine's memory (memory_account.h) to `bytes`. False as for `reserve`.
  bool charge(Charge& charge, size_t bytes);
  // MemoryLimit, after HeapExhausted; or nothing more than Value::exception(), if whatever threw it has
  // raised already, or the native runs again.
  Value memory_exhausted();
  // MemoryLimit: `bytes` more were refused, to this strand or to another thread that works for it.
  Value memory_error(size_t bytes);

  // Calls a function from C++ and runs it to its end on this thread, alone and in order; not from a native
  // (they never call back). Value::exception() if it ends in an error, which is then pending: take_error.
  Value run(Value function, const Value* arguments, unsigned count);
  Value take_error();
  // Whether the error that take_error returned could not be caught: exit (the error is undefined), interrupt,
  // fuel.
  bool uncatchable() const { return uncatchable_; }
  const Trace& error_trace() { return trace(); }

  // Ends the program with that exit code, by an error that passes every `try` and has no value.
  Value raise_exit(int code);
  // An error that passes every `try`.
  Value raise_uncatchable(Value error);

  // Calls and loop steps left; UINT64_MAX: not counted. Not while it runs.
  void set_fuel(uint64_t fuel) {
    fuel_ = fuel;
    fueled_ = fuel != UINT64_MAX;
    work_left_ = kWorkPerCheck;
    reset_limit();
  }

  // The calls that run, innermost first, those below its base included, until `visit` returns false; from a
  // slow path or a native of this strand.
  void each_call(const std::function<bool(const TraceEntry&)>& visit) const;

  // The innermost of them; without a proto if there is none.
  TraceEntry where() const;

  // The task whose strand it is. Not of a strand that runs alone.
  aspen::Task& task();
  bool has_task() const { return timeline_ != nullptr; }
  Wait& wait() { return wait_; }
  // Whether the native at pc_ has begun to wait, and runs again now: it looks itself at what the strand may
  // have to stop for, as what it has waited for may have come.
  bool is_waiting() const { return wait_.phase.load(std::memory_order_relaxed) != Wait::none; }
  // The native that runs gives up, and runs again when the strand is woken.
  void park() { is_parking_ = true; }
  // Whether the native that runs may do now what has a stronger effect than it says: as it reads from a pipe,
  // and takes away what it reads. If not, it gives up, and runs again in its turn.
  bool take_turn();
  // Whether something before it in the program is not over yet. Once false, it stays so.
  bool is_ahead() const { return !is_head(); }
  // A value that the native which runs will want when it runs again.
  void keep(Value v) { kept_ = v; }
  Value kept() const { return kept_; }
  Executor& executor() { return *executor_; }

  // The function whose native code runs, for messages; null outside natives.
  const NativeDescriptor* native() const { return native_; }
  // By a slow path, whose allocations are its own (Machine::may_refuse).
  void leave_native() { native_ = nullptr; }

  void trace_roots(Tracer& tracer);
  // The fiber whose body stands at a `yield` in this strand, which lives as long as the fiber can be reached;
  // null if there is none. While nobody runs.
  Fiber* suspended_fiber();
  // The next one that waits for the same future; guarded by the timeline's lock.
  Strand* next_waiter() const { return next_waiter_; }
  size_t stack_bytes() const { return static_cast<size_t>(stack_end_ - stack_) * sizeof(Value); }

 private:
  friend class Interpreter;
  friend class Machine;
  friend class Runtime;
  friend class Timeline;
  friend class aspen::Task;
  friend class Choice;
  friend class Deadlock;
  friend class Split;
  friend struct Dispatch;

  // What became of a strand that was made by a split, so that its entry in a queue is good for one start.
  enum class Life : uint8_t {
    unused,     // in a pool
    preparing,  // one thread has it, and its entry in a queue is to be left there
    withdrawn,  // its entry in a queue means nothing
    unstarted,  // waits in a queue; whoever makes it `started` or `withdrawn` first has it
    started,
  };
  // Bits of signals_.
  static constexpr uint32_t kSquashed = 1;

  // How much natives do between two looks at what might stop them: too little to be noticed by whoever
  // interrupts.
  static constexpr uint64_t kWorkPerCheck = 1 << 14;
  // What a step of a loop takes.
  static constexpr uint64_t kWorkPerFuel = 16;

  bool settle_work(uint64_t amount);
  bool touch_future(Value& v);
  // Takes back what `touch` has asked for, and the error of whoever gave up.
  Future& take_missed();
  bool is_head() const { return is_head_.load(std::memory_order_acquire); }
  bool must_stop() const;
  bool is_late() const;
  // Whether it has to wait for its turn before it allocates more.
  bool must_wait_for_room() const;
  void make_room();
  uint32_t signals_to_raise() const;
  // Memory limit, fuel, interrupts. False with the error pending.
  bool safepoint();
  Value raise_memory_limit(std::string_view message);
  // A frame that calls `function`, at the bottom of the stack. False with StackOverflow or MemoryLimit.
  bool begin(Value function, const Value* arguments, unsigned count);
  // Replaces the stack by the frames of a segment, with `value` as the result of the call that they wait for.
  // They have been on a stack before, so no limit stands against it.
  void adopt(const Segment& segment, Value value);
  // As good as new.
  void reset();
  // The caller frees what it used before.
  void use_stack(Value* memory, size_t slots);
  // Whether a frame with these registers is the lowest.
  bool is_bottom(const Value* base) const { return base - stack_ == ptrdiff_t{bottom_} + 3; }
  bool is_squashed() const { return signals_.load(std::memory_order_acquire) & kSquashed; }
  void shrink_stack(size_t kept_bytes);
  // A part of the stack where nothing is alive.
  static void clear(const Value* begin, const Value* end);
  Trace& trace();
  template <class Visit>
  void walk(Visit visit) const;
  void note_frame(const Proto* proto, uint32_t word);
  // The pending error, for the handler that catches it.
  Value take_caught();
  // In one order with requests, so that whoever looks afterwards for what is asked of it finds that, or the
  // request stands.
  void reset_limit() { limit_.store(usual_limit(), std::memory_order_seq_cst); }
  // The same in the middle of a run, as the stack has another end now: what has been asked meanwhile stays
  // asked.
  void renew_limit();
  // By the worker that is about to run it, and looks then at what there is to stop for. Relaxed: a step in
  // the one order comes between.
  void forget_requests() { limit_.store(usual_limit(), std::memory_order_relaxed); }
  uintptr_t usual_limit() const { return polls_always() ? 0 : reinterpret_cast<uintptr_t>(stack_end_); }
  bool polls_always() const { return fueled_ || eager_; }

  Machine& machine_;
  Allocator* allocator_ = nullptr;
  Value* stack_ = nullptr;  // begin
  Value* stack_end_ = nullptr;
  // What a call compares its new frame against: stack_end_, or 0 to make the next safepoint take its slow
  // path. Written by the running worker, and by anyone who wants that. A strand's memory stays as long as its
  // machine, so a late request does no harm.
  sched::PollWord limit_{0};
  // Current only while the interpreter is in a slow path.
  Value* base_ = nullptr;     // registers of the running frame
  const Word* pc_ = nullptr;  // the instruction being executed
  const NativeDescriptor* native_ = nullptr;
  const Value* characters_;            // Machine::character, for the interpreter
  const Value* native_top_ = nullptr;  // end of the arguments of the native that runs
  uint64_t work_left_ = kWorkPerCheck;
  uint64_t fuel_;               // calls and loop steps left
  bool fueled_;                 // whether fuel is counted: every safepoint takes its slow path then
  bool uncatchable_ = false;    // the pending error passes every handler: exit, interrupt, a host's limit
  bool holds_futures_ = false;  // a register or a container may hold one
  bool eager_ = false;          // splits without being asked: each safepoint takes its slow path
  bool is_parking_ = false;     // the native that runs waits for something outside of the timeline
  Exit exit_ = Exit::finished;  // why it left the interpreter
  WaitCause wait_cause_{};      // why it parks; its own
  bool wants_turn_ = false;     // is to be woken when it may have its effect; the timeline's lock
  Wanted wanted_;
  Value kept_ = Value::undefined();  // see keep
  Future* missed_ = nullptr;  // the first one that was touched in vain; null again once the strand waits
  Value error_ = Value::undefined();
  std::unique_ptr<Trace> trace_;  // of the pending error, or an earlier one; null: none yet
  // As part of a timeline.
  Timeline* timeline_ = nullptr;  // null: runs alone
  Executor* executor_ = nullptr;  // that runs it; its own
  uint64_t parked_ns_ = 0;        // since when; 0 if nobody wants to know. Its worker's
  uint32_t bottom_ = 0;           // slot of the lowest frame's header: those below are in a segment, too
  // Of a strand that is eager: slot of the oldest frame that must not go on before its call is over, or of
  // one above the stack.
  uint32_t barrier_ = UINT32_MAX;
  Segment* stand_ = nullptr;      // what lies below that; its own, and read under the timeline's lock
  Segment* continues_ = nullptr;  // the one that this strand was made to go on with
  Segment* owes_ = nullptr;       // the one whose call has to be over first; guarded by the timeline's lock
  // Written by who queues, starts or withdraws it; acquire-release, as what it is to run goes along.
  std::atomic<Life> life_{Life::unused};
  // Whether it is the head of its timeline, as one that runs alone is. Written under the timeline's lock,
  // read by the strand. Release and acquire: what the strands before have done comes first.
  std::atomic<bool> is_head_{true};
  bool stops_for_memory_ = false;  // `work` was false, and the heap's limit had been reached
  bool has_failed_ = false;        // see give_up; the pending error is not to be replaced
  // Written by anyone who has a word with it, and read at its safepoints, by read-modify-writes.
  std::atomic<uint32_t> signals_{0};
  // Guarded by the timeline's lock: its neighbours in program order, and what it waits for.
  Strand* earlier_ = nullptr;
  Strand* later_ = nullptr;
  Future* awaited_ = nullptr;      // among whose waiters it is
  Strand* next_waiter_ = nullptr;  // of the same future
  Wait wait_;                      // of the head
};

}  // namespace aspen
