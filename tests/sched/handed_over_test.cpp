// Tasks that run without having been in a queue: handed over, or inside the poll of another task.
#include <algorithm>
#include <deque>
#include <vector>

#include "sched/worker.h"
#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using Names = std::vector<int>;

// Tasks that record their names when they run.
class Noted {
 public:
  explicit Noted(Scheduler& scheduler) : scheduler_(scheduler) {}
  Probe& task(int name) {
    return tasks_.emplace_back([this, name] { names_.push_back(name); });
  }
  void submit(int name) { EXPECT_TRUE(scheduler_.submit(task(name))); }
  const Names& names() const { return names_; }

 private:
  Scheduler& scheduler_;
  std::deque<Probe> tasks_;
  Names names_;
};

TEST(HandedOver, RunsNextBeforeAllThatWaits) {
  const auto scheduler = cooperative();
  Noted noted(*scheduler);
  Probe first([&](Probe& self, Worker& worker) {
    noted.submit(1);  // to the ring, when the next one comes
    noted.submit(2);  // to the next slot
    worker.hand_over(noted.task(3));
    return self.finish();
  });
  EXPECT_TRUE(scheduler->submit(first));
  while (scheduler->poll()) {
  }
  EXPECT_EQ(noted.names(), (Names{3, 2, 1}));
  EXPECT_EQ(total(*scheduler).handed_over, 1u);
  scheduler->shutdown();
  expect_balance(*scheduler, 4);
}

TEST(HandedOver, SoManyInARowThenWhatWaits) {
  const auto scheduler = cooperative();
  std::deque<Probe> chain;
  Names order;
  std::function<Outcome(Probe&, Worker&)> next = [&](Probe& self, Worker& worker) {
    order.push_back(static_cast<int>(chain.size()));
    if (chain.size() < 2 * kHandedRun) worker.hand_over(chain.emplace_back(next));
    return self.finish();
  };
  Probe waits([&] { order.push_back(-1); });
  Probe first([&](Probe& self, Worker& worker) {
    EXPECT_TRUE(worker.scheduler().submit(waits));
    return next(self, worker);
  });
  EXPECT_TRUE(scheduler->submit(first));
  while (scheduler->poll()) {
  }
  ASSERT_EQ(order.size(), 2 * kHandedRun + 2);
  EXPECT_EQ(std::find(order.begin(), order.end(), -1) - order.begin(), kHandedRun + 1);
  scheduler->shutdown();
  expect_balance(*scheduler, 2 * kHandedRun + 2);
}

TEST(HandedOver, GoesByPriorityInOrderedMode) {
  const auto scheduler = cooperative({.ordered = true});
  Noted noted(*scheduler);
  Probe first([&](Probe& self, Worker& worker) {
    Probe& urgent = noted.task(1);
    urgent.priority = 5;
    EXPECT_TRUE(worker.scheduler().submit(urgent));
    worker.hand_over(noted.task(2));
    return self.finish();
  });
  EXPECT_TRUE(scheduler->submit(first));
  while (scheduler->poll()) {
  }
  EXPECT_EQ(noted.names(), (Names{1, 2}));
  scheduler->shutdown();
  expect_balance(*scheduler, 3);
}

TEST(Inside, TheTaskAroundIsTheRunningOneAgain) {
  const auto scheduler = cooperative();
  Names order;
  Probe parks([&](Probe& self, Worker&) {
    order.push_back(2);
    return order.size() < 4 ? Outcome::parked : self.finish();
  });
  Probe ends([&] { order.push_back(1); });
  Probe around([&](Probe& self, Worker& worker) {
    worker.begin_inner(ends);
    EXPECT_EQ(worker.running(), &ends);
    worker.end_inner(ends.type->run(ends, worker));
    EXPECT_EQ(worker.running(), &self);
    worker.begin_inner(parks);
    worker.end_inner(parks.type->run(parks, worker));
    EXPECT_EQ(worker.running(), &self);
    EXPECT_EQ(worker.outer(), nullptr);
    order.push_back(3);
    worker.scheduler().wake(parks);
    return self.finish();
  });
  EXPECT_TRUE(scheduler->submit(around));
  while (scheduler->poll()) {
  }
  EXPECT_EQ(order, (Names{1, 2, 3, 2}));
  EXPECT_TRUE(parks.over);
  scheduler->shutdown();
  expect_balance(*scheduler, 3);
}

TEST(Inside, AParkedTaskGoesOnThere) {
  const auto scheduler = cooperative();
  Names order;
  Probe waits([&](Probe& self, Worker&) {
    order.push_back(1);
    return order.size() < 4 ? Outcome::parked : self.finish();
  });
  Probe around([&](Probe& self, Worker& worker) {
    for (int i = 0; i < 2; ++i) {
      order.push_back(2);
      EXPECT_TRUE(waits.state.wake());
      worker.go_on_inner(waits);
      EXPECT_EQ(worker.running(), &waits);
      EXPECT_EQ(worker.outer(), &self);
      worker.end_inner(waits.type->run(waits, worker));
      EXPECT_EQ(worker.running(), &self);
    }
    return self.finish();
  });
  EXPECT_TRUE(scheduler->submit(waits));
  while (scheduler->poll()) {
  }
  EXPECT_TRUE(scheduler->submit(around));
  while (scheduler->poll()) {
  }
  EXPECT_EQ(order, (Names{1, 2, 1, 2, 1}));
  EXPECT_TRUE(waits.over);
  scheduler->shutdown();
  expect_balance(*scheduler, 2);
}

TEST(Inside, OneThatYieldsIsQueued) {
  const auto scheduler = cooperative();
  Names order;
  Probe yields([&](Probe& self, Worker&) {
    order.push_back(1);
    return order.size() < 3 ? Outcome::yielded : self.finish();
  });
  Probe around([&](Probe& self, Worker& worker) {
    worker.begin_inner(yields);
    worker.end_inner(yields.type->run(yields, worker));
    order.push_back(2);
    return self.finish();
  });
  EXPECT_TRUE(scheduler->submit(around));
  while (scheduler->poll()) {
  }
  EXPECT_EQ(order, (Names{1, 2, 1}));
  scheduler->shutdown();
  expect_balance(*scheduler, 2);
}

}  // namespace
}  // namespace aspen::sched
