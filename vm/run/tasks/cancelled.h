// What `Cancelled` carries: one record for all tasks of a machine. The memory limit cancels very many tasks
// at once, and there is no memory for a message of each.
#pragma once

#include "vm/object/value.h"

namespace aspen {

class Machine;

// Once, when the machine is made.
void define_cancelled(Machine& machine);
// For any worker: `define_cancelled` has made it, and it never changes.
Value what_cancelled_carries(Machine& machine);

}  // namespace aspen
