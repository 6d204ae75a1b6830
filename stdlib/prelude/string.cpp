// Module string without the parts in letters.cpp. Positions and lengths are in code points.
#include <algorithm>
#include <bit>
#include <vector>

#include "stdlib/native/elements.h"
#include "stdlib/native/lines.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/pieces.h"
#include "stdlib/native/sequence.h"
#include "stdlib/native/text_search.h"
#include "stdlib/prelude/letters.h"
#include "vm/run/operators/format.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/paid_text.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

Value text_length(Strand&, const String& text) { return Value::small_int(code_points(&text)); }

Value to_bytes(Strand& s, const String& text) { return bytes_value(s, text.view()); }

Value chars(Strand& s, String& text) {
  List* list = list_of(s, Value::object(&text));
  return list ? Value::object(list) : Value::exception();
}

Value codes(Strand& s, const String& text) {
  if (!reserve_list(s, text.length)) return Value::exception();
  List* out = new_list(s.allocator());
  for (uint32_t at = 0; at < text.length && s.work(kCharacterWork);
       at += static_cast<uint32_t>(character_at(&text, at).size())) {
    push(s.allocator(), out, Value::small_int(decode_character(text.data() + at)));
  }
  return Value::object(out);
}

Value lines(Strand& s, const String& text) {
  List* out = new_list(s.allocator());
  for (std::string_view rest = text.view(); !rest.empty() && s.work(kPieceWork);)
    push(s.allocator(), out, text_value(s, take_line(rest)));
  return Value::object(out);
}

// The number of bytes at the start of the text that are white space (`wants_space`), or that are not.
size_t prefix_of(Strand& s, std::string_view text, bool wants_space) {
  size_t at = 0;
  while (at < text.size() && is_space(decode_character(text.data() + at)) == wants_space && s.work(2))
    at += character_bytes(static_cast<unsigned char>(text[at]));
  return at;
}

std::string_view without_leading_space(Strand& s, std::string_view text) {
  return text.substr(prefix_of(s, text, true));
}

Value words(Strand& s, const String& text) {
  List* out = new_list(s.allocator());
  std::string_view rest = text.view();
  while (!(rest = without_leading_space(s, rest)).empty() && s.work(kPieceWork)) {
    const size_t end = prefix_of(s, rest, false);
    push(s.allocator(), out, text_value(s, rest.substr(0, end)));
    rest.remove_prefix(end);
  }
  return Value::object(out);
}

// ---- Cutting

std::string_view without_trailing_space(Strand& s, std::string_view text) {
  while (!text.empty() && s.work(kBytesPerPiece)) {
    size_t from = text.size() > kBytesPerPiece ? text.size() - kBytesPerPiece : 0;
    while (from > 0 && (static_cast<unsigned char>(text[from]) & 0xc0) == 0x80) --from;
    const size_t spaces = trailing_space(text.substr(from));
    text.remove_suffix(spaces);
    if (text.size() > from) break;
  }
  return text;
}

Value trim_start(Strand& s, const String& text) {
  return checked_text(s, without_leading_space(s, text.view()));
}
Value trim_end(Strand& s, const String& text) {
  return checked_text(s, without_trailing_space(s, text.view()));
}
Value trim(Strand& s, const String& text) {
  return checked_text(s, without_trailing_space(s, without_leading_space(s, text.view())));
}

bool has_character(std::string_view set, std::string_view character) {
  return set.find(character) != set.npos;
}

Value trim_chars(Strand& s, const String& set, const String& text) {
  std::string_view rest = text.view();
  while (!rest.empty() && s.work(kCharacterWork + set.length / kBytesCopiedPerWork)) {
    unsigned size = character_bytes(static_cast<unsigned char>(rest[0]));
    if (!has_character(set.view(), rest.substr(0, size))) break;
    rest.remove_prefix(size);
  }
  while (!rest.empty() && s.work(kCharacterWork + set.length / kBytesCopiedPerWork)) {
    size_t at = previous_character(rest, rest.size());
    if (!has_character(set.view(), rest.substr(at))) break;
    rest = rest.substr(0, at);
  }
  return text_value(s, rest);
}

Value starts_with(Strand& s, const String& prefix, const String& text) {
  return Value::boolean(begins_with(&s, text.view(), prefix.view()));
}
Value ends_with(Strand& s, const String& suffix, const String& text) {
  return Value::boolean(ends_with(&s, text.view(), suffix.view()));
}
Value without_prefix(Strand& s, const String& prefix, const String& text) {
  bool has = begins_with(&s, text.view(), prefix.view());
  return text_value(s, text.view().substr(has ? prefix.length : 0));
}
Value without_suffix(Strand& s, const String& suffix, const String& text) {
  bool has = ends_with(&s, text.view(), suffix.view());
  return text_value(s, text.view().substr(0, text.length - (has ? suffix.length : 0)));
}

Value split_around(Strand& s, std::string_view text, size_t at, size_t length) {
  if (at == text.npos) return none();
  Value left = text_value(s, text.substr(0, at));
  Value right = text_value(s, text.substr(at + length));
  return some(s, pair(s, left, right));
}
Value split_once(Strand& s, const String& separator, const String& text) {
  return split_around(s, text.view(), find_part(s, text.view(), separator.view()), separator.length);
}
Value split_last(Strand& s, const String& separator, const String& text) {
  return split_around(s, text.view(), find_last_part(s, text.view(), separator.view()), separator.length);
}

// ---- The margin that the lines of a text share

// Takes the first line off the text, and returns it with its end.
std::string_view take_whole_line(Strand& s, std::string_view& text) {
  const size_t end = find_part(s, text, "\n");
  std::string_view line = text.substr(0, end == text.npos ? end : end + 1);
  text.remove_prefix(line.size());
  return line;
}

size_t margin_of(Strand& s, std::string_view line) {
  size_t at = 0;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t') && s.work(1)) ++at;
  return at;
}

size_t same_start(Strand& s, std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t at = 0;
  while (at < most && a[at] == b[at] && s.work(1)) ++at;
  return at;
}

bool is_blank(std::string_view rest) { return rest.empty() || rest == "\n" || rest == "\r\n"; }

// The number of bytes at the start of every line that is not blank.
size_t common_margin(Strand& s, std::string_view text) {
  std::string_view common;
  for (bool has_line = false; !text.empty() && s.work(kPieceWork);) {
    const std::string_view line = take_whole_line(s, text);
    const size_t margin = margin_of(s, line);
    if (is_blank(line.substr(margin))) continue;
    common = has_line ? common.substr(0, same_start(s, common, line)) : line.substr(0, margin);
    has_line = true;
  }
  return common.size();
}

// Appends text of any length, in pieces. False if the strand has to stop.
bool append_paid(Strand& s, ScratchText& out, std::string_view text) {
  Pieces pieces(s, text, 1);
  for (std::string_view piece; pieces.next(piece);) out += piece;
  return !pieces.has_stopped();
}

Value dedent(Strand& s, const String& text) {
  const size_t margin = common_margin(s, text.view());
  ScratchText out = scratch_text(s);
  std::string_view rest = text.view();
  while (!rest.empty() && s.work(kPieceWork)) {
    const std::string_view line = take_whole_line(s, rest);
    const size_t spaces = margin_of(s, line);
    const size_t cut = is_blank(line.substr(spaces)) ? spaces : std::min(margin, spaces);
    if (!append_paid(s, out, line.substr(cut))) break;
  }
  return checked_text(s, out);
}

// ---- Searching

Value contains(Strand& s, const String& part, const String& text) {
  return Value::boolean(find_part(s, text.view(), part.view()) != std::string_view::npos);
}

Value place(Strand& s, const String& text, size_t at) {
  if (at == std::string_view::npos) return none();
  return some(s, Value::small_int(code_point_index(&text, static_cast<uint32_t>(at))));
}
Value index_of(Strand& s, const String& part, const String& text) {
  return place(s, text, find_part(s, text.view(), part.view()));
}
Value index_of_from(Strand& s, Count start, const String& part, const String& text) {
  if (start.value > code_points(&text)) return none();
  return place(s, text, find_part(s, text.view(), part.view(), byte_offset(&text, start.value)));
}
Value last_index_of(Strand& s, const String& part, const String& text) {
  return place(s, text, find_last_part(s, text.view(), part.view()));
}

Value count_parts(Strand& s, const String& part, const String& text) {
  if (part.length == 0) return bad_argument(s, 0, "is empty");
  int64_t n = 0;
  for (size_t at = 0; (at = find_part(s, text.view(), part.view(), at)) != std::string_view::npos;
       at += part.length) {
    ++n;
  }
  return Value::small_int(n);
}

Value replace_some(Strand& s, const String& old, const String& by, const String& text, uint32_t most) {
  if (old.length == 0) return bad_argument(s, 0, "is empty");
  ScratchText out = scratch_text(s);
  std::string_view rest = text.view();
  for (size_t at; most > 0 && (at = find_part(s, rest, old.view())) != rest.npos; --most) {
    out.append(rest.substr(0, at)).append(by.view());
    rest.remove_prefix(at + old.length);
    if (!text_fits(s, out.size())) return Value::exception();
    if (!s.work(kPieceWork + by.length / kBytesCopiedPerWork)) break;
  }
  out += rest;
  return checked_text(s, out);
}
Value replace(Strand& s, const String& old, const String& by, const String& text) {
  return replace_some(s, old, by, text, UINT32_MAX);
}
Value replace_first(Strand& s, const String& old, const String& by, const String& text) {
  return replace_some(s, old, by, text, 1);
}

// ---- Building

Value padded(Strand& s, uint32_t n, const String& text, uint64_t numerator) {
  uint32_t length = code_points(&text);
  uint64_t missing = n > length ? n - length : 0;
  uint64_t left = missing * numerator / 2;
  if (!reserve_text(s, missing + text.length)) return Value::exception();
  String* out = new_string(s.allocator(), static_cast<uint32_t>(missing + text.length), text.ascii());
  char* const at = out->data() + left;
  std::copy_n(text.data(), text.length, at);
  const bool is_full =
      fill_repeated(s, out->data(), left, " ") && fill_repeated(s, at + text.length, missing - left, " ");
  return is_full ? Value::object(out) : s.raise_stop();
}
Value pad_left(Strand& s, Count n, const String& text) { return padded(s, n, text, 2); }
Value pad_right(Strand& s, Count n, const String& text) { return padded(s, n, text, 0); }
Value center(Strand& s, Count n, const String& text) { return padded(s, n, text, 1); }

Value repeat_text(Strand& s, Count n, const String& text) {
  const uint64_t bytes = uint64_t{n.value} * text.length;
  if (!reserve_text(s, bytes)) return Value::exception();
  if (bytes <= kBytesPerPiece) return Value::object(repeat(s.allocator(), &text, n));
  String* out = new_string(s.allocator(), static_cast<uint32_t>(bytes), text.ascii());
  return fill_repeated(s, out->data(), bytes, text.view()) ? Value::object(out) : s.raise_stop();
}

Value reverse(Strand& s, const String& text) { return reverse_text(s, text); }

Value code(Strand& s, const String& character) {
  if (character.length == 0 || code_points(&character) != 1)
    return bad_argument(s, 0, "must be one character");
  return Value::small_int(decode_character(character.data()));
}

Value from_code(Strand& s, int64_t n) {
  if (n < 0 || n > kMaxCodePoint || !is_scalar_value(static_cast<uint32_t>(n))) {
    return bad_argument(s, 0, "is no Unicode character");
  }
  return character_value(s, static_cast<uint32_t>(n));
}

Value from_codes(Strand& s, Iterable numbers) {
  ScratchText out = scratch_text(s);
  Elements elements(s, numbers);
  for (Value v; elements.next(v);) {
    if (!is_int(v)) return wrong_type(s, 0, v, "integers");
    const int64_t n = v.is_small_int() ? v.as_small_int() : -1;
    if (n < 0 || n > kMaxCodePoint || !is_scalar_value(static_cast<uint32_t>(n))) {
      return bad_argument(s, 0, "holds a number that is not a Unicode character");
    }
    append_character(out, static_cast<uint32_t>(n));
  }
  return checked_text(s, out);
}

Value parse_integer(Strand& s, int64_t base, const String& text) {
  if (base < 2 || base > 36) return bad_argument(s, 0, "must be from 2 to 36");
  auto parsed = parse_int(s, text.view(), static_cast<int>(base));
  if (parsed) return *parsed;
  std::string quoted = shorten(s, Value::object(&text));
  return s.value_error("string.parse_int: " + quoted + " is not an integer in base " + std::to_string(base));
}

Value show_integer(Strand& s, int64_t base, Value n) {
  if (base < 2 || base > 36) return bad_argument(s, 0, "must be from 2 to 36");
  if (!is_int(n)) return wrong_type(s, 1, n, "an Int");
  // A base that is a power of two has the shortest numbers; two copies exist for a moment.
  if (!s.reserve(int_bits(n) / static_cast<unsigned>(std::bit_width(static_cast<uint64_t>(base)) - 1) * 2))
    return Value::exception();
  std::string out;
  if (!append_int(s, out, n, static_cast<int>(base))) return s.raise_stop();
  return checked_text(s, out);
}

Value from_bytes(Strand& s, const Bytes& bytes) {
  Pieces pieces(s, bytes.view(), 1);
  for (std::string_view piece; pieces.next_characters(piece);) {
    const size_t wrong = find_invalid_utf8(piece);
    if (wrong == kValidUtf8) continue;
    const size_t place = static_cast<size_t>(piece.data() - bytes.view().data()) + wrong;
    return s.value_error("string.from_bytes: not UTF-8 at byte " + std::to_string(place));
  }
  return pieces.has_stopped() ? s.raise_stop() : checked_text(s, bytes.view());
}

Value from_bytes_lossy(Strand& s, const Bytes& bytes) { return foreign_text(s, bytes.view()); }

Value format(Strand& s, const String& spec, Value v) { return format_value(s, v, spec.view()); }

// ---- Comparing

Value compare(Strand& s, const String& a, const String& b) {
  int order = compare_texts(&s, a.view(), b.view());
  return Value::small_int(order < 0 ? -1 : order > 0);
}

// Ends early if the strand has to stop.
Scratch<uint32_t> decoded(Strand& s, const String& text) {
  Scratch<uint32_t> out = scratch<uint32_t>(s);
  out.reserve(code_points(&text));
  for (uint32_t at = 0; at < text.length && s.work(kCharacterWork);
       at += static_cast<uint32_t>(character_at(&text, at).size())) {
    out.push_back(decode_character(text.data() + at));
  }
  return out;
}

// Computes a row of the table from the row above it, for one character of the other text. False if the strand
// has to stop.
bool next_row(Strand& s, Scratch<uint32_t>& row, uint32_t character, const Scratch<uint32_t>& text) {
  constexpr size_t kPaidAtOnce = size_t{1} << 12;
  uint32_t diagonal = row[0]++;
  for (size_t j = 0; j < text.size(); ++j) {
    if (j % kPaidAtOnce == 0 && !s.work(2 * std::min(kPaidAtOnce, text.size() - j))) return false;
    uint32_t replaced = diagonal + (character != text[j]);
    diagonal = row[j + 1];
    row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
  }
  return true;
}

// Levenshtein's distance, row by row.
Value distance(Strand& s, const String& a, const String& b) {
  if (code_points(&a) < code_points(&b)) return distance(s, b, a);  // the shorter text makes shorter rows
  const Scratch<uint32_t> left = decoded(s, a), right = decoded(s, b);
  Scratch<uint32_t> row = scratch<uint32_t>(s);
  row.reserve(right.size() + 1);
  while (row.size() <= right.size() && s.work(1)) row.push_back(static_cast<uint32_t>(row.size()));
  if (row.size() <= right.size()) return s.raise_stop();
  for (const uint32_t character : left) {
    if (!next_row(s, row, character, right)) return s.raise_stop();
  }
  return Value::small_int(row.back());
}

const NativeDescriptor kRows[] = {
    row<text_length>("string.len", "s", kBorrows, R"(The number of characters.
string.len "añb" => 3)"),
    row<to_bytes>("string.bytes", "s", kBorrows, R"(The text as UTF-8.
string.bytes "é" => b"\xc3\xa9")"),
    row<chars>("string.chars", "s", kBorrows, R"(The characters, as strings of length one.
string.chars "añ" => ["a", "ñ"])"),
    row<codes>("string.codes", "s", kBorrows, R"(The code points, as integers.
string.codes "añ" => [97, 241])"),
    row<lines>("string.lines", "s", kBorrows, R"(The lines without their ends, which are "\n" or "\r\n".
string.lines "a\nb\n" => ["a", "b"])"),
    row<dedent>("string.dedent", "s", kBorrows,
                R"(The text without the spaces and tabs that begin all its lines. Blank lines become empty.
string.dedent "  if a\n\n    b" => "if a\n\n  b")"),
    row<words>("string.words", "s", kBorrows, R"(The parts between white space.
string.words "  the quick\tfox " => ["the", "quick", "fox"])"),
    row<trim>("string.trim", "s", kBorrows, R"(The text without white space at both ends.
string.trim "  a b \n" => "a b")"),
    row<trim_start>("string.trim_start", "s", kBorrows, R"(The text without white space at its start.
string.trim_start "  a " => "a ")"),
    row<trim_end>("string.trim_end", "s", kBorrows, R"(The text without white space at its end.
string.trim_end " a  " => " a")"),
    row<trim_chars>("string.trim_chars", "set s", kBorrows,
                    R"(The text without characters of the set at both ends.
string.trim_chars ".!" "!ok..." => "ok")"),
    row<starts_with>("string.starts_with?", "prefix s", kBorrows, R"(Whether the text begins with the prefix.
string.starts_with? "ab" "abc" => true)"),
    row<ends_with>("string.ends_with?", "suffix s", kBorrows, R"(Whether the text ends with the suffix.
string.ends_with? "bc" "abc" => true)"),
    row<without_prefix>("string.remove_prefix", "prefix s", kBorrows,
                        R"(The text without the prefix, if it begins with it.
string.remove_prefix "un" "undo" => "do")"),
    row<without_suffix>("string.remove_suffix", "suffix s", kBorrows,
                        R"(The text without the suffix, if it ends with it.
string.remove_suffix ".asp" "a.asp" => "a")"),
    row<contains>("string.contains?", "part s", kBorrows, R"(Whether the part occurs in the text.
string.contains? "b" "abc" => true)"),
    row<index_of>("string.index_of", "part s", kBorrows,
                  R"(`Some` of the index at which the part first begins, or `None`.
string.index_of "b" "ébb" => Some 1)"),
    row<index_of_from>(
        "string.index_of_from", "start part s", kBorrows,
        R"(Like string.index_of, for the first part that begins at the character `start` or after it.
string.index_of_from 2 "b" "bébb" => Some 2
string.index_of_from 2 "b" "bé" => None)"),
    row<last_index_of>("string.last_index_of", "part s", kBorrows,
                       R"(`Some` of the index at which the part last begins, or `None`.
string.last_index_of "b" "ébb" => Some 2)"),
    row<count_parts>("string.count", "part s", kBorrows,
                     R"(The number of occurrences of the part, without overlaps.
string.count "an" "banana" => 2)"),
    row<replace>("string.replace", "old new s", kBorrows, R"(The text with every occurrence of old replaced.
string.replace "a" "X" "banana" => "bXnXnX")"),
    row<replace_first>("string.replace_first", "old new s", kBorrows,
                       R"(The text with the first occurrence of old replaced.
string.replace_first "a" "X" "banana" => "bXnana")"),
    row<split_once>("string.split_once", "sep s", kBorrows,
                    R"(`Some` of the text before and after the first sep, or `None`.
string.split_once "=" "k=v=w" => Some ("k", "v=w"))"),
    row<split_last>("string.split_last", "sep s", kBorrows,
                    R"(`Some` of the text before and after the last sep, or `None`.
string.split_last "." "a.b.c" => Some ("a.b", "c"))"),
    row<pad_left>("string.pad_left", "n s", kBorrows,
                  R"(The text, padded with spaces on the left to at least n characters.
string.pad_left 5 "ab" => "   ab")"),
    row<pad_right>("string.pad_right", "n s", kBorrows,
                   R"(The text, padded with spaces on the right to at least n characters.
string.pad_right 5 "ab" => "ab   ")"),
    row<center>(
        "string.center", "n s", kBorrows,
        R"(The text, padded with spaces on both sides to at least n characters; an odd space goes to the right.
string.center 6 "ab" => "  ab  ")"),
    row<repeat_text>("string.repeat", "n s", kBorrows, R"(The text, n times.
string.repeat 3 "ab" => "ababab")"),
    row<reverse>("string.reverse", "s", kBorrows, R"(The characters from last to first.
string.reverse "añb" => "bña")"),
    row<code>("string.code", "c", kBorrows, R"(The code point of a single character.
string.code "a" => 97)"),
    row<from_code>("string.from_code", "n", kBorrows,
                   R"(The character with this code point. ValueError if there is none.
string.from_code 97 => "a")"),
    row<from_codes>("string.from_codes", "codes", kBorrows, R"(The text of these code points.
string.from_codes [97, 241] => "añ")"),
    row<parse_integer>(
        "string.parse_int", "base s", kBorrows,
        R"(The integer in a text of digits, in a base from 2 to 36. ValueError if there is none.
string.parse_int 16 "ff" => 255)"),
    row<show_integer>("string.from_int", "base n", kBorrows,
                      R"(The digits of an integer in a base from 2 to 36.
string.from_int 2 10 => "1010")"),
    row<from_bytes>("string.from_bytes", "b", kBorrows,
                    R"(The text of bytes in UTF-8. ValueError if they are not UTF-8.
string.from_bytes b"h\xc3\xa9" => "hé")"),
    row<from_bytes_lossy>("string.from_bytes_lossy", "b", kBorrows,
                          R"(Like string.from_bytes, with "�" for bytes that are not UTF-8.
string.from_bytes_lossy b"a\xff" => "a�")"),
    row<format>("string.format", "spec v", kBorrows,
                R"(The text of v laid out by a format spec, as in "{v:>8.2f}".
string.format ">8.2f" 3.14159 => "    3.14")"),
    row<compare>("string.compare", "a b", kBorrows,
                 R"(-1, 0 or 1, as a comes before, equals or comes after b, by code points.
string.compare "a" "b" => -1)"),
    row<distance>("string.distance", "a b", kBorrows,
                  R"(The fewest insertions, deletions and replacements that turn a into b.
string.distance "kitten" "sitting" => 3)"),
};

}  // namespace

NativeTable string_natives() { return kRows; }

}  // namespace aspen
