// The Aspen files that a command is to look at.
#pragma once

#include <string>
#include <vector>

namespace aspen {

// Adds the .asp files below a folder, in any order. Folders called `lib` and `build`, and those whose names
// begin with a dot, are left out: they hold what programs use, and what tools have written. An unreadable
// folder adds nothing.
void add_files_below(const std::string& folder, std::vector<std::string>& files);

}  // namespace aspen
