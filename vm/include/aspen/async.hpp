// Host functions with calls that end later, such as a remote answer, a timer, or a frame of the host's loop.
// Until then, the calling script goes on where it can, and other calls run.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "aspen/function.hpp"

namespace aspen {
inline namespace v1 {

// Ends a call. A handle: copies end the same call, and only the first use of any of them has an effect. Any
// thread may use it. It may outlive the VM, and does nothing then. If the last copy is destroyed before the
// call has ended, the call fails. The thread that runs the VM converts the result for the script, but any
// thread may destroy it: the result must not contain an aspen::Value, which only the thread that uses the VM
// may touch.
template <class T>
class Completer {
  static_assert(!std::is_same_v<T, Value>, "a Value stays on the thread that uses its VM: give C++ data");
  static_assert(!detail::kHoldsView<T>, "a view may not last until the script gets it: give a std::string");

 public:
  using Stored = detail::stored_t<T>;

  // Takes over the completer that a function was called with.
  explicit Completer(aspen_completer* completer) : completer_(completer, &aspen_completer_release) {}

  // The call returns `value`. False if the call had ended before, also by a limit, an interrupt or a cancel.
  bool resolve(Stored value) const {
    return aspen_resolve(
        completer_.get(),
        [](aspen_context* context, void* data) {
          return detail::guarded(context, [&] {
            return detail::encode_or_raise(context, std::move(*static_cast<Stored*>(data)));
          });
        },
        new Stored(std::move(value)), [](void* data) { delete static_cast<Stored*>(data); });
  }
  bool resolve() const requires std::is_void_v<T> { return resolve(Unit()); }
  // The call ends in an error of the script with this text, like a returned aspen::Error.
  bool fail(std::string_view text) const {
    return aspen_fail(completer_.get(), text.data(), text.size()) != 0;
  }
  // Likewise, in an error with a label or a value.
  bool fail(Error error) const {
    return aspen_resolve(
        completer_.get(),
        [](aspen_context* context, void* data) {
          return detail::guarded(context, [&] { return detail::raise(context, *static_cast<Error*>(data)); });
        },
        new Error(std::move(error)), [](void* data) { delete static_cast<Error*>(data); });
  }
  // Calls `cancel` once, on any thread, if the result is no longer needed because the waiting task was
  // cancelled or the VM ends; immediately if that has happened. At most one for each call. Without it,
  // cancelling a task waits for its call in progress if that has effect `write`. An exception of `cancel` is
  // written to standard error, and changes nothing else.
  void on_cancel(std::function<void()> cancel) const {
    using Cancel = std::function<void()>;
    aspen_on_cancel(
        completer_.get(), [](void* data) { (*static_cast<Cancel*>(data))(); }, new Cancel(std::move(cancel)),
        [](void* data) { delete static_cast<Cancel*>(data); });
  }

 private:
  std::shared_ptr<aspen_completer> completer_;
};

template <class T>
class Async;

namespace detail {

// A coroutine's promise: the value that it returns or the exception that it throws ends the call.
template <class T>
class AsyncPromiseBase {
 public:
  Async<T> get_return_object();
  std::suspend_always initial_suspend() noexcept { return {}; }
  std::suspend_never final_suspend() noexcept { return {}; }
  void unhandled_exception() {
    constexpr const char* kNoMemory = "the host has no memory";
    try {
      throw;
    } catch (const std::bad_alloc&) {
      try {
        completer_->fail(Error::labelled("MemoryLimit", kNoMemory));
      } catch (const std::bad_alloc&) {
        completer_->fail(kNoMemory);
      }
    } catch (const Error& error) {
      completer_->fail(error);
    } catch (const std::exception& error) {
      completer_->fail(error.what());
    } catch (...) {
      completer_->fail("a C++ exception of unknown type");
    }
  }
  void set_completer(Completer<T> completer) { completer_.emplace(std::move(completer)); }
  // The function that the coroutine was made by, with what it captures.
  void keep(std::shared_ptr<const void> function) { function_ = std::move(function); }

 private:
  std::shared_ptr<const void> function_;  // null: the coroutine refers to none

 protected:
  std::optional<Completer<T>> completer_;  // set before the coroutine runs
};

template <class T>
class AsyncPromise : public AsyncPromiseBase<T> {
 public:
  void return_value(Result<T> result) {
    if (result) {
      this->completer_->resolve(std::move(*result));
    } else {
      this->completer_->fail(result.error());
    }
  }
};
template <>
class AsyncPromise<void> : public AsyncPromiseBase<void> {
 public:
  void return_void() { completer_->resolve(); }
};

}  // namespace detail

// The return type of a coroutine that scripts call (Module::async). `co_return` of a T, an aspen::Result<T>
// or an aspen::Error ends the call, and so does an exception. The coroutine co_awaits the host's awaitables,
// and runs on the thread that resumes it. It owns its arguments. If an awaitable destroys it, the call
// fails.
template <class T>
class [[nodiscard]] Async {
 public:
  using promise_type = detail::AsyncPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Async(Handle coroutine) : coroutine_(coroutine) {}
  Async(Async&& other) noexcept : coroutine_(std::exchange(other.coroutine_, {})) {}
  Async& operator=(Async&&) = delete;
  ~Async() {
    if (coroutine_) coroutine_.destroy();
  }

  // Runs the coroutine up to its first wait; from then on it owns itself, and `function`, to which it may
  // refer.
  void start(Completer<T> completer, std::shared_ptr<const void> function = nullptr) && {
    coroutine_.promise().set_completer(std::move(completer));
    coroutine_.promise().keep(std::move(function));
    std::exchange(coroutine_, {}).resume();
  }

 private:
  Handle coroutine_;
};

namespace detail {

template <class T>
Async<T> AsyncPromiseBase<T>::get_return_object() {
  return Async<T>(std::coroutine_handle<AsyncPromise<T>>::from_promise(static_cast<AsyncPromise<T>&>(*this)));
}

// How to begin a function with calls that end later, chosen by its parameters and its return type.
template <class Result, class Parameters>
struct Beginning;
template <class T, class... P>
struct Beginning<void, std::tuple<Completer<T>, P...>> {
  using Value = T;
  using Parameters = std::tuple<P...>;
  template <class F, class... A>
  static void begin(const std::shared_ptr<F>& function, Completer<T> completer, A&&... arguments) {
    std::invoke(*function, std::move(completer), std::forward<A>(arguments)...);
  }
};
template <class T, class... P>
struct Beginning<Async<T>, std::tuple<P...>> {
  using Value = T;
  using Parameters = std::tuple<P...>;
  template <class F, class... A>
  static void begin(const std::shared_ptr<F>& function, Completer<T> completer, A&&... arguments) {
    std::invoke(*function, std::forward<A>(arguments)...).start(std::move(completer), function);
  }
};

template <class F>
class AsyncNative {
  using S = Signature<F>;
  using How = Beginning<typename S::Result, typename S::Parameters>;
  using Given = Arguments<typename How::Parameters>;
  static_assert(std::is_void_v<typename S::Result> || S::kTakesByValue,
                "a coroutine goes on when its call is gone: it takes its arguments by value");
  static_assert(S::kHoldsNoView, "a view does not last until the call ends: take a std::string");

 public:
  static constexpr size_t kCount = kArgumentsOf<typename How::Parameters>;

  static aspen_value begin(aspen_context* context, void* data, const aspen_value* arguments,
                           aspen_completer* raw) noexcept {
    return guarded(context, [&] {
      const Completer<typename How::Value> completer(raw);
      return Given::apply(context, arguments, [&](auto&&... decoded) {
        How::begin(*static_cast<Held*>(data), completer, std::forward<decltype(decoded)>(decoded)...);
        return aspen_make_unit();
      });
    });
  }

  // The data of the definition. Coroutines of the function may outlive that.
  static void* hold(F function) { return new Held(std::make_shared<F>(std::move(function))); }
  static void free(void* data) { delete static_cast<Held*>(data); }
  static constexpr uint32_t keeps() { return Given::keeps(); }

 private:
  using Held = std::shared_ptr<F>;
};

}  // namespace detail

}  // namespace v1
}  // namespace aspen
