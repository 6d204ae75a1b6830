// Files and sockets that nothing refers to any more are closed by the collector, which knows of memory only.
// Before a program runs into the system's limit on open descriptors, it is made to look.
#pragma once

#include "vm/strand.h"

namespace aspen {

// After `newest` was opened, and before a value owns it: the system gives the least number that is free, so
// a high one says that most of what the process may open is open. Then it collects, unless little was opened
// since the last time.
void close_abandoned(Strand& s, int newest);

}  // namespace aspen
