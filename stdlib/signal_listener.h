// Signals that are sent to the process, and who listens for them.
//
// What a signal does is one thing for the whole process: the first who listens for it takes it over, and the
// last gives it back as it was. The handler notes the signal and rings; a thread of its own tells those who
// listen. So a listener hears from the moment it is made, whatever the scheduler is about.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "vm/operation.h"

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

// Any thread.
class SignalListener {
 public:
  explicit SignalListener(SignalSet signals) : signals_(signals) {}
  ~SignalListener() { close(); }
  SignalListener(const SignalListener&) = delete;
  SignalListener& operator=(const SignalListener&) = delete;

  // Once, before anybody else knows of it. An errno; 0: from now on it hears.
  int open();
  // The one that came first of those that nobody has taken; 0: there is none. One that comes again before it
  // is taken counts once, as the system has it.
  int take();
  bool is_closed();
  // It hears no more, and forgets what it has heard; who waits goes on. Twice does no harm.
  void close();

 private:
  friend class SignalWait;
  friend class ProcessSignals;

  // False: there is something to take, or it is closed.
  bool begin_wait(SignalWait& wait);
  // False: it does not wait here any more.
  bool end_wait(SignalWait& wait);
  // Those who are to look again are added to `woken`.
  void note(int signal, std::vector<SignalWait*>& woken);

  const SignalSet signals_;
  std::mutex lock_;  // guards what follows
  bool is_closed_ = false;
  std::vector<int> pending_;
  std::vector<SignalWait*> waiting_;
};

// Ends when its listener has something to take, or had and was closed: who waits looks again then, and takes.
// So nothing is lost with who has left.
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
