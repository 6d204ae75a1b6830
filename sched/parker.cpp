#include "sched/parker.h"

namespace aspen::sched {

bool Parker::wait(uint64_t timeout_ns) {
  const uint64_t begin = timeout_ns == kForever ? 0 : monotonic_ns();
  if (!announce(kWaiting)) return true;
  uint64_t left = timeout_ns;
  do {
    wait_word(state_, kWaiting, left);
    if (state_.load(std::memory_order_relaxed) == kToken) break;
    if (timeout_ns == kForever) continue;  // a return of wait_word for no reason
    const uint64_t spent = monotonic_ns() - begin;
    left = spent < timeout_ns ? timeout_ns - spent : 0;
  } while (left > 0);
  return withdraw(kWaiting);
}

bool Parker::give() {
  const uint32_t before = state_.exchange(kToken, std::memory_order_acq_rel);
  if (before == kWaiting) wake_word(state_);
  return before == kElsewhere;
}

bool Parker::announce(uint32_t where) {
  uint32_t seen = kEmpty;
  if (state_.compare_exchange_strong(seen, where, std::memory_order_acq_rel, std::memory_order_acquire))
    return true;
  take_token();
  return false;
}

bool Parker::withdraw(uint32_t where) {
  uint32_t seen = where;
  if (state_.compare_exchange_strong(seen, kEmpty, std::memory_order_acq_rel, std::memory_order_acquire))
    return false;
  take_token();
  return true;
}

// An exchange, not a store: if two threads have given a token, what the second one did before is seen, too.
void Parker::take_token() { state_.exchange(kEmpty, std::memory_order_acq_rel); }

}  // namespace aspen::sched
