#include "tools/aspen/top_request.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace aspen {

namespace {

std::optional<uint32_t> inode_of(const struct stat& file) {
  if (!S_ISFIFO(file.st_mode)) return std::nullopt;
  return static_cast<uint32_t>(file.st_ino);
}

std::string path_of(const TopRequest& request) {
  return "/proc/" + std::to_string(request.process) + "/fd/" + std::to_string(request.descriptor);
}

// Looks before it opens, as opening a device may have an effect. -1: there is no such pipe.
int open_pipe(const TopRequest& request) {
  const std::string path = path_of(request);
  struct stat file;
  if (::stat(path.c_str(), &file) != 0 || inode_of(file) != request.inode) return -1;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0 || pipe_inode(descriptor) == request.inode) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

std::optional<uint32_t> pipe_inode(int descriptor) {
  struct stat file;
  return ::fstat(descriptor, &file) == 0 ? inode_of(file) : std::nullopt;
}

// A reader that is slow, or stopped, must not hold the program up.
void answer_top(const TopRequest& request, std::string_view text) {
  const int descriptor = open_pipe(request);
  if (descriptor < 0) return;
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) break;
    if (count > 0) text.remove_prefix(static_cast<size_t>(count));
  }
  ::close(descriptor);
}

}  // namespace aspen
