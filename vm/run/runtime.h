// Runs a machine's strands on the workers of a scheduler: where strands come from, how a worker runs one, and
// how a thread outside of the scheduler starts a program and waits for its end.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sched/alarm.h"
#include "sched/driver_thread.h"
#include "sched/random.h"
#include "sched/scheduler.h"
#include "vm/heap/mutator.h"
#include "vm/run/ending.h"
#include "vm/run/operation_counts.h"
#include "vm/run/parallel/read_ahead.h"
#include "vm/run/parallel/strand_statistics.h"
#include "vm/run/run.h"
#include "vm/run/scheduler_options.h"
#include "vm/run/strand.h"
#include "vm/run/strand_store.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"
#include "vm/run/wake_up.h"

namespace aspen {

// When a call and the rest of its caller become separate strands.
enum class SplitPolicy : uint8_t {
  never,
  on_demand,  // when a worker is idle
  always,     // at every promotable call
  chaos,      // at random calls; strands that could continue let others run first
};

struct RuntimeOptions {
  uint32_t workers = sched::Config::kOnePerCore;
  SplitPolicy split = SplitPolicy::on_demand;
  bool by_priority = false;            // ready strands run by their task's priority, not by age
  uint64_t seed = 0;                   // for all random choices; 0: from the clock
  uint32_t trace_events = 0;           // most events recorded per worker
  StrandObserver* observer = nullptr;  // outlives the runtime; null: none
  SchedulerOptions scheduler = {};     // Machine::start_runtime sets it, and by_priority, as its options say
};

// The steps that a strand may take before others have theirs. It counts them with its fuel, of which it has
// no more meanwhile.
struct Turn {
  Strand* strand = nullptr;  // null: none
  uint32_t steps = 0;        // at its beginning
  uint64_t fuel_beside = 0;  // what the strand has when it is over
};

// What belongs to one worker.
struct Executor : StrandPool {
  Executor(Heap& heap, uint64_t seed, uint32_t index) : mutator(heap), random(seed, index) {}

  Mutator mutator;
  // The strand that this worker runs. Written by the worker, read by threads that want to stop the strand;
  // the worker then checks for requests. Both use one total order: either the thread finds the strand, or the
  // worker sees the request. The worker may run another strand by the time that a thread reads from this one.
  std::atomic<Strand*> running{nullptr};
  sched::Worker* worker = nullptr;
  uint64_t split_allowed_ns = 0;       // no split before that time
  uint64_t loop_split_allowed_ns = 0;  // likewise of a loop, or a search for one
  uint64_t paid_copies = 0;            // Heap::large_copies when its thread last looked
  sched::Random random;
  StrandCounters counters;
  uint64_t stopped_ns = 0;  // since when it stands still for a collection
  uint32_t depth = 0;       // strands that wait for one which runs inside their native
  // Where one thread runs all, no other sees that a strand has run for long: it lets others go first after so
  // many effects, or calls and steps of loops: these are counted only while others wait (Strand::begin_turn).
  // 0 effects: there are other threads, and nothing is counted.
  static constexpr uint32_t kEffectsPerTurn = 256, kStepsPerTurn = 1 << 14;
  uint32_t effects_left = 0, steps_left = kStepsPerTurn;
  Turn turn;
};

// Durations of calls that should be quick, to decide whether the next one may block its worker. Any thread
// may use it. A count that is lost when two threads write at once does no harm.
class QuickCalls {
 public:
  // True also for every 16th call while they are slow, to measure again.
  bool may_try() {
    if (mean_ns_.load(std::memory_order_relaxed) < kQuickNs) return true;
    return tries_.fetch_add(1, std::memory_order_relaxed) % kTriesApart == 0;
  }
  void note(uint64_t ns) {
    const uint64_t mean = mean_ns_.load(std::memory_order_relaxed);
    mean_ns_.store(mean - mean / kWeight + ns / kWeight, std::memory_order_relaxed);
  }

 private:
  // A few times the cost of handing a call to another thread.
  static constexpr uint64_t kQuickNs = 200'000;
  static constexpr uint64_t kWeight = 8;
  static constexpr uint32_t kTriesApart = 16;
  std::atomic<uint64_t> mean_ns_{0};
  std::atomic<uint32_t> tries_{0};
};

class Runtime {
 public:
  // Null, with the reason in `error`, if the system refuses threads. `machine` must outlive the runtime.
  static std::unique_ptr<Runtime> start(Machine& machine, RuntimeOptions options, std::string& error);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // Runs a function as a program, and blocks this thread, which is not a worker, until the program and all
  // its tasks have ended. Without workers, this thread runs them, and also the calls that a host has started.
  const Ending& run(Value function, const Value* arguments, unsigned count);

  // ---- Calls that a host starts, without workers. Only the host's thread calls these functions.

  // False, with the reason in `error`, if the system refuses a thread for the alarm, or if there are workers.
  // Call it before the others, and before a run with a limit on time.
  bool prepare_polling(std::string& error);
  bool can_poll() const { return alarm_ != nullptr; }
  // Starts a call, which orders its effects only among themselves; `poll`, `run` and `finish` run it. A
  // native function of the host may call this, too.
  Run& start(Value function, const Value* arguments, unsigned count, const RunTerms& terms = {});
  // Runs ready strands until there are none, for about `budget_ns` at most; 0: briefly. Does not block.
  // Returns whether any call has not ended.
  bool poll(uint64_t budget_ns);
  // Blocks until a poll has something to do, for `timeout_ns` at most.
  void wait(uint64_t timeout_ns);
  // Polls and waits until the run has ended. If nothing can ever wake it, Deadlock is raised in it.
  void finish(Run& run);
  // The host no longer needs the run, which continues if it has not ended.
  void release(Run& run);
  // A run without a task, which pays for what others start. It is used again when it has been given back and
  // all of these have ended.
  Run& take_payer();
  void give_back_payer(Run& payer);
  // Reports once that the next poll has something to do, on the host's thread (`start`) or the alarm's.
  WakeUp& wake_up() { return wake_up_; }
  // The host's thread will call `act`: in its next poll or, if it waits for a run, soon. Any thread may call
  // this after prepare_polling. Calls keep their order.
  void post(std::function<void()> act);
  // The host's thread will call `act` in the same way once the run, which has not ended, has ended.
  void call_when_ended(Run& run, std::function<void()> act);
  // When the runtime is about to end: those acts that it will not call any more.
  Acts take_acts_of_runs();
  // Likewise the posted ones.
  Acts take_posted();
  // Whether the run's time is over, for code that checks no other reason to stop.
  bool is_late(const Run& run) const { return run.ends_by_ns <= clock_ns_.load(std::memory_order_relaxed); }

  // Spawns a task from the strand, which is the head of its timeline, with the priority of that task. Null
  // with an uncatchable error pending if there are as many tasks as the host allows.
  Task* spawn(Strand& strand, const Task::Body& body);
  // Likewise, with its own priority: where tasks run by priority, those with a higher one run first.
  Task* spawn_with(Strand& strand, const Task::Body& body, int32_t priority);
  // Likewise. If one of its children fails, it cancels the later ones (Task::set_ordered).
  Task* spawn_ordered(Strand& strand, const Task::Body& body);
  // For a strand that then waits for what the fiber yields. The task of a fiber that begins; it has no
  // parent. It may have run already. Null with an error pending.
  Task* spawn_fiber(Strand& strand, Fiber& fiber);
  // Likewise for a fiber that has waited for this value at its `yield`: ends that wait, which the caller has
  // taken.
  void run_fiber(Strand& strand, const Fiber& fiber, const Waiter& waiter, Value value);
  // For a native of the strand that waits for the task: runs the task here and now if it has not begun.
  // Returns whether that has brought the task to its end.
  bool run_awaited(Strand& strand, Task& task);
  // Queues the task if it has not begun.
  void start_now(Strand& strand, Task& task);
  // For a task that has ended, on the worker that ran its last strand: frees its starter.
  void release_starter(Executor& executor, Task& task);
  // For the program's own task, when its other tasks have ended: makes the detached tasks end. Returns
  // whether there are any.
  bool end_detached(Task& root);
  // How many detached tasks the end of the last program has ended.
  uint32_t detached_ended() const { return detached_ended_; }
  // Makes the program check Machine::interrupt. For any thread and for signal handlers.
  void interrupt();
  // Wakes the thread that waits for the program's end, because there is something to check. For any thread.
  void report_news() { sem_post(&news_); }
  // Likewise, because an error was lost: only the host will be informed of it.
  void report_lost() {
    has_lost_.store(true, std::memory_order_release);
    report_news();
  }
  // For a strand that sees an interrupt. True if its task is the program's own, which handles the interrupt.
  bool pass_on_interrupt(Strand& strand);

  SplitPolicy policy() const { return options_.split; }
  bool has_workers() const { return options_.workers != 0; }
  sched::Scheduler& scheduler() { return *scheduler_; }
  // The scheduler's driver; without workers, one with a thread of its own, which begins here. Null, with a
  // negative errno in `error`, if the system refuses that. For strands.
  sched::Driver* driver(int& error);
  // Whether values may contain futures.
  bool has_split() const { return has_split_.load(std::memory_order_relaxed); }
  void note_split() {
    if (!has_split()) has_split_.store(true, std::memory_order_relaxed);
  }

  StrandStore& strands() { return strands_; }
  // For a split of the strand that this executor's worker runs.
  StrandStore::Taken take_strand(Executor& executor);
  // Queues the strand where thieves look first.
  static void enqueue(Executor& executor, StrandStore::Taken taken);
  // Whether the strand that this executor's worker runs has to take the slow path of its next safepoint. Call
  // it after setting the strand's limit anew.
  static bool is_asked_for(const Strand& strand, Executor& executor);
  // A random number below `bound`, for the choices of SplitPolicy::chaos.
  static uint32_t choose(Executor& executor, uint32_t bound) { return executor.random.below(bound); }

  // What goes on outside of the program. The runtime's destructor waits for those that a thread works on.
  OperationCounts& operations() { return operations_; }
  // The strand that waited for an operation has been informed, or no strand waits any more.
  void note_operation_awaited();
  QuickCalls& quick_calls() { return quick_calls_; }
  ReadAhead& read_ahead() { return read_ahead_; }

  // Makes every running strand take the slow path of its next safepoint. For any thread and signal handlers.
  void poke_all();
  // This thread stops for a collection; it continues.
  void note_stop();
  void note_resumption();
  // Records the effect of a native that is not pure. For the strand's worker, while it records events.
  static void note_effect(const Strand& strand, const NativeDescriptor& native);
  // The executor of this thread, if it is a worker; else null.
  Executor* executor_here();
  StrandObserver* observer() const { return options_.observer; }

  // Ends the workers, so that all counts are final; nothing runs afterwards. May be called twice.
  void shut_down();
  // Likewise, without waiting for operations: strands that wait for one or are queued do not count as ended.
  void end_workers();
  StrandStatistics statistics() const;

  // While nothing runs, on the host's thread: the programs that have not ended.
  void each_program(const std::function<void(Task&)>& visit);
  void trace_roots(Tracer& tracer);
  // Called after marking: drops the strands of fibers that can no longer be resumed, and gives up what these
  // own.
  void drop_abandoned();
  // For a strand that runs. Collects, and returns whether that has given up anything that strands may wait
  // for.
  bool frees_by_collection(Strand& strand);
  // Whether the collection that goes on is one for frees_by_collection, and no dead register of this strand
  // is to keep a fiber: another one that runs may have called a native, and have its result in the window of
  // the call.
  bool collects_exactly(const Strand& strand) const;
  // When no strand runs any more: ends what strands wait for, if it can be cut short.
  void end_operations();

 private:
  Runtime(Machine& machine, RuntimeOptions options);
  bool is_eager() const {
    return options_.split == SplitPolicy::always || options_.split == SplitPolicy::chaos;
  }
  void add_child(Strand& spawner, Task& task, const Task::Body& body, int32_t priority);
  void begin(Strand& strand, Task& task, StrandCounters& counters);
  // Puts the frame of the task's first call on a fresh strand. False with an error pending in that strand.
  bool prepare(Executor& executor, Strand& fresh, Task& task, const Task::Body& body);
  // A strand for the task, not yet queued. Null: there was no memory, and the task has ended.
  Strand* start(Executor& executor, Task& task, const Task::Body& body);
  void give_starter(Executor& executor, Task& parent);
  sched::Outcome start_next(Starter& starter, sched::Worker& worker);
  sched::Outcome free_starter(Starter& starter, Executor& executor);
  static sched::Outcome run_starter(sched::Task& task, sched::Worker& worker);
  static void cancel_starter(sched::Task& task);
  // Blocks until the program has ended or an error was lost. Returns whether the program continues.
  bool wait_for_news(const Run& run);
  bool poll_for_news(const Run& run);
  void tell_lost();
  // Returns whether there was anything.
  bool run_posted();
  // runs.cpp
  Run& take_run();
  Run& begin_run(Strand& strand, Value function, const Value* arguments, unsigned count,
                 const RunTerms& terms = {});
  void begin_waiting_for(Run& run);
  void await(Run& run);
  void note_ended(Run& run);
  void forget_ended();
  uint64_t first_deadline() const { return deadlines_.empty() ? sched::kForever : deadlines_.begin()->first; }
  void end_late();
  void stop_all();
  void poll_until(uint64_t until_ns);
  bool run_ready(uint64_t until_ns);
  void wait_for_post(uint64_t until_ns);
  void ring();
  // Records that a poll has something to do, so that the alarm's thread wakes the host. For any thread.
  void note_work();
  // After the workers have ended.
  bool counts_add_up() const;
  // Called when nothing runs: informs the program's task if nothing can ever run again.
  void look_for_deadlock();
  static bool claim(Strand& strand);
  void begin_continuing(Strand& strand, Segment& segment);
  static void trace_place(Strand& strand, Executor& executor);
  sched::Outcome release_entry(Strand& strand, Executor& executor);
  static void stop(Executor& executor);
  static sched::Outcome run_task(sched::Task& task, sched::Worker& worker);
  static void cancel_task(sched::Task& task);
  sched::Outcome run_strand(Strand& strand, sched::Worker& worker);
  Exit resume(Strand& strand, Executor& executor);
  sched::Outcome run_claimed(Strand& strand, Executor& executor);
  static void enter(Strand& strand, Executor& executor);
  bool may_run_inside(Strand& around);
  void run_new_inside(Strand& around, Strand& fresh);
  sched::Outcome run_inside(Strand& around, Strand& strand);
  void note_parking(Strand& strand, Executor& executor);
  static void trace_parking(Strand& strand, Executor& executor);
  void tell_wait(Strand& strand);
  void drop(Strand& strand, Executor& executor);

  static const sched::TaskType kStrandType;
  static const sched::TaskType kStarterType;

  Machine& machine_;
  const RuntimeOptions options_;
  StrandStore strands_;
  std::unique_ptr<sched::Scheduler> scheduler_;
  std::unique_ptr<sched::DriverThread> driver_thread_;  // without workers; made, used by the polling thread
  std::vector<std::unique_ptr<Executor>> executors_;    // one per worker
  StrandPool host_;                                     // of the thread that calls `run`
  // Counts of the thread that calls `run` or ends the workers, and of a collecting thread while nothing runs.
  StrandCounters outside_;
  // The task of the run that the host's thread waits for; null: none. Written by that thread while nothing of
  // the run executes; read by workers. Release and acquire.
  std::atomic<Task*> root_{nullptr};
  // Held while a thread looks for a deadlock, from its check whether anything runs until it has informed the
  // program; and to clear the program's task.
  std::mutex deadlock_lock_;
  Ending ending_;  // of the last run
  // The strand that has asked for such a collection; null: none. Relaxed: if the collection is that of
  // another strand, this one stands as if it was parked.
  std::atomic<const Strand*> collects_for_{nullptr};
  // Of abandoned fibers, those that owned something. Written while all other threads stand.
  size_t abandoned_owners_ = 0;
  // Written before the run begins, and by its own task when the others have ended; read after its end.
  uint32_t detached_ended_ = 0;
  // Posted when the thread that waits for the end has something to check.
  sem_t news_;
  // Set by a thread that loses an error, cleared by the reporting thread. Release/acquire: it is listed.
  std::atomic<bool> has_lost_{false};
  std::mutex posted_lock_;
  Acts posted_;  // guarded by the lock
  Acts ended_;   // of runs that have ended; used by the host's thread
  // Written by posting threads, after the entry; cleared by the polling thread. Release and acquire.
  std::atomic<bool> has_posted_{false};
  // Used by the host's thread. Collectors read them, too, so their memory stays.
  std::deque<Run> runs_;
  std::vector<Run*> free_runs_;
  std::vector<Run*> forsaken_;                     // ended, now or when the host released them
  size_t under_way_ = 0;                           // runs without workers that have not ended
  std::set<std::pair<uint64_t, Run*>> deadlines_;  // of those
  WakeUp wake_up_;
  // The time, as last set by the alarm's thread; read by strands. Relaxed: it orders nothing.
  std::atomic<uint64_t> clock_ns_{0};
  // When a poll has something to do even if no thread brings work. Written by the polling thread, read by the
  // alarm's. Release and acquire: the poll's work comes first.
  std::atomic<uint64_t> wakes_at_ns_{sched::kForever};
  std::unique_ptr<sched::Alarm> alarm_;  // see prepare_polling
  // The same alarm, for interrupting threads. Set once it is made, cleared before it ends. Release, acquire.
  std::atomic<sched::Alarm*> rings_{nullptr};
  OperationCounts operations_;
  QuickCalls quick_calls_;
  ReadAhead read_ahead_;
  // Tasks spawned so far. Written where tasks are spawned; relaxed: each gets a number of its own.
  std::atomic<uint64_t> spawned_{0};
  StarterStore starters_;
  // Written by splitting strands, read by all. Relaxed: a strand gets each future through a lock.
  std::atomic<bool> has_split_{false};
};

}  // namespace aspen
