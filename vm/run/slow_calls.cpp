// Calls that need more than a frame: partial application, natives as values, labels, wrong arity. Also how
// the stack grows.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "vm/heap/stack_memory.h"
#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/show.h"
#include "vm/run/parallel/split.h"
#include "vm/run/stress_frames.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"
#include "vm/values/bigint.h"

namespace aspen {

namespace {

std::string function_name(std::string_view name) {
  return name.empty() ? std::string("the function") : "`" + std::string(name) + "`";
}

std::string callee_name(Value callee) {
  if (is_kind(callee, Kind::Closure)) return function_name(as<Closure>(callee)->proto->name);
  if (is_kind(callee, Kind::NativeFunction))
    return function_name(as<NativeFunction>(callee)->descriptor->name);
  return "the function";
}

// The immediate effect of a call, apart from running bytecode.
Effect effect_of(Value callee) {
  if (is_kind(callee, Kind::Partial)) callee = as<Partial>(callee)->function;
  if (is_kind(callee, Kind::Module)) callee = as<Module>(callee)->converter;
  if (is_kind(callee, Kind::Fiber)) return Effect::write;
  return is_kind(callee, Kind::NativeFunction) ? as<NativeFunction>(callee)->descriptor->effect
                                               : Effect::pure;
}

bool is_negative(Value v) {
  return (v.is_double() && v.as_double() < 0) || (is_int(v) && int_is_negative(v));
}

std::string counted(unsigned n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

const Proto* Interpreter::running(const Value* base) {
  Value function = function_of(base);
  if (function.is_object()) return as<Closure>(function)->proto;
  return reinterpret_cast<const Proto*>(function.bits());
}

const Word* Interpreter::finish(Strand& s, const Word* pc, Value result) {
  if (result.is_exception()) return unwind(s);
  s.base_[a_of(pc)] = result;
  return pc + words_of(op_of(pc));
}

// ---- Safepoints and the stack

// Whether the heap's limit allows a stack of this many slots. This may collect, and everything up to `end` is
// live for that: the arguments of a call may be above the running frame.
bool Interpreter::room_for_stack(Strand& s, size_t slots, const Value* end) {
  const Value* native_top = std::exchange(s.native_.top, end);
  bool room = s.allocator_->can_allocate(slots * sizeof(Value));  // the old stack is kept until it is copied
  s.native_.top = native_top;
  return room;
}

bool Interpreter::ensure_stack(Strand& s, const Value* end) {
  if (end < s.stack_.end) return true;
  size_t needed = static_cast<size_t>(end - s.stack_.begin) + 1;
#ifdef ASPEN_STRESS_STACK
  // Grows at every call while it is small; when it is deep, so that moving it takes long, it grows by more.
  constexpr size_t kQuicklyMoved = 4096;
  size_t wanted = needed < kQuicklyMoved ? needed : needed + needed / 16;
#else
  size_t wanted = std::max(needed, s.stack_.slots() * 2);
#endif
  size_t most = s.machine().options().limits.stack_bytes / sizeof(Value);
  // The depth counts as on a single stack.
  most -= std::min(most, s.links_.stand ? s.links_.stand->depth - size_t{s.stack_.bottom} : 0);
  if (needed > most) {
    s.raise(sym::kStackOverflow, "calls nest too deeply",
            "an endless recursion, or one to write as a loop or a tail call");
    return false;
  }
  wanted = std::min(wanted, most);
  // Near the limit, grows by an eighth: with smaller steps, each call would collect.
  if (!room_for_stack(s, wanted, end)) {
    wanted = std::min(std::max(needed, s.stack_.slots() / 8 * 9), most);
  }
  if (!room_for_stack(s, wanted, end)) {
    s.raise_memory_limit("not enough memory for a deeper stack");
    return false;
  }
  ptrdiff_t base = s.base_ - s.stack_.begin;
  size_t held = s.stack_.slots();
  s.machine().note_stack_bytes(static_cast<ptrdiff_t>(s.stack_bytes()));
  Value* moved = grow_stack(s.stack_.begin, held, wanted);
  s.machine().note_stack_bytes(-static_cast<ptrdiff_t>(s.stack_bytes()));
  if (moved == nullptr) {
    s.raise_memory_limit("not enough memory for a deeper stack");
    return false;
  }
  std::memset(static_cast<void*>(moved + held), 0, (wanted - held) * sizeof(Value));
  s.stack_.use(s.machine(), moved, wanted);
  s.base_ = moved + base;
  s.renew_limit();
  return true;
}

const Word* Interpreter::slow_Loop(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const Word* next = pc + info(Op::Loop).words() + static_cast<int32_t>(pc[1]);
  const Word* left = poll(s, next);
  return left ? left : begin_iteration(s, pc, next);
}

// ---- Calls

// The instruction at pc calls R[A] with B arguments; the fast path did not apply.
const Word* Interpreter::call_value(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  if (const Word* left = s.is_waiting() ? nullptr : poll(s, pc)) return left;
  Op op = op_of(pc);
  bool tail = op == Op::TailCall || op == Op::TailCallKnown;
  Value* window = s.base_ + a_of(pc);
  PendingCall call{window[0], tail ? s.base_ : window + 3, b_of(pc), tail, (c_of(pc) & 1) != 0};
  if (op == Op::CallKnown || op == Op::TailCallKnown) {
    call.callee = raw_slot(pointer<const Proto>(pc + 1));
  } else if (const Word* left = wait_for_turn(s, pc, effect_of(call.callee))) {
    return left;
  }
  if (tail) {
    std::memmove(static_cast<void*>(call.frame), window + 3, call.count * sizeof(Value));
  } else {
    link_frame(call.frame, pc + info(op).words(), a_of(pc));
  }
  if (!call.callee.is_object() && !call.callee.is_bare_label() && op != Op::Call && op != Op::TailCall) {
    return enter(s, call, reinterpret_cast<const Proto*>(call.callee.bits()));
  }
  return apply(s, call);
}

const Word* Interpreter::slow_Call(Strand& s, const Word* pc, Value* base) { return call_value(s, pc, base); }
const Word* Interpreter::slow_CallKnown(Strand& s, const Word* pc, Value* base) {
  return call_value(s, pc, base);
}
const Word* Interpreter::slow_TailCall(Strand& s, const Word* pc, Value* base) {
  return call_value(s, pc, base);
}
const Word* Interpreter::slow_TailCallKnown(Strand& s, const Word* pc, Value* base) {
  return call_value(s, pc, base);
}

// The result of a native that has given up is meaningless.
const Word* Interpreter::after_native(Strand& s, const Word* pc, Value* base, Value* arguments,
                                      Value result) {
  if (result.is_exception())
    result = run_again_if_refused(s, *pointer<const NativeDescriptor>(pc + 1), arguments);
  if (s.gave_up() || result.is_exception()) return unwind(s);
  base[a_of(pc)] = result;
  const Word* next = pc + words_of(op_of(pc));
  const Word* left = s.must_poll(base) ? poll(s, next) : nullptr;
  return left ? left : next;
}

// The native itself, for all but small Ints.
#define BITS(name)                                                               \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    const auto& native = *pointer<const NativeDescriptor>(pc + 1);               \
    Value arguments[] = {base[b_of(pc)], base[c_of(pc)]};                        \
    s.native_.descriptor = &native;                                              \
    return finish(s, pc, native.code(s, arguments));                             \
  }
BITS(BitAnd)
BITS(BitOr)
BITS(BitXor)
BITS(ShiftLeft)
BITS(ShiftRight)
#undef BITS

const Word* Interpreter::apply(Strand& s, PendingCall call) {
  for (;;) {
    if (call.callee.is_bare_label()) return apply_label(s, call);
    if (!call.callee.is_object()) return not_callable(s, call);
    unsigned arity;
    switch (call.callee.as_object()->kind) {
      case Kind::Closure: {
        const Proto* proto = as<Closure>(call.callee)->proto;
        if (proto->arity == call.count) return enter(s, call, proto);
        arity = proto->arity;
        break;
      }
      case Kind::NativeFunction: {
        const NativeDescriptor* native = as<NativeFunction>(call.callee)->descriptor;
        if (native->arity == call.count) return apply_native(s, call, *native);
        arity = native->arity;
        break;
      }
      case Kind::Partial:
        if (!spread_partial(s, call)) return unwind(s);
        continue;
      case Kind::Fiber:
        if (call.count <= 1) return apply_fiber(s, call);
        arity = 1;
        break;
      case Kind::Module:
        if (as<Module>(call.callee)->converter.is_undefined()) return not_callable(s, call);
        call.callee = as<Module>(call.callee)->converter;
        continue;
      default: return not_callable(s, call);
    }
    return call.count < arity ? make_partial(s, call, arity) : call_with_rest(s, call, arity);
  }
}

const Word* Interpreter::enter(Strand& s, PendingCall& call, const Proto* proto) {
  assert(s.base_ + running(s.base_)->frame_size <= s.stack_.end);
  ptrdiff_t frame = call.frame - s.stack_.begin;
  if (!ensure_stack(s, call.frame + proto->frame_size)) return unwind(s);
  s.base_ = s.stack_.begin + frame;
  function_of(s.base_) = call.callee;
  return s.eager_ && !call.tail ? split_eagerly(s, proto->code) : proto->code;
}

// Returns `result` as if from a frame, which was never made.
const Word* Interpreter::deliver(Strand& s, PendingCall& call, Value result) {
  if (result.is_exception()) return unwind(s);
  const Word* return_to = return_of(call.frame);
  function_of(call.frame) = result;
  s.base_ = caller_of(call.frame);
  auto window = static_cast<unsigned>(call.frame - 3 - s.base_);
  // The lowest frame has no caller.
  if (return_to != kEndCode) stress_frame(running(s.base_), return_to, s.base_, window, 1);
  return return_to;
}

// Restores a window to the state in which the instruction at pc found it.
void Interpreter::put_back(Strand& s, const PendingCall& call) {
  Value* window = s.base_ + a_of(s.pc_);
  unsigned given = b_of(s.pc_);
  std::memmove(static_cast<void*>(window + 3), call.frame + (call.count - given), given * sizeof(Value));
  window[0] = call.written;
}

// Waits for the missed future.
const Word* Interpreter::call_again_later(Strand& s, const PendingCall& call) {
  put_back(s, call);
  return unwind(s);
}

const Word* Interpreter::apply_native(Strand& s, PendingCall& call, const NativeDescriptor& native) {
  for (unsigned i = 0; s.holds_futures_ && i < call.count; ++i) {
    if (!s.touch(call.frame[i])) return call_again_later(s, call);
  }
  s.native_.top = call.frame + call.count;
  Value result = run_native(s, native, call.frame);
  s.native_.top = nullptr;
  if (s.native_.is_parking && native.effect == Effect::read) {
    put_back(s, call);
    const bool is_plain = !call.tail && b_of(s.pc_) == native.arity;
    is_plain ? overlap(s, native) : split_all(s);
    return unwind(s);
  }
  if (s.gave_up()) return call_again_later(s, call);
  bool stop = !result.is_exception() && !s.passes(keeps_result(native));
  if (stop && !keeps_result(native) && !s.safepoint()) return unwind(s);
  const Word* next = deliver(s, call, result);
  const Word* left = stop && next != kEndCode ? attend(s, next) : nullptr;
  return left ? left : next;
}

// Compiled code passes at least one argument to a fiber.
const Word* Interpreter::apply_fiber(Strand& s, PendingCall& call) {
  if (call.count == 0) {
    s.type_error("a fiber takes one value, not 0", "resume it by `f ()`");
    return unwind(s);
  }
  s.native_.top = call.frame + call.count;
  Value value = resume(s, *as<Fiber>(call.callee), call.frame[0]);
  if (!value.is_exception()) {
    value = value.is_undefined() ? Value::label(sym::kNone)
                                 : Value::object(s.allocator().make<LabelBox>(0, sym::kSome, value));
  }
  s.native_.top = nullptr;
  return s.gave_up() ? call_again_later(s, call) : deliver(s, call, value);
}

const Word* Interpreter::apply_label(Strand& s, PendingCall& call) {
  Symbol name = call.callee.as_bare_label();
  if (call.count != 1) {
    std::string text(s.machine().symbols().name(name));
    s.type_error("the label " + text + " takes one value, not " + std::to_string(call.count),
                 "give it a tuple: `" + text + " (a, b)`");
    return unwind(s);
  }
  return deliver(s, call, Value::object(s.allocator().make<LabelBox>(0, name, call.frame[0])));
}

// A partial application puts its own arguments before those of the call. It may be called again, so it shares
// them.
bool Interpreter::spread_partial(Strand& s, PendingCall& call) {
  Partial* partial = as<Partial>(call.callee);
  unsigned held = partial->length;
  ptrdiff_t frame = call.frame - s.stack_.begin;
  if (!ensure_stack(s, call.frame + call.count + held)) return false;
  call.frame = s.stack_.begin + frame;
  std::memmove(static_cast<void*>(call.frame + held), call.frame, call.count * sizeof(Value));
  for (unsigned i = 0; i < held; ++i) {
    call.frame[i] = partial->arguments()[i];
    share(call.frame[i]);
  }
  call.callee = partial->function;
  call.count += held;
  return true;
}

const Word* Interpreter::make_partial(Strand& s, PendingCall& call, unsigned arity) {
  if (call.unused) {
    s.type_error(callee_name(call.callee) + " takes " + counted(arity, "argument") + ": " +
                     counted(arity - call.count, "argument") + (arity - call.count == 1 ? " is" : " are") +
                     " missing",
                 "the value of this call is not used, and too few arguments give a partial application");
    return unwind(s);
  }
  s.native_.top = call.frame + call.count;
  Partial* partial = s.allocator().make<Partial>(call.count * sizeof(Value), call.callee, call.count);
  s.native_.top = nullptr;
  std::copy(call.frame, call.frame + call.count, partial->arguments());
  return deliver(s, call, Value::object(partial));
}

// More arguments than parameters: a small bytecode frame calls with the first ones, and then calls the result
// with the rest.
const Word* Interpreter::call_with_rest(Strand& s, PendingCall& call, unsigned arity) {
  unsigned rest = call.count - arity;
  if (rest + 3 + std::max(arity, rest) > 250) {
    s.type_error("a call with " + counted(call.count, "argument") + " is too long");
    return unwind(s);
  }
  const Proto& stub = s.machine().rest_stub(arity, rest);
  Value arguments[256];
  std::copy(call.frame, call.frame + call.count, arguments);
  ptrdiff_t frame = call.frame - s.stack_.begin;
  if (!ensure_stack(s, call.frame + stub.frame_size)) return unwind(s);
  s.base_ = s.stack_.begin + frame;
  function_of(s.base_) = raw_slot(&stub);
  std::copy(arguments + arity, arguments + call.count, s.base_);
  s.base_[rest] = call.callee;
  std::copy(arguments, arguments + arity, s.base_ + rest + 3);
  return stub.code;
}

const Word* Interpreter::not_callable(Strand& s, const PendingCall& call) {
  std::string message =
      "cannot call " + shorten(s, call.callee) + ", " + with_article(type_name(call.callee));
  std::string_view hint =
      "values side by side are a call: perhaps an operator or a comma is missing, or an argument is too many";
  if ((call.callee.is_double() || type_name(call.callee) == "Int") && call.count == 1) {
    Value argument = call.frame[0];
    s.touch(argument);
    if (is_negative(argument)) hint = "`a -b` applies a to -b; to subtract, write `a - b`";
  } else if (is_kind(call.callee, Kind::LabelBox)) {
    hint = "a label takes one value; give it a tuple or parenthesise: `f (Some x)`";
  } else if (call.callee.is_unit()) {
    hint = "an argument that is a call stands in parentheses: `f (g x)`";
  }
  if (s.runs_library()) hint = "";
  s.type_error(message, hint);
  return s.gave_up() ? call_again_later(s, call) : unwind(s);
}

// The arguments that a callee keeps, if it is a function called with exactly its arity.
static ConsumeMask consumed_by(Value callee, unsigned count) {
  constexpr ConsumeMask kAll = ~ConsumeMask{0};
  if (is_kind(callee, Kind::Closure)) {
    const Proto* proto = as<Closure>(callee)->proto;
    return proto->arity == count ? proto->consumes : kAll;
  }
  if (is_kind(callee, Kind::NativeFunction)) {
    const NativeDescriptor* native = as<NativeFunction>(callee)->descriptor;
    return native->arity == count ? native->consumes : kAll;
  }
  if (is_kind(callee, Kind::Partial)) {
    unsigned held = as<Partial>(callee)->length;
    ConsumeMask mask = consumed_by(as<Partial>(callee)->function, count + held);
    return mask == kAll || held >= 31 ? kAll : mask >> held;
  }
  return kAll;
}

const Word* Interpreter::slow_Lend(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value* window = base + a_of(pc);
  unsigned count = b_of(pc);
  ConsumeMask consumed = consumed_by(window[0], count);
  for (unsigned i = 0; i < count; ++i) {
    bool lives_on = i >= 31 || (pc[1] >> i & 1);
    bool kept = i >= 31 || (consumed >> i & 1);
    if (lives_on && kept) share(window[3 + i]);
  }
  return pc + info(Op::Lend).words();
}

}  // namespace aspen
