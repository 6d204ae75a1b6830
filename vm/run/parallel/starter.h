// The queue entry for the tasks that a task has spawned and that no strand has started.
//
// Those tasks wait in their parent's list (task.h), not in the scheduler's queues. A strand that awaits one
// takes it out of the list and runs it next, so a tree of tasks is walked depth first, and few of them are
// alive at once. For workers there is the parent's starter, a task of the scheduler: each time a worker
// reaches it, it starts as many children as tasks are ready there, and queues itself again for the others.
//
// A task that ends leaves its starter in the queue. Such an idle starter is either used again in its place,
// or freed by the worker that reaches it, whichever comes first.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "sched/task.h"
#include "vm/run/parallel/free_list.h"

namespace aspen {

class MemoryAccount;
class Runtime;
class Task;
class Tracer;

struct Starter : sched::Task {
  Starter(const sched::TaskType& of_type, Runtime& of) : sched::Task(of_type), runtime(of) {}

  // Takes an idle starter, which the caller believes to be queued, for `task`. False if it is not idle.
  bool adopt(aspen::Task& task) {
    aspen::Task* expected = nullptr;
    return parent.compare_exchange_strong(expected, &task, std::memory_order_acq_rel);
  }
  // For a worker that reached it in a queue: true if it was idle, and the caller has to free it.
  bool leave_queue() {
    aspen::Task* expected = nullptr;
    return parent.compare_exchange_strong(expected, unqueued(), std::memory_order_acq_rel);
  }
  static aspen::Task* unqueued() { return reinterpret_cast<aspen::Task*>(1); }

  Runtime& runtime;
  // Null: idle. The address 1: in no queue. Written by the thread that gives it to a task, takes it away or
  // frees it; read by the worker that runs it. Acquire and release, so that the task is visible.
  std::atomic<aspen::Task*> parent{unqueued()};
};

// Belongs to one thread.
struct StarterPool {
  FreeList<Starter> unused;
  std::vector<Starter*> idle;  // still in a queue, unless a worker has reached them
};

// All starters; their memory is kept until the runtime ends.
class StarterStore {
 public:
  // One that is in no queue. Throws std::bad_alloc.
  Starter& take(StarterPool& pool, const sched::TaskType& type, Runtime& runtime, MemoryAccount& account);
  // Makes sure that the next `take` needs no memory. Throws std::bad_alloc.
  void reserve(StarterPool& pool, const sched::TaskType& type, Runtime& runtime, MemoryAccount& account) {
    if (pool.unused.first == nullptr) give_back(pool, take(pool, type, runtime, account));
  }
  void give_back(StarterPool& pool, Starter& starter) { unused_.put(pool.unused, starter); }
  // While nothing runs. What they take, and count for as the strands' stacks do.
  size_t bytes() const;
  void trace_roots(Tracer& tracer);

 private:
  SharedFreeList<Starter> unused_;
  std::mutex lock_;
  std::deque<Starter> starters_;  // guarded by lock_, except while all workers stand still
};

}  // namespace aspen
