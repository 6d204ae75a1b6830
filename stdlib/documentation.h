#pragma once

#include <string>
#include <string_view>

namespace aspen {

// The text of the comment whose lines, each beginning with `#`, the first with `##`, stand directly above the
// line that holds `offset`. Empty if there is none.
std::string comment_above(std::string_view source, size_t offset);

}  // namespace aspen
