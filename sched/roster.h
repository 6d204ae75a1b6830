// Every task that has ever parked and is not over (W7): shutdown has to cancel these though they are in no
// queue. A task that runs to its end without parking is never listed, and costs nothing here.
#pragma once

#include <mutex>

#include "sched/task.h"

namespace aspen::sched {

// A part of the list. Each worker lists in its own, so that workers seldom meet at a lock.
class Roster {
 public:
  // By the worker that is about to park the task for the first time.
  void add(Task& task);
  // Called when the task ends, by the thread that ends it. Any thread.
  void remove(Task& task);
  // Takes out any listed task; null if there is none. For shutdown.
  Task* take();

 private:
  void unlink(Task& task);

  std::mutex lock_;
  Task* first_ = nullptr;  // guarded by lock_, as are the links in the tasks
};

}  // namespace aspen::sched
