// Finds where the values in a stream of JSON begin and end. The stream comes in pieces of any size, and the
// results do not depend on where it is cut.
//
// A value ends as soon as its end is certain: with its closing bracket or quote; for a number or word, at the
// first byte that cannot be part of it. The structure is checked as it comes, so a mistake is reported at its
// byte, however much follows. The contents of numbers, words and strings are checked by parse_json.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

#include "stdlib/data/json_text.h"

namespace aspen {

// Buffers the value that is not complete and all that was fed after it. For one thread at a time.
// Offsets and sizes are in bytes.
class JsonSplitter {
 public:
  enum class Form : uint8_t {
    values,    // one after the other, with or without white space between them
    elements,  // the elements of one array
  };
  enum class Found : uint8_t {
    more,      // feed the next piece, or call finish
    going_on,  // call find again; it returns in between so that the caller can stop
    value,     // text() is the value; take() makes room for the next
    end,       // the stream has ended, after a complete value
    // Mistakes, after which the stream cannot go on:
    broken,     // the last byte of text() cannot be part of JSON
    misplaced,  // after before() stands something that begins no value; text() is empty
    cut_off,    // the stream has ended within text(), which may be empty
    empty,      // the stream holds no array, nor anything else
    too_long,   // the value after before() has more bytes than allowed
  };

  // `most`: bytes of one value.
  JsonSplitter(Form form, size_t most);

  // The capacity that the buffer has at most while a piece of that size is fed, and its capacity now.
  size_t bytes_to_feed(size_t piece_bytes) const;
  size_t held_bytes() const { return buffer_.capacity(); }
  // Appends the piece to what was fed before.
  void feed(std::string_view piece);
  // The stream has ended.
  void finish() { is_finished_ = true; }

  // Whether the stream has nothing after what was found.
  bool at_end() const { return is_finished_ && at_ == buffer_.size(); }

  // Returns the same until take() is called, and forever after a mistake.
  Found find();
  // Valid until the next call of feed.
  std::string_view text() const;
  // Precondition: find() has returned `value`.
  void take();
  // Frees the room of taken values, if that is most of the buffer. Invalidates what `feed` invalidates.
  void release();
  // The part of the stream before text(), or before a misplaced byte, that is still kept; origin() is the
  // place where it begins. Valid as long as text().
  std::string_view before() const { return std::string_view(buffer_).substr(0, begin_); }
  JsonPlace origin() const { return origin_; }

  Form form() const { return form_; }
  // The number of bytes of the stream that have been looked at.
  uint64_t looked_at() const { return passed_ + at_; }
  // The number of bytes that are kept.
  size_t size() const { return buffer_.size() - begin_; }

 private:
  // What may come next, besides white space.
  enum class Expected : uint8_t {
    array,  // the one that holds the elements
    value,
    value_or_end,  // of an array
    name,          // of a field
    name_or_end,
    colon,
    comma_or_end,
    nothing,
  };
  enum class Inside : uint8_t { neither, string, escape, scalar };

  bool at_base() const { return depth_ == base_depth(); }
  size_t base_depth() const { return form_ == Form::elements ? 1 : 0; }

  void drop(size_t bytes);
  void skip_mark();
  Found scan(size_t end);
  Found step(char c);
  Found begin_value(char c);
  Found open(bool is_object);
  Found close(bool is_object);
  Found after_value();
  Found pass_comma();
  Found mistake();
  Found conclude();
  Found skip_string(size_t end);

  const Form form_;
  const size_t most_;
  std::string buffer_;
  size_t begin_ = 0;     // of the current value, if one has begun; the bytes before it are done with
  size_t at_ = 0;        // all bytes before it have been looked at
  uint64_t passed_ = 0;  // bytes of the stream before the buffer
  JsonPlace origin_;     // of the buffer
  bool is_finished_ = false;
  bool is_begun_ = false;
  bool is_at_start_ = true;  // of the stream, where a byte order mark may stand
  Found found_ = Found::more;
  Inside inside_ = Inside::neither;
  Expected expected_;
  size_t depth_ = 0;  // open brackets, including that of the array that holds the elements
  std::bitset<kMostJsonDepth + 2> is_object_;  // the bracket at each depth belongs to an object
};

}  // namespace aspen
