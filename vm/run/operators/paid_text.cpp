#include "vm/run/operators/paid_text.h"

#include "vm/run/strand.h"

namespace aspen {

// In pieces, so that only what was compared is paid for. A strand that has to stop still gets the right
// answer: code between this and its next safepoint acts upon it.
int compare_long_texts(Strand* strand, std::string_view a, std::string_view b) {
  constexpr size_t kPiece = size_t{64} << 10;
  constexpr size_t kBytesComparedPerWork = 16;
  const size_t common = std::min(a.size(), b.size());
  for (size_t at = 0; at < common;) {
    size_t size = std::min(at == 0 ? kUnpaidTextBytes : kPiece, common - at);
    const int order = a.substr(at, size).compare(b.substr(at, size));
    at += size;
    if (strand != nullptr) strand->work(size / kBytesComparedPerWork);
    if (order != 0) return order;
  }
  return a.size() < b.size() ? -1 : static_cast<int>(a.size() > b.size());
}

}  // namespace aspen
