// Records and their shapes. A shape is an interned field order; records made by the same literal share one,
// so an inline cache that has seen the shape knows the slot.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "vm/object.h"

namespace aspen {

using ShapeId = uint32_t;

// `length` is the shape id, `extra` the number of slots.
struct Record : Object {
  static constexpr Kind kKind = Kind::Record;
  Record(ShapeId shape, uint16_t slots) : Object(kKind, 0, slots, shape) {}
  ShapeId shape() const { return length; }
  Value* slots() { return reinterpret_cast<Value*>(this + 1); }
  const Value* slots() const { return reinterpret_cast<const Value*>(this + 1); }
};

struct Shape {
  Shape(ShapeId shape_id, std::span<const Symbol> names);
  ShapeId id;
  std::vector<Symbol> fields;  // in the order written; at most 65,535
  // Slot of a field, or -1.
  int slot(Symbol field) const;

 private:
  int find_slot(Symbol field) const;
  std::vector<uint32_t> index_;  // of many fields: open addressing, slot plus one, 0 free
};

class ShapeTable {
 public:
  ShapeTable() = default;
  ShapeTable(const ShapeTable&) = delete;
  ShapeTable& operator=(const ShapeTable&) = delete;
  // The shape with exactly these fields in this order. Fields differ.
  const Shape& intern(std::span<const Symbol> fields);
  const Shape& operator[](ShapeId id) const { return shapes_[id]; }

 private:
  ShapeId* find(std::span<const Symbol> fields, uint64_t hash);
  void grow();
  std::deque<Shape> shapes_;    // a deque: references stay valid
  std::vector<ShapeId> index_;  // open addressing by a hash of the fields: id plus one, 0 free
};

class Allocator;
Record* new_record(Allocator& allocator, const Shape& shape, const Value* slots);
// The same fields and values in a new, unshared record instead of a shared one; the values become shared.
Record* copy_record(Allocator& allocator, const Record& record);

}  // namespace aspen
