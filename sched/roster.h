// Every task that has ever parked and is not over: what shutdown has to cancel though it is in no queue. A
// task that runs to its end without parking is never listed, and costs nothing here.
#pragma once

#include <mutex>

#include "sched/task.h"

namespace aspen::sched {

// A part of the list. Each worker lists in its own, so that workers seldom meet at a lock.
class Roster {
 public:
  // By the worker that is about to park the task for the first time.
  void add(Task& task);
  // By whoever ends it. Any thread.
  void remove(Task& task);
  // Any listed task, taken out; null if there is none. At shutdown.
  Task* take();

 private:
  void unlink(Task& task);

  std::mutex lock_;
  Task* first_ = nullptr;  // guarded by lock_, as are the links in the tasks
};

}  // namespace aspen::sched
