// What every heap object begins with, and the flat layouts of the simple kinds.
//
// Objects do not move, and the collector finds their size from the header alone (object_size in heap.h). A
// new object must be filled before the next allocation: the collector may look at it then.
#pragma once

#include <cassert>
#include <cstddef>

#include "vm/value.h"

namespace aspen {

enum class Kind : uint8_t {
#define ASPEN_KIND(name, is_container, type, meaning) name,
#include "vm/kinds.def"
#undef ASPEN_KIND
};

inline constexpr bool kKindIsContainer[] = {
#define ASPEN_KIND(name, is_container, type, meaning) is_container,
#include "vm/kinds.def"
#undef ASPEN_KIND
};

// Bits of Object::flags. They are set, never cleared, while the object is reachable.
namespace flag {
// A second reference may exist: an update copies first (README.md, "Ownership").
inline constexpr uint8_t kShared = 1;
// List: another list has a window on the same Array; a write copies the elements first.
inline constexpr uint8_t kArrayShared = 2;
// String: every byte is below 0x80, so code points are bytes.
inline constexpr uint8_t kAscii = 4;
// Allocated singly, not in a block (heap.h).
inline constexpr uint8_t kLarge = 8;
}  // namespace flag

struct Object {
  Kind kind;
  uint8_t flags;
  uint16_t extra;   // by kind: Record: number of slots; Closure: captured values; Partial: arguments held
  uint32_t length;  // by kind: bytes, elements, symbol, shape id

  Object(Kind k, uint8_t f, uint16_t e, uint32_t n) : kind(k), flags(f), extra(e), length(n) {}
  bool is_shared() const { return flags & flag::kShared; }
};
static_assert(sizeof(Object) == 8);

inline bool is_kind(Value v, Kind kind) { return v.is_object() && v.as_object()->kind == kind; }

// A checked downcast for those who have tested the kind.
template <class T>
T* as(Value v) {
  assert(is_kind(v, T::kKind));
  return static_cast<T*>(v.as_object());
}

// Records that a second reference to `v` exists from now on. Cheap for everything that is not a container.
inline void share(Value v) {
  if (!v.is_object()) return;
  Object* o = v.as_object();
  if (!(o->flags & flag::kShared)) o->flags |= flag::kShared;
}

struct Tuple : Object {
  static constexpr Kind kKind = Kind::Tuple;
  explicit Tuple(uint32_t n) : Object(kKind, 0, 0, n) {}
  Value* items() { return reinterpret_cast<Value*>(this + 1); }
  const Value* items() const { return reinterpret_cast<const Value*>(this + 1); }
};

// `Some 5`: length holds the symbol. A bare label is an immediate Value.
struct LabelBox : Object {
  static constexpr Kind kKind = Kind::LabelBox;
  LabelBox(Symbol name, Value p) : Object(kKind, 0, 0, name), payload(p) {}
  Symbol name() const { return length; }
  Value payload;
};

// An integer that fits 64 bits but not 48. Number code keeps the invariant that smaller ones are immediate.
struct Int64 : Object {
  static constexpr Kind kKind = Kind::Int64;
  explicit Int64(int64_t v) : Object(kKind, 0, 0, 0), value(v) {}
  int64_t value;
};

// Sign in `extra` (1: negative), `length` 64-bit limbs inline, least significant first, top limb not zero.
struct BigInt : Object {
  static constexpr Kind kKind = Kind::BigInt;
  BigInt(bool negative, uint32_t limbs) : Object(kKind, 0, negative, limbs) {}
  uint64_t* limbs() { return reinterpret_cast<uint64_t*>(this + 1); }
  const uint64_t* limbs() const { return reinterpret_cast<const uint64_t*>(this + 1); }
};

// `a..b` and `a..=b` with step 1, or `range a b step`; extra 1: end included. Values are Ints of any size.
struct Range : Object {
  static constexpr Kind kKind = Kind::Range;
  Range(Value a, Value b, Value s, bool inclusive)
      : Object(kKind, 0, inclusive, 0), start(a), end(b), step(s) {}
  bool inclusive() const { return extra; }
  Value start, end, step;
};

}  // namespace aspen
