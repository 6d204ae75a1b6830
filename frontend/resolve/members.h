// Members of modules: `string.upper` of a standard one, `geometry.area` of an imported one.
#pragma once

#include "frontend/resolve/resolve.h"

namespace aspen {

// Reports a member that the module does not have or does not export, and any field of a label. The name
// before the dot is resolved.
void check_member(const FieldExpr* expr, const ResolveInput& input, Diagnostics& diagnostics);

}  // namespace aspen
