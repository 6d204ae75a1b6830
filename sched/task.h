// A task: the unit that the scheduler runs. An intrusive node with a function; its creator provides its
// memory, and the scheduler allocates nothing for it. tests/models/task.pml models its state (W2, W6).
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/atomics.h"

namespace aspen::sched {

class Roster;
class Scheduler;
class Worker;
struct Task;

// How a run of a task ended.
enum class Outcome : uint8_t {
  done,  // over, and Worker::retire was called; may be freed already: the scheduler does not look at it again
  parked,   // waits for Scheduler::wake, which may have come already
  yielded,  // wants to go on after the others
};

// What tasks of one kind have in common; lives as long as any of them.
struct TaskType {
  const char* name;  // for statistics and traces
  // Runs the task until it ends, parks or yields. On a worker's thread; does not throw.
  Outcome (*run)(Task& task, Worker& worker);
  // At shutdown, instead of running it again: ends a task that is queued or parked, resolves its waiters,
  // frees it. On any thread, when no other thread touches the task any more.
  void (*cancel)(Task& task);
  // Whether a running task looks at Worker::requests and can give part of its work away.
  bool splits = false;
};

// The life of a task in one word. Bit 0 says that a run is owed, bit 1 that one is going on:
//
//     idle 00 --wake--> queued 01 --start--> running 10 --wake--> notified 11
//      ^------------------park----------------'   '--yield--> queued <--park or yield--'
//
// Every transition is a read-modify-write, even a wake that changes nothing. So what the waker wrote before
// is ordered before what the task reads after its next start, or before its attempt to park, which then
// fails.
template <class Atomics>
class TaskState {
 public:
  static constexpr uint32_t kIdle = 0, kQueued = 1, kRunning = 2, kNotified = 3, kDone = 4, kCancelled = 8;
  static constexpr uint32_t kCancelRequested = 16;

  // Any thread. Whether the caller has to enqueue the task now.
  bool wake() { return is_idle(word_.fetch_or(kQueued, std::memory_order_acq_rel)); }

  // Called by the task's creator, before it is first enqueued. Relaxed: the queue publishes it.
  void queue_first() { word_.store(kQueued, std::memory_order_relaxed); }

  // Any thread. Leaves a request for the task and wakes it. True if the caller has to enqueue it now.
  bool request_cancel() {
    return is_idle(word_.fetch_or(kQueued | kCancelRequested, std::memory_order_acq_rel));
  }

  // By the worker that took the task from a queue.
  void start() { word_.fetch_add(kRunning - kQueued, std::memory_order_acq_rel); }

  // Called by the worker that runs the task. False: it was woken meanwhile and is queued now; the caller
  // enqueues it.
  bool park() { return (word_.fetch_sub(kRunning, std::memory_order_acq_rel) & kQueued) == 0; }

  // Called by the worker that runs the task, and that enqueues it afterwards.
  void yield() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    while (!word_.compare_exchange_weak(seen, (seen & kCancelRequested) | kQueued, std::memory_order_acq_rel,
                                        std::memory_order_relaxed)) {
    }
  }

  // At shutdown, for a parked task. False: another thread is waking it and is about to enqueue it.
  bool claim_parked() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    return is_idle(seen) && word_.compare_exchange_strong(seen, seen + kRunning, std::memory_order_acq_rel,
                                                          std::memory_order_relaxed);
  }

  // kDone or kCancelled, by the only thread that touches the task. Release: for readers of the end.
  void finish(uint32_t end) { word_.store(end, std::memory_order_release); }

  bool cancel_requested() const { return word_.load(std::memory_order_acquire) & kCancelRequested; }
  uint32_t life() const { return word_.load(std::memory_order_acquire) & ~kCancelRequested; }

 private:
  static bool is_idle(uint32_t word) { return (word & ~kCancelRequested) == kIdle; }

  // Written by wakers on any thread, by the worker that runs the task, and by the thread that ends it.
  typename Atomics::template Atomic<uint32_t> word_{kIdle};
};

// A word that a running task compares at its safepoints anyway. A thread that wants the task to look up sets
// it to 0 (Worker::set_poll_word).
using PollWord = std::atomic<uintptr_t>;

struct Task {
  explicit Task(const TaskType& of) : type(&of) {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  Task* next =
      nullptr;  // of the queue that the task is in; while it runs: the task that runs it inside its own poll
  const TaskType* type;
  Scheduler* scheduler = nullptr;  // set when it is first given to one
  TaskState<ThreadAtomics> state;
  int32_t priority = 0;   // ordered mode: higher goes first
  uint64_t ready_at = 0;  // when it was enqueued, in ns: ordered mode, and one task in kSample; else 0
  // The list that this task is in once it has parked (roster.h), and its links in that list, guarded by the
  // list's lock.
  Roster* roster = nullptr;
  Task* roster_previous = nullptr;
  Task* roster_next = nullptr;
};
static_assert(sizeof(Task) <= 64, "a task's own part is one line");

// Tasks linked through `next`, first in first out. One thread.
class TaskList {
 public:
  bool empty() const { return !first_; }
  uint32_t size() const { return size_; }

  void push(Task& task) {
    task.next = nullptr;
    (last_ ? last_->next : first_) = &task;
    last_ = &task;
    ++size_;
  }

  Task* pop() {
    Task* task = first_;
    if (!task) return nullptr;
    first_ = task->next;
    if (!first_) last_ = nullptr;
    --size_;
    task->next = nullptr;
    return task;
  }

  // Moves the other list's tasks to the end of this one.
  void append(TaskList& other) {
    if (other.empty()) return;
    (last_ ? last_->next : first_) = other.first_;
    last_ = other.last_;
    size_ += other.size_;
    other = TaskList();
  }

 private:
  Task* first_ = nullptr;
  Task* last_ = nullptr;
  uint32_t size_ = 0;
};

}  // namespace aspen::sched
