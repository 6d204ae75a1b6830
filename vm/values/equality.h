// Equality and hashes of values, which containers need. The implementation is above this folder, in
// vm/run/operators, because a comparison may pay, wait for a future and call code of a host. Nothing here
// recurses: a value may be as deep as memory allows.
#pragma once

#include <cstdint>

#include "vm/object/object.h"

namespace aspen {

class ShapeTable;
class Strand;

// The context of equality and hashes of one machine's values: fields are compared by name, and
// hashes are keyed so that a program's input cannot cause collisions. Machine::value_context() makes
// it.
struct ValueContext {
  uint64_t seed;
  const ShapeTable& shapes;
  Strand* strand = nullptr;  // pays for the work, and may miss a future; null: all futures have their values

  // Whether the strand has stopped: out of fuel, at a missing future, or because code of a host failed. What
  // the last comparison or hash has returned means nothing then.
  bool gave_up() const;
};

bool touch_slow(const ValueContext& context, Value& v);
// Replaces a future by its value. False if it has no value yet: the strand misses it then (Strand::touch),
// and the comparison or hash gives up; its result is dropped.
inline bool touch(const ValueContext& context, Value& v) {
  return !is_kind(v, Kind::Future) || touch_slow(context, v);
}

bool equal_slow(const ValueContext& context, Value a, Value b);
bool same_key_slow(const ValueContext& context, Value a, Value b);
uint64_t hash_value_slow(const ValueContext& context, Value v);

// The language's `==`: structural. Only a host's code for its own types can fail
// (host_type.h): the strand then gives up. 1 equals 1.0; nan equals nothing; the order
// of dict keys and of record fields does not matter; functions and native objects of the
// library equal only themselves. Ranges are equal if their start, end, step and form
// are.
inline bool equal(const ValueContext& context, Value a, Value b) {
  if (a.is_small_int() && b.is_small_int()) return a == b;
  if (a.is_double() && b.is_double()) return a.as_double() == b.as_double();
  return equal_slow(context, a, b);
}

// Whether both are the same dict key: like equal, but nan, also inside of a value, equals itself.
inline bool same_key(const ValueContext& context, Value a, Value b) {
  if (a == b) return true;
  if (a.is_small_int() && b.is_small_int()) return false;
  return same_key_slow(context, a, b);
}

// A keyed mix of 64 bits in which every input bit reaches every output bit.
inline uint64_t mix_hash(uint64_t seed, uint64_t bits) {
  uint64_t h = (bits ^ seed) * 0x9e3779b97f4a7c15ull;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  return h ^ (h >> 29);
}

// Equal for values that same_key considers equal. Strings and Bytes cache their hash.
inline uint64_t hash_value(const ValueContext& context, Value v) {
  if (v.is_small_int()) return mix_hash(context.seed, v.bits());
  return hash_value_slow(context, v);
}

}  // namespace aspen
