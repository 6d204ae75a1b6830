// Dispatch. The handlers (handlers.inc) are macros that compile in two ways: as labels of one function with
// computed goto, and, under clang with ASPEN_TAIL_CALLS, as functions with tail calls to each other.
#include "vm/run/interpreter.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

#include "vm/code/strict_registers.h"
#include "vm/object/future.h"
#include "vm/object/list_objects.h"
#include "vm/object/text_objects.h"
#include "vm/run/frame.h"
#include "vm/run/machine.h"
#include "vm/run/stress_frames.h"
#include "vm/values/record.h"

#define A a_of(word)
#define B b_of(word)
#define C c_of(word)
#define BC bc_of(word)
#define R(i) base[i]
#define K(at) Value::from_bits(wide(pc + (at)))
#define LENGTH(name) static_cast<ptrdiff_t>(info(Op::name).words())

#ifdef ASPEN_TAIL_CALLS
#define HANDLER(name)                                                                     \
  void Dispatch::op_##name([[maybe_unused]] const Word* pc, [[maybe_unused]] Value* base, \
                           [[maybe_unused]] Strand* s, [[maybe_unused]] Word word)
#define DISPATCH()                                                        \
  do {                                                                    \
    word = load_word(pc);                                                 \
    [[clang::musttail]] return kHandlers[word & 0xff](pc, base, s, word); \
  } while (0)
#define SLOW(name)                                         \
  do {                                                     \
    pc = run_slow(&Interpreter::slow_##name, s, pc, base); \
    base = s->base_;                                       \
    DISPATCH();                                            \
  } while (0)
#else
#define HANDLER(name) op_##name:
#define DISPATCH()                \
  do {                            \
    word = load_word(pc);         \
    goto* kHandlers[word & 0xff]; \
  } while (0)
// The call itself is in one place, outside of the handlers' code.
#define SLOW(name)                    \
  do {                                \
    slow = &Interpreter::slow_##name; \
    goto run_slow;                    \
  } while (0)
#endif

#define NEXT(name)      \
  do {                  \
    pc += LENGTH(name); \
    DISPATCH();         \
  } while (0)
// After the instruction's native has run: handles everything but a plain result.
#define AFTER_NATIVE(result, arguments)                              \
  do {                                                               \
    pc = Interpreter::after_native(*s, pc, base, arguments, result); \
    base = s->base_;                                                 \
    DISPATCH();                                                      \
  } while (0)
// Jumps by the offset in the last word of the instruction.
#define JUMP(name)                                                   \
  do {                                                               \
    pc += LENGTH(name) + static_cast<int32_t>(pc[LENGTH(name) - 1]); \
    DISPATCH();                                                      \
  } while (0)
#define JUMP_WHEN(name, condition) \
  do {                             \
    if (condition) JUMP(name);     \
    NEXT(name);                    \
  } while (0)
// Replaces the running instruction's opcode, with the same operands, and runs the new one.
#define QUICKEN(name)                                                   \
  do {                                                                  \
    store_word(pc, (word & ~Word{0xff}) | static_cast<Word>(Op::name)); \
    DISPATCH();                                                         \
  } while (0)

namespace aspen {

namespace {

inline bool both_doubles(Value a, Value b) { return a.is_double() && b.is_double(); }
inline Value from_double(double d) { return Value::from_bits(std::bit_cast<uint64_t>(d)); }

// A Float with an Int or Float, inline: both as doubles, if one is a double, the other a double or small Int.
inline bool as_doubles(Value a, Value b, double& x, double& y) {
  if (a.is_double()) {
    x = a.as_double();
    if (b.is_double()) return y = b.as_double(), true;
    return b.is_small_int() && (y = static_cast<double>(b.as_small_int()), true);
  }
  if (!b.is_double() || !a.is_small_int()) return false;
  x = static_cast<double>(a.as_small_int());
  y = b.as_double();
  return true;
}

// Whether to rewrite an instruction for Floats; the new form would turn back at once for other operands.
inline bool are_floats(Value a, Value b) {
  double x, y;
  return as_doubles(a, b, x, y);
}

// Returns a pointer known not to be null, so that a null check costs nothing after inlining.
inline Value* existing_element(const List* list, uint64_t index) {
  Value* element = list->items + index;
  if (element == nullptr) __builtin_unreachable();
  return element;
}

// The element at a small-integer index of a list, or null: a single comparison covers the index's type, sign
// and bound.
inline Value* list_element(Value container, Value index) {
  if (!is_kind(container, Kind::List)) return nullptr;
  List* list = static_cast<List*>(container.as_object());
  uint64_t i = index.bits() ^ Value::kIntTag;
  return i < list->length ? existing_element(list, i) : nullptr;
}

// The character at a small-integer index of ASCII text, or undefined.
inline Value ascii_character(const Value* characters, Value container, Value index) {
  if (!is_kind(container, Kind::String)) return Value::undefined();
  String* text = static_cast<String*>(container.as_object());
  uint64_t i = index.bits() ^ Value::kIntTag;
  if (!text->ascii() || i >= text->length) return Value::undefined();
  return characters[static_cast<unsigned char>(text->data()[i])];
}

// Whether two values, at least one of which is a short constant text, differ: decided without a call in most
// cases.
enum class Sameness { same, different, unknown };
inline Sameness compare_text(Value a, Value k) {
  if (!is_kind(a, Kind::String) || !is_kind(k, Kind::String)) return Sameness::unknown;
  const String* x = static_cast<const String*>(a.as_object());
  const String* y = static_cast<const String*>(k.as_object());
  if (x->length != y->length) return Sameness::different;
  if (x->length == 0) return Sameness::same;
  if (x->data()[0] != y->data()[0]) return Sameness::different;
  return x->length == 1 ? Sameness::same : Sameness::unknown;
}

// Likewise where an in-place update is allowed: the list and its array belong to one variable.
inline Value* own_list_element(Value container, Value index) {
  if (!container.is_object()) return nullptr;
  Object* o = container.as_object();
  if (head_of(o) != kOwnListHead) return nullptr;
  List* list = static_cast<List*>(o);
  uint64_t i = index.bits() ^ Value::kIntTag;
  return i < list->length ? existing_element(list, i) : nullptr;
}

// The slot in the inline cache at `cache`, if `v` is a record of the cached shape: only then does the
// difference contain no more than the slot.
inline Value* cached_slot(Value v, const Word* cache) {
  if (!is_kind(v, Kind::Record)) return nullptr;
  Record* record = static_cast<Record*>(v.as_object());
  size_t slot = load_word(cache) ^ record->shape();
  if (slot >= kCachedSlots) return nullptr;
  // In bytes, because g++ would otherwise use a separate instruction to add the header to the slot.
  return reinterpret_cast<Value*>(reinterpret_cast<std::byte*>(record) + sizeof(Record) +
                                  slot * sizeof(Value));
}

inline Value* own_cached_slot(Value v, const Word* cache) {
  Value* slot = cached_slot(v, cache);
  return slot != nullptr && !v.as_object()->is_shared() ? slot : nullptr;
}

// Whether a Path… instruction has to copy or resolve the value before it lends it for an update.
inline bool is_shared_or_future(Value v) {
  return v.is_object() && (v.as_object()->flags() & (flag::kShared | flag::kFuture)) != 0;
}

inline Value* tuple_item(Value v, unsigned i) {
  if (!is_kind(v, Kind::Tuple)) return nullptr;
  Tuple* tuple = static_cast<Tuple*>(v.as_object());
  return i < tuple->length ? tuple->items() + i : nullptr;
}

inline void share_items(const Tuple* tuple) {
  for (unsigned i = 0; i < tuple->length; ++i) share(tuple->items()[i]);
}

// Moves a window of arguments down onto the running frame's own registers.
inline void replace_frame(Value* base, const Value* window, unsigned count) {
  function_of(base) = window[0];
  for (unsigned i = 0; i < count; ++i) base[i] = window[3 + i];
}

}  // namespace

struct Dispatch {
  using Slow = const Word* (*)(Strand&, const Word*, Value*);

  static void run(const Word* pc, Value* base, Strand* s);

  // Operands of a slow path are touched before it runs, so none of them is a future.
  static const Word* run_slow(Slow slow, Strand* s, const Word* pc, Value* base) {
    if (s->holds_futures_ && may_look_at_futures(pc, base)) [[unlikely]] {
      if (const Word* elsewhere = Interpreter::touch_operands(*s, pc, base)) return elsewhere;
    }
    return slow(*s, pc, base);
  }

  // One comparison covers the stack's end and a request to stop, which sets the limit to null. Where fuel is
  // counted, the call pays for itself.
  static bool fits(Strand* s, const Value* frame, const Proto* proto) {
    const Value* end = frame + proto->frame_size;
    const uintptr_t limit = s->limit_.load(std::memory_order_relaxed);
    if (reinterpret_cast<uintptr_t>(end) < limit) [[likely]]
      return true;
    return end < s->stack_.end && s->pay_step(limit);
  }
  static bool must_poll(Strand* s, const Value* base) {
    const uintptr_t limit = s->limit_.load(std::memory_order_relaxed);
    if (reinterpret_cast<uintptr_t>(base) < limit) [[likely]]
      return false;
    return !s->pay_step(limit);
  }
  // Whether the strand stands on a segment that continues here. The slow path looks closer.
  static bool may_end_iteration(const Strand* s, const Word* pc) {
    return s->links_.stand != nullptr && s->links_.stand->resume == pc;
  }
  static void save(Strand* s, const Word* pc, Value* base) {
    s->pc_ = pc;
    s->base_ = base;
  }
  // The frame at `base` continues at `to`, with the results of the call that had its frame at `callee`.
  static void returned([[maybe_unused]] const Word* to, [[maybe_unused]] Value* base,
                       [[maybe_unused]] const Value* callee, [[maybe_unused]] unsigned results) {
#ifdef ASPEN_STRESS_FRAMES
    if (to != kEndCode)
      stress_frame(Interpreter::running(base), to, base, static_cast<unsigned>(callee - 3 - base), results);
#endif
  }
  static bool any_future(const Value* values, unsigned count) {
    return std::any_of(values, values + count, is_future);
  }
  static Value call_native(Strand* s, const NativeDescriptor* native, Value* arguments) {
    assert(native->effect == Effect::pure && "E2: the others are called in their turn");
    s->native_.descriptor = native;
    return native->code(*s, arguments);
  }

#ifdef ASPEN_TAIL_CALLS
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) \
  static void op_##name(const Word* pc, Value* base, Strand* s, Word word);
#include "vm/code/instructions.def"
#undef ASPEN_OP
#endif
};

#ifdef ASPEN_TAIL_CALLS

using OpHandler = void (*)(const Word*, Value*, Strand*, Word);
static constexpr OpHandler kHandlers[] = {
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) &Dispatch::op_##name,
#include "vm/code/instructions.def"
#undef ASPEN_OP
};

#include "vm/run/handlers.inc"

void Dispatch::run(const Word* pc, Value* base, Strand* s) {
  Word word = load_word(pc);
  kHandlers[word & 0xff](pc, base, s, word);
}

#else

void Dispatch::run(const Word* pc, Value* base, Strand* s) {
  static const void* const kHandlers[] = {
#define ASPEN_OP(name, a, b, c, t1, t2, t3, meaning) &&op_##name,
#include "vm/code/instructions.def"
#undef ASPEN_OP
  };
  Word word;
  Slow slow;
  DISPATCH();
#include "vm/run/handlers.inc"
run_slow:
  pc = run_slow(slow, s, pc, base);
  base = s->base_;
  DISPATCH();
}

#endif

// If the system refuses memory to C++ code, the instruction ends in MemoryLimit. Code that may allocate
// has saved pc and base. This may run inside the native of another strand; HeapExhausted must not pass
// through.
void Interpreter::execute(Strand& strand) {
  const RefusalScope scope(*strand.allocator_, false);
  // The last steps of a strand are repeated as they are, but not for ever.
  unsigned repetitions = 0;
  for (unsigned refusals = 0;;) {
    try {
      const Word* pc = refusals == 0 ? strand.pc_ : unwind_for_memory(strand, refusals);
      refusals = 0;
      return Dispatch::run(pc, strand.base_, &strand);
    } catch (const std::bad_alloc&) {
      const bool repeats = strand.pc_ == kEndCode || strand.pc_ == kUnwindCode;
      if (++refusals > kMostRefusals || (repeats && ++repetitions > kMostRefusals))
        return end_for_memory(strand);
    }
  }
}

}  // namespace aspen
