// Finds the Aspen files that a command processes.
#pragma once

#include <string>
#include <vector>

namespace aspen {

// Adds the .asp files below a folder, in any order. Skips folders called `lib` and `build`, and those with a
// name that begins with a dot: they hold what programs use, and what tools have written. An unreadable folder
// adds nothing.
void add_files_below(const std::string& folder, std::vector<std::string>& files);

}  // namespace aspen
