// Child processes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sched/driver.h"
#include "sched/waiter.h"

namespace aspen::sched {

// What to start.
struct Command {
  std::string file;                                     // looked up in PATH if it has no slash
  std::vector<std::string> arguments;                   // the first is the program's name for itself
  std::optional<std::vector<std::string>> environment;  // "NAME=value"; the present one if there is none
  std::string directory;                                // to start in; the present one if empty
  // The child's descriptors 0, 1, 2, …, given as descriptors of this process; -1 means /dev/null. The caller
  // keeps ownership and closes its copies once the child has started. Other descriptors reach the child
  // unless they are close-on-exec.
  std::vector<int> descriptors = {-1, -1, -1};
  bool is_detached = false;  // in a session of its own: outlives a closed terminal
};

// How a process ended: by itself with a code (`signal` is then 0), or by a signal (which is not 0).
struct ExitStatus {
  int64_t code = 0;
  int signal = 0;
};

class Child {
 public:
  // Starts the process in the driver's next turn. `started` is woken once, on any thread, with the process id
  // or a negative errno.
  Child(Driver& driver, Command command, Waiter& started);
  // The process goes on, and the driver still reaps it. No thread may be in a call on this object by then.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Any thread, once it has started. 1: the process has ended. 0: the waiter will be woken with 1 when it
  // has, or with -ECANCELED if the driver is shut down before. Negative errno, no wake follows: -EBUSY if
  // another waiter waits, -ECANCELED if the process did not start or the driver is shut down.
  int wait(Waiter& waiter);

  // Any thread. True: the waiter does not wait any more. False: its wake has come or is coming.
  bool cancel(Waiter& waiter);

  // After a wait that gave 1.
  ExitStatus status() const;

  // Any thread. Sends the signal in the driver's next turn, unless the process has ended by then: another
  // process that got its number never receives it. Ignores numbers outside 1…64.
  void kill(int signal);

 private:
  struct Node;
  struct Release {
    void operator()(Node* node) const;
  };
  const std::unique_ptr<Node, Release> node_;  // shared with the driver, by count
};

}  // namespace aspen::sched
