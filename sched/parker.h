// Where one worker waits for its token: whoever claimed it from the idle set gives it one. A token that comes
// early is kept; there is never more than one. tests/models/parker.pml is the protocol.
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/platform.h"

namespace aspen::sched {

class Parker {
 public:
  // Its worker. Waits for the token and takes it; false if the time is over first.
  bool wait(uint64_t timeout_ns);

  // Its worker, to wait in another place than here (the driver): true if it may, and end_elsewhere follows;
  // false if there is a token, which is taken.
  bool begin_elsewhere() { return announce(kElsewhere); }
  // Whether there is a token, which is taken.
  bool end_elsewhere() { return withdraw(kElsewhere); }

  // Any thread. True if the worker waits elsewhere, where the caller has to interrupt it.
  bool give();

 private:
  static constexpr uint32_t kEmpty = 0, kWaiting = 1, kElsewhere = 2, kToken = 3;

  bool announce(uint32_t where);
  bool withdraw(uint32_t where);
  void take_token();

  // Written by the worker (empty, waiting, elsewhere) and by who wakes it (token). Acquire-release: what was
  // done before giving the token is seen by who takes it.
  std::atomic<uint32_t> state_{kEmpty};
};

}  // namespace aspen::sched
