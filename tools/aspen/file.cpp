#include "tools/aspen/file.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "frontend/diagnostics/source.h"

namespace aspen {

bool may_be_repeated(int descriptor, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  pollfd ready{descriptor, event, 0};
  return ::poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

namespace {

int read_all(int descriptor, std::string& text) {
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count == 0) return 0;
    if (count > 0) text.append(buffer, static_cast<size_t>(count));
    if (count < 0 && !may_be_repeated(descriptor, POLLIN)) return errno;
    if (text.size() > kMaxSourceBytes) return EFBIG;
  }
}

}  // namespace

FileText read_file(const std::string& path) {
  FileText file;
  int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : read_all(descriptor, file.text);
  if (descriptor > STDIN_FILENO) close(descriptor);
  if (error != 0) file.error = path + ": " + std::strerror(error);
  return file;
}

}  // namespace aspen
