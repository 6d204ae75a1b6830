#include "stdlib/descriptor.h"

#include <fcntl.h>

#include <cerrno>

namespace aspen {

Descriptor open_file(const std::string& path, int flags, unsigned mode) {
  int number;
  do number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  while (number < 0 && errno == EINTR);
  return Descriptor(number);
}

bool read_all(const Descriptor& from, std::string& out) {
  char piece[1 << 16];
  for (;;) {
    ssize_t n = ::read(from.number(), piece, sizeof piece);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
    out.append(piece, static_cast<size_t>(n));
  }
}

bool write_all(const Descriptor& to, std::string_view octets) {
  while (!octets.empty()) {
    ssize_t n = ::write(to.number(), octets.data(), octets.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    octets.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace aspen
