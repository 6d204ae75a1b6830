// How a program or a task ended.
#pragma once

#include "vm/object/value.h"
#include "vm/run/error_trace.h"

namespace aspen {

struct Ending {
  Value value = Value::undefined();  // the result; exception(): an error
  Value error = Value::undefined();
  bool uncatchable = false;
  Trace trace;
};

}  // namespace aspen
