// Where one worker waits for its token. The thread that claimed it from the idle set gives it one. A token
// that comes early is kept; there is never more than one. tests/models/parker.pml is the protocol (W6).
#pragma once

#include <atomic>
#include <cstdint>

#include "sched/platform.h"

namespace aspen::sched {

class Parker {
 public:
  // Its worker. Waits for the token and takes it; false if the time is over first.
  bool wait(uint64_t timeout_ns);

  // Its worker, to wait elsewhere (in the driver). True: it may wait, and calls end_elsewhere afterwards.
  // False: there is a token, which this call takes.
  bool begin_elsewhere() { return announce(kElsewhere); }
  // Returns whether there is a token, and takes it.
  bool end_elsewhere() { return withdraw(kElsewhere); }

  // Any thread. True if the worker waits elsewhere, where the caller has to interrupt it.
  bool give();

 private:
  static constexpr uint32_t kEmpty = 0, kWaiting = 1, kElsewhere = 2, kToken = 3;

  bool announce(uint32_t where);
  bool withdraw(uint32_t where);
  void take_token();

  // Written by the worker (empty, waiting, elsewhere) and by the thread that wakes it (token).
  // Acquire-release: the worker that takes the token sees what was done before it was given.
  std::atomic<uint32_t> state_{kEmpty};
};

}  // namespace aspen::sched
