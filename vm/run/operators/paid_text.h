// Comparisons of texts and bytes that pay for long ones (Strand::work).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace aspen {

class Strand;

// For texts of which both are longer than that.
inline constexpr size_t kUnpaidTextBytes = 512;
int compare_long_texts(Strand* strand, std::string_view a, std::string_view b);

// Less than, equal to or greater than 0, byte by byte, which for UTF-8 is by code points. Without a strand it
// is free. The result is right also if the strand has to stop.
inline int compare_texts(Strand* strand, std::string_view a, std::string_view b) {
  if (std::min(a.size(), b.size()) <= kUnpaidTextBytes) return a.compare(b);
  return compare_long_texts(strand, a, b);
}
inline bool equal_texts(Strand* strand, std::string_view a, std::string_view b) {
  return a.size() == b.size() && compare_texts(strand, a, b) == 0;
}
inline bool begins_with(Strand* strand, std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_texts(strand, text.substr(0, prefix.size()), prefix);
}
inline bool ends_with(Strand* strand, std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         equal_texts(strand, text.substr(text.size() - suffix.size()), suffix);
}

}  // namespace aspen
