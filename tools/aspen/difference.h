// Lines of text, and how two texts differ line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aspen {

// Splits a text into lines, without their line ends. The last line need not have one.
std::vector<std::string_view> split_lines(std::string_view text);
std::vector<std::string> split_at_spaces(std::string_view text);

// The lines that differ, "- " before those only in `expected` and "+ " before those only in `printed`, with
// two lines around them. Long differences are cut.
std::string difference(std::string_view expected, std::string_view printed);

}  // namespace aspen
