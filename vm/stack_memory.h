// Memory of strands' stacks, which any thread may give back. A sanitizer sees each come and go.
#pragma once

#include <mimalloc.h>

#include <cstdlib>

#include "sched/memory.h"
#include "vm/value.h"

namespace aspen {

// All zeros. Null: the system has no more.
inline Value* allocate_stack(size_t slots) {
  void* memory = sched::kUsesMimalloc ? mi_zalloc(slots * sizeof(Value)) : std::calloc(slots, sizeof(Value));
  return static_cast<Value*>(memory);
}

// Keeps what fits; what is new may be anything. Null, and nothing has changed: the system has no more.
inline Value* reallocate_stack(Value* stack, size_t slots) {
  const size_t bytes = slots * sizeof(Value);
  return static_cast<Value*>(sched::kUsesMimalloc ? mi_realloc(stack, bytes) : std::realloc(stack, bytes));
}

inline void free_stack(Value* stack) { sched::kUsesMimalloc ? mi_free(stack) : std::free(stack); }

}  // namespace aspen
