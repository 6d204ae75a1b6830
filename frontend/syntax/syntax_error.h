#pragma once
// The message for a token that the grammar refused.

#include <cstddef>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/token.h"

namespace aspen {

// `at` is the index of the refused token, `statement` that of the first token of the innermost statement
// around it.
void report_syntax_error(const Source& source, const std::vector<Token>& tokens, size_t at, size_t statement,
                         Diagnostics& diagnostics);

}  // namespace aspen
