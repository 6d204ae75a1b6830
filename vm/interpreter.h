// The bytecode interpreter: fast paths in interpreter.cpp, everything rarer in slow_*.cpp.
#pragma once

#include <array>
#include <atomic>

#include "vm/instructions.h"
#include "vm/strand.h"

namespace aspen {

// Sizes of instructions in words, for those who step over one while a program runs.
inline constexpr std::array<uint8_t, kOpCount> kOpWords = [] {
  std::array<uint8_t, kOpCount> words{};
  for (unsigned i = 0; i < kOpCount; ++i) words[i] = static_cast<uint8_t>(kOps[i].words());
  return words;
}();
constexpr unsigned words_of(Op op) { return kOpWords[static_cast<unsigned>(op)]; }

class Interpreter {
 public:
  // Runs the strand from its saved base and pc until the bottom frame returns or an error leaves it. The
  // result, or Value::exception(), stands in the strand's first slot then.
  static void execute(Strand& strand);

  // The function whose frame has these registers.
  static const Proto* running(const Value* base);

  // Runs a native whose arguments are values but may hold futures. Value::exception() with an error pending
  // or the strand's missed_ set.
  static Value run_native(Strand& strand, const NativeDescriptor& native, Value* arguments);

 private:
  // A slow path takes over the instruction at `pc` with the frame at `base`: it does the whole of it, or
  // raises, and returns where to go on; the registers are then at strand.base_.
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) \
  static const Word* slow_##name(Strand& strand, const Word* pc, Value* base);
#include "vm/instructions.def"
#undef ASPEN_OP

  // The registers that the instruction looks at become values, where futures stand in them. Null if all are,
  // else where to go on.
  static const Word* touch_operands(Strand& strand, const Word* pc, Value* base);
  // Parks the strand until the future has its value; the instruction at `pc` runs again then, from the start.
  // Returns where to go on now.
  static const Word* wait_for(Strand& strand, const Word* pc, Value* base, Future& future);
  static void overlap(Strand& strand, const NativeDescriptor& native);
  // Likewise one that has returned Value::exception(): if it refused what it was given, it runs again without
  // futures, channels and fibers.
  static Value run_again_if_refused(Strand& strand, const NativeDescriptor& native, Value* arguments);
  // Once it has what comes from the channels and fibers among them (Strand::want_elements).
  static Value run_on_elements(Strand& strand, const NativeDescriptor& native, const Value* arguments);
  static bool receive_elements(Strand& strand, const Wanted& wanted, const Value* sources, unsigned arity);

  // A call that the fast path did not do, while its kind of callee is found out. The new frame's registers
  // are at `frame`, the arguments stand there already.
  struct PendingCall {
    Value callee;
    Value* frame;
    unsigned count;
    bool tail;
    bool unused;             // a partial application would be lost
    Value written = callee;  // what stood in the window; `callee` may be found in that
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

  // Room on the stack up to `end`; may move it, and strand.base_ with it. False with StackOverflow pending.
  static bool ensure_stack(Strand& strand, const Value* end);
  static bool room_for_stack(Strand& strand, size_t slots, const Value* end);
  // Finds the handler of the pending error, or ends the strand. If a future is missed, there is no error:
  // waits for that.
  static const Word* unwind(Strand& strand);
  // Memory was refused so many times in a row: raises MemoryLimit where the strand stands. Returns where to
  // go on. Throws std::bad_alloc if there is no memory for that either.
  static const Word* unwind_for_memory(Strand& strand, unsigned refusals);
  // The same without taking any: a MemoryLimit that cannot be caught ends the strand, and the program.
  static void end_for_memory(Strand& strand);
  static constexpr unsigned kMostRefusals = 3;
  // slow_strands.cpp. What a safepoint has to do, its limit being reached: null, or where to go on instead;
  // the strand goes on at `resume` when it has left the interpreter for that. `attend` leaves out what
  // raises.
  static const Word* poll(Strand& strand, const Word* resume);
  static const Word* attend(Strand& strand, const Word* resume);
  static const Word* leave(Strand& strand, const Word* resume, Exit exit);
  // Likewise until the strand may have such an effect. Null: it may at once.
  static const Word* wait_for_turn(Strand& strand, const Word* pc, Effect effect);
  static const Word* return_past(Strand& strand, Value value);
  static const Word* unwind_past(Strand& strand);
  static const Word* end_task(Strand& strand, Value value, const Word* again);
  static const Word* return_past_rest(Strand& strand, Value value);
  // A frame has just been made for a strand that splits without being asked.
  static const Word* split_eagerly(Strand& strand, const Word* resume);
  // Its running frame is about to take the next step of a loop.
  static void split_step_eagerly(Strand& strand);
  static const Word* finish(Strand& strand, const Word* pc, Value result);

  static void save(Strand& strand, const Word* pc, Value* base) {
    strand.pc_ = pc;
    strand.base_ = base;
  }
  friend struct Dispatch;
  friend class Strand;
};

// Where the lowest frame of a strand returns to.
extern const Word kEndCode[];
// What a strand runs whose error has come to its base.
inline constexpr Word kUnwindCode[] = {encode(Op::Unwind)};

// A tail of two words at `at`, as bits.
inline uint64_t wide(const Word* at) { return Word{at[0]} | uint64_t{at[1]} << 32; }
template <class T>
T* pointer(const Word* at) {
  return reinterpret_cast<T*>(wide(at));
}

// The module variable of the instruction at `pc`. Only the head of a timeline stores; a strand that has been
// squashed, and has not noticed, may load meanwhile. Release and acquire: what the value consists of goes
// along.
inline Value load_variable(const Word* pc) {
  return std::atomic_ref(*pointer<Value>(pc + 1)).load(std::memory_order_acquire);
}
inline void store_variable(const Word* pc, Value v) {
  std::atomic_ref(*pointer<Value>(pc + 1)).store(v, std::memory_order_release);
}

// An address of code or of a Proto in a stack slot: it reads as a tiny double.
inline Value raw_slot(const void* p) { return Value::from_bits(reinterpret_cast<uint64_t>(p)); }
inline Value raw_slot(ptrdiff_t bytes) { return Value::from_bits(static_cast<uint64_t>(bytes)); }

// Whether the strand has been asked for something, or the stack has no room left.
inline bool must_poll(const sched::PollWord& limit, const Value* base) {
  return reinterpret_cast<uintptr_t>(base) >= limit.load(std::memory_order_relaxed);
}

inline bool both_small_ints(Value a, Value b) { return (a.bits() & b.bits()) >= Value::kIntTag; }
// A small integer's payload in the high bits: sums and comparisons of such are those of the integers, and
// overflow together.
inline int64_t shifted(Value v) { return static_cast<int64_t>(v.bits() << 16); }
inline Value unshifted(int64_t s) {
  return Value::from_bits(static_cast<uint64_t>(s) >> 16 | Value::kIntTag);
}

}  // namespace aspen
