// Memory for strands' stacks, which any thread may free. A sanitizer sees each allocation and release.
#pragma once

#include <mimalloc.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "sched/memory.h"
#include "vm/object/value.h"

namespace aspen {

// All zeros. Null: the system has no memory.
inline Value* allocate_stack(size_t slots) {
  void* memory = sched::kUsesMimalloc ? mi_zalloc(slots * sizeof(Value)) : std::calloc(slots, sizeof(Value));
  return static_cast<Value*>(memory);
}

// Returns the pages of a large stack to the system at once. mimalloc keeps the pages of a freed block for a
// while, and a growing stack would then hold as much again in its previous versions.
inline void drop_pages(Value* stack, size_t slots) {
  constexpr size_t kLargeBytes = size_t{1} << 20;
  constexpr uintptr_t kPageBytes = 4096;
  if (slots * sizeof(Value) < kLargeBytes) return;
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(stack) + kPageBytes - 1) & ~(kPageBytes - 1);
  const uintptr_t end = reinterpret_cast<uintptr_t>(stack + slots) & ~(kPageBytes - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);  // advice: may fail
}

// A stack of `slots`, which begins with the first `held` slots of the old one; the others are undefined.
// Frees the old stack. Null if the system has no memory; then nothing has changed.
inline Value* grow_stack(Value* stack, size_t held, size_t slots) {
  const size_t bytes = slots * sizeof(Value);
  if (!sched::kUsesMimalloc) return static_cast<Value*>(std::realloc(stack, bytes));
  Value* grown = static_cast<Value*>(mi_malloc(bytes));
  if (grown == nullptr) return nullptr;
  std::memcpy(static_cast<void*>(grown), stack, held * sizeof(Value));
  drop_pages(stack, held);
  mi_free(stack);
  return grown;
}

inline void free_stack(Value* stack) { sched::kUsesMimalloc ? mi_free(stack) : std::free(stack); }

}  // namespace aspen
