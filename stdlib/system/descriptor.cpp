#include "stdlib/system/descriptor.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdlib>

#include "stdlib/system/uninterrupted.h"

namespace aspen {

Descriptor open_file(const std::string& path, int flags, unsigned mode) {
  return Descriptor(uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

bool read_all(const Descriptor& from, std::string& out, size_t most) {
  char piece[1 << 16];
  for (;;) {
    const ssize_t n = uninterrupted([&] { return ::read(from.number(), piece, sizeof piece); });
    if (n <= 0) return n == 0;
    if (static_cast<size_t>(n) > most - out.size()) {
      errno = EFBIG;
      return false;
    }
    out.append(piece, static_cast<size_t>(n));
  }
}

bool write_all(const Descriptor& to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = uninterrupted([&] { return ::write(to.number(), bytes.data(), bytes.size()); });
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

Descriptor make_file(std::string& path) {
  const std::string wanted = path;
  return Descriptor(uninterrupted([&] {
    path = wanted;  // the failed call has changed it
    return ::mkostemp(path.data(), O_CLOEXEC);
  }));
}

}  // namespace aspen
