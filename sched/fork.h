// Fork and join for plain functions: a call that another worker may make meanwhile.
//
//     int64_t fib(int64_t n) {
//       if (n < 2) return n;
//       Fork left([n] { return fib(n - 1); });
//       const int64_t right = fib(n - 2);
//       return left.join() + right;
//     }
//
// A fork lives on the stack, and costs about as much as a call if no worker is idle. Within a task it has to
// be joined, or destroyed, before the task suspends. Outside of tasks the call is made when it is joined.
#pragma once

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include "sched/fork_list.h"

namespace aspen::sched {

template <class Function>
class Fork : private ForkBase {
 public:
  using Value = std::invoke_result_t<Function&>;
  static_assert(!std::is_reference_v<Value>);

  // Throws nothing but what moving the function throws.
  explicit Fork(Function function) : ForkBase(call), function_(std::move(function)) { enter(); }
  // Without a join, the call may or may not be made.
  ~Fork() {
    if (is_pending()) abandon();
  }

  // Once, on the thread that made it. The value of the call, or its exception.
  Value join() {
    finish();
    if (error_) std::rethrow_exception(std::move(error_));
    if constexpr (!std::is_void_v<Value>) return std::move(*value_);
  }

 private:
  struct Nothing {};

  static void call(ForkBase& base) {
    auto& self = static_cast<Fork&>(base);
    try {
      if constexpr (std::is_void_v<Value>) {
        self.function_();
      } else {
        self.value_.emplace(self.function_());
      }
    } catch (...) {  // kept for the join
      self.error_ = std::current_exception();
    }
  }

  Function function_;
  // Written by the thread that makes the call, read after the join.
  std::conditional_t<std::is_void_v<Value>, Nothing,
                     std::optional<std::conditional_t<std::is_void_v<Value>, Nothing, Value>>>
      value_;
  std::exception_ptr error_;
};

}  // namespace aspen::sched
