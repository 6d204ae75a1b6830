// The part of module string that depends on what characters are: case, classes, widths, clusters.
#include "stdlib/letters.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

#include "stdlib/native.h"
#include "stdlib/natives.h"

namespace aspen {

namespace {

// ---- Case

int32_t upper_of(int32_t code) { return utf8proc_toupper(code); }
int32_t lower_of(int32_t code) { return utf8proc_tolower(code); }

constexpr uint32_t kSharpS = 0xdf;  // its capital is two letters

template <int32_t (*mapped)(int32_t)>
void append_mapped(std::string& out, uint32_t code) {
  if (code == kSharpS && mapped == upper_of) {
    out += "SS";
  } else {
    append_character(out, static_cast<uint32_t>(mapped(static_cast<int32_t>(code))));
  }
}

template <int32_t (*mapped)(int32_t)>
void append_all_mapped(Strand& s, std::string& out, std::string_view text) {
  for (size_t at = 0; at < text.size() && s.work(kCharacterWork);
       at += character_bytes(static_cast<unsigned char>(text[at]))) {
    append_mapped<mapped>(out, decode_character(text.data() + at));
  }
}

Value upper(Strand& s, const String& text) {
  std::string out;
  append_all_mapped<upper_of>(s, out, text.view());
  return checked_text(s, out);
}

Value lower(Strand& s, const String& text) {
  std::string out;
  append_all_mapped<lower_of>(s, out, text.view());
  return checked_text(s, out);
}

// Upper case for the first letter and lower for the others, of the whole text or of each run of letters.
Value capitalized(Strand& s, std::string_view text, bool each_word) {
  std::string out;
  bool first = true;
  for (size_t at = 0; at < text.size() && s.work(kCharacterWork);
       at += character_bytes(static_cast<unsigned char>(text[at]))) {
    uint32_t code = decode_character(text.data() + at);
    first ? append_mapped<upper_of>(out, code) : append_mapped<lower_of>(out, code);
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

bool is_digit(uint32_t code) { return category(code) == UTF8PROC_CATEGORY_ND; }
bool is_letter(uint32_t code) {
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}
bool is_letter_or_digit(uint32_t code) { return is_letter(code) || is_digit(code); }
bool is_upper(uint32_t code) {
  return category(code) == UTF8PROC_CATEGORY_LU || category(code) == UTF8PROC_CATEGORY_LT;
}
bool is_lower(uint32_t code) { return category(code) == UTF8PROC_CATEGORY_LL; }
bool is_punctuation(uint32_t code) {
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_SO;
}

// ---- Normal forms, clusters, widths

Value mapped_by(Strand& s, const String& text, int options) {
  constexpr uint64_t kMappingWork = 32;
  if (!s.work(text.length * kMappingWork)) return s.raise_stop();
  uint8_t* out = nullptr;
  ssize_t size = utf8proc_map(reinterpret_cast<const uint8_t*>(text.data()), text.length, &out,
                              static_cast<utf8proc_option_t>(options));
  std::unique_ptr<uint8_t, decltype(&std::free)> owner(out, &std::free);
  if (size < 0) return s.value_error(std::string(s.native()->name) + ": " + utf8proc_errmsg(size));
  return checked_text(s, {reinterpret_cast<const char*>(out), static_cast<size_t>(size)});
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
    row<upper>("string.upper", "s", kBorrows, R"(The text in upper case.
string.upper "straße" => "STRASSE")"),
    row<lower>("string.lower", "s", kBorrows, R"(The text in lower case.
string.lower "ÀB" => "àb")"),
    row<capitalize>("string.capitalize", "s", kBorrows,
                    R"(The text with its first letter in upper and the others in lower case.
string.capitalize "hello World" => "Hello world")"),
    row<title>("string.title", "s", kBorrows, R"(The text with each word capitalized.
string.title "hello world" => "Hello World")"),
    row<fold_case>("string.fold_case", "s", kBorrows, R"(The text for comparing without regard to case.
string.fold_case "Straße" => "strasse")"),
    row<all_are<is_digit>>("string.is_digit?", "s", kBorrows,
                           R"(Whether the text is decimal digits, and not empty.
string.is_digit? "42" => true)"),
    row<all_are<is_letter>>("string.is_letter?", "s", kBorrows, R"(Whether the text is letters, and not empty.
string.is_letter? "é" => true)"),
    row<all_are<is_letter_or_digit>>("string.is_alphanumeric?", "s", kBorrows,
                                     R"(Whether the text is letters and digits, and not empty.
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
    row<width>("string.width", "s", kBorrows, R"(Columns that the text takes on a terminal.
string.width "日本" => 4)"),
};

}  // namespace

bool is_space(uint32_t code) {
  if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
  if (code == 0x85) return true;
  utf8proc_category_t c = category(code);
  return c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_ZP;
}

size_t leading_space(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && is_space(decode_character(text.data() + at))) {
    at += character_bytes(static_cast<unsigned char>(text[at]));
  }
  return at;
}

size_t leading_word(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && !is_space(decode_character(text.data() + at))) {
    at += character_bytes(static_cast<unsigned char>(text[at]));
  }
  return at;
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
