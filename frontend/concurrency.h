// What is written about tasks and fibers and cannot be meant. What `spawn`, `fiber` and `yield` do is the
// library's: the tree holds calls of its functions (ast.h).
#pragma once

#include "frontend/resolve.h"

namespace aspen {

// Reports a `yield` in anything but the body of a fiber; `function` is the one it stands in, null for the
// module's body.
void check_yield(const YieldExpr* expr, const LambdaExpr* function, const ResolveInput& input,
                 Diagnostics& diagnostics);

// Of a SpawnExpr or CallExpr whose names are resolved: a `spawn` that calls nothing, an `await` of several
// arguments.
void check_task(const Expr* expr, const ResolveInput& input, Diagnostics& diagnostics);

}  // namespace aspen
