#include "vm/run/operators/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "vm/run/machine.h"
#include "vm/run/operators/format_spec.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/values/float_text.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

constexpr uint64_t kBytesCopiedPerWork = 8;

// A number divided for padding and grouping. Padding by `=` goes between prefix and digits.
struct NumberText {
  std::string prefix;  // sign and base
  std::string digits;  // of the integral part; empty for inf and nan
  std::string rest;    // fraction, exponent, percent sign
};

void append_fill(std::string& out, std::string_view fill, size_t count) {
  if (fill.size() == 1) {
    out.append(count, fill[0]);
    return;
  }
  for (size_t i = 0; i < count; i++) out += fill;
}

// `before` and `after` form one text; padding by `=` goes between them.
std::string pad(const FormatSpec& spec, char default_align, std::string_view before, std::string_view after) {
  size_t length = count_code_points(before) + count_code_points(after);
  size_t padding = spec.width > length ? spec.width - length : 0;
  char align = spec.align ? spec.align : default_align;
  size_t left = align == '>' ? padding : align == '^' ? padding / 2 : 0;
  size_t inside = align == '=' ? padding : 0;
  std::string out;
  append_fill(out, spec.fill, left);
  out += before;
  append_fill(out, spec.fill, inside);
  out += after;
  append_fill(out, spec.fill, padding - left - inside);
  return out;
}

// The digits with a separator after every few (0: none), and zeros before them up to at least `least`
// characters; a separator is never the first character.
std::string group(Strand& strand, std::string digits, char separator, size_t every, size_t least) {
  if (separator == 0 && digits.size() >= least) return digits;
  constexpr size_t kPiece = size_t{1} << 14;
  constexpr uint64_t kWorkPerDigit = 3;
  std::string reversed;
  size_t run = 0;
  for (size_t taken = 0; taken < digits.size() || reversed.size() < least; taken++) {
    if (separator != 0 && run == every) {
      reversed += separator;
      run = 0;
    }
    reversed += taken < digits.size() ? digits[digits.size() - 1 - taken] : '0';
    run++;
    if (taken % kPiece == 0 && !strand.work(kPiece * kWorkPerDigit)) break;
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::string lay_out(Strand& strand, const FormatSpec& spec, NumberText number) {
  bool by_four = std::string_view("boxX").find(spec.type) != std::string_view::npos;
  size_t others = number.prefix.size() + number.rest.size();
  size_t least = spec.pads_with_zeros() && spec.width > others ? spec.width - others : 0;
  if (!number.digits.empty())
    number.digits = group(strand, std::move(number.digits), spec.grouping, by_four ? 4 : 3, least);
  return pad(spec, '>', number.prefix, number.digits + number.rest);
}

void add_sign(const FormatSpec& spec, bool negative, NumberText& number) {
  if (negative) {
    number.prefix = "-";
  } else if (spec.sign != '-') {
    number.prefix = spec.sign;
  }
}

void to_upper(std::string& text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
}

// Reserves memory for the digits, of which up to four copies exist. False with MemoryLimit pending.
bool reserve_digits(Strand& strand, const FormatSpec& spec, Value v) {
  constexpr uint64_t kCopies = 4, kDecimalBits = 3;
  const bool is_binary = spec.type == 'b', is_octal_or_more = spec.type != 0 && !is_binary;
  const uint64_t bits_each = is_binary ? 1 : is_octal_or_more ? 3 : kDecimalBits;
  return strand.reserve(int_bits(v) / bits_each * kCopies);
}

// If the strand has to stop, the caller raises.
std::string format_int(Strand& strand, const FormatSpec& spec, Value v) {
  int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
  NumberText number;
  if (!append_int(strand, number.digits, v, base)) return {};
  bool negative = number.digits[0] == '-';
  if (negative) number.digits.erase(0, 1);
  if (spec.type == 'X') to_upper(number.digits);
  add_sign(spec, negative, number);
  if (spec.alternate && base != 10) (number.prefix += '0') += spec.type;
  return lay_out(strand, spec, std::move(number));
}

std::string digits_of(double d, std::chars_format format, size_t precision) {
  constexpr size_t kMostIntegralDigits = 310, kPointAndExponent = 8;
  std::string text(kMostIntegralDigits + precision + kPointAndExponent, '\0');
  text.resize(static_cast<size_t>(
      std::to_chars(text.data(), text.data() + text.size(), d, format, static_cast<int>(precision)).ptr -
      text.data()));
  return text;
}

// Removes zeros at the end of the fraction, and the point if no digit is left after it.
void strip_zeros(std::string& text) {
  size_t exponent = std::min(text.find('e'), text.size());
  if (text.find('.') == std::string::npos) return;
  size_t end = exponent;
  while (text[end - 1] == '0') end--;
  if (text[end - 1] == '.') end--;
  text.erase(end, exponent - end);
}

// `precision` digits in all, positional if the exponent is small. Without a type, a Float keeps a digit after
// the point.
std::string general(const FormatSpec& spec, double d, size_t precision) {
  if (precision == 0) precision = 1;
  std::string text = digits_of(d, std::chars_format::scientific, precision - 1);
  int exponent = 0;
  const char* digits = text.data() + text.find('e') + 1;
  std::from_chars(digits + (*digits == '+'), text.data() + text.size(), exponent);
  int most = static_cast<int>(precision) - (spec.type == 0);
  bool positional = exponent >= -4 && exponent < most;
  if (positional) {
    text = digits_of(d, std::chars_format::fixed,
                     static_cast<size_t>(static_cast<int>(precision) - 1 - exponent));
  }
  if (!spec.alternate) strip_zeros(text);
  if (positional && spec.type == 0 && text.find('.') == std::string::npos) text += ".0";
  return text;
}

// For a finite number that is not negative.
std::string float_body(const FormatSpec& spec, double d) {
  constexpr size_t kDefaultPrecision = 6;
  size_t precision = spec.precision.value_or(kDefaultPrecision);
  switch (spec.type) {
    case 'e':
    case 'E': return digits_of(d, std::chars_format::scientific, precision);
    case 'f':
    case 'F':
    case '%': return digits_of(d, std::chars_format::fixed, precision);
    case 0:
      if (!spec.precision) {
        std::string text;
        append_float(text, d);
        return text;
      }
      [[fallthrough]];
    default: return general(spec, d, precision);
  }
}

// The end of the integral digits.
size_t end_of_digits(const std::string& text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

std::string format_float(Strand& strand, const FormatSpec& spec, double d) {
  if (spec.type == '%') d *= 100;
  bool negative = std::signbit(d) && !std::isnan(d);
  std::string text;
  if (std::isfinite(d)) {
    text = float_body(spec, std::fabs(d));
    if (spec.alternate && text.find('.') == std::string::npos) text.insert(end_of_digits(text), ".");
    bool zero = text.substr(0, text.find('e')).find_first_of("123456789") == std::string::npos;
    if (spec.no_negative_zero && zero) negative = false;
  } else {
    text = std::isnan(d) ? "nan" : "inf";
  }
  if (spec.type == 'E' || spec.type == 'F' || spec.type == 'G') to_upper(text);
  if (spec.type == '%') text += '%';
  NumberText number;
  add_sign(spec, negative, number);
  size_t integral = end_of_digits(text);
  number.digits = text.substr(0, integral);
  number.rest = text.substr(integral);
  return lay_out(strand, spec, std::move(number));
}

std::string format_text(const FormatSpec& spec, std::string_view text) {
  if (spec.precision) text = text.substr(0, skip_characters(text, 0, *spec.precision));
  return pad(spec, '<', "", text);
}

// Raises the error if something was refused while the text was made.
Value to_value(Strand& strand, const std::string& text) {
  if (!strand.work(text.size() / kBytesCopiedPerWork)) return strand.raise_stop();
  if (!strand.reserve(string_bytes(text.size()))) return Value::exception();
  return Value::object(make_string(strand.allocator(), text));
}

Value format_as_text(Strand& strand, const FormatSpec& spec, Value v) {
  Value text = text_of(strand, v);
  return text.is_exception() ? text : to_value(strand, format_text(spec, as<String>(text)->view()));
}

Value format_character(Strand& strand, const FormatSpec& spec, Value v) {
  int64_t code;
  if (!fits_int64(v, code) || code < 0 || code > kMaxCodePoint ||
      !is_scalar_value(static_cast<uint32_t>(code))) {
    return strand.value_error("no character has the code " + shorten(strand, v));
  }
  std::string text;
  append_character(text, static_cast<uint32_t>(code));
  return to_value(strand, pad(spec, '>', "", text));
}

Value format_int_as_float(Strand& strand, const FormatSpec& spec, Value v) {
  double d = to_double(v);
  if (std::isinf(d)) return strand.value_error("the Int is too large to be formatted as a Float");
  return to_value(strand, format_float(strand, spec, d));
}

bool is_float_type(char type) {
  return type != 0 && std::string_view("eEfFgG%").find(type) != std::string_view::npos;
}

}  // namespace

Value format_value(Strand& strand, Value v, std::string_view spec_text) {
  FormatSubject subject = is_int(v)       ? FormatSubject::integer
                          : v.is_double() ? FormatSubject::floating
                                          : FormatSubject::text;
  constexpr size_t kLongestSpec = 100;
  if (spec_text.size() > kLongestSpec)
    return strand.value_error("a format spec has at most " + std::to_string(kLongestSpec) + " bytes");
  std::string wrong;
  std::optional<FormatSpec> spec = parse_format_spec(spec_text, subject, wrong);
  if (!spec) {
    std::string message = "bad format spec `";
    message.append(spec_text).append("` for ").append(type_name(v)).append(": ").append(wrong);
    const bool is_text = is_kind(v, Kind::String);
    return strand.value_error(message, is_text ? "a brace that belongs to the text is written `\\{`" : "");
  }
  if (subject == FormatSubject::text || spec->type == 's') return format_as_text(strand, *spec, v);
  if (v.is_double()) return to_value(strand, format_float(strand, *spec, v.as_double()));
  if (spec->type == 'c') return format_character(strand, *spec, v);
  if (is_float_type(spec->type)) return format_int_as_float(strand, *spec, v);
  if (!reserve_digits(strand, *spec, v)) return Value::exception();
  return to_value(strand, format_int(strand, *spec, v));
}

}  // namespace aspen
