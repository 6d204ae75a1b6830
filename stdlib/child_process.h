// Other programs that this one runs. Knows nothing of Values.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/descriptor.h"

namespace aspen {

// A program with its arguments, as the system wants them.
struct Command {
  std::vector<std::string> words;
  std::vector<std::string> variables;  // all of its environment; none: it has ours
  std::optional<std::string> directory;
  std::string input;
};

// Where the child's standard streams lead. Invalid descriptors: it inherits ours.
struct Streams {
  int in = -1, out = -1, err = -1;
};

// Its two ends block, and are not inherited; both are invalid, with errno set, if the system has no more.
struct Pipe {
  Descriptor read_end, write_end;
  static Pipe make();
};

// The process id, or a negative errno.
pid_t start_program(Command& command, const Streams& streams);
// What is to be told of such an errno: that the program is not there, or the directory.
std::string culprit(const Command& command);

// What has become of a program that ran to its end.
struct Ran {
  int error = 0;  // an errno: it has not run
  int code = 0;   // as a shell tells it: 128 and the signal's number for one that a signal ended
  bool is_late = false;
  std::string output, errors;
};

// Runs a program to its end, on a thread that may block. One that nobody waits for any more is killed, and so
// is one whose time is over.
class RunningProgram {
 public:
  // `seconds` 0: as long as it takes. `is_unwanted`, if there is one, is asked now and then.
  RunningProgram(Command command, double seconds, std::function<bool()> is_unwanted = nullptr);

  Ran operator()();
  // Any thread.
  void give_up();

 private:
  Command command_;
  double seconds_;
  std::function<bool()> is_unwanted_;
  std::shared_ptr<Descriptor> stop_;  // readable from then on
};

// Kills them all, and those that begin from now on: before the process ends without waiting for the threads
// that wait for them.
void kill_running_programs();

// A program that runs beside this one. One that nobody waits for is left to itself; the system clears it away
// when this process ends. Any thread.
class Child {
 public:
  explicit Child(pid_t process) : id(process) {}

  // Its exit code, once it has ended.
  int wait();
  bool runs();
  // False with errno set. One that has ended takes any signal.
  bool send(int signal);

  const pid_t id;

 private:
  // Held for moments only, and while the end of the process is taken notice of: from then on its number may
  // be another's.
  std::mutex lock_;
  int code_ = -1;  // once that has been done
};

}  // namespace aspen
