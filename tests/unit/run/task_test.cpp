// Tasks, channels and fibers as a host sees them: programs one after the other, interrupts, limits, and the
// queues in which tasks wait. What programs see of them is tested in scripts/concurrency.
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <thread>

#include "stdlib/embed/engine.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/wait.h"

namespace aspen {
namespace {

class Host {
 public:
  // With no workers, the thread that calls runs the tasks.
  explicit Host(uint32_t workers, Limits limits = {}) : engine_(options(limits)) {
    if (workers == 0) return;
    std::string error;
    EXPECT_TRUE(engine_.machine().start_runtime({.workers = workers, .seed = 1}, error)) << error;
  }

  // The output of the program, and its error if it fails.
  std::string run(const std::string& text) {
    CompileResult compiled = compile_text("task.asp", text, engine_.catalogue());
    if (!compiled.ok()) return compiled.render({});
    std::string error;
    LoadedModule* module = engine_.load(compiled.program, error);
    if (module == nullptr) return error;
    Outcome outcome = engine_.run(*module);
    engine_.machine().out().flush();
    std::string said = std::exchange(printed_, {});
    return outcome.finished() ? said : said + engine_.headline(outcome);
  }

  // After the last run.
  bool every_strand_has_ended() {
    Runtime* runtime = engine_.machine().runtime();
    if (runtime == nullptr) return true;
    runtime->shut_down();
    return runtime->statistics().total().add_up();
  }

  // The result of `run`; it is interrupted once it has printed something.
  std::string run_interrupted(const std::string& text) {
    std::promise<void> printed;
    on_print_ = [&] { printed.set_value(); };
    std::thread other([&] {
      printed.get_future().wait();
      engine_.machine().interrupt();
    });
    std::string said = run(text);
    other.join();
    return said;
  }

 private:
  MachineOptions options(Limits limits) {
    MachineOptions out;
    out.limits = limits;
    out.out = out.err = [this](std::string_view text) {
      printed_ += text;
      if (auto told = std::exchange(on_print_, nullptr)) told();
    };
    return out;
  }

  std::string printed_;
  std::function<void()> on_print_;
  Engine engine_;
};

constexpr uint32_t kWorkers[] = {0, 1, 2, 4};
const std::string kInterrupted = "Interrupted: the program was stopped from outside";

TEST(Task, ProgramsRunOneAfterTheOther) {
  for (uint32_t workers : kWorkers) {
    Host host(workers);
    for (int i = 0; i < 50; ++i) {
      EXPECT_EQ(host.run("print (gather (x -> x + 1) [1, 2, 3])"), "[2, 3, 4]\n");
      EXPECT_EQ(host.run("t = spawn error \"lost\"\nprint 1"), "1\nerror: lost");
      EXPECT_EQ(host.run("t = spawn recv (channel 0)\ntask.detach t\nrecv (channel 0)"),
                "Deadlock: this waits for what can never come, a value from a channel; 1 other task waits as "
                "well");
      EXPECT_EQ(host.run("t = spawn exit 3\nrecv (channel 0)"), "exit 3");
    }
  }
}

TEST(Task, FibersThatNobodyEndsEndWithTheProgram) {
  for (uint32_t workers : kWorkers) {
    Host host(workers);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(host.run("fs = map (n -> fiber { loop { yield n } }) (0..50)\n"
                         "print (sum (map (f -> match f () { Some n -> n, None -> 0 }) fs))"),
                "1225\n");
    }
  }
}

TEST(Task, AnInterruptEndsWhateverWaits) {
  for (const char* waiting :
       {"recv (channel 0)", "sleep 1000", "await (spawn (sleep 1000))", "gather (x -> sleep 1000) (0..100)",
        "select [after 1000 identity]", "{ f = fiber { sleep 1000 }; f () }", "list (channel 0)",
        "task.timeout 1000 (() -> sleep 1000)"}) {
    for (uint32_t workers : kWorkers) {
      Host host(workers);
      const std::string text = std::string("t = spawn sleep 1000\neprint \"go\"\n") + waiting;
      EXPECT_EQ(host.run_interrupted(text), "go\n" + kInterrupted) << waiting << ", " << workers;
      EXPECT_EQ(host.run("print (await (spawn 5))"), "5\n");
    }
  }
}

TEST(Task, AnInterruptEndsWhatCatchesCancellation) {
  for (uint32_t workers : kWorkers) {
    SCOPED_TRACE(workers);
    Host host(workers);
    const std::string stubborn =
        "go = channel 0\n"
        "t = spawn { try { send go (); sleep 1000 }; loop { try (sleep 1000) } }\n"
        "recv go\n"
        "eprint \"go\"\n";
    EXPECT_EQ(host.run_interrupted(stubborn), "go\n" + kInterrupted);
    EXPECT_EQ(host.run_interrupted(stubborn + "error 5"), "go\n" + kInterrupted);
    EXPECT_EQ(host.run_interrupted(stubborn + "task.detach t\nsleep 1000"), "go\n" + kInterrupted);
    EXPECT_EQ(host.run_interrupted(stubborn + "loop { n = 1 }"), "go\n" + kInterrupted);
  }
}

TEST(Task, AMemoryLimitIsMetInTheTaskThatAsks) {
  Limits limits;
  limits.heap_bytes = size_t{32} << 20;
  for (uint32_t workers : kWorkers) {
    Host host(workers, limits);
    EXPECT_EQ(host.run("t = spawn repeat 100000000 1\nprint ((try (await t)) is Err (MemoryLimit _))\n"
                       "ch = channel 4000000000\nsend ch 1\nprint (recv ch)"),
              "true\nSome 1\n");
    EXPECT_EQ(host.run("t = spawn list (fiber { loop { yield [1, 2, 3] } })\n"
                       "print ((try (await t)) is Err (MemoryLimit _))"),
              "true\n");
  }
}

// They would start other tasks faster than the error of one reaches the program.
TEST(Task, TasksThatMultiplyEndInAMemoryLimit) {
  Limits limits;
  limits.heap_bytes = size_t{8} << 20;
  for (uint32_t workers : kWorkers) {
    Host host(workers, limits);
    const std::string end = host.run("f = () -> { spawn f (); spawn f () }\nprint (try (f ()))");
    EXPECT_NE(end.find("MemoryLimit: "), std::string::npos) << end;
    EXPECT_TRUE(host.every_strand_has_ended());
  }
}

// Without a signal, a clock or an effect for which another task could wait.
TEST(Task, EndlessLoopsLetOthersGoFirst) {
  Limits limits;
  limits.fuel = 100'000'000;
  // The last task's stack grows on the way.
  for (const char* endless : {"n = 0; while true { n += 1 }", "f = n -> f (n + 1); f 0",
                              "f = n -> { if n == 0 { loop { } }; 1 + f (n - 1) }; f 1000"}) {
    const std::string text = "t = spawn { " + std::string(endless) +
                             " }\ntask.yield ()\ntask.cancel t\n"
                             "print ((try (await t)) is Err (Cancelled _))\n";
    for (uint32_t workers : kWorkers) EXPECT_EQ(Host(workers).run(text), "true\n");
    EXPECT_EQ(Host(0, limits).run(text), "true\n");
  }
}

TEST(Task, EndlessLoopsLetTimersFire) {
  const std::string text =
      "print ((try (task.timeout 0.001 (() -> { n = 0; while true { n += 1 } }))) is Err _)";
  for (uint32_t workers : kWorkers) EXPECT_EQ(Host(workers).run(text), "true\n");
}

TEST(Task, FuelIsCountedOverAllTasks) {
  Limits limits;
  limits.fuel = 100'000;
  Host host(0, limits);
  EXPECT_EQ(host.run("f = () -> { t = spawn f (); await t }\nf ()").rfind("OutOfFuel", 0), 0u);
}

// Every safepoint counts: with one more unit of fuel the program comes to the next one, and ends there. It
// leaves entries in every kind of queue.
TEST(Task, EveryStrandEndsWhereverTheProgramIsStopped) {
  const std::string text = R"(
turn = semaphore 1
total = cell 0
pipe = channel 0
count = n -> fiber { for i in 0..n { yield i } }
fail = () -> { sleep 0; error "inside" }
work = n -> {
    sender = spawn { for i in 0..n { semaphore.with turn (() -> send pipe i) } }
    for i in 0..n { cell.update (t -> t + i) total; match recv pipe { Some i -> i, None -> 0 } }
    await sender
    doubled = gather (x -> { task.yield (); x * 2 }) (count n)
    t = spawn select [on (channel 0) identity, sending (channel 0) 1 identity]
    task.cancel t
    task.detach (spawn recv (channel 0))
    caught = try (gather (x -> if x == 1 { fail () } else { task.timeout 1000 (() -> x) }) (0..3))
    sum doubled + sum (count n)
}
print (await (spawn work 3))
)";
  uint64_t fuel = 1;
  for (bool has_finished = false; !has_finished; fuel += 1 + fuel / 64) {
    Limits limits;
    limits.fuel = fuel;
    Host host(0, limits);
    const std::string said = host.run(text);
    has_finished = said == "9\n";
    if (!has_finished) {
      ASSERT_NE(said.find("OutOfFuel"), std::string::npos) << fuel << ": " << said;
    }
    ASSERT_TRUE(host.every_strand_has_ended()) << fuel;
  }
  EXPECT_GT(fuel, 50u);
}

TEST(Task, StacksMayOverflowInATask) {
  for (uint32_t workers : kWorkers) {
    Limits limits;
    limits.stack_bytes = size_t{1} << 20;
    Host host(workers, limits);
    EXPECT_EQ(host.run("deep = n -> 1 + deep (n + 1)\n"
                       "print ((try (await (spawn deep 0))) is Err (StackOverflow _))\n"
                       "print ((try (list (fiber { yield (deep 0) }))) is Err (StackOverflow _))"),
              "true\ntrue\n");
    EXPECT_TRUE(host.every_strand_has_ended());
  }
}

// ---- Errors of tasks that were detached

TEST(Task, TheErrorOfADetachedTaskIsTold) {
  for (uint32_t workers : kWorkers) {
    Host host(workers);
    const std::string said = host.run(
        "t = spawn error \"lost\"\n"
        "task.detach t\n"
        "while not (task.done? t) { task.yield () }\n");
    EXPECT_EQ(said.rfind("error of a detached task: error: lost\n", 0), 0u) << said;
    EXPECT_NE(said.find("task.asp:1"), std::string::npos) << said;
  }
}

// On more than one worker, `t` could fail before `waiter` awaits it, and its error would be reported.
TEST(Task, NobodyIsToldOfDetachedTasksThatWereStoppedOrAreAwaited) {
  for (uint32_t workers : {0u, 1u}) {
    Host host(workers);
    EXPECT_EQ(host.run("ch = channel 0\n"
                       "t = spawn { recv ch; error \"taken\" }\n"
                       "task.detach t\n"
                       "waiting = channel 0\n"
                       "waiter = spawn { send waiting (); try (await t) }\n"
                       "recv waiting\n"
                       "for i in 0..100 { task.yield () }\n"
                       "send ch ()\n"
                       "print (await waiter)\n"
                       "u = spawn recv ch\n"
                       "task.detach u\n"
                       "task.cancel u\n"
                       "print ((try (await u)) is Err (Cancelled _))\n"
                       "task.detach (spawn sleep 1000)"),
              "Err \"taken\"\ntrue\n");
  }
}

// A detached task that is ended with the program has just detached another one.
TEST(Task, WhatIsDetachedWhileTheProgramEndsEndsWithIt) {
  for (uint32_t workers : kWorkers) {
    Host host(workers);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(
          host.run("ready = channel 0\n"
                   "t = spawn { send ready (); loop { task.detach (spawn sleep 1000); task.yield () } }\n"
                   "task.detach t\n"
                   "recv ready"),
          "");
    }
    EXPECT_TRUE(host.every_strand_has_ended());
  }
}

// ---- Queues of waiting strands

struct Waiting {
  explicit Waiting(Machine& machine) : strand(machine, kType) {
    waiter.strand = &strand;
    strand.wait().phase.store(Wait::going_on, std::memory_order_relaxed);
  }
  static constexpr sched::TaskType kType = {"strand", nullptr, nullptr, true};
  Strand strand;
  Waiter waiter;
};

TEST(WaitQueue, IsFirstComeFirstServed) {
  Engine engine({});
  Waiting a(engine.machine()), b(engine.machine()), c(engine.machine());
  WaitQueue queue;
  for (Waiting* each : {&a, &b, &c}) queue.push(each->waiter);
  EXPECT_EQ(queue.take_first(), &a.waiter);
  WaitQueue::remove(b.waiter);
  WaitQueue::remove(b.waiter);
  EXPECT_EQ(queue.take_first(), &c.waiter);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take_first(), nullptr);
}

TEST(WaitQueue, PassesOverThoseWhoseWaitHasEnded) {
  Engine engine({});
  Waiting a(engine.machine()), b(engine.machine());
  WaitQueue queue;
  queue.push(a.waiter);
  queue.push(b.waiter);
  EXPECT_TRUE(a.strand.wait().take());
  EXPECT_FALSE(a.strand.wait().take());
  EXPECT_EQ(queue.take_first(), &b.waiter);
  EXPECT_FALSE(b.strand.wait().take());
}

}  // namespace
}  // namespace aspen
