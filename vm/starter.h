// What stands in a queue for the tasks that a task has spawned and nobody has started.
//
// Those wait in their parent's list (task.h), not in the scheduler's queues: whoever awaits one takes it out
// of there and runs it next, so that a tree of tasks is walked depth first, and few of them are alive at
// once. For everybody else there is the parent's starter, a task of the scheduler: each time that a worker
// comes to it, it starts one child, and queues itself again if there are more.
//
// A task that is over leaves its starter in the queue. Such an idle one is used again where it stands, or
// freed by the worker that comes to it, whoever is first.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "sched/task.h"

namespace aspen {

class Runtime;
class Task;
class Tracer;

struct Starter : sched::Task {
  Starter(const sched::TaskType& of_type, Runtime& of) : sched::Task(of_type), runtime(of) {}

  // Whether an idle one, which the caller thinks is queued, is `task`'s from now on.
  bool adopt(aspen::Task& task) {
    aspen::Task* expected = nullptr;
    return parent.compare_exchange_strong(expected, &task, std::memory_order_acq_rel);
  }
  // Whether the caller, who has come to it in a queue, frees it: it is idle.
  bool leave_queue() {
    aspen::Task* expected = nullptr;
    return parent.compare_exchange_strong(expected, nobody(), std::memory_order_acq_rel);
  }
  static aspen::Task* nobody() { return reinterpret_cast<aspen::Task*>(1); }

  Runtime& runtime;
  // Null: idle. `nobody`: in no queue. Written by who gives it to a task, takes it away or frees it; read by
  // the worker that runs it. Acquire and release: the task is there.
  std::atomic<aspen::Task*> parent{nobody()};
};

// One thread's.
struct StarterPool {
  Starter* unused = nullptr;   // linked by `next`
  std::vector<Starter*> idle;  // still in a queue, unless a worker came by
};

// All there are; never given back before the runtime ends.
class StarterStore {
 public:
  // One that is in no queue.
  Starter& take(StarterPool& pool, const sched::TaskType& type, Runtime& runtime);
  static void give_back(StarterPool& pool, Starter& starter);
  // While nobody runs.
  void trace_roots(Tracer& tracer);

 private:
  std::mutex lock_;
  std::deque<Starter> starters_;  // guarded by lock_, but while all workers stand still
};

}  // namespace aspen
