// One call under limits, in a process of its own: its outcome, and its cost.
#pragma once

#include <string>

namespace aspen::limits {

struct Trial {
  enum class End : unsigned char {
    finished,
    stopped,  // by the limit that was set
    refused,  // by another error
    failed,   // the program does not compile, its setting fails, or the process crashed or hung
  };
  End end = End::failed;
  double late_ms = 0;  // processor time of the thread past the limit
  size_t bytes = 0;    // by which the process grew at its peak
  std::string said;    // the error
};

constexpr size_t kHeapBytes = size_t{64} << 20;

// Processor time counts: other programs on the machine do not matter. Nor does what the first touch of a page
// costs beyond 0.5 µs: on some virtual machines it is 12 µs, and the same native is ten times as late.
Trial try_time(const std::string& program, unsigned wall_ms);
// Counted from the start of the call, which may do next to nothing with so little fuel. Without the
// collector's pauses: a new list of a million elements may be what makes a collection due, and its length
// follows from the live objects, not from the call.
Trial try_fuel(const std::string& program);
Trial try_heap(const std::string& program);

}  // namespace aspen::limits
