// A task: a timeline that `spawn` has started, or the program itself, as a value. Tasks form a tree: a task
// ends when those it has spawned have ended (language.md, "Concurrency").
//
// Its lock is that of the timeline (ordered_lock.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "vm/choose.h"
#include "vm/ending.h"
#include "vm/run.h"
#include "vm/timeline.h"
#include "vm/wait.h"

namespace aspen {

struct Bytes;
struct Fiber;
struct Starter;

class Task : public Object, public Timeline {
 public:
  static constexpr Kind kKind = Kind::Task;

  // Bits of signals(): what the task has to attend to. All but kDeadlock stay.
  static constexpr uint32_t kCancelled = 1;     // somebody wants it to end
  static constexpr uint32_t kKilled = 2;        // it has to end, whatever it catches
  static constexpr uint32_t kChildFailed = 4;   // an error of one of its own that nobody has awaited
  static constexpr uint32_t kDeadlock = 8;      // nobody can go on; said to the program's own task
  static constexpr uint32_t kInterrupted = 16;  // the program is to stop (Machine::interrupt); likewise
  // A cancellation that has been raised at a safepoint: raised again only where the task would wait.
  static constexpr uint32_t kCancelRaised = 32;
  // A child has ended with an error that nobody can catch: exit, above all.
  static constexpr uint32_t kChildExited = 64;
  // A task of the program has called `exit`; said to the program's own task.
  static constexpr uint32_t kExited = 128;
  // MemoryLimit has been raised again and again, and frees nothing; likewise.
  static constexpr uint32_t kOutOfMemory = 256;
  // The host's limit on time; likewise.
  static constexpr uint32_t kOutOfTime = 512;
  // The host has interrupted all that runs, and this is not what it waits for; likewise.
  static constexpr uint32_t kStopped = 1024;
  // The host's limit on tasks; likewise.
  static constexpr uint32_t kOutOfTasks = 2048;

  // One that `parent` has spawned.
  explicit Task(Task* parent) : Object(kKind, 0, 0, 0), run_(parent->run_), parent_(parent) {}
  // The first of a run.
  explicit Task(Run& run) : Object(kKind, 0, 0, 0), is_program_(true), run_(&run), parent_(nullptr) {}
  // That of a fiber which `run` has begun: no task's child.
  Task(Run& run, Fiber& fiber) : Object(kKind, 0, 0, 0), run_(&run), fiber_(&fiber), parent_(nullptr) {}

  Run& run() { return *run_; }
  // By the strand of a fiber's task, which a strand of `run` has resumed: that run pays from now on.
  void go_on_in(Strand& strand, Run& run);
  // Whether it is its run's own, which has no parent.
  bool is_program() const { return is_program_; }

  // What a task runs first: a function that takes nothing, or a unit.
  struct Body {
    Value function;
    bool takes_unit = false;
  };
  // By the head of `parent`, before anybody else knows the child. One whose parent's later tasks have been
  // cancelled is born cancelled.
  void add_child(Task& child);
  // The same for a child that has not begun, and does when somebody starts it: as soon as a worker comes to
  // the parent's starter, or a task awaits it. True: the parent has no starter, and needs one.
  bool add_unstarted(Task& child, const Body& body);
  void set_starter(Starter& starter);
  // What the task is to run, if it has not begun and nobody else starts it; the caller does then.
  std::optional<Body> claim();
  // By the parent's starter: the first child that has not begun, with what it is to run.
  struct Unstarted {
    bool is_mine = false;   // if not, the starter is no longer this task's
    bool has_more = false;  // if not, the starter is the caller's again
    Task* child = nullptr;
    Body body;
  };
  Unstarted next_unstarted(const Starter& starter);
  // Of a task that is over: the starter that nobody needs any more, or null.
  Starter* take_starter();
  // Has the children cancelled that follow the first one which fails (`gather`), and no signal for the
  // failure.
  void set_ordered() { is_ordered_ = true; }
  void set_spawned_at(TraceEntry at) { spawned_at_ = at; }
  // By which it is shown, of 48 bits; set before anybody else knows the task.
  uint64_t number() const { return uint64_t{extra} << 32 | length; }
  void set_number(uint64_t number) {
    extra = static_cast<uint16_t>(number >> 32);
    length = static_cast<uint32_t>(number);
  }
  // Whose body it runs; null: none.
  Fiber* fiber() { return fiber_; }

  // Any thread. What ends a task ends its own as well: at once, if it has nothing to say to that, so that
  // they do not start others faster than they hear of it, level by level.
  void signal(uint32_t bits);
  uint32_t signals() const { return signals_.load(std::memory_order_seq_cst); }
  void cancel() { signal(kCancelled); }
  // Of the program's own, by a strand of any: it is told why it ends, as kExited. All others end
  // at once, as its turn may come late where millions wait for theirs.
  void end_program(uint32_t why);
  // To the program's own task: it is told if it waits, and nothing runs then.
  void report_deadlock(const std::function<bool()>& nothing_runs);
  // Neither waited for by its parent nor able to fail it, from now on: it ends with the program. Whether it
  // has failed already, and its error is lost now (take_lost).
  bool detach();
  // Any thread: then its value, or error, is there.
  bool has_ended() const { return has_ended_.load(std::memory_order_acquire); }

  // By the head. Raises what a signal among `heeded` asks for: false if there is nothing, else an error is
  // pending. `cases`: what it waits for, if it does; of a child that has failed, it takes the error itself.
  bool raise_signal(Strand& strand, uint32_t heeded, std::span<const Case> cases = {});
  // Raises the error of an ended task in the strand, or gives its value. It counts as awaited then.
  Value result_for(Strand& strand);

  // By `watcher`, which was told that this task has ended, and not how. If that is its parent, a failure is
  // not raised at the parent's next wait any more, but at its end (raise_held_back).
  void note_watched(const Task& watcher);
  // By the last strand, the task's own being over: raises the first error that was held back, if there is
  // one.
  bool raise_held_back(Strand& strand);

  // Whether there may be tasks that it has to wait for; by its own strands.
  bool has_spawned() const { return has_spawned_; }
  // By the last strand, its code being over.
  void signal_children(uint32_t bits);
  // Makes the tasks end that were detached; by the program's own task, when the others have ended. How many
  // there are.
  uint32_t kill_detached();
  // The task is over, with a value, or with exception() and the strand's error.
  void end(Strand& strand, Value value);
  // Of an ended task.
  Ending ending() const;
  // Of the program's own: the next detached task whose error nobody is told of but by the host; null: none.
  Task* take_lost();

  void trace_children(Tracer& tracer);
  // Of a fiber: its strand, if that is suspended.
  void trace_suspended(Tracer& tracer);

 private:
  friend class Choice;
  friend class Deadlock;

  struct Links {
    Task* previous = nullptr;
    Task* next = nullptr;
  };
  // All under the lock.
  void link(Task& child);
  void register_child(Task& child);
  Body take_body(Task& child);
  void unlink(Task& child);
  void forget(Task& child);
  void signal_locked(uint32_t bits);
  void signal_one(uint32_t bits, std::vector<Task*>& next);
  // The same as `signal` for those below this task that have none of the bits yet. Takes no memory, and more
  // time. With `all`, those of its children that were detached as well.
  void signal_below(uint32_t bits, bool all);
  // Of that walk: the first child, or the next sibling, and whether there is a parent to find that by.
  Task* first_below(bool all);
  bool find_next(bool all, Task*& parent, Task*& next);
  static Task* next_to_signal(Task* from, bool all);
  void forget_signals(uint32_t bits) {
    signals_.fetch_and(static_cast<uint16_t>(~bits), std::memory_order_seq_cst);
  }
  bool passes_on(uint32_t bits) const;
  // Those that are over with this task.
  void add_children(std::vector<Task*>& out) const;
  bool children_are_over() const { return living_ == 0 && (!is_closing_ || living_detached_ == 0); }
  // With `held_back`, of those that are held back; else of the others.
  Task* first_failed(bool held_back);
  void forgive(Task& child);
  void forget_failure();
  // `cancelled`: what to signal when the lock is free again.
  void child_ended(Task& child, std::vector<Task*>& cancelled);
  void fail(Task& child, std::vector<Task*>& cancelled);
  void lose(Task& child);
  bool has_lost_locked() const { return is_program() && run_->last_lost != nullptr; }
  // The parent, locked; null: there is none.
  Task* lock_parent();
  // The parent, it and `root` locked; null: there is none, and nothing is locked.
  Task* lock_parent_and(Task& root);
  static void unlock_both(Task& a, Task& b);
  bool takes_a_failure(std::span<const Case> cases);
  bool raise_failure(Strand& strand, bool held_back);

  // Grouped by size within each lock's part: a million tasks may sleep at once.

  // Written before anybody else knows the task.
  const bool is_program_ : 1 = false;
  bool is_ordered_ : 1 = false;
  // Written by its own strands, one after the other.
  bool has_spawned_ = false;  // any task

  // Guarded by the parent's lock.
  bool has_failed_ : 1 = false;
  bool is_detached_ : 1 = false;
  bool is_watched_ : 1 = false;  // see note_watched
  // Written under the parent's lock: whoever makes it false starts the task. Read without it for a guess:
  // relaxed.
  std::atomic<bool> is_unstarted_{false};
  // A strand has been given its value or error. Written before that strand takes the parent's lock to forgive
  // the error, and read under that lock: the parent sees it, or is forgiven afterwards. Relaxed: the lock
  // orders the two.
  std::atomic<bool> is_awaited_{false};

  // Guarded by the lock.
  std::atomic<bool> has_ended_{false};  // read without it, too: release, behind how it ended
  bool is_error_ = false;               // its value is one
  bool is_uncatchable_ = false;
  bool cancels_new_ = false;  // a child of an ordered task has failed
  bool is_closing_ = false;   // the program is over, but for detached tasks
  bool takes_unit_ = false;   // the function that it begins with
  // Written by anyone who signals; read at safepoints of the head. In one order with Wait::phase.
  std::atomic<uint16_t> signals_{0};
  uint32_t failed_ = 0;  // children that have, and nobody has awaited or watched
  uint32_t living_ = 0;  // children that have not ended, detached ones left out
  uint32_t living_detached_ = 0;
  Task* first_child_ = nullptr;  // those that have not ended, or have failed; in the order of their spawning
  Task* last_child_ = nullptr;
  Task* first_unstarted_ = nullptr;  // of those
  Starter* starter_ = nullptr;       // that is queued for them
  WaitQueue awaiting_;               // its end
  WaitQueue ending_;                 // the task itself, waiting for its children
  // The function that it begins with; once it has ended, its value, or the error.
  Value value_ = Value::undefined();
  Bytes* trace_ = nullptr;
  // Written before anybody else knows the task, and by a fiber's own strand.
  Run* run_;
  TraceEntry spawned_at_;
  Fiber* fiber_ = nullptr;

  // Guarded by the parent's lock. Of one that is lost: the next one of these, by the lock of the program's
  // task.
  Links siblings_;
  // Written under the locks of the old parent and the new one, read under either.
  std::atomic<Task*> parent_;
};

static_assert(sizeof(Task) <= 176 && sizeof(Strand) <= 384,
              "a task that waits takes 700 bytes, everything counted");

inline aspen::Task& Strand::task() { return static_cast<aspen::Task&>(*timeline_); }

}  // namespace aspen
