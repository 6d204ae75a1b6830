// Integers of any size: conversion to text and from text.
#include <charconv>
#include <cstring>
#include <vector>

#include "vm/values/limbs.h"

namespace aspen {

namespace {

// The values of the digits, without leading zeros; false if `text` is not digits with single underscores
// between them.
bool read_digits(std::string_view text, int base, std::vector<uint8_t>& digits) {
  bool after_digit = false;
  for (char c : text) {
    if (c == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    int digit = digit_value(c);
    if (digit >= base) return false;
    if (digit != 0 || !digits.empty()) digits.push_back(static_cast<uint8_t>(digit));
    after_digit = true;
  }
  return after_digit;
}

// The common case: digits only, few enough for 63 bits.
bool read_short(std::string_view text, int base, int64_t& out) {
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, out, base);
  return error == std::errc() && stop == end;
}

Value from_digits(Allocator& allocator, bool negative, const std::vector<uint8_t>& digits, int base) {
  if (digits.empty()) return Value::small_int(0);
  size_t bits_per_digit = static_cast<size_t>(std::bit_width(static_cast<unsigned>(base)));
  LimbBuffer limbs(digits.size() * bits_per_digit / 64 + 2);
  mp_size_t count = mpn_set_str(limbs.data(), digits.data(), digits.size(), base);
  return make_int_limbs(allocator, negative, limbs.data(), static_cast<size_t>(count));
}

}  // namespace

void append_int(std::string& out, Value v, int base) {
  int64_t i;
  if (fits_int64(v, i)) {
    char buffer[65];
    out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, i, base).ptr);
    return;
  }
  IntView view(v);
  size_t begin = out.size();
  out.resize(begin + mpz_sizeinbase(view.mpz(), base) + 2);
  mpz_get_str(out.data() + begin, base, view.mpz());
  out.resize(begin + std::strlen(out.data() + begin));
}

std::optional<Value> parse_int(Allocator& allocator, std::string_view text, int base) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('-')) return std::nullopt;
  int64_t i;
  if (text.size() < 64 && read_short(text, base, i)) return make_int(allocator, negative ? -i : i);
  std::vector<uint8_t> digits;
  if (!read_digits(text, base, digits)) return std::nullopt;
  return from_digits(allocator, negative, digits, base);
}

std::optional<Value> parse_int_literal(Allocator& allocator, std::string_view text) {
  std::string_view digits = text.substr(text.starts_with('-'));
  int base = digits.starts_with("0x") ? 16 : digits.starts_with("0o") ? 8 : digits.starts_with("0b") ? 2 : 10;
  if (base == 10) return parse_int(allocator, text);
  digits.remove_prefix(2);
  if (digits.starts_with('-') || digits.starts_with('+')) return std::nullopt;
  std::optional<Value> magnitude = parse_int(allocator, digits, base);
  if (!magnitude || !text.starts_with('-')) return magnitude;
  return int_neg(allocator, *magnitude);
}

}  // namespace aspen
