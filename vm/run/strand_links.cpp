#include "vm/run/strand_links.h"

#include "vm/heap/tracer.h"
#include "vm/object/future.h"

namespace aspen {

void StrandLinks::reset() {
  stand = continues = owes = nullptr;
  is_head.store(true, std::memory_order_relaxed);
  wants_turn = may_read = false;
  signals.store(0, std::memory_order_relaxed);
  earlier = later = next_waiter = nullptr;
  awaited = nullptr;
}

void StrandLinks::trace(Tracer& tracer) {
  tracer.visit(stand);
  tracer.visit(continues);
  tracer.visit(owes);
  tracer.visit(awaited);  // it is in that future's list, even if it was woken without a result and continued
}

}  // namespace aspen
