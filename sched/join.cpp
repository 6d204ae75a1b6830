#include "sched/join.h"

#include "sched/worker.h"

namespace aspen::sched {

void JoinableTask::end(uint32_t how) {
  Scheduler& owner = *scheduler;
  owner.retire(*this, how);
  uintptr_t joiner = 0;
  switch (cell.complete(joiner)) {
    case JoinCell<ThreadAtomics>::Found::none: return;
    case JoinCell<ThreadAtomics>::Found::detached: joinable_type().destroy(*this); return;
    case JoinCell<ThreadAtomics>::Found::joiner: break;
  }
  if ((joiner & ThreadWaiter::kTag) == 0) {
    Task& waiting = *reinterpret_cast<Task*>(joiner);
    waiting.scheduler->wake(waiting);
    cell.woke();
    return;
  }
  cell.woke();
  std::atomic<uint32_t>& woken = reinterpret_cast<ThreadWaiter*>(joiner - ThreadWaiter::kTag)->woken;
  woken.store(1, std::memory_order_release);
  wake_word(woken);  // the waiter may be gone already; a wake at its address does no harm
}

void wait_for_end(JoinableTask& task) {
  assert(!Worker::current() || &Worker::current()->scheduler() != task.scheduler);
  ThreadWaiter waiter;
  if (!task.cell.await(reinterpret_cast<uintptr_t>(&waiter) + ThreadWaiter::kTag))
    return task.cell.wait_until_done();
  while (waiter.woken.load(std::memory_order_acquire) == 0) wait_word(waiter.woken, 0, kForever);
}

}  // namespace aspen::sched
