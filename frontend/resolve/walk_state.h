// Where the resolver's walk stands: the resolver writes it, what makes and uses bindings reads it.
#pragma once

#include <unordered_map>

#include "frontend/resolve/scope.h"

namespace aspen {

struct WalkState {
  // The innermost statement of a block.
  struct Statement {
    BlockExpr* block = nullptr;
    Expr* expr = nullptr;
    uint32_t index = 0;      // in `block`
    uint32_t run_start = 0;  // first of the function bindings that stand directly above
  };

  bool declaring = true;  // the first of the two walks
  FunctionInfo* function = nullptr;
  Statement at;
  unsigned loops = 0;
  std::unordered_map<const BlockExpr*, uint32_t> running;  // blocks being walked, and where
};

}  // namespace aspen
