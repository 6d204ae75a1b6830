// An open file descriptor, owned.
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
  // For another owner.
  int release() { return std::exchange(number_, -1); }
  // False with errno set if buffered data could not be written. One that is interrupted is closed all the
  // same.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0 || errno == EINTR; }

 private:
  int number_ = -1;
};

// False with errno set. Interrupted calls are tried again.
Descriptor open_file(const std::string& path, int flags, unsigned mode = 0666);
bool read_all(const Descriptor& from, std::string& out);
bool write_all(const Descriptor& to, std::string_view octets);
// A new file, which only its owner may read and write. `path` ends in XXXXXX, in whose place its name then
// stands.
Descriptor make_file(std::string& path);

}  // namespace aspen
