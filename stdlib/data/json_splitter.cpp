#include "stdlib/data/json_splitter.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace aspen {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
// Bytes per call of `find`: some hundred microseconds.
constexpr size_t kBytesAtOnce = size_t{1} << 18;

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Bytes of numbers and words. Their order is checked by parse_json.
constexpr std::array<bool, 256> kScalarBytes = [] {
  std::array<bool, 256> out{};
  for (const char c : std::string_view("0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    out[static_cast<unsigned char>(c)] = true;
  return out;
}();

bool is_scalar(char c) { return kScalarBytes[static_cast<unsigned char>(c)]; }

}  // namespace

JsonSplitter::JsonSplitter(Form form, size_t most)
    : form_(form), most_(most), expected_(form == Form::elements ? Expected::array : Expected::value) {}

// A growing buffer is copied, so both exist for a moment.
size_t JsonSplitter::bytes_to_feed(size_t piece_bytes) const {
  const size_t held = buffer_.capacity(), needed = size() + piece_bytes;
  return needed <= held ? held : held + std::max(2 * held, needed);
}

void JsonSplitter::feed(std::string_view piece) {
  origin_.pass(before());
  drop(begin_);
  buffer_ += piece;
}

void JsonSplitter::release() {
  constexpr size_t kKeptBytes = size_t{64} << 10;
  if (buffer_.capacity() <= std::max(kKeptBytes, 4 * size())) return;
  origin_.pass(before());
  drop(begin_);
  buffer_.shrink_to_fit();
}

void JsonSplitter::drop(size_t bytes) {
  buffer_.erase(0, bytes);
  passed_ += bytes;
  at_ -= bytes;
  begin_ -= bytes;
}

std::string_view JsonSplitter::text() const {
  return is_begun_ ? std::string_view(buffer_).substr(begin_, at_ - begin_) : std::string_view();
}

void JsonSplitter::take() {
  assert(found_ == Found::value);
  begin_ = at_;
  is_begun_ = false;
  found_ = Found::more;
}

JsonSplitter::Found JsonSplitter::find() {
  if (found_ != Found::more) return found_;
  if (is_at_start_) skip_mark();
  if (is_at_start_) return Found::more;
  const size_t end = std::min(buffer_.size(), at_ + kBytesAtOnce);
  Found found = scan(end);
  if (found == Found::more && at_ < buffer_.size()) found = Found::going_on;
  if (found == Found::more && is_finished_) found = conclude();
  if (!is_begun_) begin_ = found == Found::misplaced ? at_ - 1 : at_;
  // Overrides every other result, so that the way in which the stream is cut makes no difference.
  if (at_ - begin_ > most_) found = Found::too_long;
  if (found != Found::going_on) found_ = found;
  return found;
}

// A byte order mark may come in several pieces: the start lasts as long as the bytes may become a mark.
void JsonSplitter::skip_mark() {
  const std::string_view there = std::string_view(buffer_).substr(0, kByteOrderMark.size());
  if (!is_finished_ && there.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(there)) return;
  is_at_start_ = false;
  if (there != kByteOrderMark) return;
  begin_ = at_ = kByteOrderMark.size();
  drop(at_);  // it counts in no column
}

JsonSplitter::Found JsonSplitter::scan(size_t end) {
  Found found = Found::more;
  while (at_ < end && found == Found::more) {
    switch (inside_) {
      case Inside::neither: found = step(buffer_[at_++]); break;
      case Inside::string: found = skip_string(end); break;
      case Inside::escape:
        ++at_;
        inside_ = Inside::string;
        break;
      case Inside::scalar:
        while (at_ < end && is_scalar(buffer_[at_])) ++at_;
        if (at_ < end) found = after_value();
        break;
    }
  }
  return found;
}

JsonSplitter::Found JsonSplitter::skip_string(size_t end) {
  bool ascii = true;
  const char* bytes = buffer_.data();
  at_ = static_cast<size_t>(plain_text_end(bytes + at_, bytes + end, ascii) - bytes);
  if (at_ == end) return Found::more;
  switch (buffer_[at_++]) {
    case '\\': inside_ = Inside::escape; return Found::more;
    case '"': inside_ = Inside::neither; return expected_ == Expected::colon ? Found::more : after_value();
    default: return mistake();  // a control character
  }
}

// For bytes outside of strings and scalars. `at_` is after the byte `c`.
JsonSplitter::Found JsonSplitter::step(char c) {
  if (is_space(c)) return Found::more;
  switch (expected_) {
    case Expected::array: return c == '[' ? open(false) : mistake();
    case Expected::value_or_end:
      if (c == ']') return close(false);
      [[fallthrough]];
    case Expected::value: return begin_value(c);
    case Expected::name_or_end:
      if (c == '}') return close(true);
      [[fallthrough]];
    case Expected::name:
      if (c != '"') return mistake();
      inside_ = Inside::string;
      expected_ = Expected::colon;
      return Found::more;
    case Expected::colon: expected_ = Expected::value; return c == ':' ? Found::more : mistake();
    case Expected::comma_or_end: return c == ',' ? pass_comma() : close(c == '}');
    case Expected::nothing: return mistake();
  }
  return mistake();
}

JsonSplitter::Found JsonSplitter::begin_value(char c) {
  if (c != '{' && c != '[' && c != '"' && !is_scalar(c)) return mistake();
  if (!is_begun_) {
    begin_ = at_ - 1;
    is_begun_ = true;
  }
  if (c == '{' || c == '[') return open(c == '{');
  inside_ = c == '"' ? Inside::string : Inside::scalar;
  expected_ = Expected::comma_or_end;
  return Found::more;
}

JsonSplitter::Found JsonSplitter::open(bool is_object) {
  if (depth_ == kMostJsonDepth + base_depth()) return mistake();
  is_object_[++depth_] = is_object;
  expected_ = is_object ? Expected::name_or_end : Expected::value_or_end;
  return Found::more;
}

JsonSplitter::Found JsonSplitter::close(bool is_object) {
  const char bracket = buffer_[at_ - 1];
  if (bracket != (is_object ? '}' : ']') || is_object_[depth_] != is_object) return mistake();
  --depth_;
  if (is_begun_) return after_value();
  expected_ = Expected::nothing;
  return Found::more;
}

JsonSplitter::Found JsonSplitter::after_value() {
  inside_ = Inside::neither;
  expected_ = depth_ == 0 ? Expected::value : Expected::comma_or_end;
  return at_base() ? Found::value : Found::more;
}

JsonSplitter::Found JsonSplitter::pass_comma() {
  expected_ = is_object_[depth_] ? Expected::name : Expected::value;
  return Found::more;
}

JsonSplitter::Found JsonSplitter::mistake() { return is_begun_ ? Found::broken : Found::misplaced; }

JsonSplitter::Found JsonSplitter::conclude() {
  if (inside_ == Inside::scalar && depth_ == 0) return after_value();
  if (expected_ == Expected::array) return Found::empty;
  const bool is_whole = form_ == Form::values ? !is_begun_ : expected_ == Expected::nothing;
  return is_whole ? Found::end : Found::cut_off;
}

}  // namespace aspen
