// A forked call that was given away: its owner against the worker that takes it (W2, W6).
#include <gtest/gtest.h>

#include "sched/fork_cell.h"
#include "tests/sched/interleave.h"

namespace aspen::sched::interleave {
namespace {

struct Given {
  ForkCell<VirtualAtomics> cell;
  Atomic<uint32_t> is_queued{0};  // as a queue or a mailbox publishes it
  Atomic<uint32_t> argument{0}, result{0};
  uint32_t calls = 0;

  void make_call(Execution& run) {
    run.check(argument.load(std::memory_order_relaxed) == 6, "what the owner wrote is there");
    run.check(++calls == 1, "the call is made once");
    result.store(7, std::memory_order_relaxed);
  }

  // As GivenFork::run_on; the change of the word is the futex's wake.
  void take(Execution& run) {
    if (is_queued.load(std::memory_order_acquire) == 0 || !cell.take()) return;
    make_call(run);
    cell.finish();
  }

  // As ForkList::give_oldest, is_back and wait_for.
  void give_and_join(Execution& run) {
    argument.store(6, std::memory_order_relaxed);
    is_queued.store(1, std::memory_order_release);
    if (cell.take_back()) {
      make_call(run);
    } else {
      while (!cell.is_done()) {
        if (cell.wait()) cell.word().wait_while(ForkCell<VirtualAtomics>::kWaited, true);
      }
    }
    run.check(result.load(std::memory_order_relaxed) == 7, "the result is there");
  }
};

Scenario given_to(int takers) {
  return [=](Execution& run) {
    auto& state = run.make<Given>();
    run.thread([&run, &state] { state.give_and_join(run); });
    for (int i = 0; i < takers; ++i) run.thread([&run, &state] { state.take(run); });
    run.at_end([&run, &state] { run.check(state.calls == 1, "the call was made"); });
  };
}

TEST(ForkInterleavings, OwnerAgainstTaker) {
  expect_holds("fork.taker", given_to(1), {.preemptions = 3});
  expect_caught("fork.taker", given_to(1), Broken::compare_in_two_steps);
  expect_caught("fork.taker", given_to(1), Broken::acquire_is_relaxed, {.preemptions = 3});
  expect_caught("fork.taker", given_to(1), Broken::release_is_relaxed, {.preemptions = 3});
}

// Only one entry names a call; the cell would bear more.
TEST(ForkInterleavings, OwnerAgainstTwoTakers) {
  expect_holds("fork.takers", given_to(2), {.preemptions = 3});
}

}  // namespace
}  // namespace aspen::sched::interleave
