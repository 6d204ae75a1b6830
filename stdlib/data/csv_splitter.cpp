#include "stdlib/data/csv_splitter.h"

#include "stdlib/data/csv.h"

namespace aspen {

void CsvSplitter::feed(std::string_view piece) {
  text_.erase(0, begin_);
  passed_ += begin_;
  at_ -= begin_;
  begin_ = 0;
  text_.reserve(grown_size(piece.size()));
  text_ += piece;
}

void CsvSplitter::take() {
  begin_ = at_;
  is_found_ = false;
}

// False while it is open whether the stream begins with a byte order mark.
bool CsvSplitter::skips_mark() {
  const std::string_view text = text_;
  if (!is_finished_ && text.size() < kCsvByteOrderMark.size() && kCsvByteOrderMark.starts_with(text))
    return false;
  if (text.starts_with(kCsvByteOrderMark)) begin_ = at_ = kCsvByteOrderMark.size();
  is_at_start_ = false;
  return true;
}

void CsvSplitter::step(char c) {
  const bool is_quote = c == quote_;
  if (inside_ == Inside::quotes) {
    if (is_quote) inside_ = Inside::after_quote;
  } else if (is_quote && inside_ != Inside::plain) {
    inside_ = Inside::quotes;
  } else {
    inside_ = c == separator_ ? Inside::start : Inside::plain;
  }
}

CsvSplitter::Found CsvSplitter::found_row() {
  inside_ = Inside::start;
  is_found_ = true;
  return Found::row;
}

CsvSplitter::Found CsvSplitter::find() {
  constexpr size_t kBytesAtOnce = size_t{1} << 14;
  if (is_found_) return Found::row;
  if (is_at_start_ && !skips_mark()) return Found::more;
  const size_t end = std::min(text_.size(), at_ + kBytesAtOnce);
  bool is_whole = false;
  while (at_ < end && !is_whole) {
    const char c = text_[at_++];
    is_whole = c == '\n' && inside_ != Inside::quotes;
    if (!is_whole) step(c);
  }
  if (at_ - begin_ > most_) return Found::too_long;
  if (is_whole) return found_row();
  if (at_ < text_.size()) return Found::going_on;
  if (!is_finished_) return Found::more;
  return at_ > begin_ ? found_row() : Found::end;
}

}  // namespace aspen
