#include "sched/memory.h"

#include <mimalloc.h>

#include <new>

namespace aspen::sched {

void* allocate(size_t bytes) {
  void* memory = mi_malloc(bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept { mi_free(memory); }

}  // namespace aspen::sched
