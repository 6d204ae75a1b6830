// Values that are made and dropped, and `if` without `else` where a value is needed.
#pragma once

#include "frontend/warnings/module_warnings.h"

namespace aspen {

// `shows_value`: that of the last statement is not dropped.
void check_values(BlockExpr* program, bool shows_value, ModuleWarnings& warnings);

}  // namespace aspen
