// An asynchronous operation that a strand waits for outside of the program: a blocking call on a pool thread,
// a descriptor that becomes ready, or a host's answer.
//
// A native with the effect `read` may wait like this in a strand that is not the head (docs/operations.md);
// meanwhile, what comes after it in the program continues.
#pragma once

#include <atomic>
#include <cstdint>

#include "vm/heap/allocator.h"
#include "vm/heap/ordered_lock.h"
#include "vm/object/function.h"
#include "vm/run/tasks/wait.h"

namespace aspen {

class Runtime;

// Reference-counted: the object that the waiting strand keeps holds one reference, and the completing thread
// another. An operation may outlive the wait and that object; the completing thread must not touch the heap.
class Operation {
 public:
  // The maker holds the first reference; `wrap` passes it on.
  explicit Operation(Runtime& runtime);
  virtual ~Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  // Completes the operation and wakes the waiting strand. Exactly once for each operation, on any thread.
  void end();
  // Likewise, for a thread that the runtime neither owns nor joins: the runtime's destructor blocks until
  // this returns. REQUIRES: the caller holds a lock that `give_up` takes, so it cannot begin too late.
  void end_from_outside();
  // The strand will not wait for it, or no longer. The search for a deadlock then ignores the operation.
  void forsake();
  // For the completing thread, before it ends the operation: there was no memory for the result.
  void refuse() { is_refused_ = true; }
  // Valid after the end.
  bool was_refused() const { return is_refused_; }
  // The result is no longer needed, or was never needed.
  virtual void drop_result() {}
  // The runtime shuts down, and no strand runs. A thread that outlives the runtime must not end the operation
  // later, as the strand that waits for it is gone then; and shutdown waits for calls of the pool.
  virtual void end_soon() { give_up(); }

  void hold() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  // Makes the object that a strand keeps (Strand::keep) while it waits. Takes over the caller's reference.
  static Value wrap(Allocator& allocator, Operation& operation);
  // The operation that the strand keeps; null if it keeps none.
  static Operation* kept_by(const Strand& strand);
  // Likewise, and the strand no longer keeps it: the caller has to release it. Resources of the operation,
  // such as descriptors, then need not wait for a collection.
  static Operation& take_kept(Strand& strand);
  // For the native of a strand that keeps the operation. True: it has ended. False: the native returns
  // Value::exception() as for `choose`; with an error pending, the operation goes on and its result is
  // dropped. `heeded`: the signals that may end the wait.
  static bool await(Strand& strand, uint32_t heeded = UINT32_MAX);
  // For a worker that ends a strand squashed during its wait: the operation will no longer wake it.
  static void forget_wait(Strand& strand);

 protected:
  // The strand no longer waits, so the operation may end early. Any thread; perhaps after the end.
  virtual void give_up() {}

 private:
  friend class Choice;

  Runtime& runtime_;
  std::atomic<uint32_t> owners_{1};
  bool is_refused_ = false;  // written before the end
  OrderedLock lock_;
  // These and the queue are guarded by the lock.
  bool has_ended_ = false;
  bool is_forsaken_ = false;
  WaitQueue waiting_;
};

}  // namespace aspen
