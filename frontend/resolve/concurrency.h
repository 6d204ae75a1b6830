// Checks of code about tasks and fibers that cannot be what its author meant. The library defines what
// `spawn`, `fiber` and `yield` do: the tree holds calls of its functions (ast.h).
#pragma once

#include "frontend/resolve/resolve.h"

namespace aspen {

// Reports a `yield` outside the body of a fiber. `function` is the function that it stands in, null for the
// body of the module.
void check_yield(const YieldExpr* expr, const LambdaExpr* function, const ResolveInput& input,
                 Diagnostics& diagnostics);

// Checks a SpawnExpr or CallExpr, after its names have been resolved: reports a `spawn` that calls nothing,
// and an `await` of several arguments.
void check_task(const Expr* expr, const ResolveInput& input, Diagnostics& diagnostics);

}  // namespace aspen
