#include "stdlib/system/directory.h"

#include <dirent.h>
#include <fcntl.h>

#include <cerrno>
#include <memory>

namespace aspen {

namespace {

// Some file systems do not report the type.
unsigned char type_of(int directory, const dirent& entry) {
  struct stat found {};
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  if (::fstatat(directory, entry.d_name, &found, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return IFTODT(found.st_mode);
}

bool is_there(const Place& place) {
  struct stat found {};
  if (!place.look(found)) return false;
  return S_ISDIR(found.st_mode) || (errno = EEXIST, false);
}

}  // namespace

bool NameCharge::add(size_t name_bytes) {
  constexpr size_t kStep = size_t{64} << 10, kEntryBytes = 64;
  bytes_ += kEntryBytes + name_bytes;
  is_refused_ = is_refused_ || !charge_.grow_to(bytes_ / kStep * kStep);
  if (is_refused_) errno = ENOMEM;
  return !is_refused_;
}

bool read_directory(const Descriptor& directory, std::vector<DirectoryEntry>& entries, NameCharge* charge) {
  Descriptor own(::openat(directory.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(own ? ::fdopendir(own.number()) : nullptr, ::closedir);
  if (!stream) return false;
  own.release();
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) return errno == 0;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (charge != nullptr && !charge->add(name.size())) return false;
    const unsigned char type = type_of(directory.number(), *entry);
    entries.push_back({std::string(name), type == DT_DIR, type == DT_LNK});
  }
}

bool read_directory(const Place& place, std::vector<DirectoryEntry>& entries, NameCharge* charge) {
  const Descriptor directory = place.open(O_RDONLY | O_DIRECTORY);
  return directory && read_directory(directory, entries, charge);
}

bool make_directories(const FileAccess& access, const std::string& path) {
  constexpr unsigned kMode = 0777;
  const Place place = access.to(path);
  const size_t end = path.find_last_not_of('/');
  const size_t slash = end == path.npos ? path.npos : path.rfind('/', end);
  const bool has_parent = slash != path.npos && slash > 0;
  if ((!place && errno != ENOENT) || (place && ::mkdirat(place.directory(), place.name(), kMode) == 0))
    return static_cast<bool>(place);
  if (errno != ENOENT) return errno == EEXIST && is_there(place);
  if (!has_parent) {
    errno = ENOENT;
    return false;
  }
  if (!make_directories(access, path.substr(0, slash))) return false;
  const Place again = access.to(path);
  return again && (::mkdirat(again.directory(), again.name(), kMode) == 0 || is_there(again));
}

}  // namespace aspen
