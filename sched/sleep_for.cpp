#include "sched/sleep_for.h"

namespace aspen::sched {

SleepTimer::SleepTimer(uint64_t at_ns) {
  deadline_ns = at_ns;
  fire = wake_sleeper;
}

SleepTimer::~SleepTimer() {
  if (timers_ && !timers_->remove(*this)) wait_until_fired();
}

void SleepTimer::await_suspend(std::coroutine_handle<> here) {
  Worker& worker = *Worker::current();
  task_ = &running_task(worker);
  task_->resume_at = here;
  timers_ = &worker.timers();
  worker.set_outcome(Outcome::parked);
  (void)timers_->add(*this);  // this worker looks at its timers before it sleeps: no wake is needed
}

void SleepTimer::await_resume() {
  wait_until_fired();
  timers_ = nullptr;
}

void SleepTimer::wake_sleeper(Timer& timer) {
  auto& self = static_cast<SleepTimer&>(timer);
  self.task_->scheduler->wake(*self.task_);
  self.fired_.store(true, std::memory_order_release);
}

void SleepTimer::wait_until_fired() const {
  spin_until([this] { return fired_.load(std::memory_order_acquire); });
}

}  // namespace aspen::sched
