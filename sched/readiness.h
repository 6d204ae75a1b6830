// Waiting until a descriptor can be read or written without blocking: sockets, pipes, terminals.
#pragma once

#include <cstdint>
#include <memory>

#include "sched/driver.h"
#include "sched/waiter.h"

namespace aspen::sched {

// Owns one non-blocking descriptor. One waiter may wait to read and one to write, at the same time. A user
// tries the system call first, waits only if that would block, and tries again when woken: a wake does not
// promise that the call succeeds.
//
// The first wait registers the descriptor with the driver. After a wake for reading it stays registered. So a
// user that reads all there is and waits again makes no system call for it.
class Readiness {
 public:
  // The bits that a wait returns.
  static constexpr int kReadable = 1, kWritable = 2;
  static constexpr int kHungUp = 4;  // the peer has closed; what it sent before can still be read
  static constexpr int kFailed = 8;  // the next system call says why

  Readiness(Driver& driver, int descriptor);
  // Closes. No thread may be in a call on it by then.
  ~Readiness() { close(); }
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;

  int descriptor() const { return descriptor_; }

  // Any thread. 0: the waiter will be woken, with bits or an error. Bits: it is ready, and no wake follows.
  // Negative errno, no wake follows: -EBUSY if another waiter waits for the same, -ECANCELED if it is closed
  // or the driver is shut down.
  int wait_readable(Waiter& waiter);
  int wait_writable(Waiter& waiter);

  // Any thread. True: the waiter does not wait any more. False: its wake has come or is coming.
  bool cancel(Waiter& waiter);

  // Any thread. Wakes the waiters with -ECANCELED, on this thread, and closes the descriptor: at once if it
  // was never registered, otherwise in the driver's next turn.
  void close();

 private:
  struct Node;
  struct Release {
    void operator()(Node* node) const;
  };

  const int descriptor_;
  const std::unique_ptr<Node, Release> node_;  // shared with the driver, by count
};

}  // namespace aspen::sched
