// Operations on strings. All text is valid UTF-8: code that makes a String has checked it (utf8.h).
//
// A string has at most kMostTextBytes bytes: a precondition, asserted. Before an operation with a possibly
// large result, the caller must call Strand::reserve with string_bytes. A string_view argument may point into
// a heap String: local variables keep it alive (native_stack.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "vm/heap/allocator.h"
#include "vm/object/text_objects.h"
#include "vm/object/utf8.h"

namespace aspen {

inline constexpr size_t kMostTextBytes = 0xffff'fff0;
// The size of a string of n bytes.
constexpr size_t string_bytes(size_t n) { return n > kMostTextBytes ? kImpossibleBytes : sizeof(String) + n; }

// The capacity of a text that has grown to that length: by length alone, as for lists (growth in list.cpp).
constexpr size_t grown_capacity(size_t length) {
  return std::min(std::max(std::bit_ceil(length + 1), size_t{24}), kMostTextBytes);
}

String* make_string(Allocator& allocator, std::string_view text);
// Likewise, if the caller knows whether it is all ASCII.
String* make_string(Allocator& allocator, std::string_view text, bool ascii);
// A string with `bytes` bytes, which the caller must fill before it allocates again.
String* new_string(Allocator& allocator, uint32_t bytes, bool ascii);
// A character as a string. Machine::character returns those of ASCII without allocating.
String* make_character(Allocator& allocator, uint32_t code);

String* concat(Allocator& allocator, const String* a, const String* b);
String* concat(Allocator& allocator, std::span<const String* const> pieces);
String* concat(Allocator& allocator, std::span<const std::string_view> pieces);
// `count` times the text.
String* repeat(Allocator& allocator, const String* text, uint32_t count);

// Appends the tail to an unshared string: in place if it fits, else in a new string with as much room again.
// `tail` may point into the string.
String* append_in_place(Allocator& allocator, String* string, std::string_view tail, bool ascii);
inline String* append_in_place(Allocator& allocator, String* string, const String* tail) {
  return append_in_place(allocator, string, tail->view(), tail->ascii());
}
// The number of bytes that this allocates for a tail of that length.
inline size_t growth_bytes(const String* string, size_t tail) {
  const size_t length = string->length + tail;
  return length <= string->capacity ? 0
         : length > kMostTextBytes  ? kImpossibleBytes
                                    : string_bytes(grown_capacity(length));
}
// In place if unshared, else a new string.
String* append(Allocator& allocator, String* string, const String* tail);

// Keyed, never 0. A string caches its hash, so each machine has a single seed.
uint32_t hash_text(std::string_view text, uint64_t seed);
uint32_t compute_hash(String* string, uint64_t seed);
inline uint32_t hash(String* string, uint64_t seed) {
  uint32_t known = string->hash.load(std::memory_order_relaxed);
  return known != 0 ? known : compute_hash(string, seed);
}

// Code points and their positions in bytes. All are O(1) for ASCII and linear for other text. But walking
// through one string by increasing or decreasing index costs O(distance) a step, and its length is counted
// once, because the thread remembers the last position.
uint32_t code_points(const String* string);
// Offset of the code point at `index`; the length in bytes if index >= code_points.
uint32_t byte_offset(const String* string, uint32_t index);
// Index of the code point at byte `offset`.
uint32_t code_point_index(const String* string, uint32_t offset);
// The character that begins at `offset`.
inline std::string_view character_at(const String* string, uint32_t offset) {
  return {string->data() + offset, character_bytes(static_cast<unsigned char>(string->data()[offset]))};
}
// Code points [begin, end), clamped to the string.
String* slice(Allocator& allocator, const String* string, uint32_t begin, uint32_t end);

}  // namespace aspen
