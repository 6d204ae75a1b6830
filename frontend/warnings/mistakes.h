// Looks for code that is allowed and probably not meant. Only `aspen check` does so.
#pragma once

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/syntax/ast.h"

namespace aspen {

// REQUIRES: the tree is resolved (resolve.h) without errors.
void warn_of_mistakes(const Source& source, BlockExpr* program, Diagnostics& diagnostics);

}  // namespace aspen
