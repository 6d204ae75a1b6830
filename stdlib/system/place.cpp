#include "stdlib/system/place.h"

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "stdlib/system/uninterrupted.h"

namespace aspen {

namespace {

std::string path_of(const Descriptor& descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor.number());
}

struct Parts {
  std::string directory, name;
};

// Splits a resolved path.
Parts parts_of(const std::string& resolved) {
  const size_t slash = resolved.rfind('/');
  if (resolved.size() == 1) return {"/", "."};
  return {slash == 0 ? "/" : resolved.substr(0, slash), resolved.substr(slash + 1)};
}

// Resolves all parts but the last, which may be a link; also the last if it is "", "." or "..".
std::string resolve_but_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  if (name.empty() || name == "." || name == "..") return resolve_path(path);
  const std::string directory =
      resolve_path(slash == path.npos ? "." : std::string_view(path).substr(0, slash + 1));
  if (directory.empty()) return {};
  return directory == "/" ? "/" + name : directory + "/" + name;
}

bool is_exchanged(int error) { return error == ELOOP || error == ENOTDIR; }

}  // namespace

Descriptor walk_without_links(const std::string& path, int flags) {
  Descriptor at(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (size_t begin = 1; at && begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const int wanted = end == path.size() ? flags : O_PATH | O_DIRECTORY;
    at = Descriptor(
        ::openat(at.number(), path.substr(begin, end - begin).c_str(), wanted | O_NOFOLLOW | O_CLOEXEC));
    begin = end + 1;
  }
  return at;
}

Descriptor open_without_links(const std::string& path, int flags) {
  open_how how = {};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_NO_SYMLINKS;
  const long number = ::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how);
  // Old systems lack the call, and filters of system calls that do not know it refuse it.
  if (number < 0 && (errno == ENOSYS || errno == EPERM)) return walk_without_links(path, flags);
  return Descriptor(static_cast<int>(number));
}

// ---- FileAccess

bool FileAccess::is_limited() const {
  for (size_t i = 0; permissions_ != nullptr && i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    if ((capabilities_ & bit_of(capability)) != 0 && !permissions_->is_everywhere(capability)) return true;
  }
  return false;
}

bool FileAccess::may_reach(const std::string& resolved) const {
  for (size_t i = 0; i < kCapabilityCount; ++i) {
    const auto capability = static_cast<Capability>(i);
    if ((capabilities_ & bit_of(capability)) != 0 && !permissions_->is_within(capability, resolved))
      return false;
  }
  return !resolved.empty();
}

// Tries again if a directory is replaced by a link between the two calls.
Place FileAccess::pinned(const std::string& path, bool follows) const {
  constexpr int kMostTries = 4;
  for (int tries = 0; tries < kMostTries; ++tries) {
    const std::string resolved = follows ? resolve_path(path) : resolve_but_name(path);
    if (!may_reach(resolved)) return Place(EACCES);
    auto [directory, name] = parts_of(resolved);
    auto pin = std::make_shared<const Descriptor>(open_without_links(directory, O_PATH | O_DIRECTORY));
    if (*pin) return {std::move(pin), std::move(name), resolved};
    if (!is_exchanged(errno)) break;
  }
  return Place(errno);
}

Place FileAccess::to(const std::string& path) const {
  return is_limited() ? pinned(path, true) : Place(path);
}
Place FileAccess::to_name(const std::string& path) const {
  return is_limited() ? pinned(path, false) : Place(path);
}

// ---- Place

std::string Place::path() const { return is_pinned() ? path_of(*directory_) + "/" + name_ : name_; }

Descriptor Place::open(int flags, unsigned mode) const {
  if (!*this) return {};
  const int wanted = flags | O_CLOEXEC | (is_pinned() ? O_NOFOLLOW : 0);
  return Descriptor(uninterrupted([&] { return ::openat(directory(), name(), wanted, mode); }));
}

bool Place::look_at_name(struct stat& found) const {
  return *this && ::fstatat(directory(), name(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

bool Place::look(struct stat& found) const {
  if (!is_pinned()) return *this && ::fstatat(directory(), name(), &found, 0) == 0;
  return look_at_name(found) && (!S_ISLNK(found.st_mode) || (errno = ELOOP, false));
}

// With O_NOFOLLOW, O_PATH opens a link itself, so the type is checked.
Place::Object Place::object() const {
  if (!*this) return {};
  if (!is_pinned()) return {Descriptor(), name_};
  Descriptor object = open(O_PATH);
  struct stat found {};
  if (!object || ::fstat(object.number(), &found) != 0) return {};
  if (S_ISLNK(found.st_mode)) {
    errno = ELOOP;
    return Object();
  }
  std::string path = path_of(object);
  return {std::move(object), std::move(path)};
}

}  // namespace aspen
