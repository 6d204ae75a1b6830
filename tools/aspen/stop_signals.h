// Ctrl-C, and what else asks a process to end.
#pragma once

#include "vm/machine.h"

namespace aspen {

// While it exists, SIGINT, SIGTERM and SIGHUP stop the machine's program as an error does that nobody
// catches, so that what it has printed is written, and what was asked to be told is told. A second signal
// ends the process at once, and so does a second that passes: the program may be in a call that blocks. A
// signal that was ignored stays so. One at a time.
class StopSignals {
 public:
  explicit StopSignals(Machine& machine);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Once all is told: ends the process as the signal would have, if one came.
  static void end_as_signalled();
};

}  // namespace aspen
