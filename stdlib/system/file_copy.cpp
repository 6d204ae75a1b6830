#include "stdlib/system/file_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <vector>

#include "stdlib/system/directory.h"
#include "stdlib/system/paths.h"
#include "stdlib/system/uninterrupted.h"
#include "vm/run/permissions.h"

namespace aspen {

namespace {

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_inside(const std::string& path, const std::string& directory) {
  return (resolve_path(path) + "/").starts_with(resolve_path(directory) + "/");
}

enum class Copying : uint8_t { done, cannot_read, cannot_write };

Copying copy_bytes(const Descriptor& from, const Descriptor& to) {
  char piece[1 << 16];
  for (;;) {
    const ssize_t count = uninterrupted([&] { return ::read(from.number(), piece, sizeof piece); });
    if (count <= 0) return count == 0 ? Copying::done : Copying::cannot_read;
    if (!write_all(to, std::string_view(piece, static_cast<size_t>(count)))) return Copying::cannot_write;
  }
}

// A name in an open directory. Files are reached only from open directories.
struct Name {
  int directory;
  const char* name;
  bool follows;

  int flags() const { return follows ? 0 : O_NOFOLLOW; }
  bool look(struct stat& found) const {
    return ::fstatat(directory, name, &found, follows ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
  }
  Descriptor open(int wanted, unsigned mode = 0) const {
    return Descriptor(
        uninterrupted([&] { return ::openat(directory, name, wanted | flags() | O_CLOEXEC, mode); }));
  }
};

// The treatment of symbolic links in the source.
enum class Links : uint8_t {
  followed,
  left_out,
  kept,     // modification times are kept as well
  refused,  // with ENOTSUP; modification times are kept
};

// Each step returns an errno, or 0.
class FileCopy {
 public:
  FileCopy(const std::string& target, Links links, bool writes_links)
      : target_(target), links_(links), writes_links_(writes_links) {}

  int copy(const Name& from, const std::string& path, const Name& to);
  const std::string& culprit() const { return culprit_; }

 private:
  bool keeps_times() const { return links_ == Links::kept || links_ == Links::refused; }
  int copy_link(const Name& from, const Name& to);
  int copy_file(const Name& from, const struct stat& found, const Name& to);
  int copy_found(const Name& from, const struct stat& found, const std::string& path, const Name& to);
  int copy_directory(const Name& from, const struct stat& found, const std::string& path, const Name& to);
  int copy_entries(const Descriptor& from, const std::string& path, const Descriptor& to);
  int why_not_entered(const struct stat& found, const std::string& path) const;
  // Notes that a step has failed at the target.
  int at_target(int error) {
    is_at_target_ = true;
    return error;
  }
  std::string culprit_of(const std::string& path) const {
    if (!is_at_target_) return path;
    const std::string below = path.substr(source_.size());
    return target_ + inside_target_ + (below.empty() || below.starts_with('/') ? "" : "/") + below;
  }

  const std::string& target_;
  const Links links_;
  const bool writes_links_;    // whether links at the target are followed, and their targets overwritten
  std::string source_;         // what is copied as a whole
  std::string inside_target_;  // "/name": the copy has its name in the directory `target_`
  bool is_at_target_ = false;
  std::string culprit_;
  std::vector<struct stat> open_;  // the source directories that are being copied, outermost first
};

bool set_times(const Descriptor& file, const struct stat& found) {
  const timespec times[] = {found.st_atim, found.st_mtim};
  return ::futimens(file.number(), times) == 0;
}

int FileCopy::copy_link(const Name& from, const Name& to) {
  if (links_ != Links::kept) return links_ == Links::refused ? ENOTSUP : 0;
  char target[PATH_MAX];
  const ssize_t size = ::readlinkat(from.directory, from.name, target, sizeof target);
  if (size < 0) return errno;
  const std::string text(target, static_cast<size_t>(size));
  return ::symlinkat(text.c_str(), to.directory, to.name) == 0 ? 0 : at_target(errno);
}

int FileCopy::copy_file(const Name& from, const struct stat& found, const Name& to) {
  if (!S_ISREG(found.st_mode)) return ENOTSUP;
  struct stat old {};
  const bool is_there = to.look(old);
  if (is_there && S_ISDIR(old.st_mode)) return at_target(EISDIR);
  if (is_there && !S_ISREG(old.st_mode)) return at_target(S_ISLNK(old.st_mode) ? ELOOP : ENOTSUP);
  if (is_there && is_same(found, old)) return EEXIST;
  const Descriptor source = from.open(O_RDONLY | O_NONBLOCK);
  if (!source) return errno;
  Descriptor target = to.open(O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK, S_IWUSR);
  if (!target || ::fchmod(target.number(), found.st_mode & 07777) != 0) return at_target(errno);
  const Copying copied = copy_bytes(source, target);
  if (copied == Copying::cannot_read) return errno;
  const bool is_whole =
      copied == Copying::done && (!keeps_times() || set_times(target, found)) && target.close();
  return is_whole ? 0 : at_target(errno);
}

int FileCopy::copy(const Name& from, const std::string& path, const Name& to) {
  if (open_.empty()) source_ = path;
  struct stat found {};
  const int error = from.look(found) ? copy_found(from, found, path, to) : errno;
  if (error != 0 && culprit_.empty()) culprit_ = culprit_of(path);
  return error;
}

// A file that is copied to an existing directory goes into it.
int FileCopy::copy_found(const Name& from, const struct stat& found, const std::string& path,
                         const Name& to) {
  struct stat old {};
  if (S_ISLNK(found.st_mode)) return copy_link(from, to);
  if (S_ISDIR(found.st_mode)) return copy_directory(from, found, path, to);
  if (!to.look(old) || !S_ISDIR(old.st_mode)) return copy_file(from, found, to);
  const Descriptor inside = to.open(O_PATH | O_DIRECTORY);
  if (!inside) return at_target(errno);
  const std::string name(base_name(path));
  if (open_.empty()) inside_target_ = "/" + name;
  return copy_file(from, found, {inside.number(), name.c_str(), to.follows});
}

// Takes from the owner of a new directory what the owner of the copied one may not do.
static bool limit_owner(const Descriptor& directory, mode_t mode) {
  struct stat made {};
  if ((mode & S_IRWXU) == S_IRWXU) return true;
  return ::fstat(directory.number(), &made) == 0 &&
         ::fchmod(directory.number(), made.st_mode & 07777 & (mode | ~S_IRWXU)) == 0;
}

int FileCopy::copy_directory(const Name& from, const struct stat& found, const std::string& path,
                             const Name& to) {
  if (const int error = why_not_entered(found, path); error != 0) return error;
  struct stat old {};
  if (to.look(old) && !S_ISDIR(old.st_mode)) return at_target(ENOTDIR);
  // Its own permissions come last: they may not allow to write in it.
  const bool is_new = ::mkdirat(to.directory, to.name, (found.st_mode & 07777) | S_IRWXU) == 0;
  if (!is_new && errno != EEXIST) return at_target(errno);
  const Descriptor source = from.open(O_RDONLY | O_DIRECTORY);
  if (!source) return errno;
  const Descriptor target = to.open((is_new ? O_RDONLY : O_PATH) | O_DIRECTORY);
  if (!target) return at_target(errno);
  open_.push_back(found);
  const int error = copy_entries(source, path, target);
  open_.pop_back();
  if (error != 0) return error;
  if (is_new && !limit_owner(target, found.st_mode)) return at_target(errno);
  if (!keeps_times()) return 0;
  const timespec times[] = {found.st_atim, found.st_mtim};
  return ::utimensat(to.directory, to.name, times, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : at_target(errno);
}

int FileCopy::copy_entries(const Descriptor& from, const std::string& path, const Descriptor& to) {
  std::vector<DirectoryEntry> entries;
  if (!read_directory(from, entries)) return errno;
  for (const DirectoryEntry& entry : entries) {
    const Name source = {from.number(), entry.name.c_str(), links_ == Links::followed};
    const Name target = {to.number(), entry.name.c_str(), writes_links_};
    if (const int error = copy(source, join_path(path, entry.name), target); error != 0) return error;
  }
  return 0;
}

// Refuses copies that would never end.
int FileCopy::why_not_entered(const struct stat& found, const std::string& path) const {
  if (is_inside(target_, path)) return EINVAL;
  const bool is_open =
      std::any_of(open_.begin(), open_.end(), [&](const auto& outer) { return is_same(outer, found); });
  return is_open ? ELOOP : 0;
}

}  // namespace

Copied copy_files(const FileAccess& reads, const std::string& from, const FileAccess& writes,
                  const std::string& to) {
  const Place source = reads.to(from);
  if (!source) return {errno, from};
  const Place target = writes.to(to);
  if (!target) return {errno, to};
  FileCopy copying(to, reads.is_limited() ? Links::left_out : Links::followed, !writes.is_limited());
  const Name source_name = {source.directory(), source.name(), !source.is_pinned()};
  const Name target_name = {target.directory(), target.name(), !target.is_pinned()};
  const int error = copying.copy(source_name, from, target_name);
  return {error, copying.culprit()};
}

namespace {

bool rename_to(int directory, const char* name, const Place& to) {
  return ::renameat(directory, name, to.directory(), to.name()) == 0;
}

// Whether a rename from there, where it exists, fails because of what is at the new name or above it.
bool is_of_new_name(int error, const Place& from) {
  struct stat found;
  const bool is_of_either = error == ENOENT || error == ENOTDIR;
  return error == EISDIR || error == ENOTEMPTY || error == EEXIST ||
         (is_of_either && from.look_at_name(found));
}

// Copies into a temporary directory beside `to`, renames the copy, and removes the temporary directory.
Copied move_by_copying(const Place& from, const std::string& from_path, const Place& to,
                       const std::string& to_path, Links links) {
  constexpr const char* kName = "moved";
  std::string draft = to.path() + ".XXXXXX";
  if (::mkdtemp(draft.data()) == nullptr) return {errno, to_path};
  const Descriptor inside = open_file(draft, O_PATH | O_DIRECTORY);
  FileCopy copying(to_path, links, false);
  Copied out;
  out.error = inside ? copying.copy({from.directory(), from.name(), false}, from_path,
                                    {inside.number(), kName, false})
                     : errno;
  out.culprit = copying.culprit().empty() ? to_path : copying.culprit();
  if (out.error == 0 && !rename_to(inside.number(), kName, to)) out = {errno, to_path};
  std::error_code unused;
  std::filesystem::remove_all(draft, unused);
  return out;
}

}  // namespace

Copied rename_files(const Place& from, const std::string& from_path, const Place& to,
                    const std::string& to_path) {
  if (!from) return {errno, from_path};
  if (!to) return {errno, to_path};
  if (rename_to(from.directory(), from.name(), to)) return {};
  const int error = errno;
  return {error, is_of_new_name(error, from) ? to_path : from_path};
}

Copied move_files(const Place& from, const std::string& from_path, const Place& to,
                  const std::string& to_path, bool makes_links) {
  Copied renamed = rename_files(from, from_path, to, to_path);
  if (renamed.error != EXDEV) return renamed;
  Copied moved = move_by_copying(from, from_path, to, to_path, makes_links ? Links::kept : Links::refused);
  std::error_code why;
  if (moved.error == 0) std::filesystem::remove_all(from.path(), why);
  return why ? Copied{why.value(), from_path} : moved;
}

}  // namespace aspen
