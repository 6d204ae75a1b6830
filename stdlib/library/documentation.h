#pragma once

#include <string>
#include <string_view>

namespace aspen {

// The text of the doc comment directly above the line that holds `offset`. Each of its lines begins with
// `#`, the first with `##`. Empty if there is none.
std::string comment_above(std::string_view source, size_t offset);

}  // namespace aspen
