// A call of a script's function that runs while the host does something else.
#pragma once

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <utility>

#include "aspen/containers.hpp"
#include "aspen/result.hpp"

namespace aspen {
inline namespace v1 {

// What a host asks for one call (Function::start_with).
struct CallOptions {
  // The longest time for the call and its tasks, waits included. After it they all end, and the call ends in
  // ErrorKind::out_of_time. Limits::wall of the VM applies as well. Zero: only that applies. Negative: the
  // call ends in ErrorKind::misuse at once.
  std::chrono::nanoseconds wall{0};
  int32_t priority = 0;  // of the call and of the tasks that it spawns, if Options::task_priorities is set

  aspen_call_options raw() const {
    const auto wall_ns = wall.count() > 0 ? static_cast<uint64_t>(wall.count()) : 0;
    return {sizeof(aspen_call_options), wall_ns, priority};
  }
};

// Function::start returns it. A handle: copies refer to the same call. Only the thread that uses the VM uses
// it. It may outlive the VM; get() then fails. Destroying the last copy does not end the call; cancel() does.
// If get() was not called before, an error of the call, unless it is Cancelled, goes to Options::err.
template <class R>
class Future {
 public:
  Future() : failed_(std::make_shared<Error>("no call", ErrorKind::misuse)) {}
  // A call that could not be started.
  explicit Future(Error error) : failed_(std::make_shared<Error>(std::move(error))) {}
  // Takes over the one reference of a started call.
  explicit Future(aspen_future* future) : future_(future, &aspen_future_release) {}

  // Whether get() returns without waiting.
  bool ready() const { return !future_ || aspen_future_ready(future_.get()) != 0; }

  // The call's result, or the error that it ends in, with the ErrorKind that Function's operator() gives.
  // Polls the VM and waits until the call has ended. ErrorKind::misuse inside a function that a script
  // called, unless the call is ready. May be called any number of times.
  Result<R> get() const {
    if (!future_) return *failed_;
    aspen_vm* vm = aspen_future_vm(future_.get());
    if (!vm) return Error("the VM of the call is gone", ErrorKind::misuse);
    return detail::within(vm, "Future::get", [&]() -> Result<R> {
      aspen_value value = ASPEN_NO_VALUE;
      aspen_error* error = nullptr;
      const aspen_status status = aspen_future_get(future_.get(), &value, &error);
      if (status != ASPEN_OK) return Error::take(status, error);
      return detail::decode_result<R>(vm, value);
    });
  }

  // The thread that uses the VM calls `act` once, when the call has ended: in its next poll(), which
  // on_wakeup announces, or soon if it is in run(), call() or get(). Immediately if ready(); when the VM
  // ends, at the latest. `act` may do what a function that a script called may: start and cancel calls, get()
  // this one. An exception of `act` is written to standard error. False if another thread is inside the VM:
  // `act` will not be called then.
  bool on_ready(std::function<void()> act) const {
    using Act = std::function<void()>;
    if (!future_) return act(), true;
    aspen_error* error = nullptr;
    const aspen_status status = aspen_future_on_ready(
        future_.get(), [](void* data) { (*static_cast<Act*>(data))(); }, new Act(std::move(act)),
        [](void* data) { delete static_cast<Act*>(data); }, &error);
    aspen_error_free(error);
    if (status == ASPEN_OUT_OF_MEMORY) throw std::bad_alloc();
    return status == ASPEN_OK;
  }

  // In a coroutine of the host, `co_await future` gives what get() does. The coroutine goes on as `act`
  // would.
  auto operator co_await() const {
    struct Wait {
      Future future;
      bool await_ready() const { return future.ready(); }
      bool await_suspend(std::coroutine_handle<> coroutine) const { return future.on_ready(coroutine); }
      Result<R> await_resume() const { return future.get(); }
    };
    return Wait{*this};
  }

  // Raises Cancelled in the call where it waits or at its next check. The call may still succeed, if it
  // catches that or has ended.
  void cancel() const {
    if (future_) aspen_future_cancel(future_.get());
  }

 private:
  std::shared_ptr<aspen_future> future_;
  std::shared_ptr<const Error> failed_;  // the error of a call that was not started; else null
};

}  // namespace v1
}  // namespace aspen
