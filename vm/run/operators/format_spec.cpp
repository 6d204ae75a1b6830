#include "vm/run/operators/format_spec.h"

#include "vm/object/utf8.h"
#include "vm/run/operators/format.h"

namespace aspen {

namespace {

constexpr size_t kLargestCount = 1'000'000;
constexpr std::string_view kIntegerTypes = "dboxXcn";
constexpr std::string_view kFloatTypes = "eEfFgGn%";

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

char take_one_of(std::string_view& text, std::string_view set) {
  if (text.empty() || !is_one_of(text[0], set)) return 0;
  char c = text[0];
  text.remove_prefix(1);
  return c;
}

// Reads digits, if any, into `count`; false if it is too large.
bool take_count(std::string_view& text, size_t& count) {
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    count = count * 10 + static_cast<size_t>(text[0] - '0');
    if (count > kLargestCount) return false;
    text.remove_prefix(1);
  }
  return true;
}

// [[fill]align]; returns whether there was a fill.
bool take_alignment(std::string_view& text, FormatSpec& spec) {
  constexpr std::string_view kAligns = "<>^=";
  size_t first = text.empty() ? 0 : character_bytes(static_cast<unsigned char>(text[0]));
  if (first < text.size() && is_one_of(text[first], kAligns)) {
    spec.fill = text.substr(0, first);
    spec.align = text[first];
    text.remove_prefix(first + 1);
    return true;
  }
  spec.align = take_one_of(text, kAligns);
  return false;
}

const char* take_spec(std::string_view text, FormatSubject subject, FormatSpec& spec) {
  size_t whole = text.size();
  bool fill_given = take_alignment(text, spec);
  if (char sign = take_one_of(text, "+- ")) spec.sign = sign, spec.explicit_sign = true;
  spec.no_negative_zero = take(text, 'z');
  spec.alternate = take(text, '#');
  if (!fill_given && take(text, '0')) {
    spec.fill = "0";
    if (spec.align == 0 && subject != FormatSubject::text) spec.align = '=';
  }
  if (!take_count(text, spec.width)) return "the width is too large";
  spec.grouping = take_one_of(text, ",_");
  if (take(text, '.')) {
    if (text.empty() || text[0] < '0' || text[0] > '9') return "digits must follow the point";
    if (!take_count(text, spec.precision.emplace(0))) return "the precision is too large";
  }
  if (text.empty()) return nullptr;
  if (character_bytes(static_cast<unsigned char>(text[0])) < text.size()) {
    return whole == text.size() ? "no such type"
                                : "its parts are in the wrong order, or something follows the type";
  }
  spec.type = text[0];
  return is_one_of(spec.type, "s") || is_one_of(spec.type, kIntegerTypes) || is_one_of(spec.type, kFloatTypes)
             ? nullptr
             : "no such type";
}

const char* check_text(const FormatSpec& spec) {
  if (spec.type != 0 && spec.type != 's') return "the type is for numbers";
  if (spec.explicit_sign) return "a sign is for numbers";
  if (spec.align == '=') return "the alignment = is for numbers";
  if (spec.grouping != 0) return "grouping is for numbers";
  if (spec.alternate || spec.no_negative_zero) return "# and z are for numbers";
  return nullptr;
}

const char* check_integer(const FormatSpec& spec) {
  if (spec.precision) return "a precision is for Floats and text";
  if (spec.no_negative_zero) return "z is for Floats";
  if (spec.type == 'c' && (spec.explicit_sign || spec.grouping != 0 || spec.alternate)) {
    return "the type c takes neither sign nor grouping nor #";
  }
  if (spec.grouping == ',' && is_one_of(spec.type, "boxX")) return "these digits are grouped by _";
  if (spec.grouping != 0 && spec.type == 'n') return "the type n takes no grouping";
  return nullptr;
}

const char* check_float(const FormatSpec& spec) {
  if (spec.type != 'n' && is_one_of(spec.type, kIntegerTypes)) return "the type is for Ints";
  if (spec.grouping != 0 && spec.type == 'n') return "the type n takes no grouping";
  return nullptr;
}

const char* check(const FormatSpec& spec, FormatSubject subject) {
  if (subject == FormatSubject::text || spec.type == 's') return check_text(spec);
  bool as_integer = spec.type == 0 || is_one_of(spec.type, kIntegerTypes);
  return subject == FormatSubject::integer && as_integer ? check_integer(spec) : check_float(spec);
}

}  // namespace

std::optional<FormatSpec> parse_format_spec(std::string_view text, FormatSubject subject,
                                            std::string& error) {
  FormatSpec spec;
  const char* wrong = take_spec(text, subject, spec);
  if (!wrong) wrong = check(spec, subject);
  if (!wrong) return spec;
  error = wrong;
  return std::nullopt;
}

bool valid_format_spec(std::string_view spec) {
  std::string error;
  return parse_format_spec(spec, FormatSubject::integer, error) ||
         parse_format_spec(spec, FormatSubject::floating, error) ||
         parse_format_spec(spec, FormatSubject::text, error);
}

}  // namespace aspen
