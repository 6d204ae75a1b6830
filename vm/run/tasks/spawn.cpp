// Spawning tasks, and starting them (starter.h).
#include <algorithm>
#include <new>
#include <utility>

#include "sched/worker.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// Starters of ended tasks that may be used again in their places in a queue.
constexpr size_t kMostIdle = 64;
// The limit for tasks that run inside one another, on the stack of one thread: 640 bytes each.
constexpr uint32_t kDeepest = 64;

// Of the tasks that a starter starts at once, since each takes a stack.
constexpr uint32_t kMostStarted = 64;

// Whether another strand fits on the stack.
bool has_room_inside(Strand& around) { return around.executor().depth < kDeepest; }

}  // namespace

// All other tasks are ended, too: they might spawn for long before the signal reaches them.
static bool may_spawn(Strand& spawner) {
  Run& run = spawner.task().run();
  if (run.take_task()) return true;
  spawner.raise_uncatchable(Value::label(sym::kOutOfTasks));
  run.task->end_program(Task::kOutOfTasks);
  return false;
}

Task* Runtime::spawn(Strand& spawner, const Task::Body& body) {
  return spawn_with(spawner, body, spawner.priority);
}

Task* Runtime::spawn_with(Strand& spawner, const Task::Body& body, int32_t priority) {
  if (!may_spawn(spawner)) return nullptr;
  Task* task = spawner.allocator().make<Task>(0, &spawner.task());
  add_child(spawner, *task, body, priority);
  return task;
}

Task* Runtime::spawn_ordered(Strand& spawner, const Task::Body& body) {
  if (!may_spawn(spawner)) return nullptr;
  Task* task = spawner.allocator().make<Task>(0, &spawner.task());
  task->set_ordered();
  add_child(spawner, *task, body, spawner.priority);
  return task;
}

void Runtime::add_child(Strand& spawner, Task& task, const Task::Body& body, int32_t priority) {
  TraceEntry at = spawner.where();
  at.role = TraceEntry::Role::spawned;
  task.set_spawned_at(at);
  task.set_number(spawned_.fetch_add(1, std::memory_order_relaxed) + 1);
  if (spawner.holds_futures()) note_split();  // the functions that it calls may hold futures, too
  if (!scheduler_->is_ordered()) {
    // Without a starter, the child would never begin.
    starters_.reserve(spawner.executor().starters, kStarterType, *this, *machine_.heap().memory());
    if (spawner.task().add_unstarted(task, body)) give_starter(spawner.executor(), spawner.task());
    return;
  }
  spawner.task().add_child(task);
  Strand* strand = start(spawner.executor(), task, body);
  if (strand == nullptr) return;
  strand->priority = priority;
  [[maybe_unused]] const bool accepted = scheduler_->submit(*strand);
  assert(accepted && "the scheduler is not shut down while a program runs");
}

Task* Runtime::spawn_fiber(Strand& spawner, Fiber& fiber) {
  Task* task = spawner.allocator().make<Task>(0, spawner.task().run(), fiber);
  if (spawner.holds_futures()) note_split();  // likewise for a fiber's task
  Strand& fresh = strands_.fresh(spawner.executor());
  fresh.priority = spawner.priority;
  if (!prepare(spawner.executor(), fresh, *task, {std::exchange(fiber.body, Value::undefined())})) {
    spawner.raise(fresh.take_error());
    strands_.recycle(spawner.executor(), fresh);
    return nullptr;
  }
  {
    const std::lock_guard guard(fiber.lock);
    fiber.task = task;
  }
  if (may_run_inside(spawner) && has_room_inside(spawner)) {
    run_new_inside(spawner, fresh);
  } else {
    [[maybe_unused]] const bool accepted = scheduler_->submit(fresh);
    assert(accepted && "the scheduler is not shut down while a program runs");
  }
  return task;
}

// Once its wait is over, a strand that another thread wakes without cause goes on, may end, and may be used
// for another task.
void Runtime::run_fiber(Strand& strand, const Fiber& fiber, const Waiter& waiter, Value value) {
  Strand& other = *waiter.strand;
  if (!may_run_inside(strand) || !has_room_inside(strand)) return end_wait(other, waiter.which, value);
  set_result(other, waiter.which, value);
  if (!other.state.wake()) return;
  sched::Worker& worker = *strand.executor().worker;
  if (&other.task() != fiber.task) return worker.enqueue_next(other);
  worker.go_on_inner(other);
  worker.end_inner(run_inside(strand, other));
}

bool Runtime::prepare(Executor& executor, Strand& fresh, Task& task, const Task::Body& body) {
  const Value unit = Value::unit();
  fresh.allocator_ = &executor.mutator.allocator();
  // Many tasks may start one after the other, each with a stack, before one of them gets to a safepoint.
  machine_.heap().note_stacks(executor.mutator);
  if (!fresh.begin(body.function, &unit, body.takes_unit ? 1 : 0)) return false;
  if (has_split()) fresh.expect_futures();
  begin(fresh, task, executor.counters);
  return true;
}

Strand* Runtime::start(Executor& executor, Task& task, const Task::Body& body) {
  Strand& fresh = strands_.fresh(executor);
  if (prepare(executor, fresh, task, body)) return &fresh;
  task.add_first(fresh);
  task.end(fresh, Value::exception());
  task.drop();
  strands_.recycle(executor, fresh);
  return nullptr;
}

bool Runtime::run_awaited(Strand& strand, Task& task) {
  if (!may_run_inside(strand)) return false;
  const std::optional<Task::Body> body = task.claim();
  if (!body) return false;
  Strand* started = start(strand.executor(), task, *body);
  if (started == nullptr) return task.has_ended();
  if (has_room_inside(strand)) {
    run_new_inside(strand, *started);
    return task.has_ended();
  }
  strand.executor().worker->submit_last(*started);
  return false;
}

// Signals are handled where the strand would wait; and sometimes other strands have to run.
bool Runtime::may_run_inside(Strand& around) {
  Executor& executor = around.executor();
  const bool leaves_it = policy() == SplitPolicy::chaos && choose(executor, 2) == 0;
  return !leaves_it && around.task().signals() == 0 && !executor.worker->spend_operation();
}

void Runtime::run_new_inside(Strand& around, Strand& fresh) {
  Executor& executor = around.executor();
  fresh.links_.life.store(Strand::Life::started, std::memory_order_relaxed);  // no other thread refers to it
  executor.counters.started.add();
  executor.worker->begin_inner(fresh);
  executor.worker->end_inner(run_inside(around, fresh));
}

// Runs on this thread's stack, while the outer strand is in a native. The outer strand sees a signal only
// after the inner one has left; the watchdog requests that after a time slice.
sched::Outcome Runtime::run_inside(Strand& around, Strand& strand) {
  Executor& executor = around.executor();
  around.end_turn();
  if (around.fueled_) around.task().run().fuel() = around.fuel_;
  ++executor.depth;
  const sched::Outcome outcome = run_claimed(strand, executor);
  --executor.depth;
  if (around.fueled_) around.fuel_ = around.task().run().fuel();
  enter(around, executor);
  if (is_asked_for(around, executor)) around.request_safepoint();
  return outcome;
}

void Runtime::start_now(Strand& strand, Task& task) {
  const std::optional<Task::Body> body = task.claim();
  if (!body) return;
  if (Strand* started = start(strand.executor(), task, *body))
    strand.executor().worker->submit_last(*started);
}

void Runtime::give_starter(Executor& executor, Task& parent) {
  StarterPool& pool = executor.starters;
  while (!pool.idle.empty()) {
    Starter& starter = *pool.idle.back();
    pool.idle.pop_back();
    parent.set_starter(starter);  // before a worker can reach it
    if (starter.adopt(parent)) return;
  }
  Starter& starter = starters_.take(pool, kStarterType, *this, *machine_.heap().memory());
  parent.set_starter(starter);
  starter.parent.store(&parent, std::memory_order_release);
  executor.worker->submit_last(starter);
}

void Runtime::release_starter(Executor& executor, Task& parent) {
  Starter* starter = parent.take_starter();
  if (starter == nullptr) return;
  starter->parent.store(nullptr, std::memory_order_release);
  try {
    if (executor.starters.idle.size() < kMostIdle) executor.starters.idle.push_back(starter);
  } catch (const std::bad_alloc&) {  // a worker frees it in its queue
  }
}

sched::Outcome Runtime::run_starter(sched::Task& task, sched::Worker& worker) {
  auto& starter = static_cast<Starter&>(task);
  return starter.runtime.start_next(starter, worker);
}

// As many as are ready here. The starter comes back only when all of these have had their turn: if it started
// one each time, and they computed for long, the last of n children would begin after n * n / 2 turns.
sched::Outcome Runtime::start_next(Starter& starter, sched::Worker& worker) {
  Executor& executor = *executors_[worker.index()];
  executor.worker = &worker;
  executor.mutator.stay(__builtin_frame_address(0));
  const uint32_t most = std::clamp(worker.queued(), 1u, kMostStarted);
  for (uint32_t begun = 0; begun != most;) {
    Task* parent = starter.parent.load(std::memory_order_acquire);
    if (parent == nullptr) {
      if (!starter.leave_queue()) continue;
      return free_starter(starter, executor);
    }
    const Task::Unstarted next = parent->next_unstarted(starter);
    if (!next.is_mine) continue;  // it was freed, and perhaps given to another task
    if (!next.has_more) starter.parent.store(Starter::unqueued(), std::memory_order_relaxed);
    Strand* started = next.child == nullptr ? nullptr : start(executor, *next.child, next.body);
    if (started != nullptr) begun++ == 0 ? worker.hand_over(*started) : worker.submit_last(*started);
    if (!next.has_more) return free_starter(starter, executor);
  }
  return sched::Outcome::yielded;
}

sched::Outcome Runtime::free_starter(Starter& starter, Executor& executor) {
  scheduler_->retire(starter, sched::TaskState<sched::ThreadAtomics>::kDone);
  starters_.give_back(executor.starters, starter);
  return sched::Outcome::done;
}

void Runtime::cancel_starter(sched::Task& task) {
  auto& starter = static_cast<Starter&>(task);
  starter.scheduler->retire(task, sched::TaskState<sched::ThreadAtomics>::kCancelled);
}

}  // namespace aspen
