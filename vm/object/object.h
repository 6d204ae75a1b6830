// The header of every heap object, and the flat layouts of the simple kinds.
//
// Objects do not move, and the collector determines their size from the header alone (object_size in heap.h).
// A new object must be filled before the next allocation, because the collector may read it then.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>

#include "vm/object/value.h"

namespace aspen {

enum class Kind : uint8_t {
#define ASPEN_KIND(name, is_container, is_iterable, has_elements, type, meaning) name,
#include "vm/object/kinds.def"
#undef ASPEN_KIND
};

inline constexpr bool kKindIsIterable[] = {
#define ASPEN_KIND(name, is_container, is_iterable, has_elements, type, meaning) is_iterable,
#include "vm/object/kinds.def"
#undef ASPEN_KIND
};

inline constexpr bool kKindIsContainer[] = {
#define ASPEN_KIND(name, is_container, is_iterable, has_elements, type, meaning) is_container,
#include "vm/object/kinds.def"
#undef ASPEN_KIND
};

// Bits of an object's flags. kShared may be set at any time and is never cleared; the others change only
// while the object has a single owner.
namespace flag {
// A second reference may exist: an update copies first (docs/ownership.md).
inline constexpr uint8_t kShared = 1;
// A caught error with its trace attached (error_trace.h). For strings, records and labels with a payload.
inline constexpr uint8_t kTraced = 2;
// String: every byte is below 0x80, so code points are bytes.
inline constexpr uint8_t kAscii = 4;
// Allocated singly, not in a block (heap.h).
inline constexpr uint8_t kLarge = 8;
// Future, and no other kind: an in-place update reads the flags of the part that it continues in anyway.
inline constexpr uint8_t kFuture = 16;
// Array: its list was copied to add to it, and may be added to again (own_end in list.h).
inline constexpr uint8_t kAddedTo = 32;
// Array and DictTable, during a collection: a marker looks at what is live of them.
inline constexpr uint8_t kBusy = 64;
}  // namespace flag

struct Object {
  Kind kind;
  // Set by any worker that shares the object; read by all. Relaxed, and no read-modify-write: workers that
  // set kShared at once store the same byte. No worker waits for it: each worker shares what it passes on
  // before it checks whether it may update.
  std::atomic<uint8_t> flag_bits;
  uint16_t extra;   // by kind: slots of a record, sign of an integer, whether a list's array is shared
  uint32_t length;  // by kind: bytes, elements, symbol, shape id

  Object(Kind k, uint8_t f, uint16_t e, uint32_t n) : kind(k), flag_bits(f), extra(e), length(n) {}

  uint8_t flags() const { return flag_bits.load(std::memory_order_relaxed); }
  bool has(uint8_t flag) const { return (flags() & flag) != 0; }
  bool is_shared() const { return has(flag::kShared); }
  bool is_large() const { return has(flag::kLarge); }
  // For the maker of the object or its only owner; but any worker may set kShared.
  void set(uint8_t flag) { flag_bits.store(flags() | flag, std::memory_order_relaxed); }
  void clear(uint8_t flag) {
    flag_bits.store(flags() & static_cast<uint8_t>(~flag), std::memory_order_relaxed);
  }
};
static_assert(sizeof(Object) == 8);

// Kind, flags and `extra` as one word, for fast paths that expect specific ones: relaxed, like each of them.
inline uint32_t head_of(const Object* object) {
  using AnyWord [[gnu::may_alias]] = uint32_t;
  return __atomic_load_n(reinterpret_cast<const AnyWord*>(object), __ATOMIC_RELAXED);
}
constexpr uint32_t head(Kind kind, uint8_t flags, uint16_t extra) {
  static_assert(std::endian::native == std::endian::little);
  return static_cast<uint32_t>(kind) | uint32_t{flags} << 8 | uint32_t{extra} << 16;
}

inline bool is_kind(Value v, Kind kind) { return v.is_object() && v.as_object()->kind == kind; }

// A checked downcast, for code that has tested the kind.
template <class T>
T* as(Value v) {
  assert(is_kind(v, T::kKind));
  return static_cast<T*>(v.as_object());
}

// Records that there is now a second reference to `v`. Cheap for any value that is not a container.
inline void share(Value v) {
  if (!v.is_object()) return;
  Object* o = v.as_object();
  if (!o->is_shared()) o->set(flag::kShared);
}

// Arrays are looked through in groups of this size: a group of numbers then costs less than one by one.
constexpr size_t kValueGroup = 8;
inline bool group_has_object(const Value* group) {
  bool found = false;
  for (size_t i = 0; i < kValueGroup; ++i) found |= group[i].is_object();
  return found;
}

struct Tuple : Object {
  static constexpr Kind kKind = Kind::Tuple;
  explicit Tuple(uint32_t n) : Object(kKind, 0, 0, n) {}
  Value* items() { return reinterpret_cast<Value*>(this + 1); }
  const Value* items() const { return reinterpret_cast<const Value*>(this + 1); }
};

// `Some 5`: length is the symbol. A bare label is an immediate Value.
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
