#include "sched/blocking_pool.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

namespace aspen::sched {

int BlockingPool::submit(Job& job) {
  assert(job.run && job.drop);
  const std::lock_guard hold(lock_);
  if (is_shutting_down_) return -ECANCELED;
  if (idle_) {
    call_idle(&job);
    return 0;
  }
  if (threads_.size() < config_.most_threads) {
    // Under the lock, so that it is certain that no thread is alive when the attempt fails. A start is rare:
    // once for each thread.
    const std::error_code error = add_thread();
    if (error && threads_.empty()) return -error.value();
  }
  queue(job);
  return 0;
}

void BlockingPool::shutdown() {
  std::unique_lock hold(lock_);
  is_shutting_down_ = true;
  Job* dropped = std::exchange(first_, nullptr);
  last_ = nullptr;
  queued_ = 0;
  while (idle_) call_idle(nullptr);
  hold.unlock();
  while (dropped) {
    Job& job = *std::exchange(dropped, dropped->next);
    job.drop(job);
  }
  hold.lock();
  all_left_.wait(hold, [this] { return threads_.empty(); });
  std::thread last = std::move(departed_);
  hold.unlock();
  if (last.joinable()) last.join();
}

BlockingPool::Statistics BlockingPool::statistics() const {
  const std::lock_guard hold(lock_);
  return {threads_.size(), idle_count_, queued_, most_threads_ever_};
}

std::error_code BlockingPool::add_thread() {
  std::error_code error;
  const auto self = threads_.emplace(threads_.end());
  *self = config_.start_thread([this, self] { serve(self); }, error);
  if (error) threads_.erase(self);
  most_threads_ever_ = std::max(most_threads_ever_, threads_.size());
  return error;
}

void BlockingPool::serve(Threads::iterator self) {
  std::unique_lock hold(lock_);
  while (Job* job = next_job(hold)) {
    hold.unlock();
    job->run(*job);
    hold.lock();
  }
  leave(self, hold);
}

// Null if the thread is to end.
Job* BlockingPool::next_job(std::unique_lock<std::mutex>& hold) {
  if (Job* job = first_) {
    first_ = job->next;
    if (!first_) last_ = nullptr;
    --queued_;
    return job;
  }
  return is_shutting_down_ ? nullptr : wait_idle(hold);
}

Job* BlockingPool::wait_idle(std::unique_lock<std::mutex>& hold) {
  Idle self;
  self.next = std::exchange(idle_, &self);
  ++idle_count_;
  if (!self.call.wait_for(hold, config_.idle_time, [&] { return self.called; })) forget(self);
  return self.job;
}

void BlockingPool::leave(Threads::iterator self, std::unique_lock<std::mutex>& hold) {
  std::thread before = std::exchange(departed_, std::move(*self));
  threads_.erase(self);
  if (threads_.empty()) all_left_.notify_all();
  hold.unlock();
  if (before.joinable()) before.join();
}

void BlockingPool::queue(Job& job) {
  job.next = nullptr;
  (last_ ? last_->next : first_) = &job;
  last_ = &job;
  ++queued_;
}

void BlockingPool::call_idle(Job* job) {
  Idle& idle = *idle_;
  forget(idle);
  idle.job = job;
  idle.called = true;
  idle.call.notify_one();
}

void BlockingPool::forget(Idle& idle) {
  Idle** at = &idle_;
  while (*at != &idle) at = &(*at)->next;
  *at = idle.next;
  --idle_count_;
}

}  // namespace aspen::sched
