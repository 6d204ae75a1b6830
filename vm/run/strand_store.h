// Where a runtime's strands come from, and where they go when they have ended.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "sched/task.h"
#include "vm/run/parallel/free_list.h"
#include "vm/run/parallel/starter.h"

namespace aspen {

class Machine;
class Strand;

// Strands and starters that are free for use. Belongs to one thread.
struct StrandPool {
  FreeList<Strand> unused;
  std::vector<Strand*> withdrawn;  // still in a queue, unless a worker has reached them
  StarterPool starters;
};

// Its memory is kept until the runtime ends, so that a late request for a safepoint finds a strand there, if
// perhaps another one. A pool is used by its own thread only; the rest by any.
class StrandStore {
 public:
  // `type` is that of the strands, as the scheduler sees them.
  StrandStore(Machine& machine, const sched::TaskType& type);
  ~StrandStore();
  StrandStore(const StrandStore&) = delete;
  StrandStore& operator=(const StrandStore&) = delete;

  // A strand that no other code refers to and that is in no queue, with an empty stack. Throws
  // std::bad_alloc.
  Strand& fresh(StrandPool& pool);
  struct Taken {
    Strand& strand;
    bool is_queued;  // it was withdrawn, and its old entry in a queue will start it again
  };
  // Likewise, or one that was withdrawn. The worker that reaches that one's entry in a queue tries again
  // until the strand has been queued or given back, so the caller allocates nothing meanwhile: a collection
  // would wait for that worker.
  Taken take(StrandPool& pool);
  // Makes sure that the next `fresh` or `take` needs no memory. Throws std::bad_alloc.
  void reserve(StrandPool& pool);
  // For one that was not used after all.
  void give_back(StrandPool& pool, Taken taken);
  // For one that has ended, or has not begun.
  void recycle(StrandPool& pool, Strand& strand);
  // Remembers a withdrawn strand that is still queued.
  static void keep_withdrawn(StrandPool& pool, Strand& strand);

  // All strands, in use or not. For use while no worker runs.
  void each(const std::function<void(Strand&)>& visit);

 private:
  struct Slab;
  void add_slab(StrandPool& pool);

  Machine& machine_;
  const sched::TaskType& type_;
  SharedFreeList<Strand> unused_;
  std::mutex lock_;
  std::vector<std::unique_ptr<Slab>> slabs_;  // guarded by the lock, but while all workers stand still
};

}  // namespace aspen
