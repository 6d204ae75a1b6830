#pragma once
// The tree as an s-expression, for tests and for debugging the parser.

#include <string>

#include "frontend/syntax/ast.h"

namespace aspen {

// "(assign x (+ 1 2))". Resolver fields and spans are left out.
std::string to_text(const Expr* expr);
std::string to_text(const Pattern* pattern);

}  // namespace aspen
