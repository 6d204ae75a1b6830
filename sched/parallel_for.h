// parallel_for: a loop that shares its iterations among the workers.
//
//     co_await parallel_for(0, n, [&](size_t i) { out[i] = f(in[i]); });
//
// Lazy binary splitting (Tzannes, Caragea, Barua, Vishkin 2010): the worker that runs a range gives away half
// of what is left when another worker could use work, and only then. So a loop costs one check every `grain`
// iterations while all workers are busy.
#pragma once

#include <atomic>
#include <cassert>
#include <coroutine>
#include <cstddef>
#include <exception>

#include "sched/coroutine.h"

namespace aspen::sched {

// What all ranges of one loop share; part of the awaiting coroutine's frame.
class LoopState : public Underway {
 public:
  using Run = void (*)(void* body, size_t begin, size_t end);

  LoopState(void* body, Run run_range, size_t grain) : body_(body), run_(run_range), grain_(grain) {
    assert(grain > 0);
  }

  // Called by the awaiting coroutine, in its await_suspend: runs the loop on this worker and those that help.
  // Returns whether the coroutine is suspended until the helpers are done.
  bool run_all(size_t begin, size_t end, std::coroutine_handle<> here);
  // Runs a range on this worker, giving parts of it away.
  void run(Worker& worker, size_t begin, size_t end);
  // Called by the awaiting coroutine before it goes on or is destroyed.
  void finish();
  // No further range starts. True if none runs any more.
  bool stop() override;
  // A range that was given away is over.
  void range_is_over();

 private:
  bool is_wanted() const;
  void give_away(Worker& worker, size_t begin, size_t end);
  void run_some(size_t begin, size_t end);

  void* const body_;
  const Run run_;
  const size_t grain_;
  // Ranges given away and not over, plus one for the awaiting coroutine. The thread that brings it to zero
  // wakes the coroutine. Acquire and release: a thread that finds a range over sees what it has done.
  std::atomic<size_t> pending_{1};
  JoinableTask* awaiting_ = nullptr;  // written before the first range is given away
  // No thread will wake the awaiting coroutine or look at this object any more. Release, by the waker.
  std::atomic<bool> over_{false};
  std::atomic<bool> stopped_{
      false};  // no further iteration is wanted: one has thrown, or the loop is cancelled
  std::atomic<bool> has_thrown_{false};  // taken by the first iteration that throws
  std::exception_ptr exception_;  // written by that one, before its range's part of pending_ is given up
};

template <class Body>
class ParallelFor {
 public:
  ParallelFor(size_t begin, size_t end, size_t grain, Body body)
      : begin_(begin), end_(end), body_(std::move(body)), state_(&body_, run_range, grain) {}
  ParallelFor(const ParallelFor&) = delete;
  ParallelFor& operator=(const ParallelFor&) = delete;

  bool await_ready() const noexcept { return begin_ >= end_; }
  bool await_suspend(std::coroutine_handle<> here) { return state_.run_all(begin_, end_, here); }
  // Rethrows what the first throwing iteration threw; in that case not all iterations have run.
  void await_resume() {
    if (begin_ < end_) state_.finish();
  }

 private:
  static void run_range(void* body, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) (*static_cast<Body*>(body))(i);
  }

  const size_t begin_, end_;
  Body body_;
  LoopState state_;
};

// `body(i)` for each i from begin to end - 1, in any order, on several workers at once. `grain` iterations
// run between two looks at whether others could help.
template <class Body>
auto parallel_for(size_t begin, size_t end, Body body, size_t grain = 1) {
  return ParallelFor<Body>(begin, end, grain, std::move(body));
}

}  // namespace aspen::sched
