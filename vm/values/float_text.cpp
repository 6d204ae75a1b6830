// Conversion of Floats to text and from text.
#include "vm/values/float_text.h"

#include <fast_float/fast_float.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "vm/object/value.h"

namespace aspen {

namespace {

// The shortest digits d1 d2 d3 … of a finite positive double, and the power of ten of d1.
struct Decimal {
  char digits[20];
  int count = 0;
  int exponent = 0;
};

Decimal shortest(double d) {
  char text[32];
  char* end = std::to_chars(text, text + sizeof text, d, std::chars_format::scientific).ptr;
  Decimal decimal;
  const char* p = text;
  for (; *p != 'e'; p++) {
    if (*p != '.') decimal.digits[decimal.count++] = *p;
  }
  bool negative = p[1] == '-';
  std::from_chars(p + 2, end, decimal.exponent);
  if (negative) decimal.exponent = -decimal.exponent;
  return decimal;
}

void append_scientific(std::string& out, const Decimal& d) {
  out += d.digits[0];
  if (d.count > 1) out.append(".").append(d.digits + 1, static_cast<size_t>(d.count) - 1);
  out.append("e").append(std::to_string(d.exponent));
}

void append_positional(std::string& out, const Decimal& d) {
  if (d.exponent < 0) {
    out.append("0.")
        .append(static_cast<size_t>(-d.exponent - 1), '0')
        .append(d.digits, static_cast<size_t>(d.count));
    return;
  }
  int whole = d.exponent + 1;
  if (d.count <= whole) {
    out.append(d.digits, static_cast<size_t>(d.count))
        .append(static_cast<size_t>(whole - d.count), '0')
        .append(".0");
    return;
  }
  out.append(d.digits, static_cast<size_t>(whole)).append(".");
  out.append(d.digits + whole, static_cast<size_t>(d.count - whole));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Skips digits with single underscores between them, and appends the digits to `out`; false if there are
// none.
bool take_digits(std::string_view& text, std::string& out) {
  bool after_digit = false;
  while (!text.empty() && (is_digit(text[0]) || (text[0] == '_' && after_digit))) {
    after_digit = is_digit(text[0]);
    if (after_digit) out += text[0];
    text.remove_prefix(1);
  }
  return after_digit;
}

// [digits] [. [digits]], with digits on at least one side of the point.
bool take_mantissa(std::string_view& text, std::string& out) {
  const bool has_whole = !text.starts_with('.');
  if (has_whole && !take_digits(text, out)) return false;
  if (!text.starts_with('.')) return true;
  out += has_whole ? "." : "0.";
  text.remove_prefix(1);
  const bool has_rest = !text.empty() && text[0] != 'e' && text[0] != 'E';
  return has_rest ? take_digits(text, out) : has_whole;
}

// A mantissa [e [sign] digits]; `out` receives it without underscores.
bool take_decimal(std::string_view text, std::string& out) {
  if (!take_mantissa(text, out)) return false;
  if (text.starts_with('e') || text.starts_with('E')) {
    out += 'e';
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) {
      if (text[0] == '-') out += '-';
      text.remove_prefix(1);
    }
    if (!take_digits(text, out)) return false;
  }
  return text.empty();
}

}  // namespace

void append_float(std::string& out, double d) {
  if (std::isnan(d)) {
    out += "nan";
    return;
  }
  if (std::signbit(d)) out += '-';
  d = std::fabs(d);
  if (std::isinf(d)) {
    out += "inf";
    return;
  }
  Decimal decimal = shortest(d);
  bool positional = d == 0 || (decimal.exponent >= -4 && decimal.exponent < 16);
  positional ? append_positional(out, decimal) : append_scientific(out, decimal);
}

std::optional<double> parse_float(std::string_view text) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  double d;
  if (text == "inf") {
    d = HUGE_VAL;
  } else if (text == "nan") {
    return std::bit_cast<double>(Value::nan().bits());
  } else {
    std::string digits;
    if (!take_decimal(text, digits)) return std::nullopt;
    // Out of range, the parser has set d to the result: infinity or zero.
    fast_float::from_chars(digits.data(), digits.data() + digits.size(), d);
  }
  return negative ? -d : d;
}

}  // namespace aspen
