// Reads JSON (RFC 8259) into values, in one pass over the text.
#include <algorithm>
#include <cmath>

#include "stdlib/data/json.h"
#include "stdlib/data/json_text.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/pieces.h"
#include "vm/run/operators/paid_int.h"
#include "vm/values/float_text.h"

namespace aspen {

namespace {

constexpr uint32_t kReplacement = 0xfffd;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Value of a hexadecimal digit, or 16.
unsigned hex_digit(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10) : 16;
}

bool is_high_half(uint32_t code) { return code >= 0xd800 && code <= 0xdbff; }
bool is_low_half(uint32_t code) { return code >= 0xdc00 && code <= 0xdfff; }

// The character for the letter after a backslash; 0 for `u` and for letters that may not stand there.
char plain_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
  }
}

// Functions return undefined if the text is not JSON; `at_` is then the place of the mistake.
class Reader {
 public:
  // `lossy`: half of a surrogate pair becomes U+FFFD.
  Reader(Strand& strand, std::string_view text, bool lossy)
      : strand_(strand), at_(text.data()), end_(text.data() + text.size()), lossy_(lossy) {}

  // Reads the single value that the text consists of.
  Value read_all() {
    Value v = read();
    if (v.is_undefined()) return v;
    skip_space();
    return at_ == end_ ? v : Value::undefined();
  }

  const char* at() const { return at_; }
  bool at_end() const { return at_ == end_; }
  bool too_large() const { return too_large_; }
  bool beyond_float() const { return beyond_float_; }  // the number that begins at `at`
  bool half_pair() const { return half_pair_; }        // of surrogates: the escape that begins at `at`
  bool stopped() const { return stopped_; }            // by Strand::work

 private:
  // The next character, or 0 at the end, as JSON contains no 0.
  char peek() const { return at_ < end_ ? *at_ : '\0'; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool take_next(char c) {
    skip_space();
    return take(c);
  }

  Value read() {
    if (!strand_.work(kPieceWork)) stopped_ = true;
    if (stopped_) return Value::undefined();
    skip_space();
    switch (peek()) {
      case '{': return read_object();
      case '[': return read_array();
      case '"': return read_string();
      case 't': return read_word("true", Value::boolean(true));
      case 'f': return read_word("false", Value::boolean(false));
      case 'n': return read_word("null", none());
      default: return read_number();
    }
  }

  Value read_word(std::string_view word, Value meaning) {
    if (!std::string_view(at_, static_cast<size_t>(end_ - at_)).starts_with(word)) return Value::undefined();
    at_ += word.size();
    return meaning;
  }

  // Called after an opening bracket, as each level takes native stack.
  bool descend() {
    ++at_;
    too_large_ = ++depth_ > kMostJsonDepth;
    return !too_large_;
  }

  Value read_array() {
    if (!descend()) return Value::undefined();
    List* out = new_list(strand_.allocator());
    if (!take_next(']')) {
      do {
        Value v = read();
        if (v.is_undefined()) return v;
        push(strand_.allocator(), out, v);
      } while (take_next(','));
      if (!take(']')) return Value::undefined();
    }
    --depth_;
    return Value::object(out);
  }

  Value read_object() {
    if (!descend()) return Value::undefined();
    Dict* out = new_dict(strand_.allocator());
    if (!take_next('}')) {
      do {
        if (!read_field(out)) return Value::undefined();
      } while (take_next(','));
      if (!take('}')) return Value::undefined();
    }
    --depth_;
    return Value::object(out);
  }

  bool read_field(Dict* out) {
    skip_space();
    if (peek() != '"') return false;
    Value key = read_string();
    if (key.is_undefined() || !take_next(':')) return false;
    Value v = read();
    if (v.is_undefined()) return false;
    set(strand_.allocator(), context(strand_), out, key, v);
    return true;
  }

  Value read_string() {
    const char* begin = ++at_;
    bool ascii = skip_plain_text();
    std::string_view text(begin, static_cast<size_t>(at_ - begin));
    stopped_ = !strand_.work(text.size() / kBytesCopiedPerWork);
    if (stopped_) return Value::undefined();
    if (take('"')) return Value::object(make_string(strand_.allocator(), text, ascii));
    return read_escaped(ScratchText(text, ScratchAllocator<char>(strand_)));
  }

  // A string with escapes, of which `out` is the beginning.
  Value read_escaped(ScratchText out) {
    while (take('\\')) {
      stopped_ = !strand_.work(kPieceWork);
      if (stopped_ || !read_escape(out)) return Value::undefined();
      const char* begin = at_;
      skip_plain_text();
      out.append(begin, at_);
    }
    return take('"') ? text_value(strand_, out) : Value::undefined();
  }

  // Moves to the next character that is not plain text. Returns whether all before it are ASCII.
  bool skip_plain_text() {
    bool ascii = true;
    at_ = plain_text_end(at_, end_, ascii);
    return ascii;
  }

  bool read_escape(ScratchText& out) {
    char c = peek();
    if (c == 'u') {
      ++at_;
      return read_code(out);
    }
    char meaning = plain_escape(c);
    if (!meaning) return false;
    ++at_;
    out += meaning;
    return true;
  }

  // \uXXXX, or two of them for a surrogate pair.
  bool read_code(ScratchText& out) {
    const char* begin = at_ - 2;
    uint32_t code = read_hex();
    if (code > kMaxCodePoint) return false;
    if (is_high_half(code)) read_low_half(code);
    if (is_high_half(code) || is_low_half(code)) {
      half_pair_ = !lossy_;
      if (half_pair_) {
        at_ = begin;
        return false;
      }
      code = kReplacement;
    }
    append_character(out, code);
    return true;
  }

  // After the first half of a pair: makes `code` the character of both if the second one follows.
  void read_low_half(uint32_t& code) {
    const char* after_half = at_;
    if (take('\\') && take('u')) {
      const uint32_t low = read_hex();
      if (is_low_half(low)) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        return;
      }
    }
    at_ = after_half;
  }

  // Four hexadecimal digits; a number that is not a code point if they are missing.
  uint32_t read_hex() {
    uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      unsigned digit = hex_digit(peek());
      if (digit == 16) return kMaxCodePoint + 1;
      ++at_;
      code = code << 4 | digit;
    }
    return code;
  }

  bool skip_digits() {
    const char* begin = at_;
    for (; at_ < end_ && is_digit(*at_); ++at_) {
      const auto length = static_cast<size_t>(at_ - begin);
      if (length % kBytesPerPiece != kBytesPerPiece - 1) continue;
      stopped_ = !strand_.work(kBytesPerPiece);
      if (stopped_) return false;
    }
    return at_ != begin;
  }

  // An Int of any size, or the nearest Float.
  Value read_number() {
    const char* begin = at_;
    bool negative = take('-');
    const char* digits = at_;
    if (!take('0') && !skip_digits()) return Value::undefined();
    size_t count = static_cast<size_t>(at_ - digits);
    bool integer = true;
    if (take('.')) {
      integer = false;
      if (!skip_digits()) return Value::undefined();
    }
    if ((peek() | 0x20) == 'e') {
      integer = false;
      ++at_;
      if (!take('+')) take('-');
      if (!skip_digits()) return Value::undefined();
    }
    std::string_view text(begin, static_cast<size_t>(at_ - begin));
    return integer ? read_integer(text, digits, count, negative) : read_float(text);
  }

  // It is read in one step, which cannot be stopped.
  Value read_float(std::string_view text) {
    constexpr size_t kMostCharacters = size_t{1} << 20;
    constexpr uint64_t kWorkPerCharacter = 4;
    too_large_ = text.size() > kMostCharacters;
    stopped_ =
        !too_large_ && !strand_.work(text.size() / kBytesPerPiece * kBytesPerPiece * kWorkPerCharacter);
    if (too_large_ || stopped_) return Value::undefined();
    const double d = *parse_float(text);
    if (std::isfinite(d)) return Value::number(d);
    at_ = text.data();
    beyond_float_ = true;
    return Value::undefined();
  }

  Value read_integer(std::string_view text, const char* digits, size_t count, bool negative) {
    constexpr size_t kDigitsOfInt64 = 18;
    if (text == "-0") return Value::number(-0.0);
    if (count > kMaxIntDigits) {
      too_large_ = true;
      return Value::undefined();
    }
    if (count > kDigitsOfInt64) {
      const Value v = *parse_int(strand_, text);
      stopped_ = v.is_exception();
      return stopped_ ? Value::undefined() : v;
    }
    int64_t n = 0;
    for (size_t i = 0; i < count; ++i) n = n * 10 + (digits[i] - '0');
    return int_value(strand_, negative ? -n : n);
  }

  Strand& strand_;
  const char* at_;
  const char* end_;
  const bool lossy_;
  size_t depth_ = 0;
  bool too_large_ = false;
  bool beyond_float_ = false;
  bool half_pair_ = false;
  bool stopped_ = false;
};

// For mistakes without an exact place: names the start of the value, unless that is the start of the text.
std::string in_what_begins(const JsonText& json) {
  const JsonPlace begin = json.begin();
  return begin.is_first() ? "" : ", in what begins at " + begin.show();
}

std::string place_of(const Reader& reader, const JsonText& json) {
  JsonPlace place = json.begin();
  place.pass(json.text.substr(0, static_cast<size_t>(reader.at() - json.text.data())));
  return place.show();
}

Value not_json(Strand& s, const Reader& reader, const JsonText& json, std::string_view name) {
  const std::string function(name);
  if (reader.too_large())
    return s.value_error(function + ": the text is nested too deeply or too long" + in_what_begins(json));
  if (reader.beyond_float())
    return s.value_error(function + ": the number at " + place_of(reader, json) +
                         " is too large for a Float");
  if (reader.half_pair())
    return s.value_error(
        function + ": the escape at " + place_of(reader, json) +
            " is half of a surrogate pair without the other",
        "`lossy: true`, an option of json.parse_with and json.values_with, replaces it by U+FFFD");
  if (json.text.find_first_not_of(" \n\t\r") == json.text.npos)
    return s.value_error(function + ": the text is empty");
  if (reader.at_end() && json.end != JsonText::End::followed)
    return s.value_error(function + ": the text is not JSON: it ends too early" + in_what_begins(json));
  return s.value_error(function + ": the text is not JSON at " + place_of(reader, json));
}

// The number of bytes at the end of the text that begin a longer character.
size_t cut_character(std::string_view text) {
  for (size_t n = 1; n <= std::min<size_t>(3, text.size()); ++n) {
    const auto byte = static_cast<unsigned char>(text[text.size() - n]);
    if ((byte & 0xc0) != 0x80) return byte >= 0xc0 && character_bytes(byte) > n ? n : 0;
  }
  return 0;
}

// If the text is wrong at its end, its last byte may be part of a character, but is not in a string.
bool is_text(Strand& s, const JsonText& json) {
  std::string_view text = json.text;
  if (json.end == JsonText::End::wrong) text.remove_suffix(1);
  if (json.end == JsonText::End::cut_off) text.remove_suffix(cut_character(text));
  Pieces pieces(s, text, 1);
  for (std::string_view piece; pieces.next_characters(piece);) {
    if (!valid_utf8(piece)) return false;
  }
  return true;
}

// Makes the text UTF-8: in lossy text U+FFFD replaces what is not. `kept` holds that text. False with an
// error pending.
bool make_text(Strand& s, JsonText& json, std::string_view name, Value& kept) {
  if (is_text(s, json)) return true;
  if (!json.is_lossy)
    return fail_with(s.value_error(std::string(name) + ": the text is not UTF-8" + in_what_begins(json)));
  kept = foreign_text(s, json.text);
  if (kept.is_exception()) return false;
  json.text = as<String>(kept)->view();
  return true;
}

Value parse_whole(Strand& s, std::string_view text, bool is_lossy, std::string_view name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  JsonText json{text};
  json.is_lossy = is_lossy;
  return parse_json_part(s, json, name);
}

}  // namespace

Value parse_json_part(Strand& s, JsonText json, std::string_view name) {
  Value kept = Value::undefined();
  if (!make_text(s, json, name, kept)) return Value::exception();
  Reader reader(s, json.text, json.is_lossy);
  const Value v = reader.read_all();
  if (reader.stopped()) return s.raise_stop();
  const bool is_whole = json.end == JsonText::End::last || json.end == JsonText::End::followed;
  return is_whole && !v.is_undefined() ? v : not_json(s, reader, json, name);
}

bool read_lossy(std::string_view name, Value v, bool& out) {
  if (name != "lossy" || !v.is_bool()) return false;
  out = v.is_true();
  return true;
}

Value parse_json(Strand& s, AnyBytes bytes) { return parse_whole(s, bytes.view, false, "json.parse"); }

Value parse_json_with(Strand& s, const Record& options, AnyBytes bytes) {
  bool is_lossy = false;
  const bool is_read = for_each_field(s, options, [&](std::string_view name, Value v) {
    if (read_lossy(name, v, is_lossy)) return true;
    return fail_with(bad_option(s, name, v, "lossy (a Bool)"));
  });
  return is_read ? parse_whole(s, bytes.view, is_lossy, "json.parse_with") : Value::exception();
}

}  // namespace aspen
