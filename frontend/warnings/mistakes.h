// Looks for code that is allowed and probably not meant. Only `aspen check` and the REPL do so.
#pragma once

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/syntax/ast.h"

namespace aspen {

// REQUIRES: the tree is resolved (resolve.h) without errors. `shows_value`: the value of the last statement
// is used.
void warn_of_mistakes(const Source& source, BlockExpr* program, bool shows_value, Diagnostics& diagnostics);

}  // namespace aspen
