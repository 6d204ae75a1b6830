// Finds where the values of a stream of JSON begin and end. The stream comes in pieces, cut anywhere; what
// comes out does not depend on the cuts.
//
// A value ends as soon as that is certain: behind its bracket or quote, and a number or word at the first
// octet that cannot be part of it. Structure is checked as it comes, so a mistake in it is found at its octet
// however much may follow; what numbers, words and strings hold is left to who reads the value (parse_json).
#pragma once

#include <bitset>
#include <string>
#include <string_view>

#include "stdlib/json_text.h"

namespace aspen {

// Holds octets: those of the value that is not complete, and what has been fed behind it. For one thread at a
// time.
class JsonSplitter {
 public:
  enum class Form : uint8_t {
    values,    // one behind the other, with white space between them or none
    elements,  // those of one array
  };
  enum class Found : uint8_t {
    more,      // feed the next piece, or call finish
    going_on,  // call find again: it returns in between, so that somebody can stop it
    value,     // text() is one; take() makes room for the next
    end,       // the stream is over, and was whole
    // Mistakes, of which there is no way on:
    broken,     // text() cannot be JSON, at its last octet
    misplaced,  // behind before() stands what is no part of any value; text() is empty
    cut_off,    // the stream is over in the middle; text() is what there is of a value, perhaps nothing
    empty,      // there is no array, nor anything else
    too_long,   // the value behind before() has more octets than allowed
  };

  // `most`: octets of one value.
  JsonSplitter(Form form, size_t most);

  // What the buffer takes at most while such a piece is fed, and what it takes now.
  size_t bytes_to_feed(size_t piece_bytes) const;
  size_t held_bytes() const { return buffer_.capacity(); }
  // Behind what was fed before.
  void feed(std::string_view piece);
  // Nothing comes any more.
  void finish() { is_finished_ = true; }

  // Nothing comes behind what has been found.
  bool at_end() const { return is_finished_ && at_ == buffer_.size(); }

  // The same again until take(), and after a mistake.
  Found find();
  // Good until the next call of feed.
  std::string_view text() const;
  // Precondition: find() has given `value`.
  void take();
  // Frees what taken values leave in the buffer, if that is most of it. Precondition: as for feed.
  void release();
  // What stands before text(), or what is misplaced, as far as it is kept, and the place where that begins.
  // Good as long as text().
  std::string_view before() const { return std::string_view(buffer_).substr(0, begin_); }
  JsonPlace origin() const { return origin_; }

  Form form() const { return form_; }
  // Octets of the stream that have been looked at.
  uint64_t looked_at() const { return passed_ + at_; }
  // Octets that are kept.
  size_t size() const { return buffer_.size() - begin_; }

 private:
  // What may come next, but for white space.
  enum class Expected : uint8_t {
    array,  // the one whose elements are wanted
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

  void drop(size_t octets);
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
  size_t begin_ = 0;     // of the value, if one has begun; what stands before is over
  size_t at_ = 0;        // what stands before has been looked at
  uint64_t passed_ = 0;  // octets of the stream before the buffer
  JsonPlace origin_;     // of the buffer
  bool is_finished_ = false;
  bool is_begun_ = false;
  bool is_at_start_ = true;  // of the stream, where a byte order mark may stand
  Found found_ = Found::more;
  Inside inside_ = Inside::neither;
  Expected expected_;
  size_t depth_ = 0;  // brackets that are open, the array's included whose elements are wanted
  std::bitset<kMostJsonDepth + 2> is_object_;  // what the bracket at each depth is of
};

}  // namespace aspen
