// A function that blocks, called on a thread of the pool while a waiter waits for its result: file-system
// calls, name lookup.
#pragma once

#include <cerrno>
#include <cstdint>
#include <utility>

#include "sched/blocking_pool.h"
#include "sched/waiter.h"

namespace aspen::sched {

// `Function` returns an int64_t: a result, or a negative errno; it does not throw. The waiting side owns the
// call and keeps it until the waiter's wake. The wake comes from a thread of the pool or, with -ECANCELED,
// from the thread that shuts the pool down. A call that has begun cannot be ended, so a caller that gives up
// waiting has to leave the call alive until its wake.
template <class Function>
class BlockingCall : private Job {
 public:
  BlockingCall(Function function, Waiter& waiter) : function_(std::move(function)), waiter_(waiter) {
    run = [](Job& job) {
      auto& self = static_cast<BlockingCall&>(job);
      const int64_t result = self.function_();
      wake_with(self.waiter_, result);
    };
    drop = [](Job& job) { wake_with(static_cast<BlockingCall&>(job).waiter_, -ECANCELED); };
  }

  // 0: the waiter will be woken. Negative errno (from BlockingPool::submit): no wake follows.
  [[nodiscard]] int submit(BlockingPool& pool) { return pool.submit(*this); }

 private:
  Function function_;
  Waiter& waiter_;
};

}  // namespace aspen::sched
