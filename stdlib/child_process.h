// Other programs that this one runs.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/descriptor.h"
#include "stdlib/poller.h"
#include "vm/memory_account.h"

namespace aspen {

// A program with its arguments, as the system wants them.
struct Command {
  std::vector<std::string> words;
  std::vector<std::string> variables;  // all of its environment; none: it has ours
  std::optional<std::string> directory;
  std::string input;
  // Whether it leads a process group, which is signalled as a whole. The default is true, unless this program
  // is in the foreground of a terminal: Ctrl-C reaches that group only, and only that group may read from it.
  std::optional<bool> leads_group;
};

// A program that has been started, until its end was taken notice of.
struct Started {
  pid_t id;  // or a negative errno
  bool leads_group = false;

  // Its group, if it leads one. False with errno set.
  bool signal(int number) const;
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

Started start_program(Command& command, const Streams& streams);
// What is to be told of such an errno: that the program is not there, or the directory.
std::string culprit(const Command& command);

// What has become of a program that ran to its end.
struct Ran {
  int error = 0;  // an errno: it has not run
  int code = 0;   // as a shell tells it: 128 and the signal's number for one that a signal ended
  bool is_late = false;
  bool is_refused = false;  // there is no memory for its outputs
  std::string output, errors;
  Charge charges[2] = {};  // for them
};

class Conversation;

// Runs a program to its end. It is killed if the wait is given up, or if its time is over.
class RunningProgram final : public Polled {
 public:
  // Begins it. `seconds` 0: as long as it takes. The account counts its outputs.
  RunningProgram(Command command, double seconds, std::shared_ptr<MemoryAccount> account);
  ~RunningProgram() override;

  Wanted wanted() override;
  bool advance(const Wanted& seen) override;
  void fail(int error) override;
  // Once it is over.
  Ran& result() { return ran_; }

  // To its end, on this thread, which may block. `is_unwanted` is asked now and then.
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
  Descriptor process_;  // readable at its end; there once the conversation is over
  Ran ran_;
  bool is_over_ = false;
};

// Kills them all, and those that begin from now on: before the process ends without waiting for the threads
// that wait for them.
void kill_running_programs();

// A program that runs beside this one. Its end is taken notice of also if the program waits for it nowhere:
// until then, the system keeps a zombie. Any thread.
class Child {
 public:
  explicit Child(Started program) : id(program.id), program_(program) {}
  // With the thread that polls, which notices its end.
  static std::shared_ptr<Child> watched(Started program);

  // Its exit code if it ends within that time.
  std::optional<int> ends_within(int milliseconds);
  bool runs() { return !code(); }
  // Its exit code if it has ended.
  std::optional<int> code();
  // To its group, if it leads one. False with errno set. One that has ended takes any signal.
  bool send(int signal);

  const pid_t id;

 private:
  // Held for moments only, and while the end of the process is taken notice of: from then on its number may
  // be another's.
  const Started program_;
  std::mutex lock_;
  int code_ = -1;  // once that has been done
};

// Waits for its end.
class ChildEnd final : public Polled {
 public:
  explicit ChildEnd(std::shared_ptr<Child> child);

  Wanted wanted() override;
  bool advance(const Wanted& seen) override;
  void fail(int error) override { code_ = -error; }
  // Once it is over: the exit code, or a negative errno.
  int& result() { return code_; }

 private:
  const std::shared_ptr<Child> child_;
  const Descriptor process_;  // readable at its end; none if the system has no more
  int code_ = 0;
};

}  // namespace aspen
