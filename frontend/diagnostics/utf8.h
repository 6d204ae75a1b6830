#pragma once
// Code points in source text, and how messages describe characters.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace aspen {

// The code point that begins at `at` and its length in bytes. The text must be well-formed.
struct CodePoint {
  int32_t value;
  uint32_t length;
};
CodePoint code_point_at(std::string_view text, size_t at);

// Appends the code point in UTF-8.
void append_utf8(std::string& out, int32_t code_point);

// The text with a question mark in place of each control character, which a terminal would obey: those of
// ASCII, and U+0080 to U+009F, which are two bytes long. For names of files, which may contain anything.
std::string without_controls(std::string_view text);

// Columns of a terminal that the text takes; tabs count as one.
uint32_t display_width(std::string_view text);

// "`é` (U+00E9)"
std::string describe_character(const char* begin, const char* end);
// Hints of character_hint that other messages give, too.
inline constexpr std::string_view kUseHint =
    "write `use \"./file\"`, with the file's path in quotes; the standard modules need no `use`";
inline constexpr std::string_view kSpreadHint =
    "what a list or a record holds is spread by two dots: `[..xs, x]`, `{ ..r, x: 1 }`";
inline constexpr std::string_view kFixedArityHint =
    "a function takes a fixed number of arguments: pass several in a list";
// What was probably meant by a character that begins no token; empty if there is no suggestion.
std::string_view character_hint(std::string_view text, uint32_t offset);

}  // namespace aspen
