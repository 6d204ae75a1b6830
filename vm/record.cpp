#include "vm/record.h"

#include <algorithm>
#include <bit>

#include "vm/heap.h"

namespace aspen {

namespace {

// With more fields than this, a slot is looked up in a hash table.
constexpr size_t kFewFields = 8;

uint32_t hash_symbol(Symbol s) { return s * 0x9e3779b1u; }

uint64_t hash_fields(std::span<const Symbol> fields) {
  uint64_t h = fields.size();
  for (Symbol field : fields) h = (std::rotl(h, 23) ^ field) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 32;
}

}  // namespace

Shape::Shape(ShapeId shape_id, std::span<const Symbol> names)
    : id(shape_id), fields(names.begin(), names.end()) {
  assert(names.size() <= 0xffff);
  if (fields.size() <= kFewFields) return;
  index_.resize(std::bit_ceil(fields.size() * 2));
  for (uint32_t slot = 0; slot < fields.size(); ++slot) {
    size_t at = hash_symbol(fields[slot]) & (index_.size() - 1);
    while (index_[at] != 0) at = (at + 1) & (index_.size() - 1);
    index_[at] = slot + 1;
  }
}

int Shape::slot(Symbol field) const {
  if (!index_.empty()) return find_slot(field);
  auto found = std::find(fields.begin(), fields.end(), field);
  return found == fields.end() ? -1 : static_cast<int>(found - fields.begin());
}

int Shape::find_slot(Symbol field) const {
  size_t mask = index_.size() - 1;
  for (size_t at = hash_symbol(field) & mask; index_[at] != 0; at = (at + 1) & mask) {
    if (fields[index_[at] - 1] == field) return static_cast<int>(index_[at] - 1);
  }
  return -1;
}

const Shape& ShapeTable::intern(std::span<const Symbol> fields) {
  if (shapes_.size() * 2 >= index_.size()) grow();
  ShapeId* place = find(fields, hash_fields(fields));
  if (*place == 0) {
    shapes_.emplace_back(static_cast<ShapeId>(shapes_.size()), fields);
    *place = static_cast<ShapeId>(shapes_.size());
  }
  return shapes_[*place - 1];
}

// Where the shape of these fields stands, or is to stand, in the index.
ShapeId* ShapeTable::find(std::span<const Symbol> fields, uint64_t hash) {
  size_t mask = index_.size() - 1;
  size_t at = hash & mask;
  for (; index_[at] != 0; at = (at + 1) & mask) {
    if (std::ranges::equal(shapes_[index_[at] - 1].fields, fields)) break;
  }
  return &index_[at];
}

void ShapeTable::grow() {
  index_.assign(std::max(size_t{64}, index_.size() * 2), 0);
  for (const Shape& shape : shapes_) *find(shape.fields, hash_fields(shape.fields)) = shape.id + 1;
}

Record* new_record(Allocator& allocator, const Shape& shape, const Value* slots) {
  auto count = static_cast<uint16_t>(shape.fields.size());
  auto* record = allocator.make<Record>(count * sizeof(Value), shape.id, count);
  std::copy_n(slots, count, record->slots());
  return record;
}

Record* copy_record(Allocator& allocator, const Record& record) {
  allocator.heap().note_copy(record.extra * sizeof(Value));
  auto* copy = allocator.make<Record>(record.extra * sizeof(Value), record.shape(), record.extra);
  for (uint16_t i = 0; i < record.extra; ++i) {
    share(record.slots()[i]);
    copy->slots()[i] = record.slots()[i];
  }
  return copy;
}

}  // namespace aspen
