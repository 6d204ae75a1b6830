// The error of a program in which every task waits and no wait can end.
#pragma once

#include <span>

#include "vm/run/tasks/choose.h"

namespace aspen {

class Strand;
class Task;

// Raises Deadlock in the strand, the head of the program's own task, which waits for `cases`. No other strand
// runs. The message says what that task waits for, the hint what would help, and the trace where up to eight
// other tasks wait.
void raise_deadlock(Strand& strand, Task& program, std::span<const Case> cases);

}  // namespace aspen
