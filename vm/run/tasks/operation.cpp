#include "vm/run/tasks/operation.h"

#include <mutex>
#include <new>
#include <utility>

#include "vm/heap/heap.h"
#include "vm/run/runtime.h"
#include "vm/run/strand.h"
#include "vm/run/tasks/choose.h"

namespace aspen {

namespace {

// Null: take_kept has taken it.
void release(void* state) {
  if (state != nullptr) static_cast<Operation*>(state)->release();
}

const NativeType kOperationType{"operation", release, nullptr};

}  // namespace

Operation::Operation(Runtime& runtime) : runtime_(runtime) { runtime_.operations().begin(); }

// Wakes the strand under the lock, so a thread that takes the lock later knows that no wake is in progress.
// The woken strand may end its program before this continues, so the end is counted before the wake.
void Operation::end() {
  Runtime& runtime = runtime_;
  bool is_forsaken = false;
  {
    const std::lock_guard guard(lock_);
    has_ended_ = true;
    is_forsaken = is_forsaken_;
    runtime.operations().end();
    if (Waiter* waiter = waiting_.take_first()) end_wait(*waiter->strand, waiter->which, Value::unit());
  }
  if (is_forsaken) drop_result();
  release();
  if (!is_forsaken) runtime.note_operation_awaited();
}

void Operation::end_from_outside() {
  Runtime& runtime = runtime_;
  runtime.operations().begin_outside_end();
  end();
  runtime.operations().end_outside_end();
}

void Operation::forsake() {
  bool has_ended = false;
  {
    const std::lock_guard guard(lock_);
    has_ended = has_ended_;
    is_forsaken_ = true;
  }
  if (has_ended) return drop_result();
  give_up();
  runtime_.note_operation_awaited();
}

// Each object has a finalizer, which has to be registered with the heap.
Value Operation::wrap(Allocator& allocator, Operation& operation) {
  if (NativeObject* spare = allocator.take_spare()) {
    spare->state = &operation;
    return Value::object(spare);
  }
  operation.hold();  // until the heap owns its reference
  try {
    NativeObject* wrapper = new_native_object(allocator, kOperationType, &operation);
    operation.release();
    return Value::object(wrapper);
  } catch (const std::bad_alloc&) {
    operation.forsake();
    operation.release();
    throw;
  }
}

Operation* Operation::kept_by(const Strand& strand) {
  const Value kept = strand.kept();
  const bool keeps_one = is_kind(kept, Kind::NativeObject) && as<NativeObject>(kept)->type == &kOperationType;
  return keeps_one ? static_cast<Operation*>(as<NativeObject>(kept)->state) : nullptr;
}

Operation& Operation::take_kept(Strand& strand) {
  NativeObject& wrapper = *as<NativeObject>(strand.kept());
  strand.keep(Value::undefined());
  strand.allocator().set_spare(wrapper);
  return *static_cast<Operation*>(std::exchange(wrapper.state, nullptr));
}

bool Operation::await(Strand& strand, uint32_t heeded) {
  Object& object = *strand.kept().as_object();
  return !choose_one<Case::outside>(strand, object, Value::unit(), heeded).is_exception();
}

void Operation::forget_wait(Strand& strand) {
  Wait& wait = strand.wait();
  const bool is_waiting = wait.phase.load(std::memory_order_acquire) != Wait::none;
  Operation* operation = kept_by(strand);
  assert((operation != nullptr || !is_waiting) && "only a head waits for anything else, and is not squashed");
  if (operation == nullptr) return;
  if (is_waiting) {
    const std::lock_guard guard(operation->lock_);
    if (wait.take()) WaitQueue::remove(wait.single);
  }
  wait.phase.store(Wait::none, std::memory_order_relaxed);
  operation->forsake();
}

}  // namespace aspen
