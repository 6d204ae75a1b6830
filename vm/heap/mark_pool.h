// Marking with several threads: each marker works on its own stack (tracer.h), and passes a part of it on
// when another marker has none left.
//
// The collector opens the pool and marks from the roots. Stopped threads join it. A marker without work waits
// in `take` and sets `hungry`; the others check that after each object, and give away the older half of their
// stack, which tends to lead to more work than the younger half. Marking ends when the last marker that comes
// to wait, under the lock, finds all others waiting and no work given: then no marker has work and none can
// give any. This also holds for threads that join later. The collector waits only after it has traced all
// roots, so marking cannot end before that.
//
// The marker that sets an object's mark, in one atomic operation, traces it. Any marker makes a line live by
// an atomic store. Both are relaxed: markers read data written before the world stopped, and the collector
// reads theirs after each marker has left the pool under the lock.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "vm/object/object.h"

namespace aspen {

// A piece of an array to trace.
struct MarkRun {
  const Value* begin;
  const Value* end;
};

class MarkPool {
 public:
  // Whether a marker waits for work and there is none: a hint.
  bool hungry() const { return hungry_.load(std::memory_order_relaxed); }
  // Gives work to other markers. False if there is no memory for that; the caller then keeps its work.
  bool give(Object* const* objects, size_t count);
  bool give(MarkRun run);

  // Counts the caller as a marker; false if marking has ended. The collector is counted from the start.
  bool join();
  // Moves a share of the given work to `objects` and `runs`; waits for work. False: marking has ended.
  bool take(std::vector<Object*>& objects, std::vector<MarkRun>& runs);

 private:
  bool empty() const { return objects_.empty() && runs_.empty(); }
  void note_given();
  // Waits briefly, until work is given or marking has ended.
  void look_out() const;
  void share_out(std::vector<Object*>& objects, std::vector<MarkRun>& runs);

  std::mutex lock_;  // guards all but `hungry_`, which is also written under it
  std::condition_variable changed_;
  std::vector<Object*> objects_;
  std::vector<MarkRun> runs_;
  size_t markers_ = 1;
  size_t waiting_ = 0;
  bool over_ = false;
  // Read by all markers: relaxed, because a marker that gives work takes the lock.
  std::atomic<bool> hungry_ = false;
};

}  // namespace aspen
