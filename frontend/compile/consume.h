// What each function does with its arguments. This is computed over all functions of a module at once,
// recursion included, by starting from "nothing" and adding until nothing changes.
#pragma once

#include "frontend/compile/liveness.h"

namespace aspen {

// Sets FunctionInfo::consumes and which parameters are owned.
void settle_functions(Scopes& scopes, const std::vector<ConsumeEdge>& edges,
                      const std::vector<ConsumeEdge>& part_edges);

}  // namespace aspen
