// What splits leave behind in the heap (execution.md): the future of the call, and the frames that stand
// below it. timeline.h says who may do what with them.
#pragma once

#include <atomic>

#include "vm/function.h"

namespace aspen {

// The value of a call that may still run. Programs see that value only: whoever looks at a future touches it,
// and waits. One that is not resolved never leaves its timeline.
struct Future : Object {
  static constexpr Kind kKind = Kind::Future;
  Future() : Object(kKind, flag::kFuture, 0, 0) {}

  // Undefined as long as the call runs.
  Value value() const { return Value::from_bits(bits.load(std::memory_order_acquire)); }
  bool is_resolved() const { return !value().is_undefined(); }

  // Written once, by the strand that ends the call; read by anybody. Release and acquire: the value's object
  // was made by that strand.
  std::atomic<uint64_t> bits{Value::undefined().bits()};
  Strand* waiters = nullptr;  // strands that have touched it, linked by next_waiter; guarded by the timeline
};

inline bool is_future(Value v) { return is_kind(v, Kind::Future); }

// What a value is for those who only read it; a future that is not resolved stays one. Futures may be values
// of futures.
inline Value resolved(Value v) {
  while (is_future(v)) {
    Value inner = static_cast<const Future*>(v.as_object())->value();
    if (inner.is_undefined()) break;
    v = inner;
  }
  return v;
}

// Puts the value of a future where the future stands. A future that is not shared has one reference, which is
// gone then, so its value moves; otherwise the value becomes shared, too. Null if `v` is a value now, else
// the future that has none yet.
Future* look_through(Value& v);

// Whether it is a container of values that natives look at.
inline bool holds_values(Value v) {
  return is_kind(v, Kind::List) || is_kind(v, Kind::Tuple) || is_kind(v, Kind::Record) ||
         is_kind(v, Kind::LabelBox) || is_kind(v, Kind::Dict);
}

// The frames from a strand's base up to the one whose pending call was split. Immutable, but for
// `continuing`.
struct Segment : Object {
  static constexpr Kind kKind = Kind::Segment;
  Segment(Segment* p, uint32_t slots) : Object(kKind, 0, 0, slots), parent(p) {}

  Segment* parent;               // what the strand stood on before; null at the bottom of the timeline
  Future* future = nullptr;      // of the call
  Strand* continuing = nullptr;  // the strand that owes the call above to go on here; guarded by the timeline
  const Word* resume = nullptr;  // where the call returns to
  Effect bound = Effect::write;  // of the call, and so of all that happens above
  Decisive decisive = Decisive::none;  // values of the call that make what stands here needless
  uint32_t base = 0;                   // slot of the registers of the frame that called
  uint32_t height = 0;                 // slots that its frames may use: more than stand here
  uint32_t depth = 0;                  // slots of this segment and those below, as on one stack
  // `length` slots follow, up to the one that the call's value is for.
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
  const Value* slots() const { return reinterpret_cast<const Value*>(this + 1); }
};

}  // namespace aspen
