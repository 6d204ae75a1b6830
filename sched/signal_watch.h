// Waiting for a signal that is sent to the process.
#pragma once

#include <memory>

#include "sched/driver.h"
#include "sched/waiter.h"

namespace aspen::sched {

// While it exists, the signal does not have its default effect on the process. Several watches may watch the
// same signal.
class SignalWatch {
 public:
  // Watches from the driver's next turn on.
  SignalWatch(Driver& driver, int signal);
  // Closes. No thread may be in a call on it by then.
  ~SignalWatch() { close(); }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // Any thread. 1: the signal has come since the last wait, once or more. 0: the waiter will be woken with 1,
  // or with an error (-EINVAL for a number that is no signal, or one that cannot be caught). Negative errno,
  // no wake follows: -EBUSY if another waiter waits, -ECANCELED if closed or the driver is shut down.
  int wait(Waiter& waiter);

  // Any thread. True: the waiter does not wait any more. False: its wake has come or is coming.
  bool cancel(Waiter& waiter);

  // Any thread. Wakes the waiter with -ECANCELED, on this thread. The driver stops watching the signal in its
  // next turn.
  void close();

 private:
  struct Node;
  struct Release {
    void operator()(Node* node) const;
  };
  const std::unique_ptr<Node, Release> node_;  // shared with the driver, by count
};

}  // namespace aspen::sched
