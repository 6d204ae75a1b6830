#include "stdlib/sqlite/sqlite_pattern.h"

namespace aspen {

namespace {

char32_t lower(char32_t c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

}  // namespace

char32_t take_character(std::string_view text, size_t& at) {
  constexpr unsigned kBits = 6, kLow = 0x3f;
  if (at >= text.size()) return 0;
  char32_t c = static_cast<unsigned char>(text[at++]);
  if (c < 0xc0) return c;
  c &= c < 0xe0 ? 0x1f : c < 0xf0 ? 0xf : 0x7;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80)
    c = c << kBits | (static_cast<unsigned char>(text[at++]) & kLow);
  return c;
}

bool SqlPattern::is_many(size_t at) const {
  return wildcards_.many != 0 && take_character(pattern_, at) == wildcards_.many;
}

// `[^a-z]`, after its bracket. A bracket at the beginning of the set is a member.
bool SqlPattern::take_set(char32_t c, size_t& at) const {
  bool is_in = false;
  char32_t member = take_character(pattern_, at), before = 0;
  const bool is_turned = member == '^';
  if (is_turned) member = take_character(pattern_, at);
  if (member == ']') {
    is_in = c == ']';
    member = take_character(pattern_, at);
  }
  for (; member != 0 && member != ']'; member = take_character(pattern_, at)) {
    if (member == '-' && before > 0 && !is_over(at) && pattern_[at] != ']') {
      const char32_t last = take_character(pattern_, at);
      is_in |= c >= before && c <= last;
      before = 0;
    } else {
      is_in |= c == member;
      before = member;
    }
  }
  return member != 0 && is_in != is_turned;
}

// Matches one character of the text with what stands in the pattern, and moves behind both.
bool SqlPattern::take_one(std::string_view text, size_t& at, size_t& in_text) const {
  if (is_over(at)) return false;
  const char32_t c = take_character(text, in_text);
  char32_t wanted = take_character(pattern_, at);
  if (wildcards_.escape != 0 && wanted == wildcards_.escape) {
    if (is_over(at)) return false;
    wanted = take_character(pattern_, at);
  } else if (wildcards_.set != 0 && wanted == wildcards_.set) {
    return take_set(c, at);
  } else if (wildcards_.one != 0 && wanted == wildcards_.one) {
    return true;
  }
  return wildcards_.ignores_case ? lower(c) == lower(wanted) : c == wanted;
}

// After a mismatch, the last `many` takes one character more. Those before it need not: whatever they could
// take, the last one can.
bool SqlPattern::matches(std::string_view text, const Pay& pay) {
  constexpr uint64_t kStepsPerPay = 4096;
  constexpr size_t kNone = std::string_view::npos;
  size_t at = 0, in_text = 0, after_many = kNone, taken = 0;
  for (uint64_t steps = 1; in_text < text.size(); ++steps) {
    if (steps % kStepsPerPay == 0 && !pay(kStepsPerPay)) return gave_up_ = true;
    size_t next = at, next_in_text = in_text;
    if (is_many(at)) {
      take_character(pattern_, at);
      after_many = at;
      taken = in_text;
    } else if (take_one(text, next, next_in_text)) {
      at = next;
      in_text = next_in_text;
    } else {
      if (after_many == kNone) return false;
      take_character(text, taken);
      at = after_many;
      in_text = taken;
    }
  }
  while (is_many(at)) take_character(pattern_, at);
  return is_over(at);
}

}  // namespace aspen
