#pragma once

#include <string>

namespace aspen {

// The documentation of a name or module, or of the whole library for ""; false, with a message in `text`, if
// there is none.
bool find_documentation(const std::string& name, std::string& text);

}  // namespace aspen
