// A function that blocks, called on the pool's threads while somebody waits for its result: file-system
// calls, name lookup.
#pragma once

#include <cerrno>
#include <cstdint>
#include <utility>

#include "sched/blocking_pool.h"
#include "sched/waiter.h"

namespace aspen::sched {

// `Function` gives an int64_t: a result, or a negative errno; it does not throw. Whoever waits owns the call
// and keeps it until the waiter's wake, which comes from a thread of the pool, or with -ECANCELED from the
// one that shuts the pool down. There is no way to end a call that has begun, so what gives up waiting has to
// leave the call behind.
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

  // 0: the waiter will be woken. Negative errno, no wake follows: what BlockingPool::submit gives.
  [[nodiscard]] int submit(BlockingPool& pool) { return pool.submit(*this); }

 private:
  Function function_;
  Waiter& waiter_;
};

}  // namespace aspen::sched
