// Interleavings of a worker that begins to run a task with the watchdog and with shutdown. Both ask the task
// to yield (W7).
#include <gtest/gtest.h>

#include "sched/requests.h"
#include "tests/sched/interleave.h"

namespace aspen::sched::interleave {
namespace {

enum class Mistake : uint8_t { none, no_second_look, ask_before_flag };

struct State {
  Requests<VirtualAtomics> requests;
  Atomic<uint32_t> stopping{0};
};

// As in Worker::loop and Scheduler::join_workers. The task leaves when it is asked to, and not before.
Scenario shutdown_asks(Mistake mistake) {
  return [=](Execution& run) {
    auto& state = run.make<State>();
    run.thread([&state, mistake] {
      while (state.stopping.load(std::memory_order_acquire) == 0) {
        if (mistake == Mistake::no_second_look)
          state.requests.word().fetch_and(~Requests<VirtualAtomics>::kYield, std::memory_order_acq_rel);
        else
          state.requests.begin_run(state.stopping);
        state.requests.word().wait_while(0);
        state.requests.take();
      }
    });
    run.thread([&state] { state.requests.ask(Requests<VirtualAtomics>::kYield); });
    run.thread([&state, mistake] {
      if (mistake != Mistake::ask_before_flag) state.stopping.store(1, std::memory_order_release);
      state.requests.ask(Requests<VirtualAtomics>::kYield);
      if (mistake == Mistake::ask_before_flag) state.stopping.store(1, std::memory_order_release);
    });
  };
}

TEST(RequestInterleavings, ShutdownReachesATaskThatWaitsToBeAsked) {
  expect_holds("requests.shutdown", shutdown_asks(Mistake::none), {.preemptions = 3});
  expect_caught("requests.shutdown", shutdown_asks(Mistake::no_second_look), Broken::nothing,
                {.preemptions = 3});
  expect_caught("requests.shutdown", shutdown_asks(Mistake::ask_before_flag), Broken::nothing,
                {.preemptions = 3});
  expect_caught("requests.shutdown", shutdown_asks(Mistake::none), Broken::exchange_in_two_steps,
                {.preemptions = 3});
}

}  // namespace
}  // namespace aspen::sched::interleave
