#include "frontend/warnings/module_warnings.h"

#include <utility>

#include "frontend/diagnostics/expansion.h"

namespace aspen {

void ModuleWarnings::warn(DiagnosticCode code, Span span, std::string_view argument, std::string hint) {
  if (origin_of(source_, span).steps.empty())
    diagnostics_.warn(source_, code, span, argument, std::move(hint));
}

}  // namespace aspen
