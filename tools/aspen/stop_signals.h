// Ctrl-C, and other signals that ask the process to end.
#pragma once

#include "vm/run/machine.h"

namespace aspen {

// While it exists, SIGINT, SIGTERM and SIGHUP stop the machine's program as an uncaught error does: its
// output is written, and the reports that were requested are printed. After one second, the process ends in
// any case, since the program may be in a call that blocks. Further signals change nothing: `timeout` sends
// two at once, one to the process and one to its group. A signal that was ignored stays ignored. At most one
// object exists at a time.
class StopSignals {
 public:
  explicit StopSignals(Machine& machine);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Called when all reports are printed: ends the process as the signal would have, if one came.
  static void end_as_signalled();
};

}  // namespace aspen
