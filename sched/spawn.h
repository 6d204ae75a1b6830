// spawn: has a function or a coroutine run as a task of its own.
#pragma once

#include <type_traits>
#include <utility>

#include "sched/coroutine.h"
#include "sched/join.h"

namespace aspen::sched {

Outcome run_function(Task& task, Worker& worker);
void cancel_function(Task& task);

template <class Function>
struct FunctionTask : ResultTask<std::invoke_result_t<Function>> {
  using Value = std::invoke_result_t<Function>;

  explicit FunctionTask(Function of) : ResultTask<Value>(kType), function(std::move(of)) {}

  Function function;

 private:
  static void call(Task& task) {
    auto& self = static_cast<FunctionTask&>(task);
    try {
      if constexpr (std::is_void_v<Value>) {
        self.function();
        self.result.set_value();
      } else {
        self.result.set_value(self.function());
      }
    } catch (...) {  // kept for the joiner of the task
      self.result.set_exception(std::current_exception());
    }
  }
  static void destroy(Task& task) {
    auto* self = static_cast<FunctionTask*>(&task);
    self->~FunctionTask();
    release(self, sizeof(FunctionTask));
  }

  static constexpr JoinableType kType{{"function", run_function, cancel_function}, destroy, call};
};

namespace detail {

template <class T>
inline constexpr bool kIsCo = false;
template <class T>
inline constexpr bool kIsCo<Co<T>> = true;

template <class T>
JoinHandle<T> submit(Scheduler& scheduler, ResultTask<T>& task) {
  JoinHandle<T> handle(&task);
  if (!scheduler.submit(task)) task.type->cancel(task);
  return handle;
}

// Keeps the function alive while its coroutine, which refers to it, runs.
template <class Function, class Result>
Result call_and_keep(Function function) {
  co_return co_await function();
}

}  // namespace detail

// Any thread. The task runs next if a task of this scheduler spawns it. After shutdown has begun, it is
// cancelled at once.
template <class T>
JoinHandle<T> spawn(Scheduler& scheduler, Co<T> coroutine) {
  return detail::submit(scheduler, std::move(coroutine).into_task());
}

// Likewise for a function, which runs to its end in one piece, or for one that returns a coroutine.
template <class Function>
requires std::is_invocable_v<Function&>
auto spawn(Scheduler& scheduler, Function function) {
  using Result = std::invoke_result_t<Function&>;
  if constexpr (detail::kIsCo<Result>) {
    return spawn(scheduler, detail::call_and_keep<Function, Result>(std::move(function)));
  } else {
    auto* memory = allocate(sizeof(FunctionTask<Function>));
    return detail::submit<Result>(scheduler, *new (memory) FunctionTask<Function>(std::move(function)));
  }
}

// Likewise, from within a task.
template <class Work>
auto spawn(Work work) {
  return spawn(Worker::current()->scheduler(), std::move(work));
}

}  // namespace aspen::sched
