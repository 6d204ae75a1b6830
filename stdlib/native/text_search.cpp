#include "stdlib/native/text_search.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace aspen {

// Long texts are searched in pieces, so that a search can be stopped.
constexpr size_t kPiece = size_t{1} << 16;
constexpr size_t kBytesPerWork = 4;
constexpr uint64_t kSearchWork = 8;
// std::string_view's search is faster, but in the worst case takes this many times longer.
constexpr size_t kShort = 16;

static size_t find_once(std::string_view text, std::string_view part) {
  if (part.size() <= kShort) return text.find(part);
  const void* found = ::memmem(text.data(), text.size(), part.data(), part.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : text.npos;
}

size_t find_part(Strand& strand, std::string_view text, std::string_view part, size_t from) {
  if (part.empty()) return from <= text.size() ? from : text.npos;
  if (from > text.size() || text.size() - from < part.size()) return text.npos;
  size_t piece = std::max(kPiece, part.size());
  for (; text.size() - from >= part.size(); from += piece) {
    size_t at = find_once(text.substr(from, piece + part.size() - 1), part);
    size_t seen = at == text.npos ? std::min(piece, text.size() - from) : at;
    if (!strand.work(kSearchWork + (seen + part.size()) / kBytesPerWork)) return text.npos;
    if (at != text.npos) return from + at;
    if (text.size() - from <= piece) break;
  }
  return text.npos;
}

static size_t find_last_once(std::string_view text, std::string_view part) {
  if (part.size() <= kShort) return text.rfind(part);
  std::string backwards(text.rbegin(), text.rend()), end(part.rbegin(), part.rend());
  size_t at = find_once(backwards, end);
  return at == text.npos ? at : text.size() - at - part.size();
}

size_t find_last_part(Strand& strand, std::string_view text, std::string_view part) {
  if (part.empty()) return text.size();
  const size_t piece = std::max(kPiece, part.size());
  // Positions from `begin` on have been checked.
  for (size_t begin = text.size() < part.size() ? 0 : text.size() - part.size() + 1; begin > 0;) {
    const size_t from = begin > piece ? begin - piece : 0;
    const std::string_view seen = text.substr(from, begin - from + part.size() - 1);
    if (!strand.work(kSearchWork + seen.size() / kBytesPerWork)) return text.npos;
    const size_t at = find_last_once(seen, part);
    if (at != text.npos) return from + at;
    begin = from;
  }
  return text.npos;
}

}  // namespace aspen
