#pragma once

#include "stdlib/native.h"

namespace aspen {

// Values and texts nested more deeply are refused, because both directions recurse.
inline constexpr size_t kMostJsonDepth = 1024;

Value parse_json(Strand& s, Octets text);
// A String, on one line.
Value show_json(Strand& s, Value v);

}  // namespace aspen
