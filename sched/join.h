// The end of a task as others see it: the result, and the handle through which it is awaited.
#pragma once

#include <atomic>
#include <cassert>
#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include "sched/join_cell.h"
#include "sched/scheduler.h"
#include "sched/task.h"

namespace aspen::sched {

// Work that a suspended coroutine has started elsewhere and that uses its frame: the frame has to stay.
class Underway {
 public:
  // The coroutine is to be cancelled: ends what can be ended. True if nothing is under way any more.
  // Otherwise the task is woken when that is so.
  virtual bool stop() = 0;

 protected:
  ~Underway() = default;
};

struct Nothing {};

// The result of a task: a value, an exception, or that it was cancelled.
template <class T>
class Joined {
 public:
  using Value = std::conditional_t<std::is_void_v<T>, Nothing, T>;

  bool cancelled() const { return result_.index() == 0; }
  bool failed() const { return result_.index() == 2; }
  // The value. Rethrows what the task threw. REQUIRES: the task was not cancelled.
  Value& value() {
    assert(!cancelled());
    if (failed()) std::rethrow_exception(std::get<2>(result_));
    return std::get<1>(result_);
  }

  template <class... Arguments>
  void set_value(Arguments&&... arguments) {
    result_.template emplace<1>(std::forward<Arguments>(arguments)...);
  }
  void set_exception(std::exception_ptr exception) { result_.template emplace<2>(std::move(exception)); }

 private:
  std::variant<std::monostate, Value, std::exception_ptr> result_;
};

struct JoinableType : TaskType {
  // Frees the task, which is over.
  void (*destroy)(Task& task);
  // For a function's task: runs the function and stores its result. Null for coroutines.
  void (*call)(Task& task) = nullptr;
  // For a coroutine's task: destroys the frame at any suspension point. Null for functions.
  void (*drop_frame)(Task& task) = nullptr;
};

// A task that can be awaited. Its handle or its own end frees it, whichever comes later.
struct JoinableTask : Task {
  explicit JoinableTask(const JoinableType& of) : Task(of) {}

  const JoinableType& joinable_type() const { return static_cast<const JoinableType&>(*type); }

  // Called by the thread that ends the task: reports the end to scheduler and joiner. May free the task.
  void end(uint32_t how);

  JoinCell<ThreadAtomics> cell;
  // For a coroutine's task: the innermost coroutine, where it goes on. Null once the frame is gone.
  std::coroutine_handle<> resume_at;
  Underway* underway = nullptr;  // that the coroutine waits for, if it cannot go away before that is over
};

// A thread that is no worker and waits for a task's end.
struct alignas(8) ThreadWaiter {
  static constexpr uintptr_t kTag = 1;  // distinguishes it from a task in the cell
  std::atomic<uint32_t> woken{0};       // written by the task's end
};

// Blocks a thread that is not a worker of the task's scheduler until the task has ended.
void wait_for_end(JoinableTask& task);

template <class T>
struct ResultTask : JoinableTask {
  using JoinableTask::JoinableTask;
  Joined<T> result;
};

// The right to await a task, for one owner. Dropping it lets the task run on by itself.
template <class T>
class [[nodiscard]] JoinHandle {
 public:
  JoinHandle() = default;
  explicit JoinHandle(ResultTask<T>* task) : task_(task) {}
  JoinHandle(JoinHandle&& other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  JoinHandle& operator=(JoinHandle&& other) noexcept {
    detach();
    task_ = std::exchange(other.task_, nullptr);
    return *this;
  }
  ~JoinHandle() { detach(); }

  explicit operator bool() const { return task_ != nullptr; }
  bool done() const { return task_->cell.is_done(); }
  // Asks the task to end: the coroutine is destroyed when it would next run. Any thread.
  void cancel() { task_->scheduler->request_cancel(*task_); }

  // For threads that are not workers. Waits for the task's result; the handle is empty afterwards.
  Joined<T> wait() {
    wait_for_end(*task_);
    return take();
  }
  // For coroutines: `co_await std::move(handle)` is in coroutine.h.

  // REQUIRES: the task is over. The handle is empty afterwards.
  Joined<T> take() {
    Joined<T> result = std::move(task_->result);
    ResultTask<T>* task = std::exchange(task_, nullptr);
    task->joinable_type().destroy(*task);
    return result;
  }
  void detach() {
    ResultTask<T>* task = std::exchange(task_, nullptr);
    if (task && task->cell.detach()) task->joinable_type().destroy(*task);
  }
  ResultTask<T>& task() const { return *task_; }

 private:
  ResultTask<T>* task_ = nullptr;
};

}  // namespace aspen::sched
