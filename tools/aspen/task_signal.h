// What SIGQUIT, or Ctrl-\ at a terminal, asks for: the tasks of the program, on standard error. With a value
// that `aspen top` has queued it asks for a frame (top_request.h).
#pragma once

#include "stdlib/embed/engine.h"

namespace aspen {

// While it exists, SIGQUIT writes the tasks of the engine's program, which goes on. One at a time.
class TaskSignal {
 public:
  // From now on the signal ends nothing, even if it was ignored before. What it asks for before there is a
  // TaskSignal, that one answers.
  static void heed();

  explicit TaskSignal(Engine& engine);
  ~TaskSignal();
  TaskSignal(const TaskSignal&) = delete;
  TaskSignal& operator=(const TaskSignal&) = delete;

 private:
  Engine& engine_;
};

}  // namespace aspen
