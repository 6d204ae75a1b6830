// An owned file descriptor.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

namespace aspen {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  // Gives up ownership; the caller closes the descriptor.
  int release() { return std::exchange(number_, -1); }
  // False with errno set if buffered data could not be written. An interrupted close has closed the
  // descriptor.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0 || errno == EINTR; }

 private:
  int number_ = -1;
};

// False with errno set. Interrupted calls are made again.
Descriptor open_file(const std::string& path, int flags, unsigned mode = 0666);
// EFBIG if there are more than `most` bytes: the size that the system reports is 0 for files that it makes
// up.
bool read_all(const Descriptor& from, std::string& out, size_t most);
bool write_all(const Descriptor& to, std::string_view bytes);
// Makes a new file that only its owner may read and write. `path` ends in XXXXXX, which is replaced so that
// it is the name of the new file.
Descriptor make_file(std::string& path);

}  // namespace aspen
