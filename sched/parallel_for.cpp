#include "sched/parallel_for.h"

#include <new>

#include "sched/memory.h"

namespace aspen::sched {

namespace {

// A range that was given away: a task without a handle.
struct RangeTask : Task {
  RangeTask(LoopState& of, size_t from, size_t to) : Task(kType), loop(of), begin(from), end(to) {}

  LoopState& loop;
  const size_t begin, end;

 private:
  static Outcome run_range(Task& task, Worker& worker) {
    auto& self = static_cast<RangeTask&>(task);
    self.loop.run(worker, self.begin, self.end);
    finish(self, TaskState<ThreadAtomics>::kDone);
    return Outcome::done;
  }
  static void cancel_range(Task& task) {
    finish(static_cast<RangeTask&>(task), TaskState<ThreadAtomics>::kCancelled);
  }

  static void finish(RangeTask& self, uint32_t end) {
    LoopState& loop = self.loop;
    self.scheduler->retire(self, end);
    self.~RangeTask();
    release(&self, sizeof(self));
    loop.range_is_over();
  }

  static constexpr TaskType kType{"range", run_range, cancel_range};
};

}  // namespace

bool LoopState::run_all(size_t begin, size_t end, std::coroutine_handle<> here) {
  Worker& worker = *Worker::current();
  awaiting_ = &running_task(worker);
  awaiting_->underway = this;
  run(worker, begin, end);
  awaiting_->resume_at = here;
  worker.set_outcome(Outcome::parked);
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) != 1) return true;
  over_.store(true, std::memory_order_relaxed);
  if (!awaiting_->state.cancel_requested()) return false;
  worker.set_outcome(Outcome::yielded);  // so that it is cancelled at its suspension point
  return true;
}

void LoopState::run(Worker& worker, size_t begin, size_t end) {
  while (begin < end && is_wanted()) {
    if (worker.requests().load(std::memory_order_relaxed) & Worker::kYield)
      return give_away(worker, begin, end);
    if (end - begin > grain_ && worker.others_are_hungry()) {
      const size_t middle = begin + (end - begin) / 2;
      give_away(worker, middle, end);
      end = middle;
    }
    const size_t stop_at = end - begin < grain_ ? end : begin + grain_;
    run_some(begin, stop_at);
    begin = stop_at;
  }
}

bool LoopState::is_wanted() const {
  return !stopped_.load(std::memory_order_relaxed) && !awaiting_->state.cancel_requested();
}

void LoopState::run_some(size_t begin, size_t end) {
  try {
    run_(body_, begin, end);
  } catch (...) {  // rethrown in the awaiting coroutine
    stopped_.store(true, std::memory_order_relaxed);
    if (!has_thrown_.exchange(true, std::memory_order_relaxed)) exception_ = std::current_exception();
  }
}

void LoopState::give_away(Worker& worker, size_t begin, size_t end) {
  auto* range = new (allocate(sizeof(RangeTask))) RangeTask(*this, begin, end);
  pending_.fetch_add(1, std::memory_order_relaxed);
  worker.submit_last(*range);
}

void LoopState::finish() {
  spin_until([this] { return over_.load(std::memory_order_acquire); });
  awaiting_->underway = nullptr;
  if (exception_) std::rethrow_exception(exception_);
}

bool LoopState::stop() {
  stopped_.store(true, std::memory_order_relaxed);
  if (pending_.load(std::memory_order_acquire) != 0) return false;
  // The wake has come, or is coming without effect. No other follows, so the task must not park again.
  spin_until([this] { return over_.load(std::memory_order_acquire); });
  return true;
}

// The awaiting coroutine waits for over_, woken or not. So neither the coroutine nor this object is freed
// before that is written.
void LoopState::range_is_over() {
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  awaiting_->scheduler->wake(*awaiting_);
  over_.store(true, std::memory_order_release);
}

}  // namespace aspen::sched
