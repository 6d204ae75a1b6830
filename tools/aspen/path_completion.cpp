#include "tools/aspen/path_completion.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tools/aspen/line_editor.h"

namespace aspen {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kLoad = ":load", kUse = "use ", kExtension = ".asp";

// Where the string at the end of the text begins; npos: there is none, or its last brace is open.
size_t open_string(std::string_view text) {
  size_t begin = std::string_view::npos, brace = begin;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_in_text = begin != std::string_view::npos && brace == std::string_view::npos;
    if (text[i] == '\\' && is_in_text) {
      ++i;
    } else if (text[i] == '"' && brace == std::string_view::npos) {
      begin = begin == std::string_view::npos ? i + 1 : std::string_view::npos;
    } else if (text[i] == '{' && is_in_text) {
      brace = i;
    } else if (text[i] == '}') {
      brace = std::string_view::npos;
    }
  }
  return brace == std::string_view::npos ? begin : std::string_view::npos;
}

bool follows_use(std::string_view text, size_t begin) {
  const std::string_view before = text.substr(0, begin - 1);
  return before.ends_with(kUse) &&
         (before.size() == kUse.size() || before[before.size() - kUse.size() - 1] == ' ');
}

// Where the argument of `:load` begins; npos: the text is not that command.
size_t argument_of_load(std::string_view text) {
  if (!text.starts_with(kLoad)) return std::string_view::npos;
  const size_t begin = std::min(text.size(), text.find_first_not_of(' ', kLoad.size()));
  return begin == kLoad.size() ? std::string_view::npos : begin;
}

// "" for a file that is not to be shown.
std::string shown_name(const fs::directory_entry& entry, bool are_modules) {
  std::error_code error;
  std::string name = entry.path().filename().string();
  if (entry.is_directory(error)) return name + "/";
  if (!are_modules) return name;
  return name.ends_with(kExtension) ? name.substr(0, name.size() - kExtension.size()) : std::string();
}

}  // namespace

std::optional<std::vector<std::string>> complete_path(std::string_view text) {
  const size_t argument = argument_of_load(text);
  const bool is_load = argument != std::string_view::npos;
  const size_t begin = is_load ? argument : open_string(text);
  if (begin == std::string_view::npos) return {};
  const bool are_modules = !is_load && follows_use(text, begin);
  const std::string_view path = text.substr(begin);
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string_view::npos ? "." : expand_home(path.substr(0, slash + 1));
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  // The word begins at the last character that is in no name, such as a hyphen, which the name may have.
  const size_t kept = name.size() - std::min(name.size(), text.size() - word_start(text));
  std::vector<std::string> found;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const std::string shown = shown_name(*at, are_modules);
    const bool is_hidden = shown.starts_with('.') && !name.starts_with('.');
    if (shown.starts_with(name) && !shown.empty() && !is_hidden) found.push_back(shown.substr(kept));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string expand_home(std::string_view path) {
  const char* home = std::getenv("HOME");
  const bool is_there = home != nullptr && (path == "~" || path.starts_with("~/"));
  return is_there ? home + std::string(path.substr(1)) : std::string(path);
}

}  // namespace aspen
