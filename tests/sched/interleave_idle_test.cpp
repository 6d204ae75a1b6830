// Interleavings of going to sleep and waking, composed as in worker.cpp, search.cpp and sleep.cpp, with an
// infinite time-out: every task that was enqueued is run though all workers try to sleep (W5, W6).
#include <gtest/gtest.h>

#include <array>

#include "sched/idle_set.h"
#include "tests/sched/interleave.h"

namespace aspen::sched::interleave {
namespace {

constexpr uint32_t kMostWorkers = 3, kMostQueues = 2;

// The mistakes that a pool of workers may contain.
enum class Mistake : uint8_t {
  none,
  no_last_look,
  look_before_park,
  no_second_wake,
  only_searchers_look,
  flag_after_tokens
};

// Workers that run tasks from queues of which each is filled by one spawner.
struct Pool {
  Pool(Execution& execution, uint32_t count, Mistake wrong = Mistake::none)
      : run(execution), workers(count), idle(count), mistake(wrong) {}

  Execution& run;
  const uint32_t workers;
  IdleSet<VirtualAtomics> idle;
  const Mistake mistake;
  std::array<Atomic<uint32_t>, kMostWorkers> tokens{};
  std::array<Atomic<uint32_t>, kMostQueues> pushed{}, taken{};
  Atomic<uint32_t> stopping{0};
  Atomic<uint32_t> begun{0};
  uint32_t needed_at_once = 0;  // tasks that wait for so many to have begun
  uint32_t tasks_run = 0, spawned = 0;

  void give(uint32_t worker) {
    if (worker != IdleSet<VirtualAtomics>::kNoWorker) tokens[worker].exchange(1, std::memory_order_acq_rel);
  }

  // A plain store, which may take effect late: the step after it has to be a read-modify-write.
  void push(uint32_t queue) {
    ++spawned;
    pushed[queue].store(pushed[queue].load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  void spawn(uint32_t queue) {
    push(queue);
    give(idle.wake_one());
  }

  bool take(uint32_t queue) {
    uint32_t seen = taken[queue].load(std::memory_order_relaxed);
    while (seen < pushed[queue].load(std::memory_order_acquire)) {
      if (taken[queue].compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel,
                                             std::memory_order_relaxed))
        return true;
    }
    return false;
  }
  bool take_any() { return take(0) || take(1); }
  bool something_is_queued() {
    for (uint32_t i = 0; i < kMostQueues; ++i)
      if (taken[i].load(std::memory_order_relaxed) < pushed[i].load(std::memory_order_acquire)) return true;
    return false;
  }

  bool find(bool& searching) {
    if (take_any()) return true;
    if (!searching) searching = idle.begin_search();
    run.check(2 * idle.searching() <= workers + 1, "at most half of the workers search");
    return searching && take_any();
  }

  void work(uint32_t self) {
    bool searching = false;
    while (stopping.load(std::memory_order_acquire) == 0) {
      if (!find(searching)) {
        if (!sleep(self, searching)) return;
        continue;
      }
      if (searching) {
        searching = false;
        if (idle.end_search() && mistake != Mistake::no_second_wake && something_is_queued())
          give(idle.wake_one());
      }
      run_task();
    }
  }

  void run_task() {
    ++tasks_run;
    if (needed_at_once == 0) return;
    uint32_t count = begun.fetch_add(1, std::memory_order_acq_rel) + 1;
    for (; count < needed_at_once; count = begun.load(std::memory_order_relaxed)) begun.wait_while(count);
  }

  // False: the pool is shut down.
  bool sleep(uint32_t self, bool& searching) {
    if (stopping.load(std::memory_order_acquire) != 0) return false;
    const bool queued_before = mistake == Mistake::look_before_park && something_is_queued();
    idle.park(self, searching);
    const bool looks = searching || mistake != Mistake::only_searchers_look;
    if (looks && mistake != Mistake::no_last_look) {
      if (mistake == Mistake::look_before_park ? queued_before : something_is_queued())
        give(idle.wake_one(self));
    }
    wait_for_token(self);
    searching = stopping.load(std::memory_order_acquire) == 0;
    return true;
  }

  void wait_for_token(uint32_t self) {
    tokens[self].wait_while(0);
    run.check(tokens[self].exchange(0, std::memory_order_acq_rel) == 1, "a token that was given");
  }

  void shut_down() {
    if (mistake != Mistake::flag_after_tokens) stopping.store(1, std::memory_order_release);
    for (uint32_t i = 0; i < workers; ++i) give(i);
    if (mistake == Mistake::flag_after_tokens) stopping.store(1, std::memory_order_release);
  }

  void check_all_asleep() {
    run.check(tasks_run == spawned, "a task is forgotten while all workers sleep");
    run.check(idle.searching() == 0 && idle.unparked() == 0, "all are counted asleep");
    run.check(2 * idle.most_searching() <= workers + 1, "at most half of the workers searched");
  }
};

Scenario pool(uint32_t workers, uint32_t spawners, uint32_t each, Mistake mistake = Mistake::none) {
  return [=](Execution& run) {
    auto& state = run.make<Pool>(run, workers, mistake);
    for (uint32_t i = 0; i < workers; ++i) run.sleeper([&state, i] { state.work(i); });
    for (uint32_t queue = 0; queue < spawners; ++queue) {
      run.thread([&state, queue, each] {
        for (uint32_t i = 0; i < each; ++i) state.spawn(queue);
      });
    }
    run.at_end([&state] { state.check_all_asleep(); });
  };
}

// Where the system has no fence for other threads: then an enqueuer's look is a read-modify-write.
Scenario unfenced(const Scenario& scenario) {
  return [=](Execution& run) {
    VirtualAtomics::fences = false;
    scenario(run);
    VirtualAtomics::fences = true;
  };
}

TEST(IdleInterleavings, OneWorker) {
  expect_holds("idle.one-worker", pool(1, 1, 2), {.preemptions = 3});
  expect_caught("idle.one-worker", pool(1, 1, 2, Mistake::no_last_look));
  expect_caught("idle.one-worker", pool(1, 1, 2, Mistake::look_before_park));
  expect_holds("idle.one-worker-unfenced", unfenced(pool(1, 1, 2)), {.preemptions = 3});
  expect_caught("idle.one-worker-unfenced", unfenced(pool(1, 1, 2)), Broken::look_is_load,
                {.preemptions = 3});
}

TEST(IdleInterleavings, TwoWorkers) {
  expect_holds("idle.two-workers", pool(2, 1, 2));
  expect_caught("idle.two-workers", pool(2, 1, 2, Mistake::no_last_look));
  expect_caught("idle.two-workers", pool(2, 1, 2), Broken::add_in_two_steps);
}

TEST(IdleInterleavings, TwoSpawners) {
  expect_holds("idle.two-spawners", pool(2, 2, 1));
  expect_caught("idle.two-spawners", pool(2, 2, 1, Mistake::look_before_park));
}

TEST(IdleInterleavings, ThreeWorkers) {
  expect_holds("idle.three-workers", pool(3, 1, 2));
  expect_caught("idle.three-workers", pool(3, 1, 2), Broken::compare_in_two_steps);
}

// Two tasks from outside that wait for each other need two workers. So a worker may not fall asleep because
// another one was searching that has found work since.
Scenario both_needed(Mistake mistake) {
  return [=](Execution& run) {
    auto& state = run.make<Pool>(run, 2, mistake);
    state.needed_at_once = 2;
    for (uint32_t i = 0; i < 2; ++i) run.sleeper([&state, i] { state.work(i); });
    run.thread([&state] {
      state.spawn(0);
      state.spawn(0);
    });
    run.at_end([&run, &state] { run.check(state.tasks_run == 2, "a task waits while a worker sleeps"); });
  };
}

TEST(IdleInterleavings, TasksThatWaitForEachOther) {
  expect_holds("idle.both-needed", both_needed(Mistake::none), {.preemptions = 3});
  expect_caught("idle.both-needed", both_needed(Mistake::only_searchers_look), Broken::nothing,
                {.preemptions = 3});
}

// A worker with work of its own hands out some of it: to a sleeper, unless all look awake.
Scenario owner_enqueues() {
  return [](Execution& run) {
    auto& state = run.make<Pool>(run, 2);
    run.sleeper([&state] {
      for (int i = 0; i < 2; ++i) {
        state.push(0);
        if (state.idle.may_wake()) state.give(state.idle.wake_one());
      }
      state.work(0);
    });
    run.sleeper([&state] { state.work(1); });
    run.at_end([&state] { state.check_all_asleep(); });
  };
}

TEST(IdleInterleavings, OwnerEnqueues) {
  expect_holds("idle.owner", owner_enqueues(), {.preemptions = 3});
  expect_caught("idle.owner", owner_enqueues(), Broken::add_in_two_steps, {.preemptions = 3});
}

// Likewise if the owner is stuck until another worker has run what it enqueued.
Scenario owner_is_stuck(uint32_t workers, uint32_t tasks) {
  return [=](Execution& run) {
    auto& state = run.make<Pool>(run, workers);
    run.thread([&state, tasks] {
      for (uint32_t i = 0; i < tasks; ++i) {
        state.push(0);
        if (state.idle.may_wake()) state.give(state.idle.wake_one());
      }
      for (uint32_t seen = 0; seen < tasks; seen = state.taken[0].load(std::memory_order_relaxed))
        state.taken[0].wait_while(seen);
    });
    for (uint32_t i = 1; i < workers; ++i) run.sleeper([&state, i] { state.work(i); });
  };
}

TEST(IdleInterleavings, WhatAStuckOwnerEnqueuedRunsWhileAnotherSleeps) {
  expect_holds("idle.stuck-owner", owner_is_stuck(2, 2), {.preemptions = 3});
  expect_holds("idle.stuck-owner-of-three", owner_is_stuck(3, 1));
  expect_caught("idle.stuck-owner", owner_is_stuck(2, 2), Broken::fence_is_nothing, {.preemptions = 3});
  expect_holds("idle.stuck-owner-unfenced", unfenced(owner_is_stuck(2, 2)), {.preemptions = 3});
  expect_caught("idle.stuck-owner-unfenced", unfenced(owner_is_stuck(2, 2)), Broken::look_is_load,
                {.preemptions = 3});
}

// Two sleepers, two tasks: two tokens to two workers, never two to one.
Scenario ramp(Mistake mistake) {
  return [=](Execution& run) {
    auto& state = run.make<Pool>(run, 3, mistake);
    for (uint32_t i = 0; i < 2; ++i) state.idle.park(i, false);
    state.push(0);
    state.push(0);
    auto& done = run.make<Atomic<uint32_t>>(0u);
    // Each is busy with its first task until both are: only a second worker can get the second task done.
    for (uint32_t i = 0; i < 2; ++i) {
      run.thread([&run, &state, &done, i] {
        state.wait_for_token(i);
        run.check(state.take_any(), "a woken worker finds a task");
        if (state.idle.end_search() && state.mistake != Mistake::no_second_wake &&
            state.something_is_queued())
          state.give(state.idle.wake_one());
        done.fetch_add(1, std::memory_order_acq_rel);
      });
    }
    run.thread([&state] { state.give(state.idle.wake_one()); });
    run.at_end([&run, &done] { run.check(done.load(std::memory_order_relaxed) == 2, "both tasks are run"); });
  };
}

TEST(IdleInterleavings, WhoFindsWorkWakesTheNext) {
  expect_holds("idle.ramp", ramp(Mistake::none), {.preemptions = 3});
  expect_caught("idle.ramp", ramp(Mistake::no_second_wake));
}

// A sleeper gets up by itself, for a timer, while a spawner wakes a worker.
struct Timed : Pool {
  using Pool::Pool;
  uint32_t timers_fired = 0;

  // Sleeps once with a timer, then for good.
  void work_with_timer(uint32_t self) {
    idle.park(self, false);
    if (something_is_queued()) give(idle.wake_one(self));
    tokens[self].wait_while(0, true);
    bool searching = false;
    if (tokens[self].load(std::memory_order_relaxed) != 0 || !idle.get_up(self)) {
      wait_for_token(self);
      searching = true;
    }
    ++timers_fired;
    if (searching) {
      const bool found = take_any();
      if (found) ++tasks_run;
      if (idle.end_search() && something_is_queued()) give(idle.wake_one());
    }
    work(self);
  }
};

Scenario timer() {
  return [](Execution& run) {
    auto& state = run.make<Timed>(run, 2);
    run.sleeper([&state] { state.work_with_timer(0); });
    run.sleeper([&state] { state.work(1); });
    run.thread([&state] { state.spawn(0); });
    run.at_end([&state] { state.check_all_asleep(); });
  };
}

TEST(IdleInterleavings, TimerAgainstWake) {
  expect_holds("idle.timer", timer(), {.preemptions = 3});
  expect_caught("idle.timer", timer(), Broken::compare_in_two_steps, {.preemptions = 3});
}

// Shutdown reaches a worker wherever it is.
Scenario shutdown(uint32_t workers, Mistake mistake) {
  return [=](Execution& run) {
    auto& state = run.make<Pool>(run, workers, mistake);
    for (uint32_t i = 0; i < workers; ++i) run.thread([&state, i] { state.work(i); });
    run.thread([&state] { state.shut_down(); });
    run.thread([&state] { state.spawn(0); });
  };
}

TEST(IdleInterleavings, ShutdownAgainstSleep) {
  expect_holds("idle.shutdown", shutdown(2, Mistake::none));
  expect_caught("idle.shutdown", shutdown(2, Mistake::flag_after_tokens));
}

// The watchdog stops looking when all workers sleep, and is resumed by the first that wakes.
struct Watched {
  enum class Mistake : uint8_t { none, plain_store, alarm_last };

  explicit Watched(uint32_t workers) : idle(workers) {}
  IdleSet<VirtualAtomics> idle;
  // `looks`: whether its alarm is set, which happens under a lock.
  Atomic<uint32_t> asleep{0}, looks{1};

  void resume() {
    if (asleep.exchange(0, std::memory_order_acq_rel) != 0) looks.exchange(1, std::memory_order_acq_rel);
  }
  // As in Watchdog::go_to_sleep.
  void go_to_sleep(Mistake mistake) {
    if (mistake != Mistake::alarm_last) looks.exchange(0, std::memory_order_acq_rel);
    if (mistake == Mistake::plain_store)
      asleep.store(1, std::memory_order_release);
    else
      asleep.exchange(1, std::memory_order_acq_rel);
    if (mistake == Mistake::alarm_last) looks.exchange(0, std::memory_order_acq_rel);
    if (!idle.none_is_awake()) resume();
  }
};

Scenario watchdog_resumes(Watched::Mistake mistake) {
  return [=](Execution& run) {
    auto& state = run.make<Watched>(1u);
    state.idle.park(0, false);
    run.thread([&state, mistake] { state.go_to_sleep(mistake); });
    run.thread([&state] {
      state.idle.wake_one();
      if (state.asleep.load(std::memory_order_relaxed) != 0) state.resume();
    });
    run.at_end([&run, &state] {
      run.check(state.looks.load(std::memory_order_relaxed) == 1,
                "the watchdog looks while a worker is awake");
    });
  };
}

TEST(WatchdogInterleavings, IsResumed) {
  using enum Watched::Mistake;
  expect_holds("watchdog.resume", watchdog_resumes(none), {.preemptions = 3});
  expect_caught("watchdog.resume", watchdog_resumes(alarm_last), Broken::nothing, {.preemptions = 3});
  expect_caught("watchdog.resume", watchdog_resumes(plain_store), Broken::look_is_load, {.preemptions = 3});
}

}  // namespace
}  // namespace aspen::sched::interleave
