// Tells a host that runs a machine by polls when to poll again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "aspen/host_call.hpp"

namespace aspen {

// Between two polls it tells once. While one goes on it does not: the thread that polls looks again before
// the end, and `end_poll` gives it what it has missed.
//
// A thread that brings work puts it where a poll finds it, and then exchanges the state. The thread that
// polls exchanges the state, and then looks for work, or not at all (`end_poll`). So work that a poll has not
// found finds it `waiting`, or has left `told`.
//
// The host's function is called with no lock held, neither one of this library nor one of the host's that is
// held around a call of the library. Work comes from places that hold some (the lock of an operation, of a
// task, of a mailbox); there the call is left due, for `call_if_due`.
class WakeUp {
 public:
  // Any thread. Once it has returned, no other thread calls the function before any more. Calls the new one
  // at once if there is something to do.
  void set(std::function<void()> wake) {
    wake_.set(std::move(wake));
    is_due_.store(false, std::memory_order_relaxed);
    if (state_.load(std::memory_order_acquire) == kTold) wake_.call();
  }

  // Any thread, after there is something to do. True: a call is due, and the caller has another thread, or
  // this one a moment later, make it by `call_if_due`.
  [[nodiscard]] bool tell() {
    if (state_.exchange(kTold, std::memory_order_acq_rel) != kWaiting) return false;
    is_due_.store(true, std::memory_order_release);
    return true;
  }
  // Any thread that holds no lock.
  void call_if_due() {
    if (is_due_.exchange(false, std::memory_order_acq_rel)) wake_.call();
  }
  // Likewise, where nothing has been put anywhere: a time has come.
  void tell_if_waiting() {
    uint8_t seen = kWaiting;
    if (state_.compare_exchange_strong(seen, kTold, std::memory_order_acq_rel)) wake_.call();
  }

  // The rest is for the thread that polls.

  // Whether there was nothing to tell since the last poll.
  bool is_waiting() const { return state_.load(std::memory_order_acquire) == kWaiting; }
  // A call that is due is not made any more.
  void begin_poll() {
    state_.exchange(kPolling, std::memory_order_acq_rel);
    is_due_.store(false, std::memory_order_relaxed);
  }
  // When the poll has found nothing more. False: there is something since begin_poll, so it has to look
  // again.
  bool end_poll() {
    uint8_t seen = kPolling;
    return state_.compare_exchange_strong(seen, kWaiting, std::memory_order_acq_rel);
  }
  // When the poll leaves work for the next one.
  void end_poll_early() {
    state_.store(kTold, std::memory_order_release);
    wake_.call();
  }

 private:
  static constexpr uint8_t kWaiting = 0, kPolling = 1, kTold = 2;

  // Written by the threads that poll and tell. Acquire and release: what was done before is seen by the next
  // poll.
  std::atomic<uint8_t> state_{kWaiting};
  // Written by the threads that tell, call and poll. Release and acquire, as for the state.
  std::atomic<bool> is_due_{false};
  HostCall wake_;
};

}  // namespace aspen
