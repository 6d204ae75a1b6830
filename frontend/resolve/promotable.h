// Which calls are worth overlapping with what follows them (vm/docs/timelines.md): those with a value that
// is not touched before another call or a loop has begun.
#pragma once

#include "frontend/syntax/ast.h"

namespace aspen {

// Sets CallExpr::promotable and PipeExpr::promotable in the whole tree, functions included. REQUIRES: names
// are resolved.
void mark_promotable(BlockExpr* program);

// Whether it is a call or a loop, which may take long.
bool is_work(const Expr* expr);

}  // namespace aspen
