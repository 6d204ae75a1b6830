// Interleavings of a task's state and of the cell in which its end and its joiner meet (W2, W6).
#include <gtest/gtest.h>

#include <array>

#include "sched/join_cell.h"
#include "sched/task.h"
#include "tests/sched/interleave.h"

namespace aspen::sched::interleave {
namespace {

using State = TaskState<VirtualAtomics>;
using Cell = JoinCell<VirtualAtomics>;

// --- Task state ---

// A task that adds up what wakers leave for it; workers take it from a queue of one.
struct Woken {
  State state;
  Atomic<uint32_t> queued{0};  // how often the task stands in the queue
  std::array<Atomic<uint32_t>, 3> notes{};
  uint32_t inside = 0, runs = 0, seen = 0, ended = 0;
  Atomic<uint32_t> over{0};

  void enqueue(Execution& run) {
    const uint32_t before = queued.fetch_add(1, std::memory_order_acq_rel);
    run.check(before == 0, "a task is in a queue once");
  }

  void wake(Execution& run, uint32_t waker) {
    notes[waker].store(1, std::memory_order_relaxed);
    if (state.wake()) enqueue(run);
  }

  // The task's run: looks at the notes.
  void poll(Execution& run) {
    run.check(inside++ == 0, "a task runs on one worker at a time");
    ++runs;
    uint32_t sum = 0;
    for (auto& note : notes) sum += note.load(std::memory_order_relaxed);
    seen = sum;
    run.check(--inside == 0, "a task runs on one worker at a time");
  }

  bool take() {
    queued.wait_while(0);
    uint32_t one = 1;
    return queued.compare_exchange_strong(one, 0, std::memory_order_acq_rel, std::memory_order_relaxed);
  }

  // A worker: runs the task whenever it is queued; parks it, or lets it yield the first time.
  void work(Execution& run, bool yields) {
    for (;;) {
      if (!take()) continue;
      state.start();
      poll(run);
      if (state.cancel_requested()) {
        ++ended;
        state.finish(State::kCancelled);
        return;
      }
      if (yields && runs == 1) {
        state.yield();
        enqueue(run);
      } else if (!state.park()) {
        enqueue(run);
      }
    }
  }
};

Scenario woken(uint32_t wakers, uint32_t workers, bool yields = false) {
  return [=](Execution& run) {
    auto& task = run.make<Woken>();
    for (uint32_t i = 0; i < workers; ++i) run.sleeper([&run, &task, yields] { task.work(run, yields); });
    for (uint32_t i = 0; i < wakers; ++i) run.thread([&run, &task, i] { task.wake(run, i); });
    run.at_end([&run, &task, wakers, yields] {
      run.check(task.seen == wakers, "a wake is lost");
      run.check(task.runs <= wakers + yields, "no run without a wake");
      run.check(task.state.life() == State::kIdle, "it is parked then");
    });
  };
}

TEST(TaskStateInterleavings, WakeWhileItRuns) {
  expect_holds("task.wake-while-running", woken(2, 1), {.preemptions = 3});
  expect_caught("task.wake-while-running", woken(2, 1), Broken::add_in_two_steps);
}

TEST(TaskStateInterleavings, TwoWakersTwoWorkers) {
  expect_holds("task.two-workers", woken(2, 2));
  expect_caught("task.two-workers", woken(2, 2), Broken::exchange_in_two_steps);
}

TEST(TaskStateInterleavings, ThreeWakers) {
  expect_holds("task.three-wakers", woken(3, 1));
  expect_caught("task.three-wakers", woken(3, 1), Broken::exchange_in_two_steps);
}

TEST(TaskStateInterleavings, YieldAgainstWake) {
  expect_holds("task.yield", woken(2, 2, true));
  expect_caught("task.yield", woken(2, 2, true), Broken::compare_in_two_steps);
}

// A request to cancel is seen at whatever step the task is, and the task ends once.
Scenario cancelled(uint32_t wakers) {
  return [=](Execution& run) {
    auto& task = run.make<Woken>();
    run.sleeper([&run, &task] { task.work(run, true); });
    for (uint32_t i = 0; i < wakers; ++i) run.thread([&run, &task, i] { task.wake(run, i); });
    run.thread([&run, &task] {
      if (task.state.request_cancel()) task.enqueue(run);
    });
    run.at_end([&run, &task] { run.check(task.ended == 1, "it is cancelled once"); });
  };
}

TEST(TaskStateInterleavings, CancelAgainstWakeYieldAndPark) {
  expect_holds("task.cancel", cancelled(1), {.preemptions = 3});
  expect_holds("task.cancel-two-wakers", cancelled(2));
  expect_caught("task.cancel", cancelled(1), Broken::compare_in_two_steps, {.preemptions = 3});
  expect_caught("task.cancel", cancelled(1), Broken::add_in_two_steps, {.preemptions = 3});
}

// Shutdown takes a parked task while another thread wakes it: one of the two gets it.
Scenario claimed() {
  return [](Execution& run) {
    auto& task = run.make<Woken>();
    run.thread([&] {
      if (task.state.claim_parked()) ++task.ended;
    });
    run.thread([&] { task.wake(run, 0); });
    run.at_end([&] {
      const uint32_t queued = task.queued.load(std::memory_order_relaxed);
      run.check(queued + task.ended == 1, "either queued or claimed");
    });
  };
}

TEST(TaskStateInterleavings, ShutdownClaimsAParkedTask) {
  expect_holds("task.claim", claimed(), {.preemptions = 3});
  expect_caught("task.claim", claimed(), Broken::compare_in_two_steps);
}

// --- Join cell ---

// A task that ends, and a joiner that waits for it. Memory that is freed must not be read any more.
struct Joining {
  static constexpr uintptr_t kJoiner = 64;

  Cell cell;
  Atomic<uint32_t> result{0};
  Atomic<uint32_t> token{0};  // the joiner is woken
  uint32_t frees = 0;
  bool joiner_is_gone = false;

  void free_task(Execution& run) { run.check(++frees == 1, "freed once"); }
  void touch(Execution& run) const { run.check(frees == 0, "the task is not touched after it is freed"); }

  // As JoinableTask::end. `early`: sets "done" before it has woken the joiner, which is a mistake.
  void end(Execution& run, bool early = false) {
    result.store(7, std::memory_order_relaxed);
    uintptr_t joiner = 0;
    touch(run);
    switch (cell.complete(joiner)) {
      case Cell::Found::none: return;
      case Cell::Found::detached: free_task(run); return;
      case Cell::Found::joiner: break;
    }
    run.check(joiner == kJoiner, "the joiner that was left");
    if (early) cell.woke();
    token.exchange(1, std::memory_order_acq_rel);
    run.check(!joiner_is_gone, "the joiner is not woken when it is gone");
    if (early) return;
    touch(run);
    cell.woke();
  }

  // As JoinAwaiter: waits, reads, frees.
  void join(Execution& run) {
    if (cell.await(kJoiner)) token.wait_while(0);
    cell.wait_until_done();
    run.check(result.load(std::memory_order_relaxed) == 7, "the result is there");
    joiner_is_gone = true;
    free_task(run);
  }

  void detach(Execution& run) {
    if (cell.detach()) free_task(run);
  }

  // A joiner that is cancelled at some time.
  void join_and_give_up(Execution& run) {
    if (cell.await(kJoiner)) cell.withdraw(kJoiner);
    joiner_is_gone = true;
    detach(run);
  }
};

template <class Handle>
Scenario joining(Handle handle, bool early = false) {
  return [=](Execution& run) {
    auto& state = run.make<Joining>();
    run.thread([&run, &state, early] { state.end(run, early); });
    run.thread([&run, &state, handle] { (state.*handle)(run); });
    run.at_end([&run, &state] { run.check(state.frees == 1, "freed in the end"); });
  };
}

TEST(JoinCellInterleavings, EndAgainstJoin) {
  expect_holds("join.end-join", joining(&Joining::join), {.preemptions = 3});
  expect_caught("join.end-join", joining(&Joining::join), Broken::compare_in_two_steps);
}

TEST(JoinCellInterleavings, EndAgainstDroppedHandle) {
  expect_holds("join.end-detach", joining(&Joining::detach), {.preemptions = 3});
  expect_caught("join.end-detach", joining(&Joining::detach), Broken::compare_in_two_steps);
}

TEST(JoinCellInterleavings, EndAgainstJoinerThatGivesUp) {
  expect_holds("join.withdraw", joining(&Joining::join_and_give_up), {.preemptions = 3});
  expect_caught("join.withdraw", joining(&Joining::join_and_give_up, true));
}

// A thread waits on a word of its own, which is gone as soon as the thread has been woken.
struct Threaded {
  Cell cell;
  Atomic<uint32_t> result{0}, woken{0};
  bool waiter_is_gone = false, freed = false;
};

Scenario thread_joins(bool late) {
  return [=](Execution& run) {
    auto& state = run.make<Threaded>();
    run.thread([&run, &state, late] {
      state.result.store(7, std::memory_order_relaxed);
      uintptr_t joiner = 0;
      if (state.cell.complete(joiner) != Cell::Found::joiner) return;
      if (!late) state.cell.woke();
      run.check(!state.waiter_is_gone, "the waiter is there");
      state.woken.store(1, std::memory_order_release);
      if (!late) return;
      state.cell.woke();
      run.check(!state.freed, "the task is not touched after it is freed");
    });
    run.thread([&run, &state] {
      if (state.cell.await(65))
        state.woken.wait_while(0);
      else
        state.cell.wait_until_done();
      state.waiter_is_gone = true;
      run.check(state.result.load(std::memory_order_relaxed) == 7, "the result is there");
      state.freed = true;
    });
  };
}

TEST(JoinCellInterleavings, AThreadWaits) {
  expect_holds("join.thread", thread_joins(false), {.preemptions = 3});
  expect_caught("join.thread", thread_joins(false), Broken::acquire_is_relaxed, {.preemptions = 3});
  expect_caught("join.thread", thread_joins(true));
}

}  // namespace
}  // namespace aspen::sched::interleave
