// Module fs: walking directories, patterns of names, and waiting for changes.
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>

#include "stdlib/capabilities.h"
#include "stdlib/descriptor.h"
#include "stdlib/native.h"
#include "stdlib/natives.h"
#include "stdlib/outside.h"
#include "stdlib/paths.h"

namespace aspen {

namespace {

namespace files = std::filesystem;
using Paths = std::vector<std::string>;

Value sorted_list(Strand& s, Paths& paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  List* out = new_list(s.allocator());
  for (const std::string& path : paths) push(s.allocator(), out, foreign_text(s, path));
  return Value::object(out);
}

struct Found {
  int error = 0;  // an errno
  Paths paths;
};

Found walk_below(const std::string& path) {
  Found found;
  std::error_code why;
  files::recursive_directory_iterator at(path, files::directory_options::skip_permission_denied, why);
  for (files::recursive_directory_iterator end; !why && at != end; at.increment(why)) {
    if (!at->is_directory(why)) found.paths.push_back(at->path().string());
  }
  found.error = why.value();
  return found;
}

Value walk(Strand& s, const String& path) {
  if (!may_read(s, path.view())) return Value::exception();
  return while_others_run(
      s, [name = std::string(path.view())] { return walk_below(name); },
      [&](Found& found) {
        return found.error != 0 ? s.io_error(found.error, path.view()) : sorted_list(s, found.paths);
      });
}

// ---- Patterns: each part between slashes matches a name; `**` any number of directories

// What stands below `base` and matches `pattern`, into `found`. Directories that cannot be read hold nothing.
void match_below(const std::string& base, std::string_view pattern, Paths& found);

Paths names_in(const std::string& directory) {
  Paths names;
  std::error_code why;
  for (files::directory_iterator at(directory.empty() ? "." : directory, why), end; !why && at != end;
       at.increment(why)) {
    names.push_back(at->path().filename().string());
  }
  return names;
}

bool is_directory(const std::string& path) {
  std::error_code ignored;
  return files::is_directory(path, ignored) && !files::is_symlink(path, ignored);
}

void match_deep(const std::string& base, std::string_view rest, Paths& found) {
  match_below(base, rest, found);
  for (const std::string& name : names_in(base)) {
    std::string path = join_path(base, name);
    if (!name.starts_with('.') && is_directory(path)) match_deep(path, rest, found);
  }
}

void match_name(const std::string& base, const std::string& part, std::string_view rest, Paths& found) {
  for (const std::string& name : names_in(base)) {
    if (::fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) != 0) continue;
    std::string path = join_path(base, name);
    if (rest.empty()) {
      found.push_back(path);
    } else if (files::is_directory(path)) {
      match_below(path, rest, found);
    }
  }
}

void match_below(const std::string& base, std::string_view pattern, Paths& found) {
  size_t slash = std::min(pattern.find('/'), pattern.size());
  std::string part(pattern.substr(0, slash));
  std::string_view rest = pattern.substr(std::min(slash + 1, pattern.size()));
  if (part == "**") {
    match_deep(base, rest.empty() ? "*" : rest, found);
  } else if (part.find_first_of("*?[\\") != part.npos) {
    match_name(base, part, rest, found);
  } else {
    std::string path = join_path(base, part);
    std::error_code ignored;
    if (!rest.empty()) {
      match_below(path, rest, found);
    } else if (files::exists(path, ignored)) {
      found.push_back(path);
    }
  }
}

// Only those that the program may read: a pattern may lead anywhere.
Paths matches_of(std::string_view pattern, const Permissions& permissions) {
  Paths found;
  const bool rooted = pattern.starts_with('/');
  match_below(rooted ? "/" : "", pattern.substr(rooted ? 1 : 0), found);
  std::erase_if(found, [&](auto& path) { return !permissions.may_reach(Capability::fs_read, path); });
  return found;
}

Value glob(Strand& s, const String& pattern) {
  return while_others_run(
      s,
      [&permissions = permissions(s), text = std::string(pattern.view())] {
        return matches_of(text, permissions);
      },
      [&](Paths& found) { return sorted_list(s, found); });
}

// ---- Changes

// Waits for changes, or until nobody does.
class Watching {
 public:
  explicit Watching(std::string path)
      : path_(std::move(path)), stop_(std::make_shared<Descriptor>(::eventfd(0, EFD_CLOEXEC))) {}

  Found operator()() {
    const Descriptor watcher(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    constexpr uint32_t kChanges =
        IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MOVE | IN_ATTRIB | IN_DELETE_SELF;
    if (!*stop_ || !watcher || ::inotify_add_watch(watcher.number(), path_.c_str(), kChanges) < 0)
      return {errno, {}};
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

  std::string path_;
  std::shared_ptr<Descriptor> stop_;  // readable from then on
};

Value watch(Strand& s, const String& path) {
  if (!may_read(s, path.view())) return Value::exception();
  return while_others_run(s, Watching(std::string(path.view())), [&](Found& found) {
    return found.error != 0 ? s.io_error(found.error, path.view()) : sorted_list(s, found.paths);
  });
}

const NativeDescriptor kRows[] = {
    row<walk>("fs.walk", "p", kBorrows,
              "The paths of all files in a directory and in the directories in it, sorted.", Effect::read),
    row<glob>("fs.glob", "pattern", kBorrows,
              "The paths that match a pattern, sorted: `*`, `?` and `[abc]` stand for characters of a name, "
              "`**` for any directories.\n"
              "fs.glob \"/no/such/*\" => []",
              Effect::read),
    row<watch>("fs.watch", "p", kBorrows,
               "Waits until a file, or something in a directory, changes, and gives the paths of what did. "
               "Changes before the call do not count.",
               Effect::write),
};

}  // namespace

NativeTable tree_natives() { return kRows; }

}  // namespace aspen
