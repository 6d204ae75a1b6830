// Says which functions of the Aspen files are range frames (vm/docs/range-frames.md).
#pragma once

#include <string_view>

#include "vm/run/machine.h"

namespace aspen {

// Marks the functions of the file that are in range_loops.def, and hides its private functions from traces.
// Called once, after the file's code has been loaded.
void make_range_loops(std::string_view file, LoadedModule& code);

}  // namespace aspen
