// What the tasks of a machine do at one moment: a tree for `aspen run` on SIGQUIT and for hosts.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/run/error_trace.h"

namespace aspen {

class Machine;
class Mutator;
struct NativeDescriptor;

// A task, or several equal ones that follow each other.
struct TaskView {
  enum class Kind : uint8_t { program, task, fiber };
  enum class State : uint8_t {
    unstarted,  // has not begun
    ready,      // waits for a worker
    running,
    ending,  // its code is over, and it waits for its own tasks
    failed,  // has ended with an error that no task has taken yet
    // Parked, and waits for
    receive,
    send,
    task_end,
    permit,
    cell,
    outside,  // an operation outside of the program
    time,
    several,    // the first of several things
    value,      // the value of a call that another strand runs
    turn,       // its turn to have an effect
    base,       // the end of the calls before its own end
    suspended,  // of a fiber: that a task resumes it
    resumed,    // what a fiber yields, which it has resumed
  };
  static constexpr uint64_t kNone = UINT64_MAX;

  Kind kind = Kind::task;
  State state = State::ready;
  bool is_detached = false;
  uint32_t depth = 0;        // in the tree
  uint64_t number = kNone;   // of a task as `show` gives it, of a fiber in this list; kNone: a program's own
  uint64_t awaited = kNone;  // number of the task or fiber that it waits for
  uint32_t shared = 0;       // number in this list of the channel, semaphore or cell; 0: none
  uint32_t strands = 0;      // parts that run on their own
  uint64_t equal = 0;        // siblings after it that are equal, and have no tasks of their own
  const Proto* function = nullptr;           // that it runs; null: unknown
  const NativeDescriptor* native = nullptr;  // in which it waits; null: none
  TraceEntry at;                             // where it stands in the program; without a proto: nowhere
  TraceEntry spawned_at;                     // likewise
  uint64_t since_ns = 0;                     // how long it has been parked, to some milliseconds
  uint64_t left_ns = 0;                      // of State::time: how much longer it waits
};

struct TaskList {
  static constexpr size_t kMostShown = 1000;
  std::vector<TaskView> shown;  // parents before children; programs first, then fibers
  uint64_t tasks = 0;           // all there are, programs and fibers included
  uint64_t left_out = 0;        // of those
};

// By a thread of the machine, `mutator` being what it runs on: stops all others as a collection does, looks,
// and lets them go on. Throws std::bad_alloc.
TaskList list_tasks(Machine& machine, Mutator& mutator);

}  // namespace aspen
