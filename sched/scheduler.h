// The scheduler: workers that run tasks, and what they share. README.md explains how the parts work together;
// sched.h is the interface for code that uses functions and coroutines instead of tasks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "sched/blocking_pool.h"
#include "sched/driver.h"
#include "sched/global_queue.h"
#include "sched/idle_set.h"
#include "sched/platform.h"
#include "sched/spin_lock.h"
#include "sched/statistics.h"
#include "sched/task.h"
#include "sched/trace.h"

namespace aspen::sched {

class Alarm;
class Watchdog;

// Why a worker was woken: one counter each.
enum class WakeReason : uint8_t { enqueued, more, last_look, timeout, watchdog };

struct Config {
  static constexpr uint32_t kOnePerCore = UINT32_MAX;
  static constexpr uint32_t kMostWorkers = 1024;

  uint32_t workers = kOnePerCore;   // 0: no threads; tasks run in poll() on the caller's
  bool ordered = false;             // by priority instead of by age
  uint32_t ordered_capacity = 256;  // of a worker's queue in ordered mode; at least 1
  // Of a worker's ring: 2 to 256, rounded down to a power of two. What does not fit goes to the global queue.
  uint32_t ring_capacity = 256;
  // Whether workers take from each other's queues. If not, a task runs on the worker that enqueued it unless
  // it overflows, even while that worker is stuck; tasks from outside go to any worker.
  bool steals = true;
  uint32_t steal_sweeps = 4;     // looks at all other workers before the first nap; at least 1
  size_t blocking_threads = 64;  // of the blocking pool, at most; at least 1
  uint64_t seed = 0;             // for the choice of victims; 0: from the clock
  // A safety net below the idle protocol: a sleeper looks at the queues this often, until several looks have
  // found nothing. It is not needed: with kForever, nothing hangs.
  uint64_t park_timeout_ns = 10'000'000;
  uint64_t time_slice_ns = 5'000'000;  // after which a task that looks at Worker::requests is asked to yield
  bool io = true;                      // a driver for descriptors, processes and signals
  bool watchdog = true;                // a thread that enforces time slices and sees stuck workers
  uint32_t trace_events = 0;           // recorded per worker, at most; 0: none, at no cost
  uint64_t (*clock)() = monotonic_ns;  // ns, never going back
  // For tests of a system that refuses threads.
  std::thread (*start_thread)(std::function<void()>, std::error_code&) = sched::start_thread;
  // Without threads: called, on the thread that enqueues, when poll() should be called again.
  std::function<void()> on_wakeup = {};
  // Called by a worker that runs no task for now: it has none of its own left and is about to look for others
  // (with threads and in poll()), or its thread is about to end.
  std::function<void(Worker&)> on_pause = {};
  // Called by shutdown when no task runs any more, before it waits for the blocking calls that have begun: it
  // may end some early.
  std::function<void()> on_workers_ended = {};
  // If shutdown has waited for `shutdown_deadline_ns` and tasks or blocking calls still run, `on_overdue` is
  // called once, with their names, on the thread that all alarms share (alarm.h). The scheduler can end
  // neither: it waits on, unless that function ends the process.
  uint64_t shutdown_deadline_ns = kForever;
  std::function<void(const std::string& what_runs)> on_overdue = {};
  // Called by a worker that goes to sleep while all others do: nothing is ready, and nothing happens until a
  // timer fires or a thread enqueues from outside. The function may enqueue. It sees what all tasks did. All
  // this may have changed by the time that it looks at anything: see Scheduler::is_at_rest.
  std::function<void()> on_idle = {};
};

class Scheduler {
 public:
  // Null, with the reason in `error`, for more than kMostWorkers or if the system refuses even the first
  // thread. If it refuses a later one, there are fewer workers than asked for.
  static std::unique_ptr<Scheduler> start(Config config, std::string& error);

  // Shuts down first. Not on a worker's thread.
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // Any thread. Submits a new task, which belongs to the scheduler until it ends. False after shutdown has
  // begun: the caller then ends the task as shutdown would, by its type's cancel.
  [[nodiscard]] bool submit(Task& task);
  // Any thread. A parked task runs again, and a running task runs once more after this run. Does nothing for
  // a task that is queued or over. REQUIRES: the task's memory still exists.
  void wake(Task& task) {
    if (task.state.wake()) enqueue(task);
  }
  // Any thread. Wakes the task, which sees the request in its state and ends when it is ready to.
  void request_cancel(Task& task);

  // Without threads: runs ready tasks on this thread until none is left, or for `budget_ns`. True if more can
  // run at once.
  bool poll(uint64_t budget_ns = kForever);
  // Any thread: poll() ends when the task that runs now has left, as if the time were over. If no poll() is
  // going on, the next one may end.
  void end_poll();
  // Any thread. Asks the running tasks to yield at their next safepoint.
  void request_yield();
  // How many timers wait, on all workers.
  size_t timers();
  // Whether at this moment all workers sleep and nothing is queued for them. For on_idle. The look is ordered
  // after what the caller has read before it.
  bool is_at_rest();
  // Any thread. Sees what was queued before anything that the caller has read so far.
  bool something_is_queued() const;
  // Whether tasks are ordered by priority.
  bool is_ordered() const { return config_.ordered; }
  // When the earliest timer is due, by now()'s clock; kForever if there is none. For callers of poll().
  uint64_t next_deadline() const;

  // For waiting on descriptors, processes and signals. REQUIRES: Config::io.
  Driver& driver() { return *driver_; }
  // For calls that block. Its threads start when they are needed.
  BlockingPool& blocking_pool() { return blocking_pool_; }

  // Called by the thread that ends a task, before that is freed: TaskState::kDone or kCancelled.
  void retire(Task& task, uint32_t end);

  // The first half of shutdown, without what may take long: no task runs any more. Work outside, such as jobs
  // of the pool, goes on. A second call does nothing. Any thread that is not a worker's.
  void end_workers();
  // Cancels every task, waits for workers and jobs, and leaves nothing running (W7). A second call does
  // nothing. Any thread that is not a worker's.
  void shutdown();
  bool is_shutting_down() const { return stopping_.load(std::memory_order_acquire); }

  uint32_t workers() const { return static_cast<uint32_t>(workers_.size()); }
  uint64_t now() const { return config_.clock(); }
  const Config& config() const { return config_; }
  Statistics statistics() const;
  // After end_workers: what was recorded, as the text of a file (trace.h), and how many events there was no
  // room for.
  std::string chrome_trace(const PlaceNames& name_of) const;
  uint64_t trace_dropped() const;

 private:
  friend class Worker;
  friend class Watchdog;

  explicit Scheduler(Config config);
  bool start_workers(std::string& error);
  bool start_io(std::string& error);
  // Steps of a shutdown (docs/shutdown.md). REQUIRES: shutdown_lock_ is held.
  std::unique_ptr<Alarm> watch_shutdown();
  void join_workers();
  void end_io();
  void cancel_the_rest();
  void cancel_queued();
  bool cancel_one_listed();

  std::string what_runs() const;
  void unpark(Worker& worker);
  void enqueue(Task& task);
  void stamp(Task& task);
  void after_outside_push();
  // The right to wait for I/O and timers on behalf of all workers: one worker has it at a time.
  bool take_seat();
  void leave_seat();
  bool seat_is_free();
  bool is_tracing() const { return config_.trace_events != 0; }
  void trace_here(TraceKind kind, const Task& task);
  // Wakes a sleeper if the idle protocol wants it: the one place where that happens.
  void notify(WakeReason reason, uint32_t preferred = IdleSet<ThreadAtomics>::kNoWorker);
  // Whether a worker that is woken may find a task. Exact for what was enqueued before the caller's last step
  // in the idle protocol.
  bool something_can_be_taken() const;

  const Config config_;
  std::vector<std::unique_ptr<Worker>> workers_;  // fixed once started
  std::vector<std::thread> threads_;
  std::unique_ptr<IdleSet<ThreadAtomics>> idle_;
  GlobalQueue global_;
  // The worker that last put tasks into the global queue because its ring was full; kNoWorker if the last
  // ones came from elsewhere. Relaxed: a hint.
  std::atomic<uint32_t> spiller_{IdleSet<ThreadAtomics>::kNoWorker};
  Counters outside_;  // written by threads that are not workers: add_shared only
  mutable SpinLock outside_trace_lock_;
  TraceBuffer outside_trace_;  // guarded by outside_trace_lock_: of threads that are not workers
  std::unique_ptr<Watchdog> watchdog_;
  std::unique_ptr<Driver> driver_;  // null if there is no I/O
  BlockingPool blocking_pool_;
  // The seat, if there is no driver, which has one. Taken and left by workers; acquire-release.
  std::atomic<bool> seat_{false};
  std::mutex start_lock_;  // shutdown holds the next one while it waits for threads that start late
  std::mutex shutdown_lock_;
  bool is_down_ = false;  // guarded by shutdown_lock_, like whether the threads are joined
  // Written once by end_workers; read by workers and by submit(). Release: before the tokens are given.
  std::atomic<bool> stopping_{false};
};

}  // namespace aspen::sched
