// How strong the effects of a call can be, given what is known about the function and about the values of
// this call. Splits ask for this (docs/bytecode.md).
#pragma once

#include "vm/object/function.h"

namespace aspen {

struct Bound {
  Effect effect = Effect::pure;
  // The call iterates over a value of unknown kind. If that is a channel or a fiber, the effect is a
  // write.
  bool uncertain = false;

  Effect strongest() const { return uncertain ? Effect::write : effect; }
};

// The bound of a running call of `proto`: what remains of the call does no more than this. Its closure, if it
// captures anything, is `function`, and its parameters are in `registers`. An unknown callee counts as a
// write. Takes bounded time.
Bound bound_of_call(const Proto& proto, Value function, const Value* registers);

// Sets `bound` of the function's loops: the strongest effect of an iteration, from its body's instructions
// alone. A call that depends on values counts as a write; so does a loop inside that may run over a channel.
// Sets `works` also of a loop that reads. Precondition: the code is linked, and it has not run.
void bound_loops(Proto& proto);

// The bound of calling a value with `given` arguments about which nothing is known.
Bound bound_of_value(Value callee, unsigned given);

}  // namespace aspen
