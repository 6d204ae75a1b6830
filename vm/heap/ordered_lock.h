// The lock of a task, a channel, or another object that strands wait for. Held for a few instructions, or for
// a walk over the children of one task: to signal them, to list them, to report a deadlock.
//
// A thread that holds one may take another one only if that is at a higher address. So threads never wait for
// each other in a circle, however many locks each needs (choose.cpp, Task::detach); debug builds assert this.
// While one is held, the thread does not allocate in the machine's heap, stop for a collection or call the
// host; debug builds assert this where a thread takes memory from the heap, stops, or calls the host. Vectors
// of the C++ heap may grow (Task::signal, Deadlock).
#pragma once

#include "sched/spin_lock.h"

namespace aspen {

class OrderedLock {
 public:
  void lock() {
    note_locking();
    lock_.lock();
  }
  void unlock() {
    lock_.unlock();
    note_unlocked();
  }

  // Whether this thread holds one. For assertions; always false in release builds.
  static bool is_any_held();

 private:
#ifdef NDEBUG
  void note_locking() {}
  void note_unlocked() {}
#else
  void note_locking() const;
  void note_unlocked() const;
#endif

  sched::SpinLock lock_;
};

#ifdef NDEBUG
inline bool OrderedLock::is_any_held() { return false; }
#endif

}  // namespace aspen
