// Where a path leads, held between the check of permissions and the use. If files are granted below
// directories only, a place is an open directory, reached without following a link, and a name in it that is
// not followed either. So a task or a process that exchanges a directory for a link meanwhile changes
// nothing. If files are granted everywhere, a place is the path.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>

#include "stdlib/descriptor.h"
#include "vm/permissions.h"

namespace aspen {

// Opens an absolute path that has no symbolic link in it. False with errno set: ELOOP or ENOTDIR for a link.
Descriptor open_without_links(const std::string& path, int flags);
// Likewise, on systems without openat2.
Descriptor walk_without_links(const std::string& path, int flags);

class Place;

// Finds the places that a program may use. Any thread; the machine's permissions must outlive it.
class FileAccess {
 public:
  FileAccess() = default;  // everywhere
  FileAccess(const Permissions& permissions, uint32_t capabilities)
      : permissions_(&permissions), capabilities_(capabilities) {}

  // What the path leads to. It need not be there: a file can be made at the place.
  Place to(const std::string& path) const;
  // The name itself, be it a link's: to look at it, to rename or to remove it.
  Place to_name(const std::string& path) const;
  // Whether one of the capabilities holds below directories only.
  bool is_limited() const;

 private:
  bool may_reach(const std::string& resolved) const;
  Place pinned(const std::string& path, bool follows) const;

  const Permissions* permissions_ = nullptr;
  uint32_t capabilities_ = 0;
};

class Place {
 public:
  // Without a pin: whatever the system makes of the path.
  explicit Place(std::string path) : name_(std::move(path)) {}
  // An errno.
  explicit Place(int error) : error_(error) {}
  Place(std::shared_ptr<const Descriptor> directory, std::string name, std::string resolved)
      : directory_(std::move(directory)), name_(std::move(name)), resolved_(std::move(resolved)) {}

  // False with errno set, as by each call below, if there is no such place.
  explicit operator bool() const { return error_ == 0 || (errno = error_, false); }
  bool is_pinned() const { return directory_ != nullptr; }

  // For openat and its like.
  int directory() const { return directory_ ? directory_->number() : AT_FDCWD; }
  const char* name() const { return name_.c_str(); }
  // For calls that take a path and do not follow its last part; while the place is there.
  std::string path() const;
  // Without links; of one that is pinned.
  const std::string& resolved() const { return resolved_; }

  // These are false with errno set. ELOOP: a link stands where none stood a moment ago.
  Descriptor open(int flags, unsigned mode = 0666) const;
  bool look(struct stat& found) const;
  bool look_at_name(struct stat& found) const;

  // The file itself, for calls that follow links: they may use `path` while `object` is open.
  struct Object {
    Descriptor object;
    std::string path;
    explicit operator bool() const { return !path.empty(); }
  };
  Object object() const;

 private:
  int error_ = 0;
  std::shared_ptr<const Descriptor> directory_;
  std::string name_, resolved_;
};

}  // namespace aspen
