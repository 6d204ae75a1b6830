// What scripts may do to the world around their VM.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {

enum class Capability : uint32_t {
  fs_read = ASPEN_FS_READ,    // look at files and directories; import modules
  fs_write = ASPEN_FS_WRITE,  // make, change and remove them
  net = ASPEN_NET,            // sockets, host name lookup, HTTP
  process = ASPEN_PROCESS,    // other programs, signals, the working directory
  env = ASPEN_ENV,            // environment variables
  time = ASPEN_TIME,          // clocks and time zones
  random = ASPEN_RANDOM,      // the system's entropy
  input = ASPEN_INPUT,        // the host's standard input
};

// A set of capabilities, empty by default. A script's call without its capability raises Denied. The host's
// own functions are not checked.
class Capabilities {
 public:
  Capabilities() = default;
  Capabilities(Capability one) : bits_(static_cast<uint32_t>(one)) {}  // implicit: one capability is a set
  static Capabilities all() {
    Capabilities out;
    out.bits_ = ASPEN_ALL_CAPABILITIES;
    return out;
  }

  // Like fs_read and fs_write, for this directory and everything below it. An operation fails if a symbolic
  // link leads its path out of the directory, even if another process makes the link during the operation. A
  // directory that is a cycle of links grants nothing.
  Capabilities& read_below(std::string directory) & {
    readable_.push_back(std::move(directory));
    return *this;
  }
  Capabilities& write_below(std::string directory) & {
    writable_.push_back(std::move(directory));
    return *this;
  }
  Capabilities read_below(std::string directory) && { return std::move(read_below(std::move(directory))); }
  Capabilities write_below(std::string directory) && { return std::move(write_below(std::move(directory))); }

  uint32_t bits() const { return bits_; }
  const std::vector<std::string>& readable() const { return readable_; }
  const std::vector<std::string>& writable() const { return writable_; }

  friend Capabilities operator|(Capabilities all, Capability one) {
    all.bits_ |= static_cast<uint32_t>(one);
    return all;
  }

 private:
  uint32_t bits_ = 0;
  std::vector<std::string> readable_, writable_;
};

inline Capabilities operator|(Capability one, Capability other) { return Capabilities(one) | other; }

}  // namespace v1
}  // namespace aspen
