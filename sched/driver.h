// The I/O loop, which whatever worker has nothing better to do drives. libuv is behind it and not seen from
// here.
//
// Exactly one thread touches the loop at a time: the one that has the seat. Others send it requests, and wake
// it only if it sleeps in the loop. What waits: readiness.h (descriptors), child.h (processes),
// signal_watch.h; blocking_call.h is for what needs no loop (files, name lookup).
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

  // Shuts down first if nobody did; then nobody may wait any more. What was made for the driver may outlive
  // it.
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Any thread. True: the caller has the seat until it calls leave_seat, and nobody else gets it.
  bool try_take_seat();
  void leave_seat();

  // In the seat. Performs requests and collects events behind those of `woken`, for the caller to wake, after
  // it has left the seat if it likes. With a time-out of 0 it does not block. Otherwise it blocks until
  // something came, until interrupt() is called (or if it was before), until the time is over, or for no
  // reason. The last is not rare: time-outs that move on a little every turn then need no system call each.
  void turn(uint64_t timeout_ns, WaiterList& woken);

  // Any thread. The turn that is blocked now, or the next one that would block, returns soon. Costs a system
  // call only if there is one now, and only for the first who interrupts it.
  void interrupt();

  // Any thread but one in the seat. Whoever waits gets -ECANCELED; closes every handle and runs the loop
  // until all are closed. Waits that begin later are refused with -ECANCELED. The seat is not to be had
  // again. Twice does no harm.
  void shutdown(WaiterList& cancelled);

  // For what waits (readiness.cpp, child.cpp, signal_watch.cpp).
  DriverCore& core() { return *core_; }

 private:
  explicit Driver(std::shared_ptr<DriverCore> core);

  // Shared with every object made for the driver, so that these know that it is gone.
  const std::shared_ptr<DriverCore> core_;
};

}  // namespace aspen::sched
