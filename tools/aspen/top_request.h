// How `aspen top` asks a program for a frame: it makes a pipe, and queues SIGQUIT with a number that names
// the pipe's end for writing. The program opens that end below /proc, and writes. So a program needs no
// socket, file or thread for this, and only a process that may signal it can ask.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace aspen {

// A pipe of another process. As a number it fits the value of a signal, and is never 0.
struct TopRequest {
  static constexpr int kMostDescriptor = (1 << 10) - 1;

  pid_t process;
  int descriptor;  // of its end for writing, in that process; at most kMostDescriptor
  uint32_t inode;  // its lowest bits: so that another file that got that number gets no frame

  // Of all but the process, which the signal itself names.
  uint64_t value() const { return uint64_t{inode} << 10 | static_cast<uint64_t>(descriptor); }
  uint64_t packed() const { return static_cast<uint64_t>(process) << 42 | value(); }
  static TopRequest unpack(uint64_t packed) {
    return {static_cast<pid_t>(packed >> 42), static_cast<int>(packed & kMostDescriptor),
            static_cast<uint32_t>(packed >> 10)};
  }
};

// Writes as much of the text as the pipe takes now. Does nothing if there is no such pipe.
void answer_top(const TopRequest& request, std::string_view text);

// The lowest bits of the number of the pipe that the descriptor belongs to; none if it is no pipe.
std::optional<uint32_t> pipe_inode(int descriptor);

}  // namespace aspen
