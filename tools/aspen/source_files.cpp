#include "tools/aspen/source_files.h"

#include <filesystem>

namespace aspen {

namespace fs = std::filesystem;

static bool is_searched(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name != "lib" && name != "build" && !(name.starts_with('.') && name.size() > 1 && name != "..");
}

void add_files_below(const std::string& folder, std::vector<std::string>& files) {
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); at != fs::recursive_directory_iterator();
       at.increment(error)) {
    if (error) return;
    if (at->is_directory(error)) {
      if (!is_searched(at->path())) at.disable_recursion_pending();
    } else if (at->path().extension() == ".asp" && at->is_regular_file(error)) {
      files.push_back(at->path().lexically_normal().string());
    }
  }
}

}  // namespace aspen
