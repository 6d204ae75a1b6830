#include "vm/starter.h"

#include "vm/task.h"
#include "vm/tracer.h"

namespace aspen {

Starter& StarterStore::take(StarterPool& pool, const sched::TaskType& type, Runtime& runtime) {
  if (Starter* starter = pool.unused) {
    pool.unused = static_cast<Starter*>(starter->next);
    return *starter;
  }
  const std::lock_guard guard(lock_);
  return starters_.emplace_back(type, runtime);
}

void StarterStore::give_back(StarterPool& pool, Starter& starter) {
  starter.next = pool.unused;
  pool.unused = &starter;
}

void StarterStore::trace_roots(Tracer& tracer) {
  for (const Starter& starter : starters_) {
    Task* task = starter.parent.load(std::memory_order_relaxed);
    if (task != Starter::nobody()) tracer.visit(task);
  }
}

}  // namespace aspen
