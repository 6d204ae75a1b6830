// A function of the host's that any thread may have called.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace aspen {
inline namespace v1 {

// Calls come one after the other, and no lock is held during one: the function may use whatever the host
// has, this object included.
class HostCall {
 public:
  using Function = std::function<void()>;

  // An empty function is never called. Waits for a call of the one before that is going on on another thread.
  // From inside such a call it returns at once, and the one before is destroyed when that call ends.
  void set(Function function) {
    auto fresh = function ? std::make_shared<const Function>(std::move(function)) : nullptr;
    std::unique_lock hold(lock_);
    const auto here = std::this_thread::get_id();
    ended_.wait(hold, [&] { return caller_ == std::thread::id() || caller_ == here; });
    function_.swap(fresh);
    hold.unlock();  // `fresh` has the one before, and destroys it
  }

  // If a call is going on, on this thread or another one, that thread calls again after it.
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
  std::thread::id caller_;  // the thread that is in a call; none: there is no call
  bool is_wanted_ = false;  // by a thread that has come during a call
  std::condition_variable ended_;
};

}  // namespace v1
}  // namespace aspen
