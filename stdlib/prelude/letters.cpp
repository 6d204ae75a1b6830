// The part of module string that depends on properties of characters: case, classes, widths, clusters.
#include "stdlib/prelude/letters.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/prelude/casing.h"
#include "vm/run/operators/show.h"

namespace aspen {

namespace {

// ---- Case

Value in_case(Strand& s, std::string_view text, Case wanted) {
  ScratchText out = scratch_text(s);
  for (size_t at = 0; at < text.size() && s.work(kCharacterWork);
       at += character_bytes(static_cast<unsigned char>(text[at]))) {
    append_in_case(out, wanted, text, at);
  }
  return checked_text(s, out);
}

Value upper(Strand& s, const String& text) { return in_case(s, text.view(), Case::upper); }
Value lower(Strand& s, const String& text) { return in_case(s, text.view(), Case::lower); }

// Makes the first letter title case and the others lower case, in the whole text or in each run of letters.
Value capitalized(Strand& s, std::string_view text, bool each_word) {
  ScratchText out = scratch_text(s);
  bool first = true;
  for (size_t at = 0; at < text.size() && s.work(kCharacterWork);
       at += character_bytes(static_cast<unsigned char>(text[at]))) {
    append_in_case(out, first ? Case::title : Case::lower, text, at);
    const uint32_t code = decode_character(text.data() + at);
    first = each_word && (is_space(code) || code == '-');
  }
  return checked_text(s, out);
}

Value capitalize(Strand& s, const String& text) { return capitalized(s, text.view(), false); }
Value title(Strand& s, const String& text) { return capitalized(s, text.view(), true); }

// ---- Classes

using Test = bool (*)(uint32_t code);

template <Test holds>
Value all_are(Strand& s, const String& text) {
  for (uint32_t at = 0; at < text.length && s.work(kCharacterWork);
       at += static_cast<uint32_t>(character_at(&text, at).size())) {
    if (!holds(decode_character(text.data() + at))) return Value::boolean(false);
  }
  return Value::boolean(text.length > 0);
}

utf8proc_category_t category(uint32_t code) { return utf8proc_category(static_cast<int32_t>(code)); }

bool is_digit(uint32_t code) { return code >= '0' && code <= '9'; }
bool is_digit_of_any_script(uint32_t code) { return category(code) == UTF8PROC_CATEGORY_ND; }
bool is_letter(uint32_t code) {
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}
bool is_letter_or_digit(uint32_t code) { return is_letter(code) || is_digit_of_any_script(code); }
bool is_upper(uint32_t code) {
  return category(code) == UTF8PROC_CATEGORY_LU || category(code) == UTF8PROC_CATEGORY_LT;
}
bool is_lower(uint32_t code) { return category(code) == UTF8PROC_CATEGORY_LL; }
bool is_punctuation(uint32_t code) {
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_SO;
}

// ---- Normal forms, clusters, widths

// Whether texts before and from this character on can be normalized apart: the character is not a mark and
// not a later part of a syllable, and does not become one.
bool begins_anew(uint32_t code) {
  const utf8proc_category_t c = category(code);
  const bool is_mark = c >= UTF8PROC_CATEGORY_MN && c <= UTF8PROC_CATEGORY_ME;
  const auto is_from = [=](uint32_t first, uint32_t last) { return code >= first && code <= last; };
  const bool is_later_jamo = is_from(0x1160, 0x11ff), is_compatible_jamo = is_from(0x3130, 0x318f),
             is_half_width = is_from(0xff00, 0xffef);
  return !is_mark && !is_later_jamo && !is_compatible_jamo && !is_half_width;
}

// The end of a piece of the text that can be mapped by itself; 0 if there is none within 8 KiB: ordering
// marks takes time that is quadratic in their number.
size_t mappable_piece(std::string_view text) {
  constexpr size_t kUsual = size_t{1} << 12, kMost = size_t{1} << 13;
  if (text.size() <= kUsual) return text.size();
  size_t at = previous_character(text, kUsual);
  for (; at < std::min(text.size(), kMost); at += character_bytes(static_cast<unsigned char>(text[at]))) {
    if (begins_anew(decode_character(text.data() + at))) return at;
  }
  return at == text.size() ? at : 0;
}

// False with an error pending, or if the strand has to stop.
bool append_mapped(Strand& s, ScratchText& out, std::string_view piece, int options) {
  constexpr uint64_t kMappingWork = 32;
  if (!s.work(piece.size() * kMappingWork)) return fail_with(s.raise_stop());
  uint8_t* mapped = nullptr;
  ssize_t size =
      utf8proc_map(reinterpret_cast<const uint8_t*>(piece.data()), static_cast<ssize_t>(piece.size()),
                   &mapped, static_cast<utf8proc_option_t>(options));
  std::unique_ptr<uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) return fail_with(s.value_error(std::string(s.native()->name) + ": " + utf8proc_errmsg(size)));
  out.append(reinterpret_cast<const char*>(mapped), static_cast<size_t>(size));
  return text_fits(s, out.size());
}

Value mapped_by(Strand& s, const String& text, int options) {
  ScratchText out = scratch_text(s);
  for (std::string_view rest = text.view(); !rest.empty();) {
    const size_t size = mappable_piece(rest);
    if (size == 0) return bad_argument(s, s.native()->arity - 1u, "has too many marks in a row");
    if (!append_mapped(s, out, rest.substr(0, size), options)) return Value::exception();
    rest.remove_prefix(size);
  }
  return checked_text(s, out);
}

Value fold_case(Strand& s, const String& text) {
  return mapped_by(s, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

Value normalize(Strand& s, const String& form, const String& text) {
  constexpr int kCompatible = UTF8PROC_COMPAT;
  if (form.view() == "NFC") return mapped_by(s, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  if (form.view() == "NFD") return mapped_by(s, text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
  if (form.view() == "NFKC") return mapped_by(s, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | kCompatible);
  if (form.view() == "NFKD") return mapped_by(s, text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | kCompatible);
  return bad_argument(s, 0, "must be \"NFC\", \"NFD\", \"NFKC\" or \"NFKD\"");
}

Value graphemes(Strand& s, const String& text) {
  List* out = new_list(s.allocator());
  int32_t state = 0;
  uint32_t begin = 0;
  for (uint32_t at = 0; at < text.length && s.work(kPieceWork);) {
    uint32_t size = static_cast<uint32_t>(character_at(&text, at).size());
    uint32_t next = at + size;
    bool ends =
        next == text.length ||
        utf8proc_grapheme_break_stateful(static_cast<int32_t>(decode_character(text.data() + at)),
                                         static_cast<int32_t>(decode_character(text.data() + next)), &state);
    if (ends) {
      push(s.allocator(), out, text_value(s, text.view().substr(begin, next - begin)));
      begin = next;
    }
    at = next;
  }
  return Value::object(out);
}

Value width(Strand& s, const String& text) {
  int64_t columns = 0;
  for (uint32_t at = 0; at < text.length && s.work(kCharacterWork);
       at += static_cast<uint32_t>(character_at(&text, at).size())) {
    columns += utf8proc_charwidth(static_cast<int32_t>(decode_character(text.data() + at)));
  }
  return Value::small_int(columns);
}

const NativeDescriptor kRows[] = {
    row<upper>("string.upper", "s", kBorrows,
               R"(The text in upper case, by Unicode's full mapping: it may have more characters.
string.upper "straße" => "STRASSE")"),
    row<lower>(
        "string.lower", "s", kBorrows,
        R"(The text in lower case, by Unicode's full mapping. A Greek sigma at the end of a word gets its own form.
string.lower "ÀB ΣΑΣ" => "àb σας")"),
    row<capitalize>(
        "string.capitalize", "s", kBorrows,
        R"(The text with its first letter in title case, which is upper case but for letters like "ǆ", and the others in lower case.
string.capitalize "hello World" => "Hello world")"),
    row<title>("string.title", "s", kBorrows, R"(The text with each word capitalized.
string.title "hello world" => "Hello World")"),
    row<fold_case>("string.fold_case", "s", kBorrows, R"(The text for comparisons that ignore case.
string.fold_case "Straße" => "strasse")"),
    row<all_are<is_digit>>(
        "string.is_digit?", "s", kBorrows,
        R"(Whether the text is digits from 0 to 9, which `int` reads, and not empty. Digits of other scripts are alphanumeric.
string.is_digit? "42" => true
string.is_digit? "٣" => false)"),
    row<all_are<is_letter>>("string.is_letter?", "s", kBorrows, R"(Whether the text is letters, and not empty.
string.is_letter? "é" => true)"),
    row<all_are<is_letter_or_digit>>(
        "string.is_alphanumeric?", "s", kBorrows,
        R"(Whether the text is letters and decimal digits of any script, and not empty.
string.is_alphanumeric? "a1" => true)"),
    row<all_are<is_space>>("string.is_space?", "s", kBorrows,
                           R"(Whether the text is white space, and not empty.
string.is_space? " \t" => true)"),
    row<all_are<is_upper>>("string.is_upper?", "s", kBorrows,
                           R"(Whether the text is capital letters, and not empty.
string.is_upper? "AB" => true)"),
    row<all_are<is_lower>>("string.is_lower?", "s", kBorrows,
                           R"(Whether the text is small letters, and not empty.
string.is_lower? "aB" => false)"),
    row<all_are<is_punctuation>>("string.is_punctuation?", "s", kBorrows,
                                 R"(Whether the text is punctuation and symbols, and not empty.
string.is_punctuation? "!+" => true)"),
    row<normalize>("string.normalize", "form s", kBorrows,
                   R"(The text in a Unicode normal form: "NFC", "NFD", "NFKC" or "NFKD".
string.normalize "NFC" "e\u{301}" => "é")"),
    row<graphemes>("string.graphemes", "s", kBorrows,
                   R"(What a reader sees as characters: a letter with its accents is one.
len (string.graphemes "ne\u{301}") => 2)"),
    row<width>("string.width", "s", kBorrows, R"(The number of columns that the text takes on a terminal.
string.width "日本" => 4)"),
};

}  // namespace

bool is_space(uint32_t code) {
  if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
  if (code == 0x85) return true;
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_ZP;
}

size_t trailing_space(std::string_view text) {
  size_t at = text.size();
  while (at > 0) {
    size_t before = previous_character(text, at);
    if (!is_space(decode_character(text.data() + before))) break;
    at = before;
  }
  return text.size() - at;
}

NativeTable letters_natives() { return kRows; }

}  // namespace aspen
