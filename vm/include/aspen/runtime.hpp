// Several virtual machines that one thread runs, in polls.
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
  unsigned workers = 0;  // 0: only the thread that polls runs scripts. Others are refused so far
};

// What its VMs have in common: who polls it, polls all of them, and is told once when one of them has
// something to do. Its VMs may outlive it, and are polled by themselves then. Movable. Used by one thread,
// which uses the VMs, too.
class Runtime {
 public:
  // Throws std::invalid_argument if there are to be workers.
  explicit Runtime(RuntimeOptions options = {}) : wake_up_(std::make_shared<WakeUp>()) {
    if (options.workers != 0) throw std::invalid_argument("aspen::Runtime: only 0 workers can be had so far");
  }

  // A VM that poll() runs as long as it lives.
  Vm vm(Options options = {}) {
    Vm made(std::move(options));
    auto tell = [wake_up = wake_up_] { wake_up->tell(); };
    if (!made.on_wakeup(std::move(tell))) throw std::bad_alloc();
    vms_.push_back(made.watch());
    return made;
  }

  // Runs what is ready in each VM, for about so long at most in all. Does not wait. Whether any started call
  // is under way.
  bool poll(std::chrono::nanoseconds budget = {}) {
    forget_ended();
    wake_up_->begin_poll();
    const auto until = std::chrono::steady_clock::now() + budget;
    bool goes_on = false;
    if (!vms_.empty()) std::rotate(vms_.begin(), vms_.begin() + 1, vms_.end());
    size_t left = vms_.size();
    for (const auto& watched : vms_) {
      const auto rest = std::max(until - std::chrono::steady_clock::now(), std::chrono::nanoseconds(0));
      const auto share = static_cast<uint64_t>(rest.count()) / left--;
      const auto vm = watched.lock();
      if (vm && aspen_poll(vm.get(), share) != 0) goes_on = true;
    }
    wake_up_->end_poll();
    return goes_on;
  }

  // `wake` is called when poll() has something to do: once between two polls, on any thread. No lock is held
  // meanwhile; a `wake` that runs on the thread which uses the VMs may use them. An empty one ends it. Once
  // this has returned, no call of the one before is going on on another thread.
  void on_wakeup(std::function<void()> wake) { wake_up_->set(std::move(wake)); }

 private:
  // Each VM tells once between two polls of its own; of all that, the host hears the first.
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
      call_if([&] { return is_due_ = false, polls_ = true, false; });
    }
    // What a VM has told since it was polled is still there.
    void end_poll() {
      call_if([&] { return polls_ = false, is_due_; });
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
};

}  // namespace v1
}  // namespace aspen
