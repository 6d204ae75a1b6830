// What reading JSON and cutting it into values have in common: runs of plain text, and places in a text.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace aspen {

// Values and texts nested more deeply are refused, because both directions recurse.
inline constexpr size_t kMostJsonDepth = 1024;

// Line and column, in code points, from 1: as an editor counts them.
struct JsonPlace {
  uint64_t line = 1;
  uint64_t column = 1;

  bool is_first() const { return line == 1 && column == 1; }
  // To behind this text.
  void pass(std::string_view text);
  // "line 2, column 6"
  std::string show() const;
};

// High bits set in some byte, if one of the eight ends a run of plain text: a quote, a backslash or a control
// character. Bytes above a match may be set without reason.
inline uint64_t ends_plain_text(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101ull;
  auto zero = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
  uint64_t control = (word - kOnes * 0x20) & ~word;
  return (control | zero(word ^ kOnes * '"') | zero(word ^ kOnes * '\\')) & kOnes << 7;
}

// The first octet of [at, end) that is not for itself in a string, or end. `ascii` becomes false if one
// before it is not ASCII.
inline const char* plain_text_end(const char* at, const char* end, bool& ascii) {
  uint64_t seen = 0, ends = 0;
  for (; !ends && end - at >= 8; at += std::countr_zero(ends) / 8) {  // 8 if nothing ends it
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
