// The I/O loop. Any worker that has nothing better to do drives it. It is implemented with libuv, which this
// header does not expose.
//
// Exactly one thread touches the loop at a time: the thread that has the seat. Other threads send it
// requests, and wake it only if it sleeps in the loop. Its users: readiness.h (descriptors), child.h
// (processes), signal_watch.h. Calls that need no loop (files, name lookup) use blocking_call.h.
#pragma once

#include <cstdint>
#include <memory>

#include "sched/platform.h"
#include "sched/waiter.h"

namespace aspen::sched {

class DriverCore;

class Driver {
 public:
  // Null, with a negative errno, if the system refuses the descriptors.
  static std::unique_ptr<Driver> create(int& error);

  // Shuts down first unless that was done, and wakes every waiter with -ECANCELED. Objects made for the
  // driver may outlive it.
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Any thread. True: the caller has the seat until it calls leave_seat; no other thread gets it before.
  bool try_take_seat();
  void leave_seat();

  // REQUIRES: the caller has the seat. Performs requests and appends the waiters of events to `woken`. The
  // caller wakes them, after it has left the seat if it likes. With a time-out of 0 it does not block.
  // Otherwise it blocks until an event comes, interrupt() is called (or was before), the time-out is over, or
  // for no reason. The last is not rare: a timer set for an earlier turn is kept, to save system calls.
  void turn(uint64_t timeout_ns, WaiterList& woken);

  // Any thread. The turn that blocks now, or the next one that would block, returns soon. Makes a system call
  // only if a turn blocks now, and only for the first caller that interrupts it.
  void interrupt();

  // Any thread that does not have the seat. Appends every waiter to `cancelled`, with -ECANCELED; closes
  // every handle and runs the loop until all are closed. Later waits are refused with -ECANCELED, and the
  // seat cannot be taken again. A second call does nothing.
  void shutdown(WaiterList& cancelled);

  // For the classes that wait through it (readiness.cpp, child.cpp, signal_watch.cpp).
  DriverCore& core() { return *core_; }

 private:
  explicit Driver(std::shared_ptr<DriverCore> core);

  // Shared with every object made for the driver, so that these can see that it is shut down.
  const std::shared_ptr<DriverCore> core_;
};

}  // namespace aspen::sched
