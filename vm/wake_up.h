// Tells a host that runs a machine by polls when to poll again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

namespace aspen {

// Between two polls it tells once. While one goes on it does not: who polls looks again before the end, and
// is told of what it has missed by `end_poll`.
//
// Who brings work puts it where a poll finds it, and then exchanges the state; who polls exchanges the state,
// and then looks for work, or not at all (`end_poll`). So work that a poll has not found finds it `waiting`,
// or has left `told`.
class WakeUp {
 public:
  // Any thread. Once it has returned, nobody calls the one before any more. Called at once if there is
  // something to do.
  void set(std::function<void()> wake) {
    bool is_due = false;
    {
      const std::lock_guard guard(lock_);
      is_due = state_.load(std::memory_order_acquire) == kTold;
      wake_ = std::move(wake);
    }
    if (is_due) call();
  }
  // Any thread, after there is something to do.
  void tell() {
    if (state_.exchange(kTold, std::memory_order_acq_rel) == kWaiting) call();
  }
  // The same where nothing has been put anywhere: a time has come.
  void tell_if_waiting() {
    uint8_t seen = kWaiting;
    if (state_.compare_exchange_strong(seen, kTold, std::memory_order_acq_rel)) call();
  }
  // By who polls: whether nobody has told since the last poll.
  bool is_waiting() const { return state_.load(std::memory_order_acquire) == kWaiting; }
  void begin_poll() { state_.exchange(kPolling, std::memory_order_acq_rel); }
  // By who has found nothing more. False: somebody has told since begin_poll, so it has to look again.
  bool end_poll() {
    uint8_t seen = kPolling;
    return state_.compare_exchange_strong(seen, kWaiting, std::memory_order_acq_rel);
  }
  // By who leaves work for the next poll.
  void end_poll_early() {
    state_.store(kTold, std::memory_order_release);
    call();
  }

 private:
  static constexpr uint8_t kWaiting = 0, kPolling = 1, kTold = 2;

  void call() {
    const std::lock_guard guard(lock_);
    if (wake_) wake_();
  }

  // Written by who polls and who tells. Acquire and release: what was done before is seen by who polls next.
  std::atomic<uint8_t> state_{kWaiting};
  std::mutex lock_;
  std::function<void()> wake_;  // guarded by lock_, also while it is called
};

}  // namespace aspen
