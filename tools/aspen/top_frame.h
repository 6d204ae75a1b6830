// What `aspen top` shows of a program at one moment, and its form on the way from the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sched/statistics.h"
#include "stdlib/embed/engine.h"

namespace aspen {

struct TopFrame {
  struct Worker {
    sched::Doing doing = sched::Doing::searching;
    uint64_t queued = 0;  // tasks in its own queues
    uint64_t runs = 0;    // of tasks; this and what follows are counted from the beginning of the program
    uint64_t stolen = 0;
    uint64_t busy_ns = 0, search_ns = 0, idle_ns = 0;  // together as old as its thread
  };
  struct Task {
    uint64_t depth = 0;
    uint64_t equal = 0;     // tasks after it that are like it
    uint64_t since_ns = 0;  // how long it has waited; 0: it does not wait
    std::string name, place, state;
  };

  uint64_t memory_bytes = 0;
  uint64_t tasks = 0, left_out = 0;                   // all that there are; of those, not in the list
  uint64_t queued = 0;                                // tasks in the queue for all workers
  uint64_t blocking_calls = 0, blocking_threads = 0;  // calls that block now, threads for them
  std::vector<Worker> workers;                        // empty: the program runs on one thread, without queues
  std::vector<Task> list;                             // parents before children
};

// Tabs between fields, a line for each worker and task. By a thread of the machine, `mutator` being what it
// runs on. No text that it contains controls a terminal.
std::string write_frame(Engine& engine, Mutator& mutator);

// None if the text is not a whole frame.
std::optional<TopFrame> read_frame(std::string_view text);

}  // namespace aspen
