// Records and their shapes. A shape is an interned order of fields. Records made by the same literal share
// one, so an inline cache that has seen the shape knows the slot.
#pragma once

#include <span>
#include <vector>

#include "vm/object/intern_table.h"
#include "vm/object/record_objects.h"

namespace aspen {

struct Shape {
  Shape(ShapeId shape_id, std::span<const Symbol> names);
  ShapeId id;
  std::vector<Symbol> fields;  // in the order written; at most 65,535
  // Slot of a field, or -1.
  int slot(Symbol field) const;

 private:
  int find_slot(Symbol field) const;
  std::vector<uint32_t> index_;  // for many fields: open addressing, slot plus one, 0 free
};

// Any worker may intern and look up.
class ShapeTable {
 public:
  // The shape with exactly these fields in this order. Fields are distinct.
  const Shape& intern(std::span<const Symbol> fields);
  // Likewise; null if there is none so far.
  const Shape* known(std::span<const Symbol> fields) const;
  // What another shape takes at most.
  static size_t bytes_for(size_t fields);
  const Shape& operator[](ShapeId id) const { return shapes_[number_of(id)]; }
  static constexpr bool is_cacheable(ShapeId id) { return (id & kUncached) == 0; }

  // Ids are assigned in the order in which the shapes are interned.
  static constexpr ShapeId id_of(uint32_t number) {
    return number < kCacheable ? number << 8 : kUncached | (number - kCacheable);
  }
  static constexpr uint32_t number_of(ShapeId id) {
    return is_cacheable(id) ? id >> 8 : kCacheable + (id & ~kUncached);
  }

 private:
  static constexpr ShapeId kUncached = ShapeId{1} << 31;
  static constexpr uint32_t kCacheable = kUncached >> 8;

  InternTable<Shape> shapes_{64};
};

class Allocator;
Record* new_record(Allocator& allocator, const Shape& shape, const Value* slots);
// Copies a shared record into a new, unshared one with the same fields and values; the values become shared.
Record* copy_record(Allocator& allocator, const Record& record);

}  // namespace aspen
