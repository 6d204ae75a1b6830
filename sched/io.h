// co_await readable(…) and the like: parks the task until the I/O driver reports an event, or until a
// blocking call has returned.
#pragma once

#include <atomic>
#include <coroutine>
#include <type_traits>
#include <utility>

#include "sched/blocking_call.h"
#include "sched/child.h"
#include "sched/coroutine.h"
#include "sched/readiness.h"
#include "sched/signal_watch.h"

namespace aspen::sched {

// A task as a waiter. The thread that wakes it writes `stage_` before the wake, and again after it as its
// last access. So a task that goes on, or goes away, waits for the last stage.
class TaskWaiter : public Waiter {
 protected:
  TaskWaiter() {
    wake = [](Waiter& waiter) {
      auto& self = static_cast<TaskWaiter&>(waiter);
      self.stage_.store(Stage::has_come, std::memory_order_release);
      self.task_->scheduler->wake(*self.task_);
      self.stage_.store(Stage::woken, std::memory_order_release);
    };
  }

  void set_task(std::coroutine_handle<> here) {
    task_ = &running_task(*Worker::current());
    task_->resume_at = here;
  }
  // A task does not run again before the poll in which it parks is over. So the waiter may be woken before
  // that.
  void park() const { Worker::current()->set_outcome(Outcome::parked); }
  // False: the wake is still to come, and runs the task once more.
  bool has_come() const { return stage_.load(std::memory_order_acquire) != Stage::waiting; }
  // Takes only a moment, since the event has come.
  void wait_until_woken() const {
    spin_until([this] { return stage_.load(std::memory_order_acquire) == Stage::woken; });
  }
  JoinableTask& task() const { return *task_; }

 private:
  enum class Stage : uint8_t { waiting, has_come, woken };

  JoinableTask* task_ = nullptr;
  std::atomic<Stage> stage_{Stage::waiting};  // written by the thread that wakes, with release
};

// `Event` begins a wait and cancels one, as Readiness does.
template <class Event>
class IoWait : TaskWaiter {
 public:
  explicit IoWait(Event event) : event_(event) {}
  IoWait(const IoWait&) = delete;
  IoWait& operator=(const IoWait&) = delete;
  // A task that is cancelled while it waits withdraws its wait.
  ~IoWait() {
    if (is_waiting_ && !event_.cancel(*this)) wait_until_woken();
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> here) {
    set_task(here);
    const int at_once = event_.begin(*this);
    if (at_once != 0) {
      result = at_once;
      return yield_if_spent(here);
    }
    is_waiting_ = true;
    park();
    return true;
  }
  // The result of the event's wait: positive, or a negative errno.
  int await_resume() {
    if (std::exchange(is_waiting_, false)) wait_until_woken();
    return static_cast<int>(result);
  }

 private:
  Event event_;
  bool is_waiting_ = false;
};

struct ReadableEvent {
  int begin(Waiter& waiter) const { return readiness.wait_readable(waiter); }
  bool cancel(Waiter& waiter) const { return readiness.cancel(waiter); }
  Readiness& readiness;
};
struct WritableEvent {
  int begin(Waiter& waiter) const { return readiness.wait_writable(waiter); }
  bool cancel(Waiter& waiter) const { return readiness.cancel(waiter); }
  Readiness& readiness;
};
template <class Source>
struct EventOf {
  int begin(Waiter& waiter) const { return source.wait(waiter); }
  bool cancel(Waiter& waiter) const { return source.cancel(waiter); }
  Source& source;
};

inline IoWait<ReadableEvent> readable(Readiness& readiness) { return IoWait(ReadableEvent{readiness}); }
inline IoWait<WritableEvent> writable(Readiness& readiness) { return IoWait(WritableEvent{readiness}); }
// The child's end: see Child::wait.
inline IoWait<EventOf<Child>> end_of(Child& child) { return IoWait(EventOf<Child>{child}); }
inline IoWait<EventOf<SignalWatch>> next_signal(SignalWatch& watch) {
  return IoWait(EventOf<SignalWatch>{watch});
}

// co_await blocking(function): the function's result (see BlockingCall), or a negative errno if it was not
// called. A task that is cancelled meanwhile parks until the call has returned, and ends then.
template <class Function>
class BlockingWait : TaskWaiter, Underway {
 public:
  explicit BlockingWait(Function function) : call_(std::move(function), *this) {}
  BlockingWait(const BlockingWait&) = delete;
  BlockingWait& operator=(const BlockingWait&) = delete;
  ~BlockingWait() {
    if (is_waiting_) end_wait();
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> here) {
    set_task(here);
    const int error = call_.submit(Worker::current()->scheduler().blocking_pool());
    if (error != 0) {
      result = error;
      return false;
    }
    is_waiting_ = true;
    task().underway = this;
    park();
    return true;
  }
  int64_t await_resume() {
    if (std::exchange(is_waiting_, false)) end_wait();
    return result;
  }

 private:
  bool stop() override { return has_come(); }
  void end_wait() {
    wait_until_woken();
    task().underway = nullptr;
  }

  BlockingCall<Function> call_;
  bool is_waiting_ = false;
};

template <class Function>
BlockingWait<std::decay_t<Function>> blocking(Function&& function) {
  return BlockingWait<std::decay_t<Function>>(std::forward<Function>(function));
}

}  // namespace aspen::sched
