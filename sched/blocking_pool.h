// Threads for calls that block: files, name lookup, host functions that are declared as blocking. The pool
// starts a thread if none is idle, ends threads that stay idle, and runs queued jobs in order of arrival.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

#include "sched/platform.h"

namespace aspen::sched {

// Work for a thread of the pool. The submitter owns the job and keeps it until `run` or `drop` has been
// entered. Exactly one of the two is entered, once, for each job that was accepted. Neither throws. The pool
// does not touch the job after it has called one of them.
struct Job {
  Job* next = nullptr;
  void (*run)(Job& job) = nullptr;   // on a thread of the pool
  void (*drop)(Job& job) = nullptr;  // instead of run, on the thread that shuts down
};

class BlockingPool {
 public:
  struct Config {
    size_t most_threads = 64;
    std::chrono::nanoseconds idle_time = std::chrono::seconds(10);  // after which an idle thread ends
    std::thread (*start_thread)(std::function<void()>, std::error_code&) = sched::start_thread;
  };
  struct Statistics {
    size_t threads, idle, queued, most_threads_ever;
  };

  explicit BlockingPool(Config config) : config_(config) {}
  BlockingPool() : BlockingPool(Config()) {}
  ~BlockingPool() { shutdown(); }
  BlockingPool(const BlockingPool&) = delete;
  BlockingPool& operator=(const BlockingPool&) = delete;

  // Any thread. Does not wait for other jobs, but possibly for a thread to start. 0, or a negative errno, and
  // the job is still the caller's: -ECANCELED after shutdown has begun, or the error that kept the first
  // thread from starting (-EAGAIN). If a later thread cannot start, the job waits for an existing one.
  [[nodiscard]] int submit(Job& job);

  // Drops jobs that have not started and waits for the others. May be called twice. Not on a pool thread.
  void shutdown();

  Statistics statistics() const;

 private:
  // A thread without work, waiting for a job. The list begins with the thread that became idle last, so
  // threads that are not needed stay idle long enough to end.
  struct Idle {
    Idle* next = nullptr;
    Job* job = nullptr;
    bool called = false;  // removed from the list: with a job, or to end
    std::condition_variable call;
  };

  using Threads = std::list<std::thread>;

  std::error_code add_thread();
  void serve(Threads::iterator self);
  Job* next_job(std::unique_lock<std::mutex>& hold);
  Job* wait_idle(std::unique_lock<std::mutex>& hold);
  void leave(Threads::iterator self, std::unique_lock<std::mutex>& hold);
  void queue(Job& job);
  void call_idle(Job* job);
  void forget(Idle& idle);

  const Config config_;
  mutable std::mutex lock_;
  // All below are guarded by lock_.
  std::condition_variable all_left_;
  Job* first_ = nullptr;  // jobs not started; none while a thread is idle
  Job* last_ = nullptr;
  size_t queued_ = 0;
  Idle* idle_ = nullptr;
  size_t idle_count_ = 0;
  Threads threads_;
  // The thread that left last; the next thread to leave joins it. So every thread is joined, and at most one
  // thread at a time waits in a join.
  std::thread departed_;
  size_t most_threads_ever_ = 0;
  bool is_shutting_down_ = false;
};

}  // namespace aspen::sched
