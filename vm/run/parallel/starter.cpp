#include "vm/run/parallel/starter.h"

#include "vm/heap/memory_account.h"
#include "vm/heap/tracer.h"
#include "vm/run/tasks/task.h"

namespace aspen {

Starter& StarterStore::take(StarterPool& pool, const sched::TaskType& type, Runtime& runtime,
                            MemoryAccount& account) {
  if (Starter* starter = unused_.take(pool.unused)) return *starter;
  const std::lock_guard guard(lock_);
  unused_.reserve(starters_.size() + 1);
  Starter& made = starters_.emplace_back(type, runtime);
  account.add_stack(sizeof(Starter));
  return made;
}

size_t StarterStore::bytes() const { return starters_.size() * sizeof(Starter); }

void StarterStore::trace_roots(Tracer& tracer) {
  for (const Starter& starter : starters_) {
    Task* task = starter.parent.load(std::memory_order_relaxed);
    if (task != Starter::unqueued()) tracer.visit(task);
  }
}

}  // namespace aspen
