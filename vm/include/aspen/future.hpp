// A call of a script's function that goes on while the host does something else.
#pragma once

#include <memory>
#include <utility>

#include "aspen/containers.hpp"
#include "aspen/result.hpp"

namespace aspen {
inline namespace v1 {

// What Function::start returns. A handle: copies mean the same call. Used by the thread that uses the VM. It
// may outlive the VM: the call has failed then. When the last copy goes, the call goes on; cancel() ends it.
template <class R>
class Future {
 public:
  Future() : failed_(std::make_shared<Error>("no call", ErrorKind::misuse)) {}
  // A call that could not be started.
  explicit Future(Error error) : failed_(std::make_shared<Error>(std::move(error))) {}
  // Takes over the one owner.
  explicit Future(aspen_future* future) : future_(future, &aspen_future_release) {}

  // Whether get() has an answer at once.
  bool ready() const { return !future_ || aspen_future_ready(future_.get()) != 0; }

  // What the call gives, or the error that it ends in: ErrorKind as for a call that is not started. Until
  // there is one, polls the VM, and waits. Not from inside a function that a script called, but for a call
  // that is ready. As often as one likes.
  Result<R> get() const {
    if (!future_) return *failed_;
    aspen_vm* vm = aspen_future_vm(future_.get());
    if (!vm) return Error("the VM of the call is gone", ErrorKind::misuse);
    Result<R> result = Error("not called", ErrorKind::misuse);
    detail::within(vm, [&] {
      aspen_value value = ASPEN_NO_VALUE;
      aspen_error* error = nullptr;
      const aspen_status status = aspen_future_get(future_.get(), &value, &error);
      if (status != ASPEN_OK)
        result = Error::take(status, error);
      else
        result = detail::decode_result<R>(vm, value);
    });
    return result;
  }

  // Raises Cancelled in the call where it waits or next looks. It may still end well, if it catches that or
  // has ended.
  void cancel() const {
    if (future_) aspen_future_cancel(future_.get());
  }

 private:
  std::shared_ptr<aspen_future> future_;
  std::shared_ptr<const Error> failed_;  // if there is no future_
};

}  // namespace v1
}  // namespace aspen
