// The collector closes files and sockets that nothing refers to any more, but only memory use starts it.
// Here it is started before the process reaches the system's limit on open descriptors.
#pragma once

#include "vm/run/strand.h"

namespace aspen {

// Call it after `newest` was opened and before a value owns it. The system gives out the lowest free number,
// so a high one means that the process is near its limit. Then this collects, unless few descriptors were
// opened since the last time.
void close_abandoned(Strand& s, int newest);

}  // namespace aspen
