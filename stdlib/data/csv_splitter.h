// Finds where the rows in a stream of CSV end. The stream comes in pieces of any size, and the results do not
// depend on where it is cut. CsvReader reads the rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aspen {

// Keeps the row that is not complete, and all that was fed after it. For one thread at a time.
// Offsets and sizes are in bytes.
class CsvSplitter {
 public:
  enum class Found : uint8_t {
    more,      // feed the next piece, or call finish
    going_on,  // call find again; it returns in between so that the caller can stop
    row,       // row() is the next one; take() makes room for the one after it
    end,
    too_long,  // the row has more bytes than allowed
  };

  // `most`: bytes of one row.
  CsvSplitter(char separator, std::optional<char> quote, size_t most)
      : separator_(separator), quote_(quote), most_(most) {}

  // The capacity that the buffer has at most while a piece of that size is fed, and its capacity now.
  size_t bytes_to_feed(size_t piece_bytes) const {
    const size_t grown = grown_size(piece_bytes);
    return grown == held_bytes() ? grown : held_bytes() + grown;
  }
  size_t held_bytes() const { return text_.capacity(); }
  void feed(std::string_view piece);
  // The stream has ended.
  void finish() { is_finished_ = true; }

  // Returns the same until take() is called, once it has found a row.
  Found find();
  // With its end. Valid until the next call of feed.
  std::string_view row() const { return std::string_view(text_).substr(begin_, at_ - begin_); }
  // Precondition: find() has returned `row`.
  void take();
  // The number of bytes of the stream that have been looked at.
  uint64_t looked_at() const { return passed_ + at_; }

 private:
  // Where the scan stands in a row. A quote opens only at the beginning of a field.
  enum class Inside : uint8_t { start, plain, quotes, after_quote };

  size_t grown_size(size_t piece_bytes) const {
    const size_t needed = text_.size() - begin_ + piece_bytes;
    return needed <= text_.capacity() ? text_.capacity() : std::max(2 * text_.capacity(), needed);
  }
  bool skips_mark();
  Found found_row();
  void step(char c);

  const char separator_;
  const std::optional<char> quote_;
  const size_t most_;
  std::string text_;
  uint64_t passed_ = 0;  // bytes of the stream before the text
  size_t begin_ = 0;     // of the row; the bytes before it are done with
  size_t at_ = 0;        // all bytes before it have been looked at
  bool is_finished_ = false, is_at_start_ = true;
  bool is_found_ = false;
  Inside inside_ = Inside::start;
};

}  // namespace aspen
