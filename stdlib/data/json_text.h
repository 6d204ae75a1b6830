// Shared by json_parse.cpp and json_splitter.cpp: runs of plain text, and places in a text.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace aspen {

// Values and texts nested more deeply are refused, because reading and writing recurse.
inline constexpr size_t kMostJsonDepth = 1024;

// Line and column from 1, in code points, as an editor counts them.
struct JsonPlace {
  uint64_t line = 1;
  uint64_t column = 1;

  bool is_first() const { return line == 1 && column == 1; }
  // Moves the place to the end of this text.
  void pass(std::string_view text);
  // "line 2, column 6"
  std::string show() const;
};

// High bits are set if one of the eight bytes ends a run of plain text: a quote, a backslash or a control
// character. Bytes above the first match may be set without reason.
inline uint64_t ends_plain_text(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101ull;
  auto zero = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
  uint64_t control = (word - kOnes * 0x20) & ~word;
  return (control | zero(word ^ kOnes * '"') | zero(word ^ kOnes * '\\')) & kOnes << 7;
}

// The first byte of [at, end) that is not plain text in a string, or end. `ascii` becomes false if a byte
// before it is not ASCII.
inline const char* plain_text_end(const char* at, const char* end, bool& ascii) {
  uint64_t seen = 0, ends = 0;
  for (; !ends && end - at >= 8; at += std::countr_zero(ends) / 8) {  // 8 if no byte ends the run
    uint64_t word;
    std::memcpy(&word, at, sizeof word);
    ends = ends_plain_text(word);
    seen |= word & (ends ? (ends & -ends) - 1 : ~uint64_t{0});
  }
  for (; at < end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20; ++at) {
    seen |= static_cast<unsigned char>(*at);
  }
  constexpr uint64_t kHighBits = 0x8080808080808080ull;
  ascii = ascii && !(seen & kHighBits);
  return at;
}

}  // namespace aspen
