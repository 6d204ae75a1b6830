// The lock of a task, a channel, or anything else that strands wait for. Held for a few instructions.
//
// A thread that holds one takes another one only if that lies at a higher address. So threads never wait for
// each other in a circle, however many locks each needs (choose.cpp, Task::detach); debug builds assert this.
// Nothing of the machine's heap is allocated, nothing stops for a collection and no code of the host's runs
// while one is held; debug builds assert this where a thread takes memory from the heap or stands still, and
// where it calls the host. Vectors of the C++ heap may grow (Task::signal, Deadlock).
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

  // Whether this thread holds one. Always false in release builds: for assertions.
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
