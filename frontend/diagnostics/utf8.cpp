#include "frontend/diagnostics/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace aspen {

namespace {

utf8proc_ssize_t decode(std::string_view text, size_t at, int32_t* code_point) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  return utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - at), code_point);
}

}  // namespace

CodePoint code_point_at(std::string_view text, size_t at) {
  CodePoint result{0, 1};
  utf8proc_ssize_t length = decode(text, at, &result.value);
  result.length = length > 0 ? static_cast<uint32_t>(length) : 1;
  return result;
}

void append_utf8(std::string& out, int32_t code_point) {
  std::array<utf8proc_uint8_t, 4> bytes;
  utf8proc_ssize_t length = utf8proc_encode_char(code_point, bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(length));
}

std::string without_controls(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool begins_high =
        byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    plain += byte < 0x20 || byte == 0x7F || begins_high ? '?' : text[i];
    if (begins_high) ++i;
  }
  return plain;
}

uint32_t display_width(std::string_view text) {
  uint32_t width = 0;
  for (size_t at = 0; at < text.size();) {
    CodePoint point = code_point_at(text, at);
    width += point.value == '\t' ? 1 : static_cast<uint32_t>(std::max(0, utf8proc_charwidth(point.value)));
    at += point.length;
  }
  return width;
}

std::string describe_character(const char* begin, const char* end) {
  std::string_view text(begin, static_cast<size_t>(end - begin));
  CodePoint point = code_point_at(text, 0);
  std::array<char, 16> number;
  std::snprintf(number.data(), number.size(), "U+%04X", static_cast<unsigned>(point.value));
  bool visible = point.value > ' ' && point.value != 0x7F && utf8proc_charwidth(point.value) > 0;
  if (!visible || utf8proc_category(point.value) == UTF8PROC_CATEGORY_ZS) return number.data();
  std::string quoted = "`" + std::string(text.substr(0, point.length)) + "`";
  return point.value < 0x80 ? quoted : quoted + " (" + number.data() + ")";
}

std::string_view character_hint(std::string_view text, uint32_t offset) {
  struct Row {
    int32_t code_point;
    std::string_view hint;
  };
  static constexpr Row kRows[] = {
      {'^', "for a power, write `**`; for exclusive or, `bits.xor a b`"},
      {'&', "write `and` between conditions, `bits.and a b` between numbers"},
      {'~', "write `bits.not n`"},
      {'?', "write `if c { a } else { b }`"},
      {'\\', "a function is written `x -> x + 1`; a line that continues needs no mark"},
      {'@', "there are no decorators: `f = cached (x -> …)` wraps a function by a call"},
      {'$', "to put a value into a string, write `{x}`"},
      {'`', "write a string in double quotes"},
      {'.', "a field follows its dot directly; a number has digits on both sides of its dot"},
      {0xA0, "this is a no-break space; write an ordinary one"},
      {0x201C, "write a string in straight quotes: `\"`"},
      {0x201D, "write a string in straight quotes: `\"`"},
      {0x2018, "write a string in straight double quotes: `\"`"},
      {0x2019, "write a string in straight double quotes: `\"`"},
      {0x2212, "write `-`"},
      {0x2013, "write `-`"},
      {0x2192, "write `->`"},
      {0x21D2, "write `->`"},
      {0x2264, "write `<=`"},
      {0x2265, "write `>=`"},
      {0x2260, "write `!=`"},
      {0xD7, "write `*`"},
      {0xF7, "write `/`"},
      {0x2026, "write `..`"},
  };
  const std::string_view before = text.substr(0, offset), rest = text.substr(offset);
  if (rest.starts_with("~=")) return "write `!=`";
  if (rest.starts_with("??"))
    return "an option is taken apart: `match x { Some v -> v, None -> 0 }`; `get_or k v d` reads a dict";
  if (before.ends_with("use ")) return kUseHint;
  const bool follows_name =
      before.size() > 2 && std::isalnum(static_cast<unsigned char>(before[before.size() - 3])) != 0;
  if (before.ends_with("..") && follows_name) return kFixedArityHint;
  if (before.ends_with("..")) return kSpreadHint;
  int32_t code_point = code_point_at(text, offset).value;
  for (const Row& row : kRows) {
    if (row.code_point == code_point) return row.hint;
  }
  bool letter = code_point >= 0x80 && utf8proc_category(code_point) <= UTF8PROC_CATEGORY_LO;
  return letter ? "names are made of the letters a to z, digits and `_`" : "";
}

}  // namespace aspen
