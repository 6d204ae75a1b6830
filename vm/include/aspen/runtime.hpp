// Several virtual machines that one thread runs by polling.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "aspen/host_call.hpp"
#include "aspen/vm.hpp"

namespace aspen {
inline namespace v1 {

struct RuntimeOptions {
  unsigned workers = 0;  // 0: only the polling thread runs scripts. Other numbers are not supported yet
};

// A group of VMs: one poll() runs them all, and one wake-up reports that any of them has something to do.
// Movable. A single thread uses the Runtime and its VMs. The VMs may outlive the Runtime; the host then polls
// each of them itself.
class Runtime {
 public:
  // Throws std::invalid_argument unless options.workers is 0.
  explicit Runtime(RuntimeOptions options = {}) : wake_up_(std::make_shared<WakeUp>()) {
    if (options.workers != 0)
      throw std::invalid_argument("aspen::RuntimeOptions: workers: only 0 is supported yet");
  }

  // A new VM, which poll() runs as long as the VM lives. Throws what the constructor of Vm throws.
  Vm vm(Options options = {}) {
    Vm made(std::move(options));
    auto tell = [wake_up = wake_up_] { wake_up->tell(); };
    if (!made.on_wakeup(std::move(tell))) throw std::bad_alloc();
    vms_.push_back(made.watch());
    return made;
  }

  // Runs ready work of each VM, for about `budget` at most in all. Does not block. Returns whether any
  // started call has not ended. Inside a poll, in a function that a script called, it returns false and runs
  // nothing, and so it does after the Runtime was moved from. VMs that such a function makes are polled the
  // next time.
  bool poll(std::chrono::nanoseconds budget = {}) {
    if (wake_up_ == nullptr || std::exchange(is_polling_, true)) return false;
    forget_ended();
    wake_up_->begin_poll();
    const auto until = end_of(budget);
    bool goes_on = false;
    if (!vms_.empty()) std::rotate(vms_.begin(), vms_.begin() + 1, vms_.end());
    for (size_t at = 0, count = vms_.size(); at < count; ++at) {
      const auto rest = std::max(until - Clock::now(), Clock::duration(0));
      const auto share = static_cast<uint64_t>(std::chrono::nanoseconds(rest).count()) / (count - at);
      const auto vm = vms_[at].lock();
      if (vm && aspen_poll(vm.get(), share) != 0) goes_on = true;
    }
    wake_up_->end_poll();
    is_polling_ = false;
    return goes_on;
  }

  // Calls `wake` when poll() has something to do: once between two polls, on any thread. It may come late
  // (Vm::on_wakeup). No lock is held during the call; on the thread that uses the VMs, `wake` may use them.
  // An empty function removes it. After this has returned, no other thread is in a call of the old function.
  void on_wakeup(std::function<void()> wake) {
    if (wake_up_ != nullptr) wake_up_->set(std::move(wake));
  }

 private:
  using Clock = std::chrono::steady_clock;

  static Clock::time_point end_of(std::chrono::nanoseconds budget) {
    const auto now = Clock::now();
    return budget < Clock::time_point::max() - now ? now + budget : Clock::time_point::max();
  }

  // Each VM reports once between two of its own polls; the host is woken only by the first report of any VM.
  class WakeUp {
   public:
    void set(std::function<void()> wake) {
      wake_.set(std::move(wake));
      call_if([&] { return is_due_ && !polls_; });
    }
    void tell() {
      call_if([&] { return !std::exchange(is_due_, true) && !polls_; });
    }
    void begin_poll() {
      call_if([&] {
        is_due_ = false;
        polls_ = true;
        return false;
      });
    }
    // Reports that came after their VM was polled are still pending.
    void end_poll() {
      call_if([&] {
        polls_ = false;
        return is_due_;
      });
    }

   private:
    template <class Condition>
    void call_if(Condition condition) {
      bool calls = false;
      {
        const std::lock_guard guard(lock_);
        calls = condition();
      }
      if (calls) wake_.call();
    }

    HostCall wake_;
    std::mutex lock_;
    bool is_due_ = false, polls_ = false;  // guarded by the lock
  };

  void forget_ended() {
    std::erase_if(vms_, [](const auto& watched) { return watched.expired(); });
  }

  std::shared_ptr<WakeUp> wake_up_;  // shared with the VMs
  std::vector<std::weak_ptr<aspen_vm>> vms_;
  bool is_polling_ = false;
};

}  // namespace v1
}  // namespace aspen
