// Informs a host that runs a machine by polling when to poll again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "aspen/host_call.hpp"

namespace aspen {

// Wakes the host at most once between two polls, and not during a poll: the polling thread looks again before
// the end, and `end_poll` returns false if there is new work.
//
// A thread that brings work first puts it where a poll finds it, and then exchanges the state. The polling
// thread exchanges the state before it looks for work, or ends by `end_poll`. So for work that a poll has not
// found, the state was `waiting`, and the host is woken, or it remains `told`.
//
// The host's function is called without any lock held: neither of this library, nor of the host around a call
// of the library. Some code that brings work holds locks (of an operation, a task, a mailbox); there the call
// becomes due, and is made by `call_if_due`.
class WakeUp {
 public:
  // For any thread. After it has returned, no other thread is in a call of the old function. Calls the new
  // function immediately if there is something to do.
  void set(std::function<void()> wake) {
    wake_.set(std::move(wake));
    is_due_.store(false, std::memory_order_relaxed);
    if (state_.load(std::memory_order_acquire) == kTold) wake_.call();
  }

  // For any thread, after the work was made available. True: a call is due, and the caller has to have it
  // made by `call_if_due`, on another thread or on this one when it holds no lock.
  [[nodiscard]] bool tell() {
    if (state_.exchange(kTold, std::memory_order_acq_rel) != kWaiting) return false;
    is_due_.store(true, std::memory_order_release);
    return true;
  }
  // For any thread that holds no lock.
  void call_if_due() {
    if (is_due_.exchange(false, std::memory_order_acq_rel)) wake_.call();
  }
  // Likewise, when the time of a timer has come and no thread brings work.
  void tell_if_waiting() {
    uint8_t seen = kWaiting;
    if (state_.compare_exchange_strong(seen, kTold, std::memory_order_acq_rel)) wake_.call();
  }

  // The following are for the polling thread.

  // Whether nothing was reported since the last poll.
  bool is_waiting() const { return state_.load(std::memory_order_acquire) == kWaiting; }
  // Cancels a call that is due.
  void begin_poll() {
    state_.exchange(kPolling, std::memory_order_acq_rel);
    is_due_.store(false, std::memory_order_relaxed);
  }
  // Call it when the poll has found no more work. False: new work has arrived since begin_poll, and the poll
  // must look again.
  bool end_poll() {
    uint8_t seen = kPolling;
    return state_.compare_exchange_strong(seen, kWaiting, std::memory_order_acq_rel);
  }
  // Call it when the poll leaves work for the next one.
  void end_poll_early() {
    state_.store(kTold, std::memory_order_release);
    wake_.call();
  }

 private:
  static constexpr uint8_t kWaiting = 0, kPolling = 1, kTold = 2;

  // Written by the polling thread and by threads that report work. Acquire and release: the next poll sees
  // what was done before.
  std::atomic<uint8_t> state_{kWaiting};
  // Written by threads that report, call and poll. Release and acquire, like the state.
  std::atomic<bool> is_due_{false};
  HostCall wake_;
};

}  // namespace aspen
