#include "vm/run/tasks/cancelled.h"

#include "vm/object/symbol.h"
#include "vm/run/machine.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// No script can write this name.
constexpr const char* kName = "Cancelled {}";

}  // namespace

void define_cancelled(Machine& machine) {
  Allocator& allocator = machine.mutator().allocator();
  const Symbol name = sym::kMessage;
  const Value message = Value::object(make_string(allocator, "the task was cancelled"));
  share(message);
  const Value record = Value::object(new_record(allocator, machine.shapes().intern({&name, 1}), &message));
  machine.define(kName, record);
}

Value what_cancelled_carries(Machine& machine) { return machine.builtin(kName)->value; }

}  // namespace aspen
