// The other way to compile: nothing is moved, lent or taken out of its place, so that every update copies
// what it changes. Slow, and right without any analysis: what tests/random compares ordinary programs with.
#pragma once

#include "frontend/scope.h"

namespace aspen {

// Undoes what liveness and consume have found: every variable counts as live everywhere, every load as
// shared, every parameter as kept. Stands between those analyses and the writing of code.
void forget_ownership(Scopes& scopes, BlockExpr* program);

}  // namespace aspen
