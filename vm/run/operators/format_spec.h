// A parsed format spec (format.h describes the notation).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aspen {

// The kind of value that a spec is applied to.
enum class FormatSubject : unsigned char { integer, floating, text };

struct FormatSpec {
  std::string_view fill = " ";  // one character
  char align = 0;               // < > ^ =, or 0: by the value
  char sign = '-';              // - + or space
  bool explicit_sign = false;
  bool no_negative_zero = false;
  bool alternate = false;
  char grouping = 0;  // , _ or 0
  std::optional<size_t> precision;
  size_t width = 0;
  char type = 0;  // 0: by the value

  // Padding that is part of the number, so that it is grouped like the number.
  bool pads_with_zeros() const { return align == '=' && fill == "0"; }
};

// If nothing is returned, `error` says why.
std::optional<FormatSpec> parse_format_spec(std::string_view text, FormatSubject subject, std::string& error);

}  // namespace aspen
