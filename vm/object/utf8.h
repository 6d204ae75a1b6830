// UTF-8: checking, counting and decoding.
//
// "Valid" text is well-formed by the Unicode standard: no overlong forms, no surrogates, and no code point
// above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace aspen {

inline constexpr uint32_t kMaxCodePoint = 0x10ffff;
inline constexpr size_t kValidUtf8 = ~size_t{0};

// Offset of the first byte that is not part of valid text, or kValidUtf8.
size_t find_invalid_utf8(std::string_view text);
inline bool valid_utf8(std::string_view text) { return find_invalid_utf8(text) == kValidUtf8; }

bool is_ascii(std::string_view text);

// The other functions require valid text.

// Number of code points in the text.
size_t count_code_points(std::string_view text);
// Number of bytes of the character that begins with `lead`.
constexpr unsigned character_bytes(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}
// The code point that begins at `p`.
uint32_t decode_character(const char* p);
// Offset of the character `count` characters after offset `from`, at most text.size().
size_t skip_characters(std::string_view text, size_t from, size_t count);
// Offset of the character before `from`. Precondition: 0 < from.
size_t previous_character(std::string_view text, size_t from);

constexpr bool is_scalar_value(uint32_t code) {
  return code <= kMaxCodePoint && (code < 0xd800 || code > 0xdfff);
}
// Writes the encoding of a scalar value to `out` (room for 4) and returns its length.
unsigned encode_character(uint32_t code, char* out);
template <class Text>
void append_character(Text& out, uint32_t code) {
  char bytes[4];
  out.append(bytes, encode_character(code, bytes));
}

}  // namespace aspen
