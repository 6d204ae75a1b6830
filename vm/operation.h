// What goes on outside of the program while a strand waits for it: a call on a thread that may block, a
// descriptor that becomes ready, a host's answer.
//
// Natives whose effect is `read` may wait so in strands that are not the head (execution.md): while they do,
// what comes after them goes on.
#pragma once

#include <atomic>
#include <cstdint>

#include "vm/allocator.h"
#include "vm/function.h"
#include "vm/ordered_lock.h"
#include "vm/wait.h"

namespace aspen {

class Runtime;

// Counted: by the object that a strand keeps while it waits, and by whoever is to end it. So it may outlive
// both the wait and that object; whoever ends it touches nothing of the heap.
class Operation {
 public:
  // The maker's: `wrap` hands it on.
  explicit Operation(Runtime& runtime);
  virtual ~Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  // Any thread, once, and by all operations: it is over. Whoever waits goes on.
  void end();
  // The same, by a thread that the runtime neither owns nor joins: its end waits until this has returned.
  // Whoever calls this holds a lock that `give_up` takes, so that it does not begin once nobody waits.
  void end_from_outside();
  // By who would have waited for it, and will not. From then on it counts for no deadlock.
  void forsake();
  // By who ends it, before: there was no memory for its result.
  void refuse() { is_refused_ = true; }
  // Once it is over.
  bool was_refused() const { return is_refused_; }
  // What came of it is not needed any more, or never was.
  virtual void drop_result() {}

  void hold() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  // The object that a strand keeps (Strand::keep) while it waits for the operation; takes the reference over.
  static Value wrap(Allocator& allocator, Operation& operation);
  // The one that the strand keeps; null if it keeps none.
  static Operation* kept_by(const Strand& strand);
  // The same, for the caller to release: the strand keeps it no longer. What it holds, descriptors above all,
  // need not wait for a collection then.
  static Operation& take_kept(Strand& strand);
  // By the native of a strand that keeps it. True: it is over. False: the native returns Value::exception(),
  // as `choose` says; if an error is pending the operation goes on, and nobody wants its result. `heeded`:
  // the signals that may end the wait.
  static bool await(Strand& strand, uint32_t heeded = UINT32_MAX);
  // By a worker that ends a strand which was squashed while it waited: nobody will wake it.
  static void forget_wait(Strand& strand);

 protected:
  // Any thread, perhaps when it is over: nobody waits for it, so it may end sooner than it would have.
  virtual void give_up() {}

 private:
  friend class Choice;

  Runtime& runtime_;
  std::atomic<uint32_t> owners_{1};
  bool is_refused_ = false;  // written before it ends
  OrderedLock lock_;
  // Guarded by the lock, and so is the queue.
  bool has_ended_ = false;
  bool is_forsaken_ = false;
  WaitQueue waiting_;
};

}  // namespace aspen
