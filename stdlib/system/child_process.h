// Child processes.
#pragma once

#include <sys/types.h>

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/system/descriptor.h"
#include "stdlib/system/poller.h"
#include "vm/heap/memory_account.h"

namespace aspen {

// A program and its arguments, in the form that the system calls take.
struct Command {
  std::vector<std::string> words;
  std::vector<std::string> variables;  // the whole environment; none: inherits ours
  std::optional<std::string> directory;
  std::string input;
  Charge charge = {};  // for the input
  // Whether the child leads a process group, which is signalled as a whole. By default true, unless this
  // program is in the foreground of a terminal, where only the foreground group gets Ctrl-C and may read.
  std::optional<bool> leads_group;
};

// A program that has been started. Valid until its exit status is collected.
struct Started {
  pid_t id;  // or a negative errno
  bool leads_group = false;

  // Signals the child, or its group if it leads one. False with errno set.
  bool signal(int number) const;
};

// The descriptors that become the child's standard streams. An invalid one: the child inherits ours.
struct Streams {
  int in = -1, out = -1, err = -1;
};

// Both ends block, and children do not inherit them. Both are invalid, with errno set, if none can be made.
struct Pipe {
  Descriptor read_end, write_end;
  static Pipe make();
};

Started start_program(Command& command, const Streams& streams);
// The name to report with an errno of start_program: the program's, or the directory's if that is missing.
std::string culprit(const Command& command);

// The result of a program that ran to its end.
struct Ran {
  int error = 0;  // an errno: it has not run
  int code = 0;   // as in a shell: 128 plus the signal's number if a signal ended it
  bool is_late = false;
  bool is_refused = false;  // there is no memory for its outputs
  std::string output, errors;
  std::array<Charge, 2> charges = {};  // for the outputs
};

class Conversation;

// Runs a program to its end. It is killed if the wait is given up, or if its time is over.
class RunningProgram final : public Polled {
 public:
  // Starts the program. `seconds` 0: no time limit. Memory for its outputs is charged to the account.
  RunningProgram(Command command, double seconds, std::shared_ptr<MemoryAccount> account);
  ~RunningProgram() override;

  Wanted wanted() override;
  bool advance(const Wanted& seen) override;
  void fail(int error) override;
  // Precondition: the program is over.
  Ran& result() { return ran_; }

  // Runs the program to its end on this thread, which may block. Calls `is_unwanted` every now and then.
  void run_here(const std::function<bool()>& is_unwanted);

 private:
  void begin();
  bool is_late() const;
  void end(bool is_killed);

  Command command_;
  const std::shared_ptr<MemoryAccount> account_;
  uint64_t deadline_ns_ = UINT64_MAX;
  Started program_{0};
  std::unique_ptr<Conversation> talk_;
  Descriptor process_;  // readable when the program has ended; valid once its outputs have ended
  Ran ran_;
  bool is_over_ = false;
};

// Kills all running programs, and each that starts from now on. Called before the process ends without
// joining the threads that wait for them.
void kill_running_programs();

// A program that runs beside this one. Its exit status is collected even if the script never waits for it;
// until that, the system keeps a zombie. Any thread may use it.
class Child {
 public:
  explicit Child(Started program) : id(program.id), program_(program) {}
  // Registers the child with the polling thread, which notices its end.
  static std::shared_ptr<Child> watched(Started program);

  // The exit code if the child ends within that time.
  std::optional<int> ends_within(int milliseconds);
  bool runs() { return !code(); }
  // The exit code if the child has ended.
  std::optional<int> code();
  // Signals the child, or its group if it leads one. False with errno set. Succeeds if the child has ended.
  bool send(int signal);

  const pid_t id;

 private:
  // The lock is held for moments only, and while the exit status is collected: from then on another process
  // may have the child's number.
  const Started program_;
  std::mutex lock_;
  int code_ = -1;  // set when the exit status is collected
};

// Waits until the child ends.
class ChildEnd final : public Polled {
 public:
  explicit ChildEnd(std::shared_ptr<Child> child);

  Wanted wanted() override;
  bool advance(const Wanted& seen) override;
  void fail(int error) override { code_ = -error; }
  // Precondition: the wait is over. The exit code, or a negative errno.
  int& result() { return code_; }

 private:
  const std::shared_ptr<Child> child_;
  const Descriptor process_;  // readable when the child ends; invalid if the system has no more descriptors
  int code_ = 0;
};

}  // namespace aspen
