#include "vm/operation.h"

#include <mutex>

#include "vm/choose.h"
#include "vm/heap.h"
#include "vm/runtime.h"
#include "vm/strand.h"

namespace aspen {

namespace {

void release(void* state) { static_cast<Operation*>(state)->release(); }

const NativeType kOperationType{"operation", release, nullptr};

}  // namespace

Operation::Operation(Runtime& runtime) : runtime_(runtime) { runtime_.note_operation(); }

// The strand is woken under the lock: whoever takes the lock afterwards knows that no wake is on its way.
void Operation::end() {
  Runtime& runtime = runtime_;
  Waiter* waiter = nullptr;
  {
    const std::lock_guard guard(lock_);
    has_ended_ = true;
    waiter = waiting_.take_first();
    if (waiter != nullptr) end_wait(*waiter->strand, waiter->which, Value::unit());
  }
  release();
  runtime.note_operation_ended(waiter != nullptr);
}

Value Operation::wrap(Allocator& allocator, Operation& operation) {
  return Value::object(new_native_object(allocator, kOperationType, &operation));
}

Operation* Operation::kept_by(const Strand& strand) {
  const Value kept = strand.kept();
  const bool keeps_one = is_kind(kept, Kind::NativeObject) && as<NativeObject>(kept)->type == &kOperationType;
  return keeps_one ? static_cast<Operation*>(as<NativeObject>(kept)->state) : nullptr;
}

bool Operation::await(Strand& strand) {
  return !choose_one<Case::outside>(strand, *strand.kept().as_object()).is_exception();
}

void Operation::forget_wait(Strand& strand) {
  Wait& wait = strand.wait();
  if (wait.phase.load(std::memory_order_acquire) == Wait::none) return;
  Operation* operation = kept_by(strand);
  assert(operation != nullptr && "only a head waits for anything else, and is not squashed");
  {
    const std::lock_guard guard(operation->lock_);
    if (wait.take()) WaitQueue::remove(wait.single);
  }
  wait.phase.store(Wait::none, std::memory_order_relaxed);
  operation->give_up();
}

}  // namespace aspen
