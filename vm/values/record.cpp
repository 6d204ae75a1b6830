#include "vm/values/record.h"

#include <algorithm>
#include <bit>

#include "vm/heap/heap.h"

namespace aspen {

namespace {

// With more fields than this, slots are found by a hash table.
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

const Shape* ShapeTable::known(std::span<const Symbol> fields) const {
  const auto number = shapes_.known(
      hash_fields(fields), [fields](const Shape& other) { return std::ranges::equal(other.fields, fields); });
  return number ? &shapes_[*number] : nullptr;
}

size_t ShapeTable::bytes_for(size_t fields) {
  const size_t index = fields <= kFewFields ? 0 : std::bit_ceil(fields * 2) * sizeof(uint32_t);
  return InternTable<Shape>::bytes_per_entry() + fields * sizeof(Symbol) + index;
}

const Shape& ShapeTable::intern(std::span<const Symbol> fields) {
  return shapes_[shapes_.intern(
      hash_fields(fields), [fields](const Shape& other) { return std::ranges::equal(other.fields, fields); },
      [fields](uint32_t number) { return Shape(id_of(number), fields); })];
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
