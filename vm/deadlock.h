// The error of a program in which every task waits, and nothing can end any of these waits.
#pragma once

#include <span>

#include "vm/choose.h"

namespace aspen {

class Strand;
class Task;

// Raises it in the strand, the head of the program's own task, which waits for `cases`. Nothing else runs.
// The message says what that task waits for, the hint what would help, and the trace where the others wait:
// eight of them.
void raise_deadlock(Strand& strand, Task& program, std::span<const Case> cases);

}  // namespace aspen
