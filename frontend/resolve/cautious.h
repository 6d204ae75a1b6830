// The other way to compile: nothing is moved, lent or taken out of its place, so every update copies what it
// changes. Slow, but correct without any analysis. tests/random compares ordinary programs with it.
#pragma once

#include "frontend/resolve/scope.h"

namespace aspen {

// Undoes the results of liveness and consume: every variable counts as live everywhere, every load as shared,
// every parameter as kept. Runs between those analyses and the writing of code.
void forget_ownership(Scopes& scopes, BlockExpr* program);

}  // namespace aspen
