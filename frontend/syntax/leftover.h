#pragma once
// What only a pattern may hold, until a pattern takes it.

#include <string_view>

#include "frontend/diagnostics/diagnostic.h"

namespace aspen {

struct Leftover {
  Span span;
  DiagnosticCode code;
  std::string_view first;
  std::string_view second;
  std::string_view hint;
};

}  // namespace aspen
