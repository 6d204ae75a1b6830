// The program that `aspen top` watches: finds it, and asks it for frames.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "stdlib/system/descriptor.h"
#include "tools/aspen/top_frame.h"

namespace aspen {

class TopTarget {
 public:
  // `what` is the number of a process, or the file of a program that one process runs. None, with the reason
  // in `error`, if there is not exactly one such process, or if it is not one that answers.
  static std::optional<TopTarget> find(const std::string& what, std::string& error);

  // Asks for a frame, and forgets an earlier question. False, with the reason in `error`, if that is not
  // possible.
  bool ask(std::string& error);
  // Becomes readable when there is something to take; -1: nothing was asked for.
  int answer_descriptor() const { return from_.number(); }
  // Call it when that is readable. The frame, when it is whole; then the question is over.
  std::optional<TopFrame> take();
  bool is_asking() const { return static_cast<bool>(from_); }

  // Becomes readable when the process ends.
  int process_descriptor() const { return process_handle_.number(); }
  pid_t process() const { return process_; }

 private:
  TopTarget(pid_t process, Descriptor handle) : process_(process), process_handle_(std::move(handle)) {}
  static std::optional<TopTarget> attach(pid_t process, std::string& error);
  bool send(uint64_t value, std::string& error) const;

  pid_t process_;
  Descriptor process_handle_;
  Descriptor from_, to_;  // the pipe; the end for writing until the program has opened it
  std::string text_;      // of the answer so far
};

}  // namespace aspen
