// Threads for what blocks: files, name lookup, host functions that say so. Grows when nobody is idle, shrinks
// when nobody is needed, and keeps what waits in the order in which it came.
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

// Something to do on a thread of the pool. Whoever makes it owns it, and keeps it until one of the two has
// been entered, which happens exactly once for each job that was accepted. Neither throws; the pool does not
// touch the job after calling it.
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

  // Any thread; does not wait for other jobs, though perhaps for a thread to start. 0, or a negative errno
  // and the job is the caller's still: -ECANCELED after shutdown has begun, or what kept the first thread
  // from starting (-EAGAIN). If there is a thread, the job waits for it instead.
  [[nodiscard]] int submit(Job& job);

  // Drops what has not started, waits for what has. Twice does no harm. Not on a thread of the pool.
  void shutdown();

  Statistics statistics() const;

 private:
  // A thread without work, waiting to be given some: the one that became idle last comes first, so that those
  // that are not needed stay idle long enough to end.
  struct Idle {
    Idle* next = nullptr;
    Job* job = nullptr;
    bool called = false;  // off the list: with a job, or to end
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
  std::condition_variable everybody_left_;
  Job* first_ = nullptr;  // not started; there are some only while nobody is idle
  Job* last_ = nullptr;
  size_t queued_ = 0;
  Idle* idle_ = nullptr;
  size_t idle_count_ = 0;
  Threads threads_;
  // The last one that left; the next one to leave joins it. So each is joined, and at most one waits for
  // that.
  std::thread departed_;
  size_t most_threads_ever_ = 0;
  bool is_shutting_down_ = false;
};

}  // namespace aspen::sched
