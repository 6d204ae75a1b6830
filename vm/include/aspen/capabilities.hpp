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
  net = ASPEN_NET,            // sockets, names of hosts, HTTP
  process = ASPEN_PROCESS,    // other programs, signals, the working directory
  env = ASPEN_ENV,            // environment variables
  time = ASPEN_TIME,          // clocks and time zones
  random = ASPEN_RANDOM,      // the system's entropy
  input = ASPEN_INPUT,        // the host's standard input
};

// A value; by default, and beside what is named, nothing is granted: such a call raises Denied. What the
// host's own functions do is the host's matter.
class Capabilities {
 public:
  Capabilities() = default;
  Capabilities(Capability one) : bits_(static_cast<uint32_t>(one)) {}  // so that one alone is a set
  static Capabilities all() {
    Capabilities out;
    out.bits_ = ASPEN_ALL_CAPABILITIES;
    return out;
  }

  // As fs_read and fs_write, for what stands in this directory and below. Links that lead out of it are not
  // followed; this holds back scripts, not other processes that exchange directories for links meanwhile.
  Capabilities&& read_below(std::string directory) && {
    readable_.push_back(std::move(directory));
    return std::move(*this);
  }
  Capabilities&& write_below(std::string directory) && {
    writable_.push_back(std::move(directory));
    return std::move(*this);
  }

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
