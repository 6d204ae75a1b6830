// The bytecode interpreter: fast paths are in interpreter.cpp, rarer cases in slow_*.cpp.
#pragma once

#include <array>
#include <atomic>

#include "vm/code/instructions.h"
#include "vm/code/linked.h"
#include "vm/run/strand.h"

namespace aspen {

// Sizes of instructions in words, for code that steps over an instruction while a program runs.
inline constexpr std::array<uint8_t, kOpCount> kOpWords = [] {
  std::array<uint8_t, kOpCount> words{};
  for (unsigned i = 0; i < kOpCount; ++i) words[i] = static_cast<uint8_t>(kOps[i].words());
  return words;
}();
constexpr unsigned words_of(Op op) { return kOpWords[static_cast<unsigned>(op)]; }

class Interpreter {
 public:
  // Runs the strand from its saved base and pc until the lowest frame returns or an error leaves it. The
  // result, or Value::exception(), is then in the strand's first slot.
  static void execute(Strand& strand);

  // For a strand without frames, if the system has no memory for its first ones: `execute` will end it and
  // its program with an uncatchable MemoryLimit.
  static void begin_end_for_memory(Strand& strand);

  // The function of the frame with these registers.
  static const Proto* running(const Value* base);

  // Runs a native; its arguments are values, but may hold futures. Value::exception() with an error pending
  // or a future missed (RunningNative::missed).
  static Value run_native(Strand& strand, const NativeDescriptor& native, Value* arguments);

 private:
  // A slow path executes the instruction at `pc` with the frame at `base`: it does all of it, or raises. It
  // returns the pc to continue at; the registers are then at strand.base_.
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) \
  static const Word* slow_##name(Strand& strand, const Word* pc, Value* base);
#include "vm/code/instructions.def"
#undef ASPEN_OP

  // Replaces futures in the registers that the instruction reads by their values. Null if all have values,
  // else the pc to continue at.
  static const Word* touch_operands(Strand& strand, const Word* pc, Value* base);
  // Parks the strand until the future has its value; then the instruction at `pc` runs again from the start.
  // Returns the pc to continue at now.
  static const Word* wait_for(Strand& strand, const Word* pc, Value* base, Future& future);
  // slow_sums.cpp. The instruction misses the value of a register to which the loop only adds: the strand
  // adds from nothing. False if the register still has no value.
  static bool begin_sum(Strand& strand, const Word* pc, Value* base, unsigned reg);
  // If that is a Float: keeps what the instruction adds. Returns the pc to continue at, or null if it is
  // none.
  static const Word* keep_summand(Strand& strand, const Word* pc, Value* base, unsigned reg);
  // Adds what was kept to those values before that are known by now.
  static void add_kept(Strand& strand, const Word* pc, Value* base);
  // Likewise of the best that the loop has seen: the first value that it sees is the best. Returns the pc to
  // continue at, or null if it has to wait.
  static const Word* begin_best(Strand& strand, const Word* pc, Value* base, unsigned reg);
  // Before the comparison at `pc` fails: null, or the pc to continue at, so that it fails with the best
  // before.
  static const Word* prepare_error(Strand& strand, const Word* pc, Value* base);
  static bool is_in_half(const Strand& strand, const Word* pc, const Value* base);
  // Adds the strand's sums to the values before. Null, or the pc to continue at instead.
  static const Word* complete_sums(Strand& strand, const Word* pc, Value* base);
  static const Word* wait_for_sums(Strand& strand, const Word* pc, Value* base);
  // The elements of a loop that steps at `pc` are used up. Returns the pc to continue at.
  static const Word* end_elements(Strand& strand, const Word* pc, Value* base);
  static const Word* take_back_half(Strand& strand, const Word* pc);
  static const Word* repeat_half(Strand& strand, Segment& half);
  // A strand that adds apart (Strand::adds_apart) would wait for memory, or raise MemoryLimit, or an error
  // that may not come in order (Strand::has_bests_apart): it drops what its half has added, and repeats the
  // half when it is its turn. Returns the pc to continue at.
  static const Word* begin_in_order(Strand& strand);
  // If all values before a half are known, its loop at `pc` moves them to the registers of its frame.
  static void take_values_before(Strand& strand, const Word* pc, Value* base);
  static void overlap(Strand& strand, const NativeDescriptor& native);
  // Likewise after a native has returned Value::exception(): if it refused its arguments, it runs again with
  // arguments without futures, channels and fibers.
  static Value run_again_if_refused(Strand& strand, const NativeDescriptor& native, Value* arguments);
  // Runs it on the elements of the channels and fibers among its arguments (Strand::want_elements).
  static Value run_on_elements(Strand& strand, const NativeDescriptor& native, const Value* arguments);
  static bool receive_elements(Strand& strand, const Wanted& wanted, const Value* sources, unsigned arity);

  // A call that the fast path did not make, while the kind of callee is determined. The registers of the new
  // frame are at `frame`, and already hold the arguments.
  struct PendingCall {
    Value callee;
    Value* frame;
    unsigned count;
    bool tail;
    bool unused;             // a partial application would be dropped
    Value written = callee;  // the value in the window; `callee` may be found inside of it
  };
  static const Word* call_value(Strand& strand, const Word* pc, Value* base);
  static const Word* apply(Strand& strand, PendingCall call);
  static const Word* enter(Strand& strand, PendingCall& call, const Proto* proto);
  static const Word* apply_native(Strand& strand, PendingCall& call, const NativeDescriptor& native);
  static const Word* apply_fiber(Strand& strand, PendingCall& call);
  static const Word* apply_label(Strand& strand, PendingCall& call);
  static const Word* after_native(Strand& strand, const Word* pc, Value* base, Value* arguments,
                                  Value result);
  static const Word* make_partial(Strand& strand, PendingCall& call, unsigned arity);
  static const Word* call_with_rest(Strand& strand, PendingCall& call, unsigned arity);
  static bool spread_partial(Strand& strand, PendingCall& call);
  static const Word* deliver(Strand& strand, PendingCall& call, Value result);
  static void put_back(Strand& strand, const PendingCall& call);
  static const Word* call_again_later(Strand& strand, const PendingCall& call);
  static const Word* not_callable(Strand& strand, const PendingCall& call);
  static Value next_from_outside(Strand& strand, Value source);
  static const Word* step(Strand& strand, const Word* pc, Value* base, bool sharing);
  static const Word* check_bool(Strand& strand, const Word* pc, Value* base, Value found);
  static const Word* not_bool(Strand& strand, const Word* pc, Value* base, Value found);
  static const Word* raise_undefined(Strand& strand, const Word* pc, Value* base, std::string_view name);

  // Makes room on the stack up to `end`; may move it and change strand.base_. False: StackOverflow pending.
  static bool ensure_stack(Strand& strand, const Value* end);
  static bool room_for_stack(Strand& strand, size_t slots, const Value* end);
  // Finds the handler of the pending error, or ends the strand. If a future was missed, there is no error,
  // and the strand waits for the future.
  static const Word* unwind(Strand& strand);
  // Memory was refused `refusals` times in a row: raises MemoryLimit in the strand. Returns the pc to
  // continue at. Throws std::bad_alloc if there is no memory for that either.
  static const Word* unwind_for_memory(Strand& strand, unsigned refusals);
  // Likewise without allocating: an uncatchable MemoryLimit ends the strand and the program.
  static void end_for_memory(Strand& strand);
  static constexpr unsigned kMostRefusals = 3;
  // slow_strands.cpp. The work of a safepoint after its limit was reached: null, or the pc to continue at
  // instead; a strand that leaves the interpreter for it later continues at `resume`. `attend` leaves out the
  // part that raises.
  static const Word* poll(Strand& strand, const Word* resume);
  static const Word* attend(Strand& strand, const Word* resume);
  // Of a strand that runs ahead: waits for its turn if the memory for such work is used up. Null, or the pc
  // to continue at instead.
  static const Word* wait_for_room(Strand& strand, const Word* resume);
  // Where one thread runs all: calls and steps of loops are counted as long as others wait.
  static void count_step(Strand& strand, Executor& executor);
  static const Word* leave(Strand& strand, const Word* resume, Exit exit);
  // Likewise until the strand may have such an effect. Null: it may have it now.
  static const Word* wait_for_turn(Strand& strand, const Word* pc, Effect effect);
  static const Word* return_past(Strand& strand, Value value);
  static const Word* unwind_past(Strand& strand);
  // slow_iterations.cpp. The strand comes to the step after the iteration that a split has left to it.
  static const Word* end_iteration(Strand& strand, const Word* pc, Value* base);
  static bool ends_iteration(const Strand& strand, const Word* pc, const Value* base);
  // The running frame leaves the innermost of its loops that was split: what was begun after this iteration
  // is squashed, and the strand has the frames below again. The strand may have to wait for that (R2); it
  // then continues at `again`. Null, or the pc to continue at instead.
  static const Word* leave_loop(Strand& strand, const Word* again);
  // Likewise for all loops that do not contain `word`, where the frame catches the pending error.
  static const Word* leave_loops(Strand& strand, uint32_t word);
  // The handler of an error for which `leave_loops` had to wait; null if there is none.
  static const Word* catch_after_wait(Strand& strand);
  static const Word* enter_handler(Strand& strand, const Handler& handler);
  static const Word* end_task(Strand& strand, Value value, const Word* again);
  static const Word* return_past_rest(Strand& strand, Value value);
  // For a strand that splits without a request, after a frame was made.
  static const Word* split_eagerly(Strand& strand, const Word* resume);
  // For such a strand, before its running frame takes the next step of a loop.
  static void split_step_eagerly(Strand& strand);
  // Likewise after a loop has taken a step, before its body runs.
  static const Word* split_iteration_eagerly(Strand& strand, const Word* body);
  // After the step at `pc`, before the body runs: gives the next iterations away if they are due. Returns the
  // pc to continue at.
  static const Word* begin_iteration(Strand& strand, const Word* pc, const Word* body);
  static const Word* finish(Strand& strand, const Word* pc, Value result);

  static void save(Strand& strand, const Word* pc, Value* base) {
    strand.pc_ = pc;
    strand.base_ = base;
  }
  friend struct Dispatch;
  friend class Strand;
};

// The lowest frame of a strand returns to this code.
extern const Word kEndCode[];
// The code of a strand with an error that has reached its base.
inline constexpr Word kUnwindCode[] = {encode(Op::Unwind)};

// The module variable of the instruction at `pc`. Only the head of a timeline stores; a squashed strand
// that has not noticed may load at the same time. Release and acquire: the parts of the value are visible,
// too.
inline Value load_variable(const Word* pc) {
  return std::atomic_ref(*pointer<Value>(pc + 1)).load(std::memory_order_acquire);
}
inline void store_variable(const Word* pc, Value v) {
  std::atomic_ref(*pointer<Value>(pc + 1)).store(v, std::memory_order_release);
}

// An address of code or of a Proto in a stack slot: its bits are those of a tiny double.
inline Value raw_slot(const void* p) { return Value::from_bits(reinterpret_cast<uint64_t>(p)); }
inline Value raw_slot(ptrdiff_t bytes) { return Value::from_bits(static_cast<uint64_t>(bytes)); }

inline bool both_small_ints(Value a, Value b) { return (a.bits() & b.bits()) >= Value::kIntTag; }
// A small integer's payload in the high bits: sums and comparisons of these equal those of the integers, and
// they overflow for the same operands.
inline int64_t shifted(Value v) { return static_cast<int64_t>(v.bits() << 16); }
inline Value unshifted(int64_t s) {
  return Value::from_bits(static_cast<uint64_t>(s) >> 16 | Value::kIntTag);
}

}  // namespace aspen
