// Runs a machine's strands on the workers of a scheduler: where strands come from, how one runs on a worker,
// and how a program is started and awaited from outside.
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
#include "vm/ending.h"
#include "vm/fiber.h"
#include "vm/mutator.h"
#include "vm/read_ahead.h"
#include "vm/run.h"
#include "vm/starter.h"
#include "vm/strand.h"
#include "vm/strand_statistics.h"
#include "vm/task.h"
#include "vm/wake_up.h"

namespace aspen {

// When calls and the rest of their callers become strands of their own.
enum class SplitPolicy : uint8_t {
  never,
  on_demand,  // when a worker has nothing to do
  always,     // at every promotable call
  chaos,      // at random ones, and strands that could go on let others go first
};

struct RuntimeOptions {
  uint32_t workers = sched::Config::kOnePerCore;
  SplitPolicy split = SplitPolicy::on_demand;
  bool by_priority = false;            // ready strands run by their task's priority, not by age
  uint64_t seed = 0;                   // of every choice made at random; 0: from the clock
  uint32_t trace_events = 0;           // recorded per worker, at most
  StrandObserver* observer = nullptr;  // outlives the runtime; null: nobody
};

// Strands that are free for use. One thread's.
struct StrandPool {
  Strand* unused = nullptr;        // linked by `next`
  std::vector<Strand*> withdrawn;  // still in a queue, unless a worker came by
  StarterPool starters;
};

// What belongs to one worker.
struct Executor : StrandPool {
  Executor(Heap& heap, uint64_t seed, uint32_t index) : mutator(heap), random(seed, index) {}

  Mutator mutator;
  // The one that runs. Written by the worker, read by who makes it stop; the worker then looks whether it has
  // to: both in one order, so that either the one is found or the other seen. It may be another one by the
  // time that it is looked at.
  std::atomic<Strand*> running{nullptr};
  sched::Worker* worker = nullptr;
  uint64_t split_allowed_ns = 0, split_all_allowed_ns = 0;  // not before that
  sched::Random random;
  StrandCounters counters;
  uint64_t stopped_ns = 0;  // since when it stands still for a collection
  uint32_t depth = 0;       // strands that wait for one which runs inside their native
  // Where one thread runs all, nobody sees that a strand has run for long: it lets others go first after so
  // many effects, or calls and steps of loops: these are counted only while others wait, as each takes the
  // slow path of its safepoint then. 0 effects: there are other threads, and nothing is counted.
  static constexpr uint32_t kEffectsPerTurn = 256, kStepsPerTurn = 1 << 14;
  uint32_t effects_left = 0, steps_left = kStepsPerTurn;
};

// How long calls have taken that should be quick, to tell whether the next one may hold its worker. Any
// thread; counts that are lost, as others count at the same time, do no harm.
class QuickCalls {
 public:
  // Now and then it is tried again.
  bool may_try() {
    if (mean_ns_.load(std::memory_order_relaxed) < kQuickNs) return true;
    return tries_.fetch_add(1, std::memory_order_relaxed) % kTriesApart == 0;
  }
  void note(uint64_t ns) {
    const uint64_t mean = mean_ns_.load(std::memory_order_relaxed);
    mean_ns_.store(mean - mean / kWeight + ns / kWeight, std::memory_order_relaxed);
  }

 private:
  // Some times what it takes to hand a call to another thread.
  static constexpr uint64_t kQuickNs = 200'000;
  static constexpr uint64_t kWeight = 8;
  static constexpr uint32_t kTriesApart = 16;
  std::atomic<uint64_t> mean_ns_{0};
  std::atomic<uint32_t> tries_{0};
};

class Runtime {
 public:
  // Null, with the reason in `error`, if the system refuses threads. `machine` outlives it.
  static std::unique_ptr<Runtime> start(Machine& machine, RuntimeOptions options, std::string& error);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // Runs a function as a program, and waits on this thread, which is no worker, until it and all its tasks
  // have ended. Without workers, this thread runs them, and calls that have been started beside them.
  const Ending& run(Value function, const Value* arguments, unsigned count);

  // ---- Calls that a host starts, without workers. All by the host's thread.

  // False, with the reason in `error`: the system refuses a thread for the alarm, or there are workers.
  // Before the others, and before a run that has a limit on time.
  bool prepare_polling(std::string& error);
  bool can_poll() const { return alarm_ != nullptr; }
  // Begins a call, whose effects are ordered among themselves only: `poll` goes on with it, and so do `run`
  // and `finish`. Also by a native that a host gave.
  Run& start(Value function, const Value* arguments, unsigned count);
  // Runs what is ready until nothing is, for about so long at most, or for a moment. Does not wait. Whether
  // any call is under way.
  bool poll(uint64_t budget_ns);
  // Waits until a poll has something to do, but no longer than that.
  void wait(uint64_t timeout_ns);
  // Polls, and waits, until it is over. If nothing can ever happen, Deadlock is raised in it.
  void finish(Run& run);
  // The host has done with it; it goes on, if it is not over.
  void release(Run& run);
  // Told when the next poll has something to do: once. By `start` on the host's thread, else on the alarm's.
  WakeUp& wake_up() { return wake_up_; }
  // Any thread, after prepare_polling: has `act` called by the host's thread, in its next poll or, if it
  // waits for a run, soon. In the order of the calls.
  void post(std::function<void()> act);
  // Whether the time is over for what stops for nothing else.
  bool is_late(const Run& run) const { return run.ends_by_ns <= clock_ns_.load(std::memory_order_relaxed); }

  // A task, spawned by the strand, which is the head of its timeline, with that one's priority. Null with an
  // error pending that nobody can catch: there are as many tasks as the host allows.
  Task* spawn(Strand& strand, const Task::Body& body);
  // The same with a priority of its own: where tasks run by priority, higher ones go first.
  Task* spawn_with(Strand& strand, const Task::Body& body, int32_t priority);
  // The same; it cancels its later tasks when one of its own fails (Task::set_ordered).
  Task* spawn_ordered(Strand& strand, const Task::Body& body);
  // The task of a fiber that begins: nobody's child. Null with an error pending.
  Task* spawn_fiber(Strand& strand, Fiber& fiber);
  // By a native of the strand that waits for the task: if that has not begun, it begins here and now. Whether
  // it has come to its end so.
  bool run_awaited(Strand& strand, Task& task);
  // If the task has not begun, it is queued by itself.
  void start_now(Strand& strand, Task& task);
  // The task, whose last strand runs on this worker, is over.
  void release_starter(Executor& executor, Task& task);
  // By the program's own task, when the others have ended: makes the detached ones end. Whether there are
  // any.
  bool end_detached(Task& root);
  // How many detached tasks the last program's end has ended.
  uint32_t detached_ended() const { return detached_ended_; }
  // The program is to look at Machine::interrupt. Any thread, and signal handlers.
  void interrupt();
  // There is something for the thread that waits for the end to look at. Any thread.
  void report_news() { sem_post(&news_); }
  // The same: an error that nobody is told of but by the host.
  void report_lost() {
    has_lost_.store(true, std::memory_order_release);
    report_news();
  }
  // By a strand that sees it. Whether it is the program's own, which attends to it.
  bool pass_on_interrupt(Strand& strand);

  SplitPolicy policy() const { return options_.split; }
  bool has_workers() const { return options_.workers != 0; }
  sched::Scheduler& scheduler() { return *scheduler_; }
  // The scheduler's, or without workers one that begins here, with a thread of its own. Null, with a negative
  // errno, if the system refuses that. By strands.
  sched::Driver* driver(int& error);
  // Whether futures may stand in values.
  bool has_split() const { return has_split_.load(std::memory_order_relaxed); }
  void note_split() {
    if (!has_split()) has_split_.store(true, std::memory_order_relaxed);
  }

  // A strand that nobody knows of, with an empty stack. By the pool's thread.
  struct Taken {
    Strand& strand;
    bool is_queued;  // one that was withdrawn, and whose entry in a queue holds for what becomes of it
  };
  Taken take_strand(StrandPool& pool);
  // One that is in no queue.
  Strand& fresh_strand(StrandPool& pool);
  void give_back(StrandPool& pool, Taken taken);
  // Has what became of it run, where thieves find it first.
  static void enqueue(Executor& executor, Taken taken);
  // Whether the strand, which the executor's worker runs, has to take the slow path of its next safepoint.
  // After its limit has been set anew.
  static bool is_asked_for(const Strand& strand, Executor& executor);
  // Keeps in mind one that was withdrawn and is still queued.
  static void keep_withdrawn(StrandPool& pool, Strand& strand);

  // The value of a choice that chaos makes: one of `bound`.
  static uint32_t choose(Executor& executor, uint32_t bound) { return executor.random.below(bound); }

  // Something begins outside of the program; it ends; and its end has been told to who waits for it, or
  // nobody waits any more: until then nothing is a deadlock. Any thread.
  void note_operation() {
    operations_.fetch_add(1, std::memory_order_relaxed);
    awaited_.fetch_add(1, std::memory_order_relaxed);
  }
  void note_operation_ended() { operations_.fetch_sub(1, std::memory_order_release); }
  void note_operation_awaited();
  // Whether some have not ended. The runtime's own end waits for those that a thread works on.
  bool has_operations() const { return operations_.load(std::memory_order_acquire) != 0; }
  // Around what a thread that is not the runtime's does when it ends an operation
  // (Operation::end_from_outside).
  void begin_outside_end() { outside_ends_.fetch_add(1, std::memory_order_relaxed); }
  void end_outside_end() { outside_ends_.fetch_sub(1, std::memory_order_release); }
  QuickCalls& quick_calls() { return quick_calls_; }
  ReadAhead& read_ahead() { return read_ahead_; }

  // Makes every strand that runs take the slow path of its next safepoint. Any thread, and signal handlers.
  void poke_all();
  // The thread stands still for a collection, and goes on.
  void note_stop();
  void note_resumption();
  // The native, which is not pure, has had its effect. By the strand's worker, while that traces.
  static void note_effect(const Strand& strand, const NativeDescriptor& native);
  // Of the worker that this thread is; null on another thread.
  Executor* executor_here();
  StrandObserver* observer() const { return options_.observer; }

  // Ends the workers, so that everything has been counted; nothing runs afterwards. Twice does no harm.
  void shut_down();
  // The same, but waits for no operation: what waits for one, or is queued, is not counted as ended.
  void end_workers();
  StrandStatistics statistics() const;

  void trace_roots(Tracer& tracer);
  // After marking: the strands of fibers that nobody can resume any more.
  void drop_abandoned();

 private:
  static constexpr size_t kSlabBytes = size_t{16} << 10;
  static constexpr size_t kStrandsPerSlab = kSlabBytes / sizeof(Strand);
  struct Slab;

  Runtime(Machine& machine, RuntimeOptions options);
  bool is_eager() const {
    return options_.split == SplitPolicy::always || options_.split == SplitPolicy::chaos;
  }
  void add_child(Strand& spawner, Task& task, const Task::Body& body, int32_t priority);
  void begin(Strand& strand, Task& task, StrandCounters& counters);
  // Puts the frame of the task's first call on a fresh strand. False with an error pending there.
  bool prepare(Executor& executor, Strand& fresh, Task& task, const Task::Body& body);
  // A strand that runs the task and is not queued. Null: there was no memory, and the task has ended.
  Strand* start(Executor& executor, Task& task, const Task::Body& body);
  void give_starter(Executor& executor, Task& parent);
  sched::Outcome start_next(Starter& starter, sched::Worker& worker);
  sched::Outcome free_starter(Starter& starter, Executor& executor);
  static sched::Outcome run_starter(sched::Task& task, sched::Worker& worker);
  static void cancel_starter(sched::Task& task);
  // Until the program has ended, or an error has been lost: whether it goes on.
  bool wait_for_news(const Run& run);
  bool poll_for_news(const Run& run);
  void tell_lost();
  void run_posted();
  // runs.cpp
  Run& take_run();
  Run& begin_run(Strand& strand, Value function, const Value* arguments, unsigned count);
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
  // Any thread: a poll has something to do. The alarm's thread tells the host.
  void note_work();
  // Nothing runs. Tells the program's task if nothing ever will.
  void look_for_deadlock();
  static bool claim(Strand& strand);
  static void trace_place(Strand& strand, Executor& executor);
  sched::Outcome release_entry(Strand& strand, Executor& executor);
  static void stop(Executor& executor);
  static sched::Outcome run_task(sched::Task& task, sched::Worker& worker);
  static void cancel_task(sched::Task& task);
  sched::Outcome run_strand(Strand& strand, sched::Worker& worker);
  Exit resume(Strand& strand, Executor& executor);
  sched::Outcome run_claimed(Strand& strand, Executor& executor);
  static void enter(Strand& strand, Executor& executor);
  sched::Outcome run_inside(Strand& around, Strand& strand, Executor& executor);
  void note_parking(Strand& strand, Executor& executor);
  static void trace_parking(Strand& strand, Executor& executor);
  void tell_wait(Strand& strand);
  void drop(Strand& strand, Executor& executor);
  void recycle(Strand& strand, StrandPool& pool);
  void add_slab(StrandPool& pool);

  static const sched::TaskType kStrandType;
  static const sched::TaskType kStarterType;

  Machine& machine_;
  const RuntimeOptions options_;
  std::unique_ptr<sched::Scheduler> scheduler_;
  std::unique_ptr<sched::DriverThread> driver_thread_;  // without workers; made and used by who polls
  std::vector<std::unique_ptr<Executor>> executors_;    // one per worker
  StrandPool host_;                                     // of the thread that calls `run`
  // By the thread that calls `run` or ends the workers, and by who collects while nobody runs.
  StrandCounters outside_;
  // Of the run that the host's thread waits for; null: none. Written by that thread, while nothing of it
  // runs; read by workers. Release and acquire.
  std::atomic<Task*> root_{nullptr};
  // Held by who looks for a deadlock, from the look at whether anything runs until the program has been told;
  // and to take the program away.
  std::mutex deadlock_lock_;
  Ending ending_;  // of the last one
  // Written before it begins, and by its own task when the others have ended; read when it is over.
  uint32_t detached_ended_ = 0;
  // Posted when something has happened that the thread which waits for the end looks at.
  sem_t news_;
  // Set by who loses an error, taken by the thread that tells. Release and acquire: it is in its list.
  std::atomic<bool> has_lost_{false};
  std::mutex posted_lock_;
  std::vector<std::function<void()>> posted_;  // guarded by the lock
  // Written by who posts, behind that, and taken by who polls: release and acquire.
  std::atomic<bool> has_posted_{false};
  // Of the host's thread, but that a collector looks at them: their memory stays.
  std::deque<Run> runs_;
  std::vector<Run*> free_runs_;
  std::vector<Run*> forsaken_;                     // that are over, or were when they were released
  size_t under_way_ = 0;                           // without workers: that have not ended
  std::set<std::pair<uint64_t, Run*>> deadlines_;  // of those
  WakeUp wake_up_;
  // How late it is, as far as the alarm has told: written by its thread, read by strands. Relaxed: a number.
  std::atomic<uint64_t> clock_ns_{0};
  // From when on a poll has something to do, though nobody brings it. Written by who polls, read by the
  // alarm's thread. Release and acquire: what the poll did comes first.
  std::atomic<uint64_t> wakes_at_ns_{sched::kForever};
  std::unique_ptr<sched::Alarm> alarm_;  // see prepare_polling
  // The same, for who interrupts. Written when it has been made, and before it ends. Release and acquire.
  std::atomic<sched::Alarm*> rings_{nullptr};
  // That have not ended. Written by who begins and ends them; read when the program is over: acquire,
  // release.
  std::atomic<uint64_t> operations_{0};
  // Threads in Operation::end_from_outside; read by the runtime's own end, which whoever was woken there may
  // bring about: acquire, release.
  std::atomic<uint32_t> outside_ends_{0};
  // That somebody waits for. Written by who begins them, and behind the wake of who waits; read by who looks
  // for a deadlock: acquire and release, so that who was woken is seen.
  std::atomic<uint64_t> awaited_{0};
  QuickCalls quick_calls_;
  ReadAhead read_ahead_;
  // Tasks so far. Written by who spawns; relaxed: each has a number of its own.
  std::atomic<uint64_t> spawned_{0};
  std::mutex slabs_lock_;
  std::vector<std::unique_ptr<Slab>> slabs_;  // guarded by slabs_lock_, but while all workers stand still
  StarterStore starters_;
  // Written by who splits, read by who runs strands. Relaxed: whoever gets a future gets it through a lock.
  std::atomic<bool> has_split_{false};
};

}  // namespace aspen
