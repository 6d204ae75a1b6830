// Module fs: walks of directories, patterns of names, and waiting for changes.
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "stdlib/native/capabilities.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/path_value.h"
#include "stdlib/system/descriptor.h"
#include "stdlib/system/directory.h"
#include "stdlib/system/paths.h"
#include "stdlib/system/place.h"
#include "vm/object/utf8.h"

namespace aspen {

namespace {

using Paths = std::vector<std::string>;

Value sorted_list(Strand& s, Paths& paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths_value(s, paths);
}

std::shared_ptr<NameCharge> charge_names(Strand& s) {
  return std::make_shared<NameCharge>(s.machine().heap().memory());
}

FileAccess readable(Strand& s) { return {permissions(s), bit_of(Capability::fs_read)}; }

struct Found {
  int error = 0;  // an errno
  Paths paths;
};

// Lists a directory and all directories in it, by their descriptors.
class Walk {
 public:
  Walk(const FileAccess& access, NameCharge& charge) : access_(access), charge_(charge) {}

  // Inner directories that may not be read, or are gone, count as empty. Any other error ends the walk.
  Found run(const std::string& path) {
    const Descriptor directory = access_.to(path).open(O_RDONLY | O_DIRECTORY);
    if (!directory || !enter(directory, path)) found_.error = errno;
    return std::move(found_);
  }

 private:
  bool enter(const Descriptor& directory, const std::string& path) {
    std::vector<DirectoryEntry> entries;
    if (!read_directory(directory, entries, &charge_)) return false;
    for (const DirectoryEntry& entry : entries) {
      std::string name = join_path(path, entry.name);
      if (!charge_.add(name.size())) return false;
      if (entry.is_directory) {
        if (!enter_named(directory, entry.name, name)) return false;
      } else if (!entry.is_link || !leads_to_directory(name)) {
        found_.paths.push_back(std::move(name));
      }
    }
    return true;
  }

  bool enter_named(const Descriptor& directory, const std::string& name, const std::string& path) {
    const Descriptor inner(
        ::openat(directory.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (inner) return enter(inner, path);
    const bool is_gone = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
    return errno == EACCES || is_gone;
  }

  bool leads_to_directory(const std::string& path) const {
    struct stat found {};
    return access_.to(path).look(found) && S_ISDIR(found.st_mode);
  }

  const FileAccess access_;
  NameCharge& charge_;
  Found found_;
};

Value walk(Strand& s, AnyBytes path) {
  if (!may_read(s, path.view)) return Value::exception();
  const auto charge = charge_names(s);
  return while_others_run(
      s,
      [access = readable(s), name = std::string(path.view), charge] {
        return Walk(access, *charge).run(name);
      },
      [&](Found& found) {
        if (found.error == ENOMEM) return s.memory_exhausted();
        return found.error != 0 ? path_error(s, found.error, path.view) : sorted_list(s, found.paths);
      });
}

// fnmatch may match single bytes even in a UTF-8 locale. So texts are matched with one byte for each
// character: characters beyond ASCII get the bytes from 0x80 on, in their order, so that ranges stay ranges.
class Characters {
 public:
  void add(std::string_view text) {
    for (size_t at = 0; at < text.size(); at += character_bytes(static_cast<unsigned char>(text[at]))) {
      const uint32_t code = decode_character(text.data() + at);
      if (code >= kFirst) codes_.insert(std::lower_bound(codes_.begin(), codes_.end(), code), code);
    }
    codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
  }

  bool fit() const { return codes_.size() <= kFirst; }

  std::string bytes_of(std::string_view text) const {
    std::string out;
    for (size_t at = 0; at < text.size(); at += character_bytes(static_cast<unsigned char>(text[at]))) {
      const uint32_t code = decode_character(text.data() + at);
      out += static_cast<char>(code < kFirst ? code : kFirst + place_of(code));
    }
    return out;
  }

 private:
  static constexpr uint32_t kFirst = 0x80;

  uint32_t place_of(uint32_t code) const {
    return static_cast<uint32_t>(std::lower_bound(codes_.begin(), codes_.end(), code) - codes_.begin());
  }

  std::vector<uint32_t> codes_;  // sorted
};

bool matches_bytes(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
}

// Matches by bytes if a text is not UTF-8, or if both have too many different characters.
bool matches(const std::string& pattern, const std::string& name) {
  if (is_ascii(name) || !valid_utf8(name) || !valid_utf8(pattern)) return matches_bytes(pattern, name);
  Characters characters;
  characters.add(name);
  characters.add(pattern);
  if (!characters.fit()) return matches_bytes(pattern, name);
  return matches_bytes(characters.bytes_of(pattern), characters.bytes_of(name));
}

// ---- Patterns: each part between slashes matches one name; `**` matches any number of directories

// A directory that cannot be read, or that the program may not read, is taken as empty, except for the names
// that lead to directories that the program may read.
class Matching {
 public:
  Matching(const Permissions& permissions, NameCharge& charge)
      : permissions_(permissions), access_(permissions, bit_of(Capability::fs_read)), charge_(charge) {}

  Paths run(std::string_view pattern) {
    const bool rooted = pattern.starts_with('/');
    only_directories_ = pattern.ends_with('/');
    while (pattern.size() > 1 && pattern.ends_with('/')) pattern.remove_suffix(1);
    match_below(rooted ? "/" : "", pattern.substr(rooted ? 1 : 0));
    return std::move(found_);
  }

 private:
  Paths names_in(const std::string& directory) {
    const std::string path = directory.empty() ? "." : directory;
    const Place place = access_.to(path);
    if (!place && errno == EACCES) return permissions_.names_towards_roots(Capability::fs_read, path);
    std::vector<DirectoryEntry> entries;
    read_directory(place, entries, &charge_);
    Paths names;
    for (DirectoryEntry& entry : entries) names.push_back(std::move(entry.name));
    return names;
  }

  bool is_directory(const std::string& path) const {
    struct stat found {};
    if (access_.to(path).look(found)) return S_ISDIR(found.st_mode);
    return errno == EACCES && !permissions_.names_towards_roots(Capability::fs_read, path).empty();
  }

  bool is_own_directory(const std::string& path) const {
    struct stat found {};
    return is_directory(path) && !(access_.to_name(path).look_at_name(found) && S_ISLNK(found.st_mode));
  }

  bool is_there(const std::string& path) const {
    struct stat found {};
    return access_.to(path).look(found);
  }

  void match_deep(const std::string& base, std::string_view rest) {
    match_below(base, rest);
    for (const std::string& name : names_in(base)) {
      const std::string path = join_path(base, name);
      if (!name.starts_with('.') && is_own_directory(path)) match_deep(path, rest);
    }
  }

  void match_name(const std::string& base, const std::string& part, std::string_view rest) {
    for (const std::string& name : names_in(base)) {
      if (!matches(part, name)) continue;
      const std::string path = join_path(base, name);
      if (rest.empty()) {
        add(path);
      } else if (is_directory(path)) {
        match_below(path, rest);
      }
    }
  }

  // Skips what the program may not read, as a pattern may lead anywhere.
  void add(const std::string& path) {
    if (only_directories_ && !is_directory(path)) return;
    if (permissions_.may_reach(Capability::fs_read, path) && charge_.add(path.size())) found_.push_back(path);
  }

  // Adds everything below `base` that matches `pattern`.
  void match_below(const std::string& base, std::string_view pattern) {
    const size_t slash = std::min(pattern.find('/'), pattern.size());
    const std::string part(pattern.substr(0, slash));
    const std::string_view rest = pattern.substr(std::min(slash + 1, pattern.size()));
    if (part == "**") return match_deep(base, rest.empty() ? "*" : rest);
    if (part.find_first_of("*?[\\") != part.npos) return match_name(base, part, rest);
    const std::string path = join_path(base, part);
    if (!rest.empty()) return match_below(path, rest);
    if (is_there(path) && (!only_directories_ || is_directory(path))) found_.push_back(path);
  }

  const Permissions& permissions_;
  const FileAccess access_;
  NameCharge& charge_;
  bool only_directories_ = false;
  Paths found_;
};

Value glob(Strand& s, AnyBytes pattern) {
  struct Matched {
    Paths paths;
    bool is_refused;
  };
  const auto charge = charge_names(s);
  return while_others_run(
      s,
      [&permissions = permissions(s), text = std::string(pattern.view), charge] {
        Paths paths = Matching(permissions, *charge).run(text);
        return Matched{std::move(paths), charge->is_refused()};
      },
      [&](Matched& found) { return found.is_refused ? s.memory_exhausted() : sorted_list(s, found.paths); });
}

// ---- Changes

// Waits for changes until it is given up.
class Watching {
 public:
  Watching(FileAccess access, std::string path)
      : access_(access),
        path_(std::move(path)),
        stop_(std::make_shared<Descriptor>(::eventfd(0, EFD_CLOEXEC))) {}

  Found operator()() {
    const Descriptor watcher(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    constexpr uint32_t kChanges =
        IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE | IN_ATTRIB | IN_DELETE_SELF;
    if (!*stop_ || !watcher || !add_watch(watcher, kChanges)) return {errno, {}};
    for (;;) {
      pollfd waiting[] = {{watcher.number(), POLLIN, 0}, {stop_->number(), POLLIN, 0}};
      if (::poll(waiting, 2, -1) < 0 && errno != EINTR) return {errno, {}};
      if (waiting[1].revents) return {ECANCELED, {}};
      if (waiting[0].revents) return changes(watcher);
    }
  }
  // Any thread.
  void give_up() { ::eventfd_write(stop_->number(), 1); }

 private:
  bool add_watch(const Descriptor& watcher, uint32_t changes) const {
    const Place place = access_.to(path_);
    const Place::Object found = place.object();
    return found && ::inotify_add_watch(watcher.number(), found.path.c_str(), changes) >= 0;
  }

  Found changes(const Descriptor& watcher) const {
    alignas(inotify_event) char buffer[1 << 12];
    const ssize_t size = ::read(watcher.number(), buffer, sizeof buffer);
    if (size < 0) return {errno, {}};
    Found changed;
    for (ssize_t at = 0; at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      changed.paths.push_back(event->len > 0 ? join_path(path_, event->name) : path_);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    return changed;
  }

  FileAccess access_;
  std::string path_;
  std::shared_ptr<Descriptor> stop_;  // readable once it was given up
};

Value watch(Strand& s, AnyBytes path) {
  if (!may_read(s, path.view)) return Value::exception();
  return while_others_run(s, Watching(readable(s), std::string(path.view)), [&](Found& found) {
    return found.error != 0 ? path_error(s, found.error, path.view) : sorted_list(s, found.paths);
  });
}

const NativeDescriptor kRows[] = {
    row<walk>("fs.walk", "p", kBorrows,
              "The paths of all files in a directory and in the directories in it, sorted. A path that is "
              "not UTF-8 "
              "is Bytes.",
              Effect::read),
    row<glob>("fs.glob", "pattern", kBorrows,
              "The paths that match a pattern, sorted: `*`, `?` and `[abc]` stand for characters of a name, "
              "`**` for any directories. A pattern that ends in a slash matches directories only. Names that "
              "begin with "
              "a dot match patterns that do, too.\n"
              "fs.glob \"/no/such/*\" => []",
              Effect::read),
    row<watch>(
        "fs.watch", "p", kBorrows,
        "Waits until a file, or something in a directory, changes, and gives the paths that have changed. "
        "Each write counts, and so does the end of writing. "
        "Changes before the call do not count: a loop looks at the files after each call, and not only at "
        "the paths that it gives.",
        Effect::write),
};

}  // namespace

NativeTable tree_natives() { return kRows; }

}  // namespace aspen
