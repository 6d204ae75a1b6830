// How strong the effects of a call can be, from what is known of the function and of the values that this
// call gives it: what a split asks (execution.md).
#pragma once

#include "vm/function.h"

namespace aspen {

struct Bound {
  Effect effect = Effect::pure;
  // It goes through the elements of a value that nobody could look at. Should that be a channel or a fiber,
  // the effect is a write.
  bool uncertain = false;

  Effect strongest() const { return uncertain ? Effect::write : effect; }
};

// Of a running call of `proto`, whose closure, if it captures anything, is `function` and whose parameters
// stand in `registers`: what is left of it does no more. A function called that nobody knows counts as a
// write. Takes a bounded time.
Bound bound_of_call(const Proto& proto, Value function, const Value* registers);

// Of calling any value with `given` arguments of which nothing is known.
Bound bound_of_value(Value callee, unsigned given);

}  // namespace aspen
