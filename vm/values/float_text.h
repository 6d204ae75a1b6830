// Floats as text. Any thread may call these functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aspen {

// The shortest digits that read back as the same Float: positional for 1e-4 <= abs d < 1e16, else scientific;
// always with `.` or `e`, or inf, -inf, nan.
void append_float(std::string& out, double d);

// The Float that `text` denotes: as a literal, or an integer, with an optional sign; also inf, nan, and ".5"
// and "5.", which other programs write. Nothing for any other text. Too large a number gives inf, too small a
// number 0.0.
std::optional<double> parse_float(std::string_view text);

}  // namespace aspen
