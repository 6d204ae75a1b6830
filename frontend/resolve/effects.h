// What each function does to the world. This is computed over all functions of a module at once, recursion
// included, by starting from "nothing" and adding until nothing changes.
#pragma once

#include "frontend/resolve/scope.h"

namespace aspen {

// Sets FunctionInfo::effect and reach. REQUIRES: names are resolved.
void settle_effects(Scopes& scopes, const BuiltinCatalogue& builtins, BlockExpr* program);

}  // namespace aspen
