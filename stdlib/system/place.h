// The target of a path, held between the check of permissions and the use. If files are permitted below
// certain directories only, a place is an open directory, reached without following a link, and a name in it,
// which is not followed either. So a task or process that replaces a directory by a link meanwhile achieves
// nothing. If files are permitted everywhere, a place is just the path.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string>
#include <string_view>

#include "stdlib/system/descriptor.h"
#include "vm/run/permissions.h"

namespace aspen {

// Opens an absolute path without symbolic links. Invalid with errno set; ELOOP or ENOTDIR if it has a link.
Descriptor open_without_links(const std::string& path, int flags);
// Likewise, for systems without openat2.
Descriptor walk_without_links(const std::string& path, int flags);

class Place;

// Resolves paths to places that the program may use. Any thread; must not outlive the machine's permissions.
class FileAccess {
 public:
  FileAccess() = default;  // everywhere
  FileAccess(const Permissions& permissions, uint32_t capabilities)
      : permissions_(&permissions), capabilities_(capabilities) {}

  // The target of the path. It need not exist: a file can be made at the place.
  Place to(const std::string& path) const;
  // The name itself, even of a link: for looking at it, renaming or removing it.
  Place to_name(const std::string& path) const;
  // Whether one of the capabilities is granted below certain directories only.
  bool is_limited() const;

 private:
  bool may_reach(const std::string& resolved) const;
  Place pinned(const std::string& path, bool follows) const;

  const Permissions* permissions_ = nullptr;
  uint32_t capabilities_ = 0;
};

class Place {
 public:
  // Not pinned: the system resolves the path at each use.
  explicit Place(std::string path) : name_(std::move(path)) {}
  // No place: an errno.
  explicit Place(int error) : error_(error) {}
  Place(std::shared_ptr<const Descriptor> directory, std::string name, std::string resolved)
      : directory_(std::move(directory)), name_(std::move(name)), resolved_(std::move(resolved)) {}

  // False with errno set if there is no such place; each call below fails likewise.
  explicit operator bool() const { return error_ == 0 || (errno = error_, false); }
  bool is_pinned() const { return directory_ != nullptr; }

  // For openat and similar calls.
  int directory() const { return directory_ ? directory_->number() : AT_FDCWD; }
  const char* name() const { return name_.c_str(); }
  // For calls that take a path and do not follow its last part. Valid as long as this place exists.
  std::string path() const;
  // The path without links. Precondition: is_pinned().
  const std::string& resolved() const { return resolved_; }

  // These fail with errno set. ELOOP: the file was replaced by a link after the place was made.
  Descriptor open(int flags, unsigned mode = 0666) const;
  bool look(struct stat& found) const;
  bool look_at_name(struct stat& found) const;

  // The file itself, for calls that follow links. They may use `path` while `object` is open.
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
