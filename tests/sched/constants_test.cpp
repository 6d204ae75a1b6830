// The constants of the scheduler, each observed from outside.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "sched/ordered_queue.h"
#include "sched/pacer.h"
#include "sched/random.h"
#include "sched/ring.h"
#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using Numbers = std::vector<int>;

// --- Ring ---

template <uint32_t kCapacity>
uint32_t stolen_of(uint32_t count) {
  std::array<int, kCapacity> items{};
  Ring<ThreadAtomics, int, kCapacity> from;
  Ring<ThreadAtomics, int, 256> into;
  for (uint32_t i = 0; i < count; ++i) from.push(&items[i], [](int*) { FAIL() << "there is room"; });
  uint32_t moved = 0;
  int* last = from.steal_into(into, moved);
  EXPECT_EQ(last, moved == 0 ? nullptr : &items[moved - 1]);
  EXPECT_EQ(from.size(), count - moved);
  return moved;
}

TEST(Constants, AThiefTakesHalfRoundedUp) {
  EXPECT_EQ(stolen_of<256>(0), 0u);
  EXPECT_EQ(stolen_of<256>(1), 1u);
  EXPECT_EQ(stolen_of<256>(2), 1u);
  EXPECT_EQ(stolen_of<256>(3), 2u);
  EXPECT_EQ(stolen_of<256>(255), 128u);
  EXPECT_EQ(stolen_of<256>(256), 128u);
  EXPECT_EQ(stolen_of<32>(32), 16u);
}

// Likewise for a running scheduler: one worker is busy with `count` tasks in its ring, another steals.
void expect_stolen(uint32_t count, uint64_t expected) {
  const auto scheduler = start(2, {.watchdog = false});
  std::atomic<uint32_t> ready{0};
  std::atomic<bool> filled{false}, begun{false}, looked{false};
  uint64_t steals = 0, stolen = 0;
  const auto both_run = [&] {
    ++ready;
    wait_until([&] { return ready == 2; });
  };
  std::atomic<uint64_t> steals_before{0}, stolen_before{0};
  auto owner = spawn(*scheduler, [&] {
    both_run();
    for (uint32_t i = 0; i < count + 1; ++i) {  // one of them stands in the next slot
      spawn([&] {
        if (begun.exchange(true)) return;
        const WorkerStatistics now = total(*scheduler);
        steals = now.steals - steals_before;
        stolen = now.stolen_tasks - stolen_before;
        looked = true;  // until then the other worker must not steal any of them back
      }).detach();
    }
    const WorkerStatistics before = total(*scheduler);
    steals_before = before.steals;
    stolen_before = before.stolen_tasks;
    filled = true;
    wait_until([&] { return looked.load(); });
  });
  auto thief = spawn(*scheduler, [&] {
    both_run();
    wait_until([&] { return filled.load(); });
  });
  (void)owner.wait(), (void)thief.wait();
  scheduler->shutdown();
  EXPECT_EQ(steals, 1u);
  EXPECT_EQ(stolen, expected);
  expect_balance(*scheduler, count + 3);
}

TEST(Constants, AThiefTakesHalfOfARunningWorkersRing) {
  expect_stolen(1, 1);
  expect_stolen(2, 1);
  expect_stolen(3, 2);
  expect_stolen(255, 128);
  expect_stolen(256, 128);
}

TEST(Constants, AFullRingSendsItsNewestHalfToTheGlobalQueue) {
  const auto scheduler = cooperative();
  std::vector<uint32_t> order;
  WorkerStatistics before;
  spawn(*scheduler, [&] {
    for (uint32_t i = 0; i < kRingCapacity + 1; ++i) spawn([&, i] { order.push_back(i); }).detach();
    before = total(*scheduler);
    spawn([&] { order.push_back(kRingCapacity + 1); }).detach();
  }).detach();
  scheduler->poll();
  EXPECT_EQ(before.overflows, 0u);
  EXPECT_EQ(total(*scheduler).overflows, 1u);
  EXPECT_EQ(total(*scheduler).overflowed_tasks, kRingCapacity / 2 + 1);
  // The slot's task, then the older half, unless it is the global queue's turn.
  EXPECT_EQ(order.front(), kRingCapacity + 1);
  EXPECT_EQ(order[1], 0u);
  EXPECT_EQ(std::set<uint32_t>(order.begin(), order.end()).size(), kRingCapacity + 2);
}

// --- Next slot (W3, W5) ---

// What a busy worker has made ready waits for a searcher to see that worker twice, at most a nap and a long
// poll apart.
static_assert(kLongPollNs + kNapNs <= 100'000, "nothing ready waits for much longer beside an idle worker");

TEST(Constants, TheNewestRunsNextTheOthersInTurn) {
  const auto scheduler = cooperative();
  std::string order;
  spawn(*scheduler, [&] {
    for (const char name : {'A', 'B', 'C'}) spawn([&order, name] { order += name; }).detach();
  }).detach();
  scheduler->poll();
  EXPECT_EQ(order, "CAB");
}

void run_chain(std::string& order, char name, char last) {
  order += name;
  if (name != last)
    spawn([&order, name, last] { run_chain(order, static_cast<char>(name + 1), last); }).detach();
}

TEST(Constants, ThreeInARowFromTheNextSlot) {
  const auto scheduler = cooperative();
  std::string order;
  spawn(*scheduler, [&] {
    for (const char name : {'x', 'y', 'z'}) spawn([&order, name] { order += name; }).detach();
    spawn([&order] { run_chain(order, 'a', 'h'); }).detach();
  }).detach();
  scheduler->poll();
  // The task that has to leave the slot goes to the ring's end.
  EXPECT_EQ(order, "abcxyzdefgh");
  EXPECT_EQ(total(*scheduler).slot_caps, 1u);
}

// --- Budget ---

TEST(Constants, ATaskYieldsAfterItsOperations) {
  const auto scheduler = cooperative();
  Channel<int> channel(1000);
  Numbers sent_when_other_ran;
  int sent = 0;
  auto sender = spawn(*scheduler, [&]() -> Co<void> {
    for (; sent < 640; ++sent) EXPECT_TRUE(co_await channel.send(sent));
  });
  auto other = spawn(*scheduler, [&]() -> Co<void> {
    while (sent < 640) {
      sent_when_other_ran.push_back(sent);
      co_await yield();
    }
  });
  scheduler->poll();
  EXPECT_EQ(total(*scheduler).budget_exhaustions, 5u);
  // The operation that ends the budget is done, and is counted when the sender goes on.
  EXPECT_EQ(sent_when_other_ran, (Numbers{127, 255, 383, 511, 639}));
}

// --- Global queue ---

// The number of tasks that its worker has taken when the first of so many tasks from outside runs.
WorkerStatistics after_first_pull(uint32_t count) {
  const auto scheduler = cooperative();
  WorkerStatistics seen;
  bool first = true;
  for (uint32_t i = 0; i < count; ++i) {
    spawn(*scheduler, [&] {
      if (std::exchange(first, false)) seen = total(*scheduler);
    }).detach();
  }
  scheduler->poll();
  EXPECT_EQ(total(*scheduler).completed, count);
  return seen;
}

TEST(Constants, AWorkerPullsItsShareOfTheGlobalQueue) {
  EXPECT_EQ(after_first_pull(1).global_tasks, 1u);
  EXPECT_EQ(after_first_pull(40).global_tasks, 40u);
  EXPECT_EQ(after_first_pull(64).global_tasks, 64u);
  EXPECT_EQ(after_first_pull(100).global_tasks, 64u);
  // One runs, 32 wait in the batch, the others in the ring.
  EXPECT_EQ(after_first_pull(33).ring_pushes, 0u);
  EXPECT_EQ(after_first_pull(34).ring_pushes, 1u);
  EXPECT_EQ(after_first_pull(100).ring_pushes, 31u);
}

TEST(Constants, SeveralWorkersPullFourAtLeast) {
  const auto scheduler = start(16, {.watchdog = false});
  // All workers are held, so that what is enqueued waits for the one that is released first.
  std::atomic<uint32_t> held{0};
  std::atomic<bool> release{false}, release_one{false};
  std::vector<JoinHandle<void>> holders;
  for (uint32_t i = 0; i < 16; ++i) {
    holders.push_back(spawn(*scheduler, [&] {
      ++held;
      wait_until([&] { return release.load() || release_one.exchange(false); });
    }));
  }
  wait_until([&] { return held == 16; });
  const WorkerStatistics before = total(*scheduler);
  std::atomic<uint64_t> pulled{0}, pulls{0};
  std::atomic<bool> first{true}, looked{false};
  std::vector<JoinHandle<void>> waiting;
  for (int i = 0; i < 12; ++i) {
    waiting.push_back(spawn(*scheduler, [&] {
      if (!first.exchange(false)) return;
      const WorkerStatistics now = total(*scheduler);
      pulled = now.global_tasks - before.global_tasks;
      pulls = now.global_pulls - before.global_pulls;
      looked = true;
    }));
  }
  release_one = true;
  wait_until([&] { return looked.load(); });
  release = true;
  for (auto& handle : waiting) (void)handle.wait();
  for (auto& handle : holders) (void)handle.wait();
  scheduler->shutdown();
  EXPECT_EQ(pulled, 4u * pulls);
  EXPECT_EQ(pulls, 1u);
}

// --- Interval ---

TEST(Constants, IntervalsByAverage) {
  EXPECT_EQ(Pacer().interval(), 20u);  // the first guess is 50 µs
  EXPECT_EQ(Pacer::interval_for(1'000), 255u);
  EXPECT_EQ(Pacer::interval_for(10'000), 100u);
  EXPECT_EQ(Pacer::interval_for(50'000), 20u);
  EXPECT_EQ(Pacer::interval_for(100'000), 10u);
  EXPECT_EQ(Pacer::interval_for(1'000'000), 8u);
  EXPECT_EQ(Pacer::interval_for(UINT64_MAX), 8u);
}

TEST(Constants, TheAverageMovesByATenth) {
  Pacer pacer;
  pacer.sample(100'000, 2);
  EXPECT_EQ(pacer.average_ns(), 50'000u);
  pacer.sample(150'000, 1);
  EXPECT_EQ(pacer.average_ns(), 60'000u);
  pacer.sample(1'000'000, 0);
  EXPECT_EQ(pacer.average_ns(), 60'000u);
}

Co<void> busy(int times, uint64_t ns) {
  for (int i = 0; i < times; ++i) {
    manual_ns += ns;
    co_await yield();
  }
}

uint32_t interval_after_tasks_of(uint64_t ns) {
  const auto scheduler = cooperative({.clock = manual_clock});
  uint32_t interval = 0;
  auto handle = spawn(*scheduler, [&]() -> Co<void> {
    co_await busy(30'000, ns);
    interval = scheduler->statistics().workers[0].interval;
  });
  scheduler->poll();
  return interval;
}

TEST(Constants, AWorkerAdaptsItsInterval) {
  EXPECT_EQ(interval_after_tasks_of(1'000), 255u);
  EXPECT_EQ(interval_after_tasks_of(10'000), 100u);
  EXPECT_EQ(interval_after_tasks_of(50'000), 20u);
  EXPECT_EQ(interval_after_tasks_of(100'000), 10u);
  EXPECT_EQ(interval_after_tasks_of(1'000'000), 8u);
}

// Polls between a task's arrival in the global queue and its run, while another task is always ready.
int polls_until_seen(uint64_t ns_each) {
  const auto scheduler = cooperative({.clock = manual_clock});
  int polls_after = 0;
  std::atomic<bool> seen = false;
  auto local = spawn(*scheduler, [&]() -> Co<void> {
    co_await busy(30'000, ns_each);
    std::thread([&] { spawn(*scheduler, [&] { seen = true; }).detach(); }).join();
    while (!seen) {
      ++polls_after;
      manual_ns += ns_each;
      co_await yield();
    }
  });
  scheduler->poll();
  return polls_after;
}

TEST(Constants, TheGlobalQueueIsLookedAtOnceInAnInterval) {
  EXPECT_LE(polls_until_seen(1'000'000), 8);
  const int seldom = polls_until_seen(1'000);
  EXPECT_LE(seldom, 255);
  EXPECT_GT(seldom, 20);
}

// --- Ordered mode ---

int priority_of(const Task* task) { return task ? task->priority : -1; }

TEST(Constants, AFullOrderedQueueSpillsItsLowerHalf) {
  OrderedQueue queue(5);
  std::array<std::unique_ptr<Probe>, 6> tasks;
  TaskList spilled;
  for (int i = 0; i < 6; ++i) {
    tasks[static_cast<size_t>(i)] = std::make_unique<Probe>([] {});
    tasks[static_cast<size_t>(i)]->priority = i;
    queue.push(*tasks[static_cast<size_t>(i)], spilled);
  }
  EXPECT_EQ(queue.size(), 4u);
  EXPECT_EQ(priority_of(spilled.pop()), 1);
  EXPECT_EQ(priority_of(spilled.pop()), 0);
  EXPECT_TRUE(spilled.empty());
  for (const int priority : {5, 4, 3, 2}) EXPECT_EQ(priority_of(queue.pop()), priority);
  EXPECT_EQ(queue.pop(), nullptr);
}

// Tasks that note their name when they run.
struct Named {
  std::vector<std::unique_ptr<Probe>> tasks;
  Numbers order;

  Probe& add(int name, int32_t priority) {
    tasks.push_back(std::make_unique<Probe>([this, name] { order.push_back(name); }));
    tasks.back()->priority = priority;
    return *tasks.back();
  }
  void submit(Scheduler& scheduler, int name, int32_t priority) {
    EXPECT_TRUE(scheduler.submit(add(name, priority)));
  }
};

Config ordered(uint32_t capacity) {
  return {.ordered = true, .ordered_capacity = capacity, .clock = manual_clock};
}

TEST(Constants, CapacityTwoAndFourPriorities) {
  const auto scheduler = cooperative(ordered(2));
  Named named;
  WorkerStatistics filled;
  Probe all([&] {
    for (int i = 0; i < 4; ++i) named.submit(*scheduler, i, i);
    filled = total(*scheduler);
  });
  ASSERT_TRUE(scheduler->submit(all));
  scheduler->poll();
  EXPECT_EQ(named.order, (Numbers{3, 2, 1, 0}));
  EXPECT_EQ(filled.overflows, 2u);
  EXPECT_EQ(filled.overflowed_tasks, 2u);  // of the two, the lower half is one task
}

TEST(Constants, FirstInFirstOutWithinAPriority) {
  const auto scheduler = cooperative(ordered(256));
  Named named;
  for (int i = 0; i < 12; ++i) named.submit(*scheduler, i, i % 2);
  scheduler->poll();
  EXPECT_EQ(named.order, (Numbers{1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10}));
}

TEST(Constants, TheSixtyFirstIsTheGlobalQueues) {
  const auto scheduler = cooperative(ordered(256));
  Named named;
  Probe all([&] {
    for (int i = 0; i < 130; ++i) named.submit(*scheduler, i, 5);
    std::thread([&] {
      for (int i = 0; i < 3; ++i) named.submit(*scheduler, 1000 + i, i);
    }).join();
  });
  ASSERT_TRUE(scheduler->submit(all));
  scheduler->poll();
  ASSERT_EQ(named.order.size(), 133u);
  EXPECT_EQ(named.order[59], 59);
  EXPECT_EQ(named.order[60], 1002);  // the queue's highest, though all tasks here are higher
  EXPECT_EQ(named.order[121], 1001);
  EXPECT_EQ(named.order[132], 1000);
}

TEST(Constants, WaitingRaisesAPriorityByOneInATenthOfASecond) {
  for (const bool late : {false, true}) {
    const auto scheduler = cooperative(ordered(256));
    Named named;
    named.submit(*scheduler, 0, 0);
    manual_ns += late ? 300'000'000 : 299'999'999;
    named.submit(*scheduler, 3, 3);
    scheduler->poll();
    EXPECT_EQ(named.order, late ? (Numbers{0, 3}) : (Numbers{3, 0}));
  }
}

// --- Random victims ---

TEST(Constants, ASeedReplays) {
  Random one(17, 3), same(17, 3), other(17, 4);
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t number = one.next();
    EXPECT_EQ(number, same.next());
    differs |= number != other.next();
  }
  EXPECT_TRUE(differs);
}

TEST(Constants, NoSeedLeadsToTheStateThatStaysZero) {
  constexpr uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  for (uint32_t index = 0; index < 100; ++index) {
    Random random(uint64_t{0} - index * kGoldenRatio, index);  // seed and index cancel out
    uint32_t bits = 0;
    for (int i = 0; i < 100; ++i) bits |= random.next();
    EXPECT_NE(bits, 0u);
  }
}

TEST(Constants, VictimsAreDrawnEvenly) {
  Random random(1, 0);
  std::array<int, 7> count{};
  for (int i = 0; i < 70'000; ++i) ++count[random.below(7)];
  for (const int of : count) EXPECT_NEAR(of, 10'000, 600);
}

}  // namespace
}  // namespace aspen::sched
