// Checks of operators with an operand that cannot be what its author meant.
#pragma once

#include "frontend/resolve/resolve.h"

namespace aspen {

// Checks a BinaryExpr, LogicalExpr or IsExpr, after its names have been resolved: reports `assert a == b`,
// which asserts `a` and compares the result, and the like. Such a program would run, and check nothing.
void check_left_operand(const Expr* expr, const ResolveInput& input, Diagnostics& diagnostics);

}  // namespace aspen
