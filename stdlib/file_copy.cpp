#include "stdlib/file_copy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "stdlib/directory.h"
#include "stdlib/paths.h"
#include "vm/permissions.h"

namespace aspen {

namespace {

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_inside(const std::string& path, const std::string& directory) {
  return (resolve_path(path) + "/").starts_with(resolve_path(directory) + "/");
}

bool copy_octets(const Descriptor& from, const Descriptor& to) {
  char piece[1 << 16];
  for (;;) {
    const ssize_t count = ::read(from.number(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    if (!write_all(to, std::string_view(piece, static_cast<size_t>(count)))) return false;
  }
}

// Files are reached by open directories, from each of which a name is taken: `Name` is one of them.
struct Name {
  int directory;
  const char* name;
  bool follows;

  int flags() const { return follows ? 0 : O_NOFOLLOW; }
  bool look(struct stat& found) const {
    return ::fstatat(directory, name, &found, follows ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
  }
  Descriptor open(int wanted, unsigned mode = 0) const {
    int number;
    do number = ::openat(directory, name, wanted | flags() | O_CLOEXEC, mode);
    while (number < 0 && errno == EINTR);
    return Descriptor(number);
  }
};

// Each step gives an errno, 0 if it is done.
class FileCopy {
 public:
  FileCopy(const std::string& target, bool skips_links, bool writes_links)
      : target_(target), skips_links_(skips_links), writes_links_(writes_links) {}

  int copy(const Name& from, const std::string& path, const Name& to);
  const std::string& culprit() const { return culprit_; }

 private:
  int copy_found(const Name& from, const struct stat& found, const std::string& path, const Name& to);
  int copy_directory(const Name& from, const struct stat& found, const std::string& path, const Name& to);
  int copy_entries(const Descriptor& from, const std::string& path, const Descriptor& to);
  int why_not_entered(const struct stat& found, const std::string& path) const;

  const std::string& target_;
  const bool skips_links_;   // in what is copied
  const bool writes_links_;  // that stand where a copy goes: what they lead to is overwritten
  std::string culprit_;
  std::vector<struct stat> open_;  // the directories that the copy is in, outermost first
};

int copy_file(const Name& from, const struct stat& found, const Name& to) {
  if (!S_ISREG(found.st_mode)) return ENOTSUP;
  struct stat old {};
  const bool is_there = to.look(old);
  if (is_there && !S_ISREG(old.st_mode)) return S_ISLNK(old.st_mode) ? ELOOP : ENOTSUP;
  if (is_there && is_same(found, old)) return EEXIST;
  const Descriptor source = from.open(O_RDONLY | O_NONBLOCK);
  if (!source) return errno;
  Descriptor target = to.open(O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK, S_IWUSR);
  const bool is_copied = target && ::fchmod(target.number(), found.st_mode & 07777) == 0 &&
                         copy_octets(source, target) && target.close();
  return is_copied ? 0 : errno;
}

int FileCopy::copy(const Name& from, const std::string& path, const Name& to) {
  struct stat found {};
  const int error = from.look(found) ? copy_found(from, found, path, to) : errno;
  if (error != 0 && culprit_.empty()) culprit_ = path;
  return error;
}

// A file goes into a directory that is there.
int FileCopy::copy_found(const Name& from, const struct stat& found, const std::string& path,
                         const Name& to) {
  struct stat old {};
  if (S_ISLNK(found.st_mode)) return 0;
  if (S_ISDIR(found.st_mode)) return copy_directory(from, found, path, to);
  if (!to.look(old) || !S_ISDIR(old.st_mode)) return copy_file(from, found, to);
  const Descriptor inside = to.open(O_PATH | O_DIRECTORY);
  const std::string name(base_name(path));
  return inside ? copy_file(from, found, {inside.number(), name.c_str(), to.follows}) : errno;
}

int FileCopy::copy_directory(const Name& from, const struct stat& found, const std::string& path,
                             const Name& to) {
  if (const int error = why_not_entered(found, path); error != 0) return error;
  struct stat old {};
  if (to.look(old) && !S_ISDIR(old.st_mode)) return EISDIR;
  if (::mkdirat(to.directory, to.name, found.st_mode & 07777) != 0 && errno != EEXIST) return errno;
  const Descriptor source = from.open(O_RDONLY | O_DIRECTORY);
  const Descriptor target = source ? to.open(O_PATH | O_DIRECTORY) : Descriptor();
  if (!source || !target) return errno;
  open_.push_back(found);
  const int error = copy_entries(source, path, target);
  open_.pop_back();
  return error;
}

int FileCopy::copy_entries(const Descriptor& from, const std::string& path, const Descriptor& to) {
  std::vector<DirectoryEntry> entries;
  if (!read_directory(from, entries)) return errno;
  for (const DirectoryEntry& entry : entries) {
    const Name source = {from.number(), entry.name.c_str(), !skips_links_};
    const Name target = {to.number(), entry.name.c_str(), writes_links_};
    if (const int error = copy(source, join_path(path, entry.name), target); error != 0) return error;
  }
  return 0;
}

// It would never end.
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
  FileCopy copying(to, reads.is_limited(), !writes.is_limited());
  const Name source_name = {source.directory(), source.name(), !source.is_pinned()};
  const Name target_name = {target.directory(), target.name(), !target.is_pinned()};
  const int error = copying.copy(source_name, from, target_name);
  return {error, copying.culprit()};
}

}  // namespace aspen
