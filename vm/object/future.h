// The heap objects that a split creates (docs/timelines.md): the future of the call, and the segment with the
// frames below it. timeline.h says which strand may do what with them.
#pragma once

#include <atomic>

#include "vm/object/function.h"

namespace aspen {

// What a half of a loop adds to (docs/loops.md, *Sums*).
enum class SumKind : uint8_t { none, Int, Float, String, Bytes, List };

// The value of a call that may still run. Programs see only the value: an access touches the future and waits
// for it. An unresolved future never leaves its timeline.
struct Future : Object {
  static constexpr Kind kKind = Kind::Future;
  explicit Future(SumKind sum = SumKind::none)
      : Object(kKind, flag::kFuture, static_cast<uint16_t>(sum), 0) {}

  // Of a register that a half of a loop adds to: the kind of its value.
  SumKind sum_kind() const { return static_cast<SumKind>(extra); }

  // Undefined while the call runs.
  Value value() const { return Value::from_bits(bits.load(std::memory_order_acquire)); }
  bool is_resolved() const { return !value().is_undefined(); }

  // Written once, by the strand that ends the call; read by any thread. Release and acquire: that strand has
  // made the value's object.
  std::atomic<uint64_t> bits{Value::undefined().bits()};
  Strand* waiters = nullptr;  // strands that wait for it, linked by next_waiter; guarded by the timeline
};

inline bool is_future(Value v) { return is_kind(v, Kind::Future); }

// The value behind `v`, for code that only reads it; an unresolved future is returned itself. The value of a
// future may be a future.
inline Value resolved(Value v) {
  while (is_future(v)) {
    Value inner = static_cast<const Future*>(v.as_object())->value();
    if (inner.is_undefined()) break;
    v = inner;
  }
  return v;
}

// Replaces a future in `v` by its value. An unshared future has this one reference only, so its value is
// moved; otherwise the value becomes shared. Returns null if `v` is a value now, else the unresolved
// future.
Future* look_through(Value& v);

// Whether `v` is a container with values that natives may read.
inline bool holds_values(Value v) {
  return is_kind(v, Kind::List) || is_kind(v, Kind::Tuple) || is_kind(v, Kind::Record) ||
         is_kind(v, Kind::LabelBox) || is_kind(v, Kind::Dict);
}

// The frames from a strand's base up to the one with the pending call that was split. Immutable, except for
// `continuing`.
struct Segment : Object {
  static constexpr Kind kKind = Kind::Segment;
  Segment(Segment* p, uint32_t slots) : Object(kKind, 0, 0, slots), parent(p) {}

  Segment* parent;               // what the strand stood on before; null at the bottom of the timeline
  Future* future = nullptr;      // of the call
  Strand* continuing = nullptr;  // the strand that continues here, owing the call; under the timeline's lock
  const Word* resume = nullptr;  // the address that the call returns to
  Effect bound = Effect::write;  // of the call, and so of all strands above
  Decisive decisive = Decisive::none;  // results of the call that make the rest of the segment needless
  // Not null: the topmost frame stands before the next step of this loop, and in the registers that the loop
  // carries there are futures. The frame of the strand that stands here is another copy of that frame, in the
  // iteration before, and holds this segment as its loop's state (docs/loops.md).
  const LoopSite* loop = nullptr;
  LoopPace* pace = nullptr;  // of that loop
  uint64_t carried = 0;      // of a loop: bit r: register r has a future
  // Of a loop that was halved: bit r: the strand that continues here could not wait for the value of register
  // r, and adds from nothing. Only that strand uses this, and `kept`.
  uint64_t apart = 0;
  // Then, for Floats: a List of the registers and of what is to be added to them, in turns; or ().
  Value kept = Value::unit();
  bool is_half = false;  // of a loop that was halved
  uint32_t at = 0;       // of a half: the slot of its frame in that strand, which alone uses this
  // Of a loop: when it was split, if on demand or by an offer; 0 after a wait. A strand that has been
  // squashed may still write it, beside the one that stands here then. Relaxed: only a time.
  std::atomic<uint64_t> split_ns{0};
  uint64_t begun_ns = 0;  // of a loop: when a worker began to continue it; 0 after its first wait
  // Of a loop: the strand that continues here has waited. Read by the strand that stands here.
  std::atomic<bool> has_waited{false};
  uint32_t base = 0;    // slot of the calling frame's registers
  uint32_t height = 0;  // slots that its frames may use: more than are stored
  uint32_t depth = 0;   // slots of this segment and those below, as on a single stack
  // `length` slots follow, up to the one that receives the call's value.
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
  const Value* slots() const { return reinterpret_cast<const Value*>(this + 1); }
};

}  // namespace aspen
