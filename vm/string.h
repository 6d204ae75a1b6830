// Operations on strings. Text is valid UTF-8 throughout: whoever makes a String has checked (utf8.h).
//
// A string holds at most kMostTextBytes: a precondition, asserted. Operations whose result may be large
// expect the caller to have asked Strand::reserve for string_bytes. Text given as string_view may lie in a
// heap String: locals keep it alive (native_stack.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vm/allocator.h"
#include "vm/text_objects.h"
#include "vm/utf8.h"

namespace aspen {

inline constexpr size_t kMostTextBytes = 0xffff'fff0;
// What a string of n bytes takes.
constexpr size_t string_bytes(size_t n) { return n > kMostTextBytes ? kImpossibleBytes : sizeof(String) + n; }

String* make_string(Allocator& allocator, std::string_view text);
// The same where the caller knows whether it is all ASCII.
String* make_string(Allocator& allocator, std::string_view text, bool ascii);
// A string whose `bytes` bytes the caller fills before it allocates again.
String* new_string(Allocator& allocator, uint32_t bytes, bool ascii);
// A character as a string. Machine::character has those of ASCII ready.
String* make_character(Allocator& allocator, uint32_t code);

String* concat(Allocator& allocator, const String* a, const String* b);
String* concat(Allocator& allocator, std::span<const String* const> pieces);
String* concat(Allocator& allocator, std::span<const std::string_view> pieces);
// `count` times the text.
String* repeat(Allocator& allocator, const String* text, uint32_t count);

// The tail behind an unshared string: in place if it fits, else in a new string with as much room again.
// `tail` may lie in the string.
String* append_in_place(Allocator& allocator, String* string, std::string_view tail, bool ascii);
inline String* append_in_place(Allocator& allocator, String* string, const String* tail) {
  return append_in_place(allocator, string, tail->view(), tail->ascii());
}
// How many bytes that may allocate for a tail of so many.
inline size_t growth_bytes(const String* string, uint32_t tail) {
  size_t length = size_t{string->length} + tail;
  return length <= string->capacity ? 0
         : length > kMostTextBytes  ? kImpossibleBytes
                                    : string_bytes(0) + 2 * length;
}
// In place if unshared, else a new string.
String* append(Allocator& allocator, String* string, const String* tail);

// Keyed, never 0. A string keeps its hash, so there is one seed to a machine.
uint32_t hash_text(std::string_view text, uint64_t seed);
uint32_t compute_hash(String* string, uint64_t seed);
inline uint32_t hash(String* string, uint64_t seed) {
  uint32_t known = string->hash.load(std::memory_order_relaxed);
  return known != 0 ? known : compute_hash(string, seed);
}
inline bool same_text(const String* a, const String* b) { return a->view() == b->view(); }

// Code points, and how they lie in the bytes. All O(1) for ASCII; for other text linear, but a walk through
// one string by rising or falling index costs O(distance) a step, and its length is counted once: the thread
// remembers the last place.
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
// Forgets the remembered places: a string is about to be freed.
void forget_text_positions();

}  // namespace aspen
