// Functions on the text of paths, for modules that handle file names.
#pragma once

#include <string>
#include <string_view>

namespace aspen {

std::string join_path(std::string_view base, std::string_view name);
// The part after the last slash.
std::string_view base_name(std::string_view path);

}  // namespace aspen
