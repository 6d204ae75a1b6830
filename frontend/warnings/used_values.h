// Values that are made and dropped, and `if` without `else` where a value is needed.
#pragma once

#include "frontend/warnings/module_warnings.h"

namespace aspen {

void check_values(BlockExpr* program, ModuleWarnings& warnings);

}  // namespace aspen
