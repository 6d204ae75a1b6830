// A task: a timeline that `spawn` has started, or the program itself, as a value. Tasks form a tree: a task
// ends after the tasks that it has spawned (frontend/LANGUAGE.md, "Tasks and channels").
//
// A task's lock is that of its timeline (ordered_lock.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "vm/run/ending.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/run.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/wait.h"

namespace aspen {

struct Bytes;
struct Fiber;
struct Starter;

class Task : public Object, public Timeline {
 public:
  static constexpr Kind kKind = Kind::Task;

  // A task that `parent` has spawned.
  explicit Task(Task* parent) : Object(kKind, 0, 0, 0), run_(parent->run_), parent_(parent) {}
  // The first task of a run.
  explicit Task(Run& run) : Object(kKind, 0, 0, 0), is_program_(true), run_(&run), parent_(nullptr) {}
  // The task of a fiber that `run` has started. It has no parent.
  Task(Run& run, Fiber& fiber) : Object(kKind, 0, 0, 0), run_(&run), fiber_(&fiber), parent_(nullptr) {}

  Run& run() { return *run_; }
  // For the strand of a fiber's task after a strand of `run` resumed it: from now on `run` pays for its work.
  void go_on_in(Strand& strand, Run& run);
  // Whether this is the own task of its run, which has no parent.
  bool is_program() const { return is_program_; }

  // The function that a task runs first, which takes no argument or a unit.
  struct Body {
    Value function;
    bool takes_unit = false;
  };
  // For the head of `parent`, before another strand can refer to the child. The child is cancelled at once if
  // its parent's later tasks have been cancelled.
  void add_child(Task& child);
  // Likewise for a child that is started later: when a worker reaches the parent's starter, or a task awaits
  // the child. True if the parent has no starter and needs one.
  bool add_unstarted(Task& child, const Body& body);
  void set_starter(Starter& starter);
  // What the task has to run, if no strand has started it; the caller must then start it.
  std::optional<Body> claim();
  // For the parent's starter: the first child that has not begun, and what it has to run.
  struct Unstarted {
    bool is_mine = false;   // false: the starter no longer belongs to this task
    bool has_more = false;  // false: the starter belongs to the caller again
    Task* child = nullptr;
    Body body;
  };
  Unstarted next_unstarted(const Starter& starter);
  // For a task that has ended: its starter, which is no longer needed, or null.
  Starter* take_starter();
  // If a child fails, the children after it are cancelled (`gather`), and no signal reports the failure to
  // this task.
  void set_ordered() { is_ordered_ = true; }
  void set_spawned_at(TraceEntry at) { spawned_at_ = at; }
  // The number in the task's text, of 48 bits; set before another strand can refer to the task.
  uint64_t number() const { return uint64_t{extra} << 32 | length; }
  void set_number(uint64_t number) {
    extra = static_cast<uint16_t>(number >> 32);
    length = static_cast<uint32_t>(number);
  }
  // The fiber of which this task runs the body; null: none.
  Fiber* fiber() { return fiber_; }

  // For any thread. A signal that ends a task ends its children as well: immediately if the task cannot
  // object. Otherwise they could spawn tasks faster than the signal reaches them, level by level.
  void signal(uint32_t bits);
  void cancel() { signal(kCancelled); }
  // For any thread. If the task waits, its head looks at its signals again.
  void look_at_signals() { signal(0); }
  // Ends `hold_off_signals`. By the head.
  void admit_signals(Strand& head);
  // For the program's own task, by a strand of any task: signals the reason, as kExited. All other tasks are
  // ended at once, because among millions of waiting tasks the program's turn may come late.
  void end_program(uint32_t why);
  // For the program's own task, if the task waits and `nothing_runs` returns true: admits signals that are
  // held off; if there are none, signals a deadlock.
  void report_deadlock(const std::function<bool()>& nothing_runs);
  // From now on the parent neither waits for the task nor fails with it; the task ends with the program. True
  // if it has failed already, so that its error is now lost (take_lost).
  bool detach();
  // For any thread. Whether the end of `task`, which is not the program's, ends this one.
  bool ends_with(const Task& task) const { return parent_.load(std::memory_order_acquire) == &task; }
  // For any thread. If true, the task's value or error is set.
  bool has_ended() const { return has_ended_.load(std::memory_order_acquire); }
  // Likewise, and the parent knows of the task's error, if nothing has taken that: its next wait raises it.
  bool has_ended_for_parent();

  // For the head. Raises the error that a signal among `heeded` asks for; false if there is none, else an
  // error is pending. `cases`: what it waits for, if it waits; a failed child among them is not raised here.
  bool raise_signal(Strand& strand, uint32_t heeded, std::span<const Case> cases = {});
  // Raises the error of an ended task in the strand, or returns its value. The task then counts as awaited.
  Value result_for(Strand& strand);

  // Called by `watcher` after it was informed that this task has ended, but not how. If the watcher is the
  // parent, a failure is raised at the parent's end instead of its next wait (raise_held_back).
  void note_watched(const Task& watcher);
  // For the last strand, after the task's own code: raises the first error that was held back, if there is
  // one.
  bool raise_held_back(Strand& strand);

  // For the strand of an ordered task. False if one of its children has failed: further ones would be
  // cancelled.
  bool accepts_children();
  // Whether the task may have children to wait for. For its own strands.
  bool has_spawned() const { return has_spawned_; }
  // Signals those that have not failed. By the task's own strands.
  void signal_children(uint32_t bits);
  // Ends the detached tasks. For the program's own task, when the others have ended. Returns how many there
  // are.
  uint32_t kill_detached();
  // For its own strands: the cells and permits that `own` (channel.h) gives to the task. Its end gives them
  // up.
  void add_owned(Value owned);
  // `passed` receives how many had to be passed, in vain if there is none.
  bool remove_owned(Value source, uint64_t& passed);
  bool owns(Value source);
  // For the end of the task, and for the collection that finds its fiber abandoned. Returns whether there
  // were any.
  bool give_up_owned();
  // The task ends with a value, or with exception() and the strand's error.
  void end(Strand& strand, Value value);
  // For a task that has ended.
  Ending ending() const;
  // Whether it ended because the host interrupted the program.
  bool was_interrupted() const;
  // For the program's own task: the next detached task with an error for only the host to see; null: none.
  Task* take_lost();

  void trace_children(Tracer& tracer);
  // For a fiber's task: traces its strand, if that is suspended.
  void trace_suspended(Tracer& tracer);

 private:
  friend class Choice;
  friend class Deadlock;
  friend class TaskLister;

  struct Links {
    Task* previous = nullptr;
    Task* next = nullptr;
  };
  // For the strand that ends the task with an error. Null: there is no memory for it.
  Bytes* trace_of_end(Strand& strand) const;
  // REQUIRES, for these: lock_ is held.
  void link(Task& child);
  void register_child(Task& child);
  Body take_body(Task& child);
  void unlink(Task& child);
  void forget(Task& child);
  void signal_locked(uint32_t bits);
  // REQUIRES: lock_ is held.
  bool is_stuck(const std::function<bool()>& nothing_runs);
  bool passes_on(uint32_t bits) const;
  // Appends the children that end with this task.
  void add_children(std::vector<Task*>& out) const;
  // Whether no more than `others` of them live.
  bool children_are_over(uint32_t others) const {
    return living_ <= others && (!is_closing_ || living_detached_ == 0);
  }
  void wake_if_children_are_over();
  // The first failed child among those held back (`held_back`), or among the others.
  Task* first_failed(bool held_back);
  void forgive(Task& child);
  void forget_failure();
  // `cancelled` receives the tasks that the caller has to signal after it has released the lock.
  void child_ended(Task& child, std::vector<Task*>& cancelled);
  void fail(Task& child, std::vector<Task*>& cancelled);
  void lose(Task& child);
  bool has_lost_locked() const { return is_program() && run_->last_lost != nullptr; }

  // REQUIRES, for these: the caller holds no task's lock. They take locks themselves.
  void signal_one(uint32_t bits, std::vector<Task*>& next);
  // Like `signal`, for those tasks below this one that have none of the bits yet. Needs no memory, but more
  // time. With `all`, includes its detached children.
  void signal_below(uint32_t bits, bool all);
  // Steps of that walk: the first child; the next sibling, or false if there is no parent to find it by.
  Task* first_below(bool all);
  bool find_next(bool all, Task*& parent, Task*& next);
  // REQUIRES: the lock of the tasks' parent is held.
  static Task* next_to_signal(Task* from, bool all);
  // The parent, locked; null, and nothing locked, if there is none.
  Task* lock_parent();
  // The parent, with it and `root` locked; null, and nothing locked, if there is none.
  Task* lock_parent_and(Task& root);
  static void unlock_both(Task& a, Task& b);
  // Whether a signal was held off, here or below, and is not any more. Needs no memory.
  bool admit_all_signals();
  // Sets `admits_any` if one was held off here. Returns the first child.
  Task* admit_own_signals(bool& admits_any);
  bool raise_first_signal(Strand& strand, uint32_t heeded, std::span<const Case> cases);
  bool takes_a_failure(std::span<const Case> cases);
  bool raise_failure(Strand& strand, bool held_back);

  // Grouped by size within the part of each lock, because a million tasks may sleep at once.

  // Written before another strand can refer to the task.
  const bool is_program_ : 1 = false;
  bool is_ordered_ : 1 = false;
  // Written by its own strands, one after the other.
  bool has_spawned_ = false;  // any task

  // Guarded by the parent's lock.
  bool has_failed_ : 1 = false;
  bool is_detached_ : 1 = false;
  bool is_watched_ : 1 = false;  // see note_watched
  // Written under the parent's lock: the strand that makes it false has to start the task. Also read without
  // the lock, as a hint: relaxed.
  std::atomic<bool> is_unstarted_{false};
  // A strand has received the task's value or error. Written before that strand takes the parent's lock to
  // clear the failure, and read under that lock: either the parent sees it, or the failure is cleared
  // afterwards. Relaxed: the lock orders the two.
  std::atomic<bool> is_awaited_{false};

  // Guarded by the lock.
  std::atomic<bool> has_ended_{false};  // also read without the lock: release, after the result was written
  bool is_error_ : 1 = false;           // its value is one; after the end also read without the lock
  bool is_uncatchable_ : 1 = false;
  bool was_ended_ : 1 = false;    // by a signal
  bool takes_unit_ = false;       // of the function that it begins with
  bool cancels_new_ : 1 = false;  // a child of an ordered task has failed: new ones are cancelled
  bool is_closing_ : 1 = false;   // the program is over, except for detached tasks
  uint32_t failed_ = 0;           // children that have failed and were neither awaited nor watched
  uint32_t living_ = 0;           // children that have not ended, without detached ones
  uint32_t living_detached_ = 0;
  Task* first_child_ = nullptr;  // those that have not ended, or have failed; in spawn order
  Task* last_child_ = nullptr;
  Task* first_unstarted_ = nullptr;  // the first child that has not begun
  Starter* starter_ = nullptr;       // the starter that is queued for them
  WaitQueue awaiting_;               // strands that wait for its end
  WaitQueue ending_;                 // its own strand, while it waits for children
  // The function that it begins with; while it runs, the first of what it owns, or undefined; after its end,
  // its value or error.
  Value value_ = Value::undefined();
  Bytes* trace_ = nullptr;
  // Written before another strand can refer to the task, and by a fiber's own strand.
  Run* run_;
  TraceEntry spawned_at_;
  Fiber* fiber_ = nullptr;

  // Guarded by the parent's lock. For a lost task: links to the next lost one, guarded by the lock of the
  // program's task.
  Links siblings_;
  // Written under the locks of both the old and the new parent, read under either.
  std::atomic<Task*> parent_;
};

static_assert(sizeof(Task) <= 176 && sizeof(Strand) <= 384,
              "a task that waits takes 700 bytes, everything counted");

inline aspen::Task& Strand::task() const { return static_cast<aspen::Task&>(*timeline_); }

}  // namespace aspen
