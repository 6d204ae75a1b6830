// Text from outside that has to be UTF-8, for messages.
#pragma once

#include <string>
#include <string_view>

namespace aspen {

// With U+FFFD for each byte that is not UTF-8.
std::string replace_invalid(std::string_view text);

}  // namespace aspen
