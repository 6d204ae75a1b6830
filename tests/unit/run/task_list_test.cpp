// What a list of tasks says of them (task_list.h). tests/unit/tools/cli_tasks_test.cpp tests how it is
// written.
#include "vm/run/tasks/task_list.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "tests/unit/programs.h"

namespace aspen {
namespace {

// Lists the tasks of a program, which has begun, until `is_complete`, and ends it.
TaskList list_until(Engine& engine, LoadedModule& module,
                    const std::function<bool(const TaskList&)>& is_complete) {
  TaskList list;
  std::atomic<bool> is_over = false;
  engine.machine().set_task_observer([&](Mutator& mutator) {
    if (is_over) return;
    list = list_tasks(engine.machine(), mutator);
    if (!is_complete(list)) return;
    is_over = true;
    engine.machine().interrupt();
  });
  std::thread asks([&] {
    while (!is_over) {
      engine.machine().request_tasks();
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(engine.run(module).end, Outcome::End::interrupted);
  asks.join();
  engine.machine().set_task_observer({});
  return list;
}

// With an observer, the start of a wait is noted exactly. Otherwise it is the time at which the watchdog's
// thread ran last, which may be long ago on a busy machine.
class NoObserver final : public StrandObserver {
 public:
  void waited(const Strand&, WaitCause, uint64_t) override {}
  void refused(const Strand&, Refusal, const TraceEntry*) override {}
};

// One task waits before the program computes for two hundredths of a second, and another one afterwards.
TEST(TaskList, TellsSinceWhenATaskHasWaited) {
  constexpr uint64_t kComputed = 20'000'000;
  NoObserver observer;
  for (const uint32_t workers : {0u, 1u}) {
    Engine engine({});
    LoadedModule* module =
        load_and_start(engine,
                       "ch = channel 0\n"
                       "early = spawn (recv ch)\n"
                       "for i in 0..1000 { task.yield () }\n"
                       "begin = time.monotonic ()\n"
                       "while time.monotonic () - begin < 0.02 { }\n"
                       "late = spawn (recv ch)\n"
                       "sleep 1000\n",
                       {.workers = workers, .split = SplitPolicy::never, .observer = &observer});
    ASSERT_NE(module, nullptr);
    const TaskList list = list_until(engine, *module, [](const TaskList& now) {
      return now.shown.size() == 3 && now.shown[0].state == TaskView::State::time &&
             now.shown[2].state == TaskView::State::receive;
    });
    ASSERT_EQ(list.shown.size(), 3u);
    const TaskView &program = list.shown[0], &early = list.shown[1], &late = list.shown[2];
    EXPECT_EQ(program.state, TaskView::State::time);
    EXPECT_EQ(early.state, TaskView::State::receive);
    EXPECT_GE(early.since_ns, late.since_ns + kComputed) << workers;
    EXPECT_GE(early.since_ns, program.since_ns + kComputed) << workers;
  }
}

}  // namespace
}  // namespace aspen
