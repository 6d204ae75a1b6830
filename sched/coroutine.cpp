#include "sched/coroutine.h"

namespace aspen::sched {

namespace {

constexpr uint32_t kDone = TaskState<ThreadAtomics>::kDone, kCancelled = TaskState<ThreadAtomics>::kCancelled;

}  // namespace

Outcome run_coroutine(Task& task, Worker& worker) {
  auto& joinable = static_cast<JoinableTask&>(task);
  if (task.state.cancel_requested()) {
    if (joinable.underway && !joinable.underway->stop()) return Outcome::parked;
    cancel_coroutine(task);
    return Outcome::done;
  }
  joinable.resume_at.resume();
  // The poll may have ended in another task, which ran inside this one.
  if (worker.outcome() == Outcome::done) running_task(worker).end(kDone);
  return worker.outcome();
}

void cancel_coroutine(Task& task) {
  auto& joinable = static_cast<JoinableTask&>(task);
  // At shutdown: the ranges of its loop, which are cancelled in turn, will wake it.
  if (joinable.underway && !joinable.underway->stop()) {
    task.state.finish(TaskState<ThreadAtomics>::kIdle);
    return;
  }
  joinable.joinable_type().drop_frame(task);
  joinable.end(kCancelled);
}

std::coroutine_handle<> after_root(JoinableTask& task) {
  Worker& worker = *Worker::current();
  auto* outer = static_cast<JoinableTask*>(worker.outer());
  if (outer && task.cell.is_inner(reinterpret_cast<uintptr_t>(outer))) {
    task.scheduler->retire(task, kDone);
    task.cell.woke();
    worker.leave_inner();
    return outer->resume_at;
  }
  worker.set_outcome(Outcome::done);
  return std::noop_coroutine();
}

std::coroutine_handle<> call_inside(JoinableTask& task) {
  task.joinable_type().call(task);
  return after_root(task);
}

Outcome run_function(Task& task, Worker&) {
  auto& joinable = static_cast<JoinableTask&>(task);
  const bool cancelled = task.state.cancel_requested();
  if (!cancelled) joinable.joinable_type().call(task);
  joinable.end(cancelled ? kCancelled : kDone);
  return Outcome::done;
}

void cancel_function(Task& task) { static_cast<JoinableTask&>(task).end(kCancelled); }

}  // namespace aspen::sched
