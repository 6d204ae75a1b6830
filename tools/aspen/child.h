// Runs a program to its end and collects what it writes.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace aspen {

struct ChildOutcome {
  enum class End { exited, killed, timed_out, wrote_too_much, not_started };
  End end = End::not_started;
  int code = 0;  // exited: its exit code; killed: the signal; not_started: errno
  std::string out, err;
};

// `argv[0]` is the path of the program. It reads `input`, then the end of its standard input. It is killed
// when it runs longer than `limit` or writes more than 64 MiB. May be called by several threads at once.
// REQUIRES: SIGPIPE is ignored.
ChildOutcome run_child(const std::vector<std::string>& argv, const std::string& input,
                       std::chrono::milliseconds limit);

}  // namespace aspen
