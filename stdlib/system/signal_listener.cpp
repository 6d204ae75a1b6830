#include "stdlib/system/signal_listener.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <csignal>
#include <unordered_set>

#include "stdlib/system/signal_names.h"
#include "stdlib/system/silent_thread.h"

namespace aspen {

namespace {

// Data of the handler: lock-free, and never destroyed.
//
// One bit for each signal, set by handlers, taken by the thread that notifies the listeners. Release and
// acquire order nothing else. The bell is rung after a bit is set, so the thread sees the bit in the end.
std::atomic<uint64_t> arrived{0};
// Written once, before the first handler is installed, which orders the write. Never closed.
std::atomic<int> bell{-1};

void on_signal(int signal) {
  const int error = errno;
  arrived.fetch_or(uint64_t{1} << signal, std::memory_order_release);
  ::eventfd_write(bell.load(std::memory_order_relaxed), 1);
  errno = error;
}

}  // namespace

// All listeners of the process.
class ProcessSignals {
 public:
  // Lives to the end of the process, as its thread does.
  static ProcessSignals& get() {
    static auto* const signals = new ProcessSignals;
    return *signals;
  }

  int add(SignalListener& listener);
  // Does nothing if the listener is not registered.
  void remove(SignalListener& listener);
  // Blocks until the thread has ended all waits that it is ending. Must not be called from the end of a wait.
  void wait_until_told();

 private:
  int start();
  static void* run(void* self);
  void tell_listeners();
  // REQUIRES, for these: lock_ is held.
  void tell_listeners(std::vector<SignalWait*>& woken);
  void take_over(int signal);
  void give_back(int signal);

  std::mutex telling_;  // held by the thread while it ends waits; taken before lock_
  std::mutex lock_;     // guards what follows; taken before the lock of a listener
  bool is_running_ = false;
  std::unordered_set<SignalListener*> listeners_;
  std::array<unsigned, kSignalsEnd> counts_{};          // of the listeners for each signal
  std::array<struct sigaction, kSignalsEnd> former_{};  // valid if the count is not 0
};

int ProcessSignals::add(SignalListener& listener) {
  std::vector<SignalWait*> woken;
  {
    const std::lock_guard hold(lock_);
    if (!is_running_) {
      if (const int error = start()) return error;
      is_running_ = true;
    }
    tell_listeners(woken);  // signals before this listener's start are for the others only
    listeners_.insert(&listener);
    for (int signal = 1; signal < kSignalsEnd; ++signal) {
      if (listener.signals_.has(signal) && counts_[signal]++ == 0) take_over(signal);
    }
  }
  for (SignalWait* wait : woken) wait->end();
  return 0;
}

void ProcessSignals::remove(SignalListener& listener) {
  const std::lock_guard hold(lock_);
  if (listeners_.erase(&listener) == 0) return;
  for (int signal = 1; signal < kSignalsEnd; ++signal) {
    if (listener.signals_.has(signal) && --counts_[signal] == 0) give_back(signal);
  }
}

void ProcessSignals::take_over(int signal) {
  struct sigaction ours = {};
  ours.sa_handler = on_signal;
  ours.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&ours.sa_mask);
  ::sigaction(signal, &ours, &former_[signal]);
}

// Keeps the action if another handler has replaced ours meanwhile.
void ProcessSignals::give_back(int signal) {
  struct sigaction now = {};
  ::sigaction(signal, nullptr, &now);
  if (now.sa_handler == on_signal) ::sigaction(signal, &former_[signal], nullptr);
}

int ProcessSignals::start() {
  if (bell.load(std::memory_order_relaxed) < 0) {
    const int descriptor = ::eventfd(0, EFD_CLOEXEC);
    if (descriptor < 0) return errno;
    bell.store(descriptor, std::memory_order_relaxed);
  }
  pthread_t thread;
  const int error = start_silent_thread(thread, run, this);
  if (error == 0) pthread_detach(thread);
  return error;
}

void* ProcessSignals::run(void* self) {
  for (eventfd_t rung;;) {
    if (::eventfd_read(bell.load(std::memory_order_relaxed), &rung) == 0)
      static_cast<ProcessSignals*>(self)->tell_listeners();
  }
}

// Ending a wait may destroy the last reference to a listener, so waits are ended after the lock is released.
void ProcessSignals::tell_listeners() {
  const std::lock_guard telling(telling_);
  std::vector<SignalWait*> woken;
  {
    const std::lock_guard hold(lock_);
    tell_listeners(woken);
  }
  for (SignalWait* wait : woken) wait->end_from_outside();
}

void ProcessSignals::wait_until_told() { const std::lock_guard telling(telling_); }

void ProcessSignals::tell_listeners(std::vector<SignalWait*>& woken) {
  for (uint64_t left = arrived.exchange(0, std::memory_order_acquire); left != 0; left &= left - 1) {
    const int signal = std::countr_zero(left);
    for (SignalListener* listener : listeners_) {
      if (listener->signals_.has(signal)) listener->note(signal, woken);
    }
  }
}

// ---- A listener

int SignalListener::open() { return ProcessSignals::get().add(*this); }

int SignalListener::take() {
  const std::lock_guard hold(lock_);
  if (pending_.empty()) return 0;
  const int first = pending_.front();
  pending_.erase(pending_.begin());
  return first;
}

bool SignalListener::is_closed() {
  const std::lock_guard hold(lock_);
  return is_closed_;
}

void SignalListener::close() {
  std::vector<SignalWait*> woken;
  {
    const std::lock_guard hold(lock_);
    is_closed_ = true;
    pending_.clear();
    woken.swap(waiting_);
  }
  ProcessSignals::get().remove(*this);
  for (SignalWait* wait : woken) wait->end();
}

void SignalListener::note(int signal, std::vector<SignalWait*>& woken) {
  const std::lock_guard hold(lock_);
  if (is_closed_ || std::find(pending_.begin(), pending_.end(), signal) != pending_.end()) return;
  pending_.push_back(signal);
  woken.insert(woken.end(), waiting_.begin(), waiting_.end());
  waiting_.clear();
}

bool SignalListener::begin_wait(SignalWait& wait) {
  const std::lock_guard hold(lock_);
  if (is_closed_ || !pending_.empty()) return false;
  waiting_.push_back(&wait);
  return true;
}

bool SignalListener::end_wait(SignalWait& wait) {
  const std::lock_guard hold(lock_);
  return std::erase(waiting_, &wait) != 0;
}

void SignalWait::start() {
  hold();
  if (!listener_->begin_wait(*this)) end();
}

// The caller may destroy the runtime next, so this blocks until the notifying thread no longer uses it.
void SignalWait::give_up() {
  if (listener_->end_wait(*this)) return end();
  ProcessSignals::get().wait_until_told();
}

}  // namespace aspen
