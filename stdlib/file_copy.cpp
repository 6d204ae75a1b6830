#include "stdlib/file_copy.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "vm/permissions.h"

namespace aspen {

namespace {

namespace files = std::filesystem;

bool is_inside(const std::string& path, const std::string& directory) {
  return (resolve_path(path) + "/").starts_with(resolve_path(directory) + "/");
}

// The library takes a copy that ends early for EIO, whatever the system would say to the next octet.
std::error_code why_not_copied(std::error_code why, const files::path& to) {
  std::error_code ignored;
  const bool is_full =
      why == std::errc::io_error &&
      files::space(files::path(resolve_path(to.native())).parent_path(), ignored).available == 0;
  return is_full ? std::make_error_code(std::errc::no_space_on_device) : why;
}

class FileCopy {
 public:
  FileCopy(const std::string& to, bool skips_links)
      : target_(to), skips_links_(skips_links), how_(files::copy_options::overwrite_existing) {
    if (skips_links) how_ |= files::copy_options::skip_symlinks;
  }

  std::error_code copy(const files::path& from, const files::path& to);
  const std::string& culprit() const { return culprit_; }

 private:
  std::error_code copy_one(const files::path& from, const files::path& to) const;
  std::error_code copy_directory(const files::path& from, const files::path& to);
  std::error_code why_not_entered(const files::path& directory) const;

  const std::string& target_;
  bool skips_links_;
  files::copy_options how_;
  std::string culprit_;
  std::vector<files::path> open_;  // the directories that the copy is in, outermost first
};

// The library's own recursion tells of the outermost directory only, and ends in no loop of links before its
// paths are too long.
std::error_code FileCopy::copy(const files::path& from, const files::path& to) {
  std::error_code why;
  const files::file_status found = skips_links_ ? files::symlink_status(from, why) : files::status(from, why);
  if (!why) why = files::is_directory(found) ? copy_directory(from, to) : copy_one(from, to);
  if (why && culprit_.empty()) culprit_ = from.native();
  return why;
}

// Of a directory it makes nothing, but looks whether there may be one.
std::error_code FileCopy::copy_one(const files::path& from, const files::path& to) const {
  std::error_code why;
  do files::copy(from, to, how_, why);
  while (why == std::errc::interrupted);
  return why_not_copied(why, to);
}

std::error_code FileCopy::copy_directory(const files::path& from, const files::path& to) {
  std::error_code why = why_not_entered(from);
  if (!why) why = copy_one(from, to);
  if (!why) files::create_directory(to, from, why);
  if (why) return why;
  open_.push_back(from);
  for (files::directory_iterator at(from, why), end; !why && at != end;) {
    why = copy(at->path(), to / at->path().filename());
    if (!why) at.increment(why);
  }
  open_.pop_back();
  return why;
}

// It would never end.
std::error_code FileCopy::why_not_entered(const files::path& directory) const {
  if (is_inside(target_, directory.native())) return std::make_error_code(std::errc::invalid_argument);
  std::error_code ignored;
  const bool is_open = std::any_of(open_.begin(), open_.end(), [&](const files::path& outer) {
    return files::equivalent(outer, directory, ignored);
  });
  return is_open ? std::make_error_code(std::errc::too_many_symbolic_link_levels) : std::error_code();
}

}  // namespace

Copied copy_files(const std::string& from, const std::string& to, bool skips_links) {
  FileCopy copying(to, skips_links);
  const std::error_code why = copying.copy(from, to);
  return {why.value(), copying.culprit()};
}

}  // namespace aspen
