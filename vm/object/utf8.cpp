#include "vm/object/utf8.h"

#include <algorithm>
#include <cstring>

namespace aspen {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080ull;

uint64_t load_word(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// 1 in each byte of the word that is a continuation: high bit set, next bit clear.
uint64_t continuations_of(uint64_t word) { return (word & kHighBits & ~(word << 1)) >> 7; }

constexpr uint64_t kOnes = 0x0101010101010101ull;

unsigned count_continuations(uint64_t word) {
  return static_cast<unsigned>(continuations_of(word) * kOnes >> 56);
}

// The sum of the bytes.
unsigned sum_of_bytes(uint64_t word) {
  constexpr uint64_t kEven = 0x00ff00ff00ff00ffull;
  return static_cast<unsigned>(((word & kEven) + (word >> 8 & kEven)) * 0x0001000100010001ull >> 48);
}

// The length of the well-formed character at p, 0 if there is none. Unicode 15, table 3-7.
unsigned check_character(const unsigned char* p, const unsigned char* end) {
  auto in = [](unsigned char c, unsigned low, unsigned high) { return c >= low && c <= high; };
  unsigned char lead = *p;
  if (lead < 0x80) return 1;
  unsigned n = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (n == 0 || static_cast<size_t>(end - p) < n) return 0;
  unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (!in(p[1], low, high)) return 0;
  for (unsigned i = 2; i < n; ++i) {
    if (!in(p[i], 0x80, 0xbf)) return 0;
  }
  return n;
}

}  // namespace

size_t find_invalid_utf8(std::string_view text) {
  size_t at = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  while (at < text.size()) {
    if (text.size() - at >= 8 && !(load_word(text.data() + at) & kHighBits)) {
      at += 8;
      continue;
    }
    unsigned n = check_character(bytes + at, bytes + text.size());
    if (n == 0) return at;
    at += n;
  }
  return kValidUtf8;
}

bool is_ascii(std::string_view text) {
  constexpr size_t kWords = 8;  // between two looks at what has been seen
  size_t at = 0;
  uint64_t seen = 0;
  for (; at + 8 * kWords <= text.size() && !(seen & kHighBits); at += 8 * kWords) {
    for (size_t i = 0; i < kWords; ++i) seen |= load_word(text.data() + at + 8 * i);
  }
  if (seen & kHighBits) return false;
  for (; at + 8 <= text.size(); at += 8) seen |= load_word(text.data() + at);
  for (; at < text.size(); ++at) seen |= static_cast<unsigned char>(text[at]);
  return !(seen & kHighBits);
}

size_t count_code_points(std::string_view text) {
  constexpr size_t kMostWords = 255;  // that a byte can count
  size_t at = 0, continuations = 0;
  while (at + 8 <= text.size()) {
    uint64_t sums = 0;
    const size_t end = at + std::min((text.size() - at) / 8, kMostWords) * 8;
    for (; at < end; at += 8) sums += continuations_of(load_word(text.data() + at));
    continuations += sum_of_bytes(sums);
  }
  for (; at < text.size(); ++at) continuations += is_continuation(text[at]);
  return text.size() - continuations;
}

uint32_t decode_character(const char* p) {
  auto byte = [p](int i) { return uint32_t{static_cast<unsigned char>(p[i])}; };
  auto tail = [&](int i) { return byte(i) & 0x3f; };
  switch (character_bytes(static_cast<unsigned char>(*p))) {
    case 1: return byte(0);
    case 2: return (byte(0) & 0x1f) << 6 | tail(1);
    case 3: return (byte(0) & 0x0f) << 12 | tail(1) << 6 | tail(2);
    default: return (byte(0) & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
  }
}

// Finds, from `from` on, the first byte of a character that has `count` first bytes before it.
size_t skip_characters(std::string_view text, size_t from, size_t count) {
  size_t at = from;
  for (; at + 8 <= text.size(); at += 8) {
    unsigned leads = 8 - count_continuations(load_word(text.data() + at));
    if (leads > count) break;
    count -= leads;
  }
  for (; at < text.size(); ++at) {
    if (is_continuation(text[at])) continue;
    if (count-- == 0) return at;
  }
  return text.size();
}

size_t previous_character(std::string_view text, size_t from) {
  do --from;
  while (from > 0 && is_continuation(text[from]));
  return from;
}

unsigned encode_character(uint32_t code, char* out) {
  auto tail = [code](unsigned shift) { return static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    out[0] = static_cast<char>(code);
    return 1;
  }
  if (code < 0x800) {
    out[0] = static_cast<char>(0xc0 | code >> 6), out[1] = tail(0);
    return 2;
  }
  if (code < 0x10000) {
    out[0] = static_cast<char>(0xe0 | code >> 12), out[1] = tail(6), out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | code >> 18), out[1] = tail(12), out[2] = tail(6), out[3] = tail(0);
  return 4;
}

}  // namespace aspen
