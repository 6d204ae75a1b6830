// How several threads mark together: each works on a stack of its own (tracer.h) and passes some of it on
// when another has run out.
//
// The collector opens the pool, and marks from the roots. Threads that stand still join it. Who has nothing
// left waits in `take`, and says by `hungry` that it does; the others look at that after each object, and
// give away the older half of what they have, which tends to lead to more than the younger. The end: the
// last marker that comes to wait, under the lock, finds every other one waiting and nothing given. Then no
// marker has work, and nobody could give any: marking is over, for those who join later, too. The collector
// itself waits only when it has traced all roots, so the pool never ends before that.
//
// An object is traced by who sets its mark, in one atomic operation; a line becomes live by an atomic store,
// whoever comes. Both are relaxed: what markers read was written before the world stopped, and what they
// wrote is read by the collector after each has left the pool under the lock.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "vm/object.h"

namespace aspen {

// A piece of an array that is to be traced.
struct MarkRun {
  const Value* begin;
  const Value* end;
};

class MarkPool {
 public:
  // Whether somebody waits for work and there is none: a hint.
  bool hungry() const { return hungry_.load(std::memory_order_relaxed); }
  // False: there is no memory for that, and the caller keeps what it has.
  bool give(Object* const* objects, size_t count);
  bool give(MarkRun run);

  // Counts the caller as a marker; false if marking is over. The collector counts already.
  bool join();
  // Moves a share of what was given to the caller's `objects` and `runs`; waits for it. False: it is over.
  bool take(std::vector<Object*>& objects, std::vector<MarkRun>& runs);

 private:
  bool empty() const { return objects_.empty() && runs_.empty(); }
  void note_given();
  // For a while, or until something is given, or nothing ever will be.
  void look_out() const;
  void share_out(std::vector<Object*>& objects, std::vector<MarkRun>& runs);

  std::mutex lock_;  // guards all but `hungry_`, which is written under it
  std::condition_variable changed_;
  std::vector<Object*> objects_;
  std::vector<MarkRun> runs_;
  size_t markers_ = 1;
  size_t waiting_ = 0;
  bool over_ = false;
  // Read by all markers: relaxed, since who gives takes the lock.
  std::atomic<bool> hungry_ = false;
};

}  // namespace aspen
