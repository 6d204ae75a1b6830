// Layout of Record. Shapes and operations are in record.h.
#pragma once

#include "vm/object/object.h"

namespace aspen {

// The low eight bits of an id are zero, so that an inline cache can hold a slot there (instructions.h). After
// all such ids are used, others follow that have their top bit set and are not cached.
using ShapeId = uint32_t;

// `length` is the shape id, `extra` the number of slots.
struct Record : Object {
  static constexpr Kind kKind = Kind::Record;
  Record(ShapeId shape, uint16_t slots) : Object(kKind, 0, slots, shape) {}
  ShapeId shape() const { return length; }
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
  const Value* slots() const { return reinterpret_cast<const Value*>(this + 1); }
};

}  // namespace aspen
