#include "stdlib/system/own_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>
#include <utility>

namespace aspen {

namespace {

constexpr int kNone = -1;

int descriptor_named(std::string_view path) {
  constexpr std::pair<std::string_view, int> kNames[] = {
      {"/dev/stdout", STDOUT_FILENO}, {"/dev/stderr", STDERR_FILENO},     {"/dev/fd/1", STDOUT_FILENO},
      {"/dev/fd/2", STDERR_FILENO},   {"/proc/self/fd/1", STDOUT_FILENO}, {"/proc/self/fd/2", STDERR_FILENO},
  };
  for (const auto& [name, number] : kNames) {
    if (path == name) return number;
  }
  return kNone;
}

bool is_on_disk(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace

// A pipe or a terminal is opened anew: a handle must not block, and the program's own descriptor has to.
Descriptor open_to_write(const Place& place, const std::string& path, int flags) {
  const int own = (flags & O_ACCMODE) == O_WRONLY ? descriptor_named(path) : kNone;
  if (own == kNone || !place || !is_on_disk(own)) return place.open(flags);
  return Descriptor(::fcntl(own, F_DUPFD_CLOEXEC, 0));
}

// A host may print to another place. Its output is then flushed without need.
bool is_standard_output(const struct stat& file) {
  struct stat own {};
  return ::fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino;
}

void flush_ahead_of(const Place& place, Output& out) {
  struct stat found {};
  if (place.look(found) && is_standard_output(found)) out.flush();
}

}  // namespace aspen
