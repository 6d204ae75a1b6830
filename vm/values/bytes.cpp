#include "vm/values/bytes.h"

#include <cstring>

#include "vm/heap/copy_memory.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

Bytes* allocate_bytes(Allocator& allocator, size_t length, size_t capacity) {
  assert(length <= capacity && capacity <= kMostTextBytes);
  capacity = (capacity + 7) & ~size_t{7};
  return allocator.make<Bytes>(capacity, static_cast<uint32_t>(length), static_cast<uint32_t>(capacity));
}

void copy(uint8_t* to, std::string_view bytes) { copy_memory(to, bytes.data(), bytes.size()); }

Bytes* join(Allocator& allocator, std::string_view a, std::string_view b, size_t capacity) {
  Bytes* joined = allocate_bytes(allocator, a.size() + b.size(), capacity);
  copy(joined->data(), a);
  copy(joined->data() + a.size(), b);
  return joined;
}

}  // namespace

Bytes* make_bytes(Allocator& allocator, std::string_view bytes) {
  return join(allocator, bytes, {}, bytes.size());
}

Bytes* new_bytes(Allocator& allocator, uint32_t length) { return allocate_bytes(allocator, length, length); }

Bytes* concat(Allocator& allocator, const Bytes* a, const Bytes* b) {
  return join(allocator, a->view(), b->view(), size_t{a->length} + b->length);
}

Bytes* repeat(Allocator& allocator, const Bytes* bytes, uint32_t count) {
  size_t length = size_t{bytes->length} * count;
  Bytes* repeated = allocate_bytes(allocator, length, length);
  for (size_t at = 0; at < length; at += bytes->length) copy(repeated->data() + at, bytes->view());
  return repeated;
}

Bytes* slice(Allocator& allocator, const Bytes* bytes, uint32_t begin, uint32_t end) {
  assert(begin <= end && end <= bytes->length);
  return make_bytes(allocator, bytes->view().substr(begin, end - begin));
}

Bytes* ensure_unshared(Allocator& allocator, Bytes* bytes) {
  if (!bytes->is_shared()) return bytes;
  allocator.heap().note_copy(bytes->length);
  return make_bytes(allocator, bytes->view());
}

Bytes* append_in_place(Allocator& allocator, Bytes* bytes, std::string_view tail) {
  assert(!bytes->is_shared());
  size_t length = bytes->length + tail.size();
  if (length > bytes->capacity) return join(allocator, bytes->view(), tail, grown_capacity(length));
  copy(bytes->data() + bytes->length, tail);
  bytes->length += static_cast<uint32_t>(tail.size());
  bytes->hash.store(0, std::memory_order_relaxed);
  return bytes;
}

Bytes* append(Allocator& allocator, Bytes* bytes, const Bytes* tail) {
  if (!bytes->is_shared()) return append_in_place(allocator, bytes, tail->view());
  return join(allocator, bytes->view(), tail->view(), grown_capacity(size_t{bytes->length} + tail->length));
}

uint32_t compute_hash(Bytes* bytes, uint64_t seed) {
  uint32_t hash = hash_text(bytes->view(), seed);
  bytes->hash.store(hash, std::memory_order_relaxed);
  return hash;
}

}  // namespace aspen
