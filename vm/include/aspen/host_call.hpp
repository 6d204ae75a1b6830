// A function of the host that any thread may request to be called.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace aspen {
inline namespace v1 {

// Calls never overlap, and no lock is held during one: the function may use anything of the host's, this
// object included. All members may be called by any thread.
class HostCall {
 public:
  using Function = std::function<void()>;

  // An empty function is never called. Blocks while another thread is in a call of the old function. Inside
  // such a call on this thread it returns immediately, and the old function is destroyed when that call ends.
  void set(Function function) {
    auto fresh = function ? std::make_shared<const Function>(std::move(function)) : nullptr;
    std::unique_lock hold(lock_);
    const auto here = std::this_thread::get_id();
    ended_.wait(hold, [&] { return caller_ == std::thread::id() || caller_ == here; });
    function_.swap(fresh);
    hold.unlock();  // `fresh` now holds the old function, and destroys it
  }

  // If a call is in progress, on this thread or another one, that thread makes one more call after it.
  void call() {
    std::unique_lock hold(lock_);
    is_wanted_ = true;
    while (is_wanted_ && caller_ == std::thread::id()) {
      is_wanted_ = false;
      const Call running(*this, hold);
      if (running.function) (*running.function)();
    }
  }

 private:
  struct Call {
    Call(HostCall& of, std::unique_lock<std::mutex>& held)
        : function(of.function_), host_call(of), hold(held) {
      host_call.caller_ = std::this_thread::get_id();
      hold.unlock();
    }
    ~Call() {
      function.reset();
      hold.lock();
      host_call.caller_ = {};
      host_call.ended_.notify_all();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    std::shared_ptr<const Function> function;
    HostCall& host_call;
    std::unique_lock<std::mutex>& hold;
  };

  std::mutex lock_;
  // Guarded by the lock.
  std::shared_ptr<const Function> function_;
  std::thread::id caller_;  // the thread that is in a call; no thread if there is no call
  bool is_wanted_ = false;  // set by call(), also during a call
  std::condition_variable ended_;
};

}  // namespace v1
}  // namespace aspen
