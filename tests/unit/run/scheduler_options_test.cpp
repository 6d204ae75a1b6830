// What a host chooses about the scheduler gets there. What each option does is tested in tests/sched.
#include <gtest/gtest.h>

#include <semaphore>
#include <string>
#include <thread>

#include "stdlib/embed/embed.h"
#include "tests/unit/programs.h"
#include "vm/run/runtime.h"

namespace aspen {
namespace {

const sched::Config& config_of(Machine& machine) { return machine.runtime()->scheduler().config(); }

TEST(SchedulerOptions, ReachTheSchedulerOfAMachine) {
  MachineOptions options;
  options.scheduler = {.queue_capacity = 4,
                       .steals = false,
                       .steal_tries = 7,
                       .blocking_threads = 3,
                       .shutdown_deadline_ns = 5'000'000'000};
  options.task_priorities = true;
  Engine engine(options);
  std::string error;
  ASSERT_TRUE(engine.machine().start_runtime({.workers = 1}, error)) << error;
  const sched::Config& config = config_of(engine.machine());
  EXPECT_TRUE(config.ordered);
  EXPECT_EQ(config.ring_capacity, 4u);
  EXPECT_EQ(config.ordered_capacity, 4u);
  EXPECT_FALSE(config.steals);
  EXPECT_EQ(config.steal_sweeps, 7u);
  EXPECT_EQ(config.blocking_threads, 3u);
  EXPECT_EQ(config.shutdown_deadline_ns, 5'000'000'000u);
}

// The last worker that falls asleep wakes the program, which is in its own queue then.
TEST(SchedulerOptions, WithoutStealingADeadlockIsFound) {
  for (const uint32_t workers : {1u, 2u, 3u}) {
    MachineOptions options;
    options.scheduler.steals = false;
    Engine engine(options);
    LoadedModule* module = load_and_start(engine, "assert ((try (recv (channel 0))) is Err (Deadlock _))\n",
                                          {.workers = workers});
    ASSERT_NE(module, nullptr);
    EXPECT_EQ(engine.run(*module).end, Outcome::End::finished);
  }
}

// A worker looks at the others that often before it rests for the first time. The program wakes it again and
// again.
TEST(SchedulerOptions, AWorkerWithoutWorkTriesAsOftenAsItIsTold) {
  constexpr uint32_t kTries = 1'000;
  MachineOptions options;
  options.scheduler.steal_tries = kTries;
  Engine engine(options);
  LoadedModule* module = load_and_start(engine, "loop { await (spawn 1) }\n", {.workers = 2});
  ASSERT_NE(module, nullptr);
  const auto total = [&] { return engine.machine().runtime()->scheduler().statistics().total(); };
  std::thread watcher([&] {
    while (total().naps == 0) std::this_thread::yield();
    engine.machine().interrupt();
  });
  EXPECT_EQ(engine.run(*module).end, Outcome::End::interrupted);
  watcher.join();
  EXPECT_GE(total().steal_tries, kTries);
}

// A call that does not come back until the test lets it.
struct StuckCall : sched::Job {
  StuckCall() {
    run = [](Job& job) {
      auto& self = static_cast<StuckCall&>(job);
      self.has_begun.release();
      self.may_end.acquire();
    };
    drop = [](Job&) {};
  }
  std::binary_semaphore has_begun{0}, may_end{0};
};

TEST(SchedulerOptions, TheEndOfAMachineTellsWhatItWaitsForTooLong) {
  StuckCall call;
  std::string what;
  {
    MachineOptions options;
    options.scheduler.shutdown_deadline_ns = 1'000'000;
    options.scheduler.on_overdue = [&](const std::string& runs) {
      what = runs;
      call.may_end.release();
    };
    Engine engine(options);
    ASSERT_NE(load_and_start(engine, "print 1\n", {.workers = 1}), nullptr);
    ASSERT_EQ(engine.machine().runtime()->scheduler().blocking_pool().submit(call), 0);
    call.has_begun.acquire();
  }
  EXPECT_EQ(what, "1 call that blocks");
}

aspen_options host_options() {
  aspen_options options{};
  options.struct_size = sizeof options;
  return options;
}

TEST(SchedulerOptions, ReachTheSchedulerOfAHost) {
  aspen_options options = host_options();
  options.blocking_threads = 2;
  options.queue_capacity = 8;
  options.shutdown_deadline_ns = 1'000'000'000;
  aspen_vm* vm = aspen_vm_new(&options);
  ASSERT_NE(vm, nullptr);
  std::string error;
  ASSERT_TRUE(vm->machine().prepare_polling(error)) << error;
  EXPECT_EQ(config_of(vm->machine()).blocking_threads, 2u);
  EXPECT_EQ(config_of(vm->machine()).ring_capacity, 8u);
  EXPECT_EQ(config_of(vm->machine()).shutdown_deadline_ns, 1'000'000'000u);
  aspen_vm_free(vm);
}

TEST(SchedulerOptions, AreChecked) {
  for (const uint32_t capacity : {1u, 257u}) {
    aspen_options options = host_options();
    options.queue_capacity = capacity;
    EXPECT_EQ(aspen_vm_new(&options), nullptr);
  }
}

}  // namespace
}  // namespace aspen
