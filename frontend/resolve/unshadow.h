#pragma once
// An expanded program as a text that means the same when it is compiled alone.

#include <string>

#include "frontend/resolve/resolve.h"

namespace aspen {

// Variables of functions and blocks get other names if macros mention a name of the module or the library
// that these variables hide. REQUIRES: the program is resolved without errors.
std::string unshadowed_text(const ResolveInput& input);

}  // namespace aspen
