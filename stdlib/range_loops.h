// Which functions of the Aspen files are range frames (execution.md).
#pragma once

#include <string_view>

#include "vm/machine.h"

namespace aspen {

// Says so of those that stand in the file, and takes its private functions out of traces. Once, when its code
// has been loaded.
void make_range_loops(std::string_view file, LoadedModule& code);

}  // namespace aspen
