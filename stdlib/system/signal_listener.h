// Listening for signals that are sent to the process.
//
// A signal has one action in the whole process. The first listener for a signal replaces the action, and the
// last one restores it. The handler sets a bit and rings an event descriptor; another thread notifies the
// listeners. So a listener gets signals from its creation on, even while all workers are busy.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "vm/run/tasks/operation.h"

namespace aspen {

// Signals by number.
class SignalSet {
 public:
  void add(int signal) { bits_ |= uint64_t{1} << signal; }
  bool has(int signal) const { return (bits_ >> signal & 1) != 0; }
  bool empty() const { return bits_ == 0; }

 private:
  uint64_t bits_ = 0;
};

class SignalWait;

// Any thread may use it.
class SignalListener {
 public:
  explicit SignalListener(SignalSet signals) : signals_(signals) {}
  ~SignalListener() { close(); }
  SignalListener(const SignalListener&) = delete;
  SignalListener& operator=(const SignalListener&) = delete;

  // Call it once, before another thread knows the listener. 0, or an errno. From then on it gets signals.
  int open();
  // The earliest signal that no task has taken; 0: none. A signal that comes again before it is taken counts
  // once, as in the system.
  int take();
  bool is_closed();
  // Stops listening, drops all signals that were not taken, and ends all waits. May be called twice.
  void close();

 private:
  friend class SignalWait;
  friend class ProcessSignals;

  // False: there is a signal to take, or the listener is closed.
  bool begin_wait(SignalWait& wait);
  // False: the wait is not registered here any more.
  bool end_wait(SignalWait& wait);
  // Adds the waits that have to end to `woken`.
  void note(int signal, std::vector<SignalWait*>& woken);

  const SignalSet signals_;
  std::mutex lock_;  // guards what follows
  bool is_closed_ = false;
  std::vector<int> pending_;
  std::vector<SignalWait*> waiting_;
};

// Ends when its listener has a signal to take, or is closed. The task that waited then calls `take` itself,
// so the signal of a cancelled task is not lost.
class SignalWait final : public Operation {
 public:
  SignalWait(Runtime& runtime, std::shared_ptr<SignalListener> listener)
      : Operation(runtime), listener_(std::move(listener)) {}
  void start();

 private:
  void give_up() override;

  const std::shared_ptr<SignalListener> listener_;
};

}  // namespace aspen
