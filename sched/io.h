// co_await readable(…) and the like: parks the task until the I/O driver reports, or a call that blocks has
// returned.
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

// A task as a waiter. `woken_` is the last that the thread which wakes it touches, so whoever goes on waits
// for it.
class TaskWaiter : public Waiter {
 protected:
  TaskWaiter() {
    wake = [](Waiter& waiter) {
      auto& self = static_cast<TaskWaiter&>(waiter);
      self.task_->scheduler->wake(*self.task_);
      self.woken_.store(true, std::memory_order_release);
    };
  }

  void set_task(std::coroutine_handle<> here) {
    task_ = &running_task(*Worker::current());
    task_->resume_at = here;
  }
  // A task does not run again before the poll in which it parks is over, so the waiter may be woken
  // meanwhile.
  void park() const { Worker::current()->set_outcome(Outcome::parked); }
  // A moment, unless a call has still to return.
  void wait_until_woken() const {
    spin_until([this] { return woken_.load(std::memory_order_acquire); });
  }

 private:
  JoinableTask* task_ = nullptr;
  std::atomic<bool> woken_{false};  // written by who wakes, with release
};

// `Event` begins a wait and cancels one, as Readiness does.
template <class Event>
class IoWait : TaskWaiter {
 public:
  explicit IoWait(Event event) : event_(event) {}
  IoWait(const IoWait&) = delete;
  IoWait& operator=(const IoWait&) = delete;
  // A task that is cancelled while it waits takes itself out.
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
  // What the event's wait gives: positive, or a negative errno.
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

// co_await blocking(function): what the function gives (see BlockingCall), or why it was not called. A task
// that is cancelled meanwhile is not over before the call has returned.
template <class Function>
class BlockingWait : TaskWaiter {
 public:
  explicit BlockingWait(Function function) : call_(std::move(function), *this) {}
  BlockingWait(const BlockingWait&) = delete;
  BlockingWait& operator=(const BlockingWait&) = delete;
  ~BlockingWait() {
    if (is_waiting_) wait_until_woken();
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
    park();
    return true;
  }
  int64_t await_resume() {
    if (std::exchange(is_waiting_, false)) wait_until_woken();
    return result;
  }

 private:
  BlockingCall<Function> call_;
  bool is_waiting_ = false;
};

template <class Function>
BlockingWait<std::decay_t<Function>> blocking(Function&& function) {
  return BlockingWait<std::decay_t<Function>>(std::forward<Function>(function));
}

}  // namespace aspen::sched
