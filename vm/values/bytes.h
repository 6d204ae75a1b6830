// Operations on byte strings, with the rules of string.h.
#pragma once

#include <cstdint>
#include <string_view>

#include "vm/heap/allocator.h"
#include "vm/object/text_objects.h"
#include "vm/values/string.h"

namespace aspen {

Bytes* make_bytes(Allocator& allocator, std::string_view bytes);
// The caller must fill the `length` bytes before it allocates again.
Bytes* new_bytes(Allocator& allocator, uint32_t length);

Bytes* concat(Allocator& allocator, const Bytes* a, const Bytes* b);
Bytes* repeat(Allocator& allocator, const Bytes* bytes, uint32_t count);
Bytes* slice(Allocator& allocator, const Bytes* bytes, uint32_t begin, uint32_t end);
// Copies shared bytes; returns unshared ones unchanged.
Bytes* ensure_unshared(Allocator& allocator, Bytes* bytes);

// Appends the tail to unshared bytes: in place if it fits, else in a new object with as much room again.
// `tail` may point into `bytes`.
Bytes* append_in_place(Allocator& allocator, Bytes* bytes, std::string_view tail);
// The number of bytes that this allocates for a tail of that length.
inline size_t growth_bytes(const Bytes* bytes, uint32_t tail) {
  const size_t length = size_t{bytes->length} + tail;
  return length <= bytes->capacity ? 0
         : length > kMostTextBytes ? kImpossibleBytes
                                   : sizeof(Bytes) + grown_capacity(length);
}
// In place if unshared, else new.
Bytes* append(Allocator& allocator, Bytes* bytes, const Bytes* tail);

// Keyed, never 0, and cached.
uint32_t compute_hash(Bytes* bytes, uint64_t seed);
inline uint32_t hash(Bytes* bytes, uint64_t seed) {
  uint32_t known = bytes->hash.load(std::memory_order_relaxed);
  return known != 0 ? known : compute_hash(bytes, seed);
}

}  // namespace aspen
