// A strand: one VM stack that executes a contiguous piece of a program in program order, and the error that
// it is unwinding. A task of the scheduler, which one worker at a time runs; members that another thread may
// use say so. timeline.h explains how the strands of one program stay in order.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sched/task.h"
#include "vm/heap/allocator.h"
#include "vm/object/function.h"
#include "vm/run/parallel/strand_statistics.h"
#include "vm/run/pending_error.h"
#include "vm/run/running_native.h"
#include "vm/run/strand_links.h"
#include "vm/run/strand_stack.h"
#include "vm/run/tasks/wait.h"

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

void split_before_wait(class Strand& strand);

// Why a strand left the interpreter.
enum class Exit : uint8_t {
  finished,  // the strand is over: its value or error was delivered, or is no longer needed
  parked,    // it waits; the thread that ends its wait wakes it
  yielded,   // other strands run first
};

class Strand : public sched::Task {
 public:
  Strand(Machine& machine, const sched::TaskType& task_type);
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  Machine& machine() { return machine_; }
  // The allocator of the worker that runs the strand.
  Allocator& allocator() { return *allocator_; }

  // These make an error pending and return Value::exception(), for `return strand.raise(…)`.
  Value raise(Value error);
  // A label of that name with { message } or { message, hint } as its payload.
  Value raise(Symbol kind, std::string_view message, std::string_view hint = {});
  Value type_error(std::string_view message, std::string_view hint = {});
  Value value_error(std::string_view message, std::string_view hint = {});
  Value index_error(std::string_view message, std::string_view hint = {});
  Value key_error(std::string_view message, std::string_view hint = {});
  Value arithmetic_error(std::string_view message, std::string_view hint = {});
  // { message, code, path } from an errno, or from a negative error of sched/error.h. `path` may be empty.
  Value io_error(int error_number, std::string_view path);
  Value io_error(std::string_view message, std::string_view code, std::string_view path);
  // "add: the second argument, ys, must be a List, not an Int (3)": the names come from the descriptor of the
  // running native.
  Value argument_error(unsigned index, Value* arguments, std::string_view expected);
  // Likewise for anything with a name: "on: ch".
  Value wrong_type(std::string_view what, Value v, std::string_view expected);
  // Whether the running function is one of the library's: advice on what to write is then out of place.
  bool runs_library() const;
  // Makes the next safepoint take its slow path, because the heap's limit was reached.
  void request_safepoint() { limit_.store(0, std::memory_order_seq_cst); }
  // Accounts for a native's work, in units of about a nanosecond: one element read, ten bytes copied. The
  // work costs fuel. False if the strand has to stop (interrupted, out of fuel or memory), and in every call
  // until it has: the native then stops and returns any value, which the safepoint after its call drops.
  bool work(uint64_t amount) {
    if (amount >= work_left_) [[unlikely]]
      return settle_work(amount);
    work_left_ -= amount;
    return true;
  }
  // Likewise for a native that waits and does no work meanwhile. True if it has to stop.
  bool has_to_stop();
  // Likewise while the strand's thread is outside of the heap (while_outside): nothing else happens here.
  bool is_asked_to_stop() const { return must_stop(); }
  // Raises the reason why `work` returned false, for natives that must not seem to have succeeded. For a
  // missing future nothing is raised: it returns Value::exception() alone.
  Value raise_stop();

  // Futures (vm/object/future.h) may stand in registers and containers. A native's arguments are values, but
  // their elements may be futures. Code that reads an element touches it, which puts the future's value in
  // its place. False if there is no value yet: the native returns as if it had to stop, and runs again from
  // the start when there is one. Until then it may change its arguments only in ways that it can repeat.
  bool touch(Value& v) { return !is_kind(v, Kind::Future) || touch_future(v); }
  // Settles everything in `v`: a container with futures is replaced by a copy without futures. False as for
  // `touch`, or with an error pending.
  bool settle(Value& v);
  // Whether the running native has given up and will run again: `touch` was false, here or in code that
  // compares, hashes or writes values, or the strand waits (choose.h).
  bool runs_again() const { return native_.missed != nullptr || native_.is_parking; }
  // Likewise, or host code that compares, hashes or writes values has failed.
  bool gave_up() const { return runs_again() || error_.has_failed; }
  // For code that cannot raise: the pending error stays pending until the current instruction ends, whatever
  // that instruction returns, and is raised then. Outside of a run it is dropped.
  void give_up();
  // Whether there may be any future in the values of this strand.
  bool holds_futures() const { return holds_futures_; }
  void expect_futures() { holds_futures_ = true; }
  // A value was received from another timeline, and may hold futures.
  void expect_futures_from_outside();
  // Argument `index` of the running native is a channel or a fiber, and the native iterates over it: the
  // native will run again with a list of the elements, or of the first `most`. Returns Value::exception(),
  // for the native to return.
  Value want_elements(unsigned index, uint32_t most = UINT32_MAX) {
    native_.wanted = {static_cast<uint8_t>(native_.wanted.arguments | 1u << index), false, most};
    return Value::exception();
  }
  // Likewise for arguments 0 and 1, at least one of which is a channel or fiber: takes one element of each in
  // turn, until one of them has no more.
  Value want_pairs(uint8_t arguments, uint32_t most) {
    native_.wanted = {arguments, true, most};
    return Value::exception();
  }
  bool wants_elements() const { return native_.wanted.arguments != 0; }
  // For a native that refuses its arguments: it need not wait for their elements.
  void want_no_elements() { native_.wanted = {}; }
  // False, with MemoryLimit pending, if `bytes` more are not available. Natives call this before they make an
  // object with a size that a program chooses. A strand that is not the head may have to wait for its turn:
  // then no error is pending, and the native runs again from the start.
  bool reserve(size_t bytes);
  // Grows a Charge on the machine's memory (memory_account.h) to `bytes`. False as for `reserve`.
  bool charge(Charge& charge, size_t bytes);
  // Raises MemoryLimit after HeapExhausted; or only returns Value::exception(), if the code that threw it has
  // raised an error already or the native runs again.
  Value memory_exhausted();
  // MemoryLimit: `bytes` more were refused, to this strand or to a thread that works for it.
  Value memory_error(size_t bytes);

  // Calls a function from C++ and runs it to its end on this thread, alone and in order. Not for natives,
  // which never call back. Value::exception() if it ends in an error, which is then pending: see take_error.
  Value run(Value function, const Value* arguments, unsigned count);
  Value take_error() { return error_.take(); }
  // Whether the error that take_error returned was uncatchable: exit (the error is then undefined),
  // interrupt, or out of fuel.
  bool uncatchable() const { return error_.uncatchable; }
  const Trace& error_trace() { return error_.trace(); }

  // Ends the program with that exit code, by an error without a value that no `try` catches.
  Value raise_exit(int code);
  // Raises an error that no `try` catches.
  Value raise_uncatchable(Value error);

  // Calls and loop steps left; UINT64_MAX: not counted. Not to be called while the strand runs.
  void set_fuel(uint64_t fuel) {
    fuel_ = fuel;
    fueled_ = fuel != UINT64_MAX;
    work_left_ = kWorkPerCheck;
    reset_limit();
  }

  uint64_t fuel_left() const { return fueled_ ? fuel_ : UINT64_MAX; }

  // Visits the running calls, innermost first, including those below the base, until `visit` returns false.
  // For slow paths and natives of this strand.
  void each_call(const std::function<bool(const TraceEntry&)>& visit) const;

  // The innermost running call; without a proto if there is none.
  TraceEntry where() const;
  // Where it is in the body of the loop with the iterations that it was made for; without a proto if it is
  // elsewhere.
  TraceEntry place_in_loop() const;

  // The task that this strand belongs to. Not for a strand that runs alone.
  aspen::Task& task() const;
  bool has_task() const { return timeline_ != nullptr; }
  Wait& wait() { return wait_; }
  // Whether the native at pc_ has begun to wait and now runs again: it checks the reasons to stop itself,
  // because the event that it waited for may have come.
  bool is_waiting() const { return wait_.phase.load(std::memory_order_relaxed) != Wait::none; }
  // The running native gives up; it runs again when the strand is woken.
  void park() { native_.is_parking = true; }
  // Whether the running native may now have a stronger effect than it declares, such as reading from a pipe,
  // which consumes data. If not, it gives up and runs again in its turn.
  bool take_turn();
  // Whether an earlier part of the program has not ended yet. Once false, it stays false.
  bool is_ahead() const { return !is_head(); }
  bool is_head() const { return links_.is_head.load(std::memory_order_acquire); }
  // The signals that the task has to handle wherever it is.
  uint32_t signals_to_raise() const;
  // Keeps a value for the running native, for when it runs again.
  void keep(Value v) { native_.kept = v; }
  Value kept() const { return native_.kept; }
  Executor& executor() { return *executor_; }

  // The native function that runs, for messages; null outside natives.
  const NativeDescriptor* native() const { return native_.descriptor; }
  // For a slow path: allocations from here on are its own, not the native's (Machine::may_refuse).
  void leave_native() { native_.descriptor = nullptr; }

  void trace_roots(Tracer& tracer);
  // While it is parked, or in a native that waits: clears the registers of its calls that are not read any
  // more, as far as the rows of the calls tell (CallSite). What they refer to would otherwise be taken for
  // live.
  void forget_dead_registers();
  // The fiber with a body that is suspended at a `yield` in this strand; null if there is none. The strand
  // lives as long as the fiber can be reached. For use while no strand runs.
  Fiber* suspended_fiber();
  // The next strand that waits for the same future; guarded by the timeline's lock.
  Strand* next_waiter() const { return links_.next_waiter; }
  size_t stack_bytes() const { return stack_.bytes(); }

 private:
  friend class Interpreter;
  friend class Machine;
  friend class Runtime;
  friend class Timeline;
  friend class aspen::Task;
  friend class Deadlock;
  friend class StrandStore;
  friend class Split;
  friend class SplitAttempt;
  friend class TaskLister;
  friend struct Dispatch;

  using Life = StrandLinks::Life;

  // How much work natives do between two checks for reasons to stop: about 16 µs, too short for the
  // interrupting thread to notice.
  static constexpr uint64_t kWorkPerCheck = 1 << 14;
  // The work of one loop step.
  static constexpr uint64_t kWorkPerFuel = 16;
  // The limit of a strand with counted steps and without a request: below all stacks.
  static constexpr uintptr_t kCounting = 1;

  bool settle_work(uint64_t amount);
  void end_what_is_given_up();
  bool touch_future(Value& v);
  // Returns the future that `touch` missed, and clears it and the error of the native that gave up.
  Future& take_missed();
  bool must_stop() const;
  bool is_late() const;
  // Whether the strand has to wait for its turn before it allocates more.
  bool must_wait_for_room() const;
  void make_room();
  // Whether a call that runs may catch an error that is raised now. While the strand is in a native.
  bool may_catch() const;
  // Checks the memory limit, fuel and interrupts. False with the error pending.
  bool safepoint();
  Value raise_memory_limit(std::string_view message);
  // Pushes a frame that calls `function` as the lowest one. False with StackOverflow or MemoryLimit pending.
  bool begin(Value function, const Value* arguments, unsigned count);
  // Replaces the stack by the frames of a segment, with `value` as the result of the call that they wait for.
  // No limit applies, because these frames have been on a stack before. Precondition: make_room_for(segment).
  void adopt(const Segment& segment, Value value);
  // The lowest frame, which is running, takes the place of the topmost of the segment's frames: those below
  // come back to the stack. Precondition: make_room_below(segment).
  void rejoin(const Segment& segment);
  // These may move the stack and base_, and are called before the timeline changes. If the system has no
  // memory, they throw std::bad_alloc, or return false.
  void make_room_for(const Segment& segment);
  void make_room_below(const Segment& segment);
  bool finds_room_for(const Segment& segment);
  bool ensure_slots(size_t slots);
  // Replaces all frames by one at the bottom that has no code and cannot catch anything.
  void drop_frames();
  static size_t slots_for(const Segment& segment);
  // Resets the strand to the state of a new one.
  void reset();
  // The frame that the strand was made to continue after a loop was halved; null if it was made otherwise.
  // The frame may have returned since.
  const Value* half() const;
  // Whether the frame, which is at `at`, is that one, and adds to sums without knowing the values before
  // (Segment::apart).
  bool adds_apart(const Value* frame, const Word* at) const;
  // Whether the running frame, or one that waits for it, does so.
  bool adds_apart() const;
  // Likewise, and has taken a first value for the best: the code for a better value may have run in vain.
  // Then an error of that code is none of the program's.
  bool has_bests_apart() const;
  // Whether the frame is that one, and the register still has the future of the sum before.
  bool is_before_half(const Value* frame, unsigned reg) const;
  // Whether the values that the frame has in the registers of the loop let it be halved.
  bool can_be_apart(const LoopSite& loop, const Value* frame) const;
  // Whether the frame with these registers is the lowest one.
  bool is_bottom(const Value* base) const { return base == stack_.lowest(); }
  bool is_squashed() const { return links_.is_squashed(); }
  void shrink_stack(size_t kept_bytes);
  template <class Visit>
  void walk_frames(Visit visit) const;
  template <class Visit>
  void walk(Visit visit) const;
  // In one total order with requests: a strand that checks for requests after this either finds a new one, or
  // the new request stays set.
  void reset_limit() { limit_.store(usual_limit(), std::memory_order_seq_cst); }
  // Likewise in the middle of a run, because the end of the stack has changed: requests made meanwhile stay
  // set.
  void renew_limit();
  // For the worker that is about to run the strand, and then checks for reasons to stop. Relaxed: the worker
  // executes a sequentially consistent operation in between.
  void forget_requests() { limit_.store(usual_limit(), std::memory_order_relaxed); }
  uintptr_t usual_limit() const {
    if (eager_) return 0;
    return fueled_ ? kCounting : reinterpret_cast<uintptr_t>(stack_.end);
  }
  // Whether a safepoint at which the limit was `limit` needs no slow path: nothing is asked of the strand,
  // and it may take the step, which is counted now.
  bool pay_step(uintptr_t limit) {
    const uint64_t cost = step_cost();
    if (limit != kCounting || fuel_ < cost) return false;
    fuel_ -= cost;
    work_left_ = kWorkPerCheck;  // as at every safepoint
    return true;
  }
  // The fuel for a step, and for the work since the last one.
  uint64_t step_cost() const { return 1 + (kWorkPerCheck - work_left_) / kWorkPerFuel; }
  // For the work that came before an error. What has given up has paid.
  void pay_for_failure();
  // Where one thread runs all and others wait: so many steps may be taken before the next slow path.
  void begin_turn(uint32_t steps);
  // Takes those that were off Executor::steps_left. A slow path is due then.
  void end_turn();
  bool has_turn() const;
  // Whether it has been asked for something, or the stack has no room left, or the fuel for this step.
  bool must_poll(const Value* base) {
    const uintptr_t limit = limit_.load(std::memory_order_relaxed);
    return reinterpret_cast<uintptr_t>(base) >= limit && !pay_step(limit);
  }
  // The same after a native, for which no fuel is due if its result has to be kept.
  bool passes(bool is_free);

  Machine& machine_;
  Allocator* allocator_ = nullptr;
  StrandStack stack_;
  // What a call compares its new frame against: the end of the stack, or 0 to make the next safepoint take
  // its slow path, or kCounting. Written by its worker, and by any thread that requests. A strand's memory
  // stays as long as its machine, so a late request does no harm.
  sched::PollWord limit_{0};
  // Current only while the interpreter is in a slow path.
  Value* base_ = nullptr;     // registers of the running frame
  const Word* pc_ = nullptr;  // the instruction being executed
  uint64_t work_left_ = kWorkPerCheck;
  uint64_t fuel_;  // calls and loop steps left; in a turn, of that
  RunningNative native_;
  [[no_unique_address]] PendingError error_;  // the five bytes below fill it up: a strand is small
  bool fueled_;                               // whether fuel is counted
  bool holds_futures_ = false;                // a register or a container may hold one
  bool eager_ = false;                        // splits without a request: each safepoint takes its slow path
  Exit exit_ = Exit::finished;                // why it left the interpreter
  WaitCause wait_cause_{};                    // why it parks; only its own worker uses this
  Timeline* timeline_ = nullptr;              // null: runs alone
  Executor* executor_ = nullptr;              // that runs it; its own
  uint64_t parked_ns_ = 0;  // when it parked last; exactly if there is an observer. Its worker's
  StrandLinks links_;
  Wait wait_;  // the wait of a head
};

}  // namespace aspen
