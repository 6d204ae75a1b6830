// A worker: a thread that runs tasks, with queues of its own. Four files implement it: worker.cpp (its
// queues, running a task), search.cpp (finding work elsewhere), sleep.cpp (naps, sleep, waking) and
// arrivals.cpp (timers and I/O).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "sched/ask_pause.h"
#include "sched/fork_list.h"
#include "sched/next_slot.h"
#include "sched/ordered_queue.h"
#include "sched/pacer.h"
#include "sched/parker.h"
#include "sched/random.h"
#include "sched/requests.h"
#include "sched/ring.h"
#include "sched/roster.h"
#include "sched/scheduler.h"
#include "sched/sighting.h"
#include "sched/statistics.h"
#include "sched/steal_trial.h"
#include "sched/task.h"
#include "sched/timers.h"
#include "sched/trace.h"
#include "sched/waiter.h"

namespace aspen::sched {

inline constexpr uint32_t kRingCapacity = 256;             // at most: Config::ring_capacity
inline constexpr uint32_t kBatchCapacity = 32;             // tasks prefetched from the global queue
inline constexpr uint32_t kLeastPull = 4, kMostPull = 64;  // tasks taken from the global queue at once
inline constexpr uint32_t kSlotRun = 3;           // tasks from the next slot in a row, if others wait (W5)
inline constexpr uint32_t kOrderedLocalRun = 60;  // ordered mode: own tasks before one from the global queue
inline constexpr uint32_t kHandedRun = 32;        // tasks handed over in a row
inline constexpr uint32_t kOperations = 128;      // resource operations of a task before it has to yield
inline constexpr uint32_t kMaintenancePolls = 128;     // polls between two looks at clock and timers, at most
inline constexpr uint64_t kMaintenanceNs = 1'000'000;  // and time between them
inline constexpr uint64_t kIoPollNs = 100'000;         // between two looks of a busy worker at the I/O driver
// Searching. A cross-core wake costs the waker some 9 µs and arrives after some 40 (tools/bench/sched
// measures it).
inline constexpr uint64_t kSpinNs =
    20'000;  // what the looks before the first nap take (Config::steal_sweeps)
// A poll in which the owner does things that show is long after this time: what it made ready first must not
// wait for more than 100 µs, and searchers look every kNapNs.
inline constexpr uint64_t kLongPollNs = 50'000;
inline constexpr uint64_t kSplitNs = 4'000;  // what a task takes to split once it has seen the request
inline constexpr uint64_t kNapNs = 50'000;   // about what a wake takes to arrive
inline constexpr uint32_t kNaps = 20;        // so no worker is woken more often than once a millisecond
inline constexpr uint64_t kWorthStealingNs = 5'000;  // moving less work costs more than it gains
inline constexpr uint64_t kSmallTaskNs = 5'000;      // larger tasks are taken without a trial (steal_trial.h)
// One task in kSample has its delay measured, and one poll its time; of the first kAllMeasured, all.
inline constexpr uint32_t kSample = 256, kAllMeasured = 64;
inline bool is_measured(uint64_t count) { return count % kSample == 0 || count <= kAllMeasured; }

class Worker {
 public:
  // What a running task is asked to do at its next safepoint.
  static constexpr uint32_t kYield = Requests<ThreadAtomics>::kYield,
                            kSplit = Requests<ThreadAtomics>::kSplit;

  Worker(Scheduler& scheduler, uint32_t index);

  // The worker that this thread is, or null.
  static Worker* current();

  Scheduler& scheduler() { return scheduler_; }
  uint32_t index() const { return index_; }

  // For the task that runs on it, on its thread:

  Task* running() { return running_; }
  // About now, by monotonic_ns: what the watchdog, or this thread, last read off the clock; without a
  // watchdog, the system's coarse clock.
  uint64_t recent_ns() const {
    return scheduler_.watchdog_ ? recent_ns_.load(std::memory_order_relaxed) : coarse_ns();
  }
  // The task that runs the running one inside its own poll, or null.
  Task* outer() { return outer_; }
  // Makes a ready task run next; the task that was in the slot goes to the end of the ring.
  void enqueue_next(Task& task);
  // Makes a ready task run after all that wait here: in the ring, where thieves look first.
  void enqueue_last(Task& task);
  // Likewise for a new task, which belongs to the scheduler from now on, also during shutdown.
  void submit_last(Task& task);
  // Makes a new task run right after the present poll, before all that waits; no thief finds it. At most once
  // a poll; the running task is about to leave. In ordered mode, or after kHandedRun in a row, it is queued.
  void hand_over(Task& task);
  // If `task`, which is queued, would run next: makes it the running task inside the present one's poll. The
  // present task is parked when the poll ends, unless leave_inner is called first.
  bool enter_inner(Task& task);
  // The inner task is over: the one around it runs on.
  void leave_inner();
  // Likewise for a new task, which the caller then runs, as the type's `run` would.
  void begin_inner(Task& task);
  // Likewise for a parked task that the caller has woken by its state, and not queued.
  void go_on_inner(Task& task) { begin_inside(task); }
  // That run is over: the task around it goes on.
  void end_inner(Outcome outcome);
  // Counts a resource operation (a message, a timer, I/O): true if the task should yield now.
  bool spend_operation() {
    note_operation();
    if (--operations_ != 0) return false;
    counters_.budget_exhaustions.add();
    operations_ = kOperations;
    return true;
  }
  // Counts one of a task that has reasons of its own to yield.
  void note_operation() { counters_.operations.add(); }
  // Whether another worker could use work, so that it pays to split what the task still has to do.
  bool others_are_hungry() const;
  // How many tasks are ready in its own queues. A hint for other threads.
  uint32_t queued() const;
  // Without other workers: whether another task is ready, or waits for a time.
  bool others_wait() const {
    return scheduler_.something_is_queued() || timers_.next_deadline_ns() != kForever;
  }
  // Any thread: asks the running task for something at its next safepoint, and sets its poll word to 0.
  void request(uint32_t bits) {
    requests_.ask(bits);
    if (PollWord* word = poll_word_.load(std::memory_order_acquire))
      word->store(0, std::memory_order_relaxed);
  }
  // What has been asked for and not been taken yet. A task that looks only at its poll word first gives it
  // its usual value. Asking and taking are read-modify-writes of one word: either this call takes a request,
  // or its 0 stands in the poll word afterwards.
  uint32_t take_requests() { return requests_.take(); }
  void forget_requests(uint32_t bits) { requests_.forget(bits); }
  // From now on others may ask the running task to split.
  void begin_splitting();
  // What it has forked.
  ForkList& forks() { return forks_; }
  // Read by the task with a plain load at its safepoints.
  std::atomic<uint32_t>& requests() { return requests_.word(); }
  // The word that the running task compares at its safepoints anyway; null: none. A word that was ever set
  // stays in memory as long as the scheduler does, as a thread may be about to write to it.
  void set_poll_word(PollWord* word) { poll_word_.store(word, std::memory_order_release); }
  // This worker's timers; any thread may fire the due ones.
  Timers& timers() { return timers_; }
  // For a poll that takes long: fires the timers of this worker that were due at recent_ns().
  void fire_own_timers() { fire_timers(timers_.next_deadline_ns(), recent_ns()); }
  // The running task has split at a request.
  void note_split() {
    counters_.splits_given.add();
    trace(TraceKind::split, running_);
  }
  // For details that a task records about itself.
  bool is_tracing() const { return trace_.is_on(); }
  void trace_detail(TraceKind kind, const Task* task, const char* name, TracePlace place) {
    if (trace_.is_on()) [[unlikely]]
      record_detail(kind, task, name, place);
  }
  void trace(TraceKind kind, const Task* task, uint32_t count = 1) {
    if (trace_.is_on()) [[unlikely]]
      record(kind, task, count);
  }
  Counters& counters() { return counters_; }
  // How the running coroutine's poll ends: written by what suspends it, for the code that resumed it.
  void set_outcome(Outcome outcome) { outcome_ = outcome; }
  Outcome outcome() const { return outcome_; }

 private:
  friend class Scheduler;
  friend class Watchdog;

  static constexpr uint32_t kNoWorker = IdleSet<ThreadAtomics>::kNoWorker;
  using TaskRing = Ring<ThreadAtomics, Task, kRingCapacity>;
  using BatchRing = Ring<ThreadAtomics, Task, kBatchCapacity>;

  // worker.cpp
  void loop();
  bool poll_once();
  void pause();
  bool poll_for(uint64_t budget_ns);
  void run(Task& task);
  Outcome run_measured(Task& task);
  void run_handed_over();
  void begin_run(Task& task);
  void begin_inside(Task& task);
  void settle(Outcome outcome);
  void settle(Task& task, Outcome outcome);
  Task* next();
  Task* next_local();
  Task* next_ordered();
  Task* after_slot_run();
  Task* pull_global();
  void push_ring(Task& task);
  void take_back(Task& task);
  void push_ordered(Task& task);
  void finish_push(TaskList& spilled);
  void offer();
  void stamp(Task& task);
  void maintain_if_due();
  void maintain();
  void measure_tasks(uint64_t now);
  void begin_slice();
  void cancel_queued();
  bool has_queued() const;
  WorkerStatistics statistics() const;
  Doing doing() const;
  uint64_t uncounted_ns() const;

  // search.cpp
  Task* search();
  Task* search_on();
  Task* look_everywhere(bool last);
  static void spin(uint64_t ns);
  Task* sweep(bool last);
  Task* steal_from(Worker& victim, bool last, uint64_t now);
  Task* count_steal(Task* task, uint32_t moved);
  // The tasks that it has run and queued, and the operations of its tasks that can be seen from outside.
  uint64_t progress() const {
    return counters_.polls.get() + counters_.ring_pushes.get() + counters_.operations.get();
  }
  // Polls from its queues: inner ones go on while all that is queued waits.
  uint64_t turns() const { return counters_.polls.get() - counters_.inner_polls.get(); }
  void note_sighting(uint64_t now);
  bool is_quiet(uint64_t now);
  bool is_in_long_poll(uint64_t now);
  bool takes_from(const Worker& victim, uint64_t now);
  bool leaves_to(uint32_t spiller);
  Task* ask_for_split();
  Task* look_for_answer(const Worker& victim);
  void stop_searching();

  // sleep.cpp
  void sleep();
  bool nap();
  void get_up();
  bool sleep_once(uint64_t timeout_ns);
  bool wait_in_seat(uint64_t timeout_ns);
  void begin_woken();
  void count_time(Counter& counter);
  void note_time(uint64_t now) { recent_ns_.store(now, std::memory_order_relaxed); }
  void record(TraceKind kind, const Task* task, uint32_t count);
  void record_detail(TraceKind kind, const Task* task, const char* name, TracePlace place);

  // arrivals.cpp
  void enqueue_ready(Task& task) { collecting_ ? arrivals_.push(task) : enqueue_next(task); }
  bool fire_timers(uint64_t earliest, uint64_t now);
  bool poll_io(uint64_t now);
  bool deliver(uint64_t now);
  bool end_arrivals();

  Scheduler& scheduler_;
  const uint32_t index_;

  // The owner's alone.
  Task* running_ = nullptr;
  Outcome outcome_ = Outcome::done;
  Task* handed_over_ = nullptr;
  Task* outer_ = nullptr;    // runs running_ inside its own poll; outer_->next runs outer_
  uint32_t slot_run_ = 0;    // tasks from the slot in a row
  uint32_t operations_ = 0;  // that the running task has left
  uint32_t polls_to_global_ = 1;
  uint32_t polls_to_maintenance_ = 1;
  uint32_t polls_measured_ = 0;  // since busy_since_ns_
  uint32_t local_run_ = 0;       // ordered mode: tasks from the own queue since the last from the global one
  uint32_t ready_count_ = 0;     // tasks enqueued: some are stamped
  bool searching_ = false;
  bool woken_ = false;       // to search, and has not found anything yet
  bool collecting_ = false;  // what becomes ready goes to arrivals_
  TaskList arrivals_;
  WaiterList events_;          // from the driver, with waiters still to be woken
  uint64_t io_polled_ns_ = 0;  // when this worker last looked at the driver
  TraceBuffer trace_;
  bool spinning_pays_ = false;  // the last search found something before its first nap
  uint64_t busy_since_ns_ = 0;
  uint64_t mark_ns_ = 0;  // end of what busy_ns, search_ns and idle_ns have counted
  Pacer pacer_;
  Random random_;
  StealTrials trials_;  // with other workers
  ForkList forks_{*this};
  AskPause ask_pause_;

  // Written by the owner, read by others.
  alignas(kLineBytes) Counters counters_;
  Histogram delays_, poll_times_;
  // Written by the owner and by the watchdog, read by the owner. Relaxed: nothing follows from it.
  std::atomic<uint64_t> recent_ns_{0};
  // When its thread began, 0 if it has none, and whether it looks for tasks. Relaxed: for statistics.
  std::atomic<uint64_t> began_ns_{0};
  std::atomic<bool> is_looking_{false};
  // Relaxed: a guess at what a task in the ring costs.
  std::atomic<uint64_t> average_ns_{Pacer::kFirstGuessNs};
  // The running task's type; null if none runs. Relaxed: types live on, and it is only a hint.
  std::atomic<const TaskType*> running_type_{nullptr};
  NextSlot<ThreadAtomics, Task> slot_;
  TaskRing ring_;
  BatchRing batch_;
  OrderedQueue ordered_;
  Roster roster_;
  Timers timers_;
  Parker parker_;

  // Written and read by searchers, and by the owner when it wakes one.
  alignas(kLineBytes) Sighting progress_seen_;
  Sighting turns_seen_;

  // Written by others, read by the owner. Relaxed: each bit stands for itself.
  alignas(kLineBytes) Requests<ThreadAtomics> requests_;
  // Written by the thread that wants poll_for to end, taken by the owner. Release and acquire: what that
  // thread did before is seen when poll_for has ended.
  std::atomic<bool> leaves_poll_{false};
  // Written by the owner, read by threads that make requests. Release and acquire: the word exists before.
  std::atomic<PollWord*> poll_word_{nullptr};
};

}  // namespace aspen::sched
