// What an iteration of a loop needs of the iterations before it: decides where the loop is split, and tells
// tools why it runs in order. Any thread, while the module is loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vm/object/function.h"

namespace aspen {

// The first instruction of a loop's body, in the order of the code, that cannot run before the iteration
// before has computed a register.
struct LoopNeed {
  uint32_t word = 0;              // of the instruction
  uint8_t reg = 0;                // the register that the loop carries
  bool is_in_branch = false;      // other iterations do not come to it
  const Proto* callee = nullptr;  // the function that gets the value, which may use it late; null: none
};
std::optional<LoopNeed> first_need(const Proto& proto, const LoopSite& loop);

// Sets `ready` of the function's loops. Looks through each body at most nine times.
void find_ready(Proto& proto);

// The name of the first of these registers that is a variable which the loop changes; "" if none is.
std::string variable_name(const Proto& proto, const LoopSite& loop, uint64_t registers);
// The name of the variable that the instruction at the word needs of the iteration before, in the innermost
// loop for which there is one; "" if there is none, or if it has no name.
std::string needed_variable(const Proto& proto, uint32_t word);

// The first instruction of a loop's body that waits for its turn: a call of a function that prints or
// writes whatever its arguments are.
struct LoopEffect {
  uint32_t word = 0;
  Effect effect = Effect::pure;
};
std::optional<LoopEffect> first_effect(const Proto& proto, const LoopSite& loop);

// Whether the body has a loop over something that may give each element to one reader only. The bound of the
// loop leaves that out.
bool may_take_elements(const Proto& proto, const LoopSite& loop);
// Whether the body calls natives that only compute, and may take long.
bool calls_natives(const Proto& proto, const LoopSite& loop);
// Whether the body needs what the iteration before computes, and does nothing long before that: then the
// iterations would wait for one another.
bool needs_first(const Proto& proto, const LoopSite& loop);

// Whether the body calls a function, reads, or has a loop, before the word; what prints or writes is left
// out.
bool works_before(const Proto& proto, const LoopSite& loop, uint32_t word);

}  // namespace aspen
