// The header of a frame: the three slots below its first register, `base` (docs/frames.md). The lowest one
// has what the frame runs, and receives its result. The other two are the way back.
#pragma once

#include <cstddef>

#include "vm/run/interpreter.h"
#include "vm/run/strand_stack.h"

namespace aspen {

// A Closure, or a Proto pointer (raw_slot) of a function that captures nothing.
inline Value& function_of(Value* base) { return base[-3]; }
inline Value function_of(const Value* base) { return base[-3]; }

inline const Word* return_of(const Value* base) { return reinterpret_cast<const Word*>(base[-2].bits()); }
inline void set_return(Value* base, const Word* return_to) { base[-2] = raw_slot(return_to); }

// The registers of the caller.
inline Value* caller_of(Value* base) {
  return reinterpret_cast<Value*>(reinterpret_cast<std::byte*>(base) - base[-1].bits());
}
inline const Value* caller_of(const Value* base) {
  return reinterpret_cast<const Value*>(reinterpret_cast<const std::byte*>(base) - base[-1].bits());
}

// Writes the way back to a caller, where the call's window begins at register `window`.
inline void link_frame(Value* base, const Word* return_to, unsigned window) {
  set_return(base, return_to);
  base[-1] = raw_slot(static_cast<ptrdiff_t>((window + kHeaderSlots) * sizeof(Value)));
}

}  // namespace aspen
