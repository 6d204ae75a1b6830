// Splits long text and bytes into pieces and pays for each (Strand::work). So a limit stops a native within a
// fraction of a millisecond (README.md, "Pay as you go").
//
//   Pieces pieces(s, text, 4);  // the native takes 4 ns a byte
//   for (std::string_view piece; pieces.next(piece);) append_hex(out, piece);
//   if (pieces.has_stopped()) return s.raise_stop();
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "vm/run/strand.h"

namespace aspen {

constexpr size_t kBytesPerPiece = size_t{3} << 13;  // a multiple of 3 and of 8: no group of base 64 is cut

class Pieces {
 public:
  Pieces(Strand& strand, std::string_view text, uint64_t work_per_byte)
      : strand_(strand), rest_(text), work_per_byte_(work_per_byte) {}

  // Pays for the next piece. False at the end, and if the strand has to stop.
  bool next(std::string_view& piece) { return take(piece, std::min(kBytesPerPiece, rest_.size())); }
  // Likewise, but never cuts a UTF-8 character. Bytes that are not UTF-8 are cut anywhere.
  bool next_characters(std::string_view& piece) {
    size_t size = std::min(kBytesPerPiece, rest_.size());
    size_t end = size;
    while (end > 0 && end < rest_.size() && (static_cast<unsigned char>(rest_[end]) & 0xc0) == 0x80) --end;
    return take(piece, end == 0 ? size : end);
  }
  bool has_stopped() const { return has_stopped_; }

 private:
  bool take(std::string_view& piece, size_t size) {
    if (size == 0) return false;
    if (!strand_.work(size * work_per_byte_)) {
      has_stopped_ = true;
      return false;
    }
    piece = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  Strand& strand_;
  std::string_view rest_;
  const uint64_t work_per_byte_;
  bool has_stopped_ = false;
};

// Fills `to`, of size `bytes`, with repetitions of the unit; the last one is cut if it does not fit. False if
// the strand has to stop.
bool fill_repeated(Strand& strand, char* to, size_t bytes, std::string_view unit);

// Appends a text that may be long. False if the strand has to stop.
template <class Text>
bool append_paid(Strand& strand, Text& to, std::string_view text) {
  Pieces pieces(strand, text, 1);  // the first access to each page takes most of it
  for (std::string_view piece; pieces.next(piece);) to.append(piece);
  return !pieces.has_stopped();
}

// A String of all the parts, one after the other. MemoryLimit if it would be longer than 4 GiB.
Value text_of_parts(Strand& strand, std::initializer_list<std::string_view> parts);

}  // namespace aspen
