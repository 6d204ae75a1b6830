#include "sched/blocking_pool.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <deque>
#include <future>
#include <vector>

namespace aspen::sched {
namespace {

// Declared before the pool: the pool's thread may still be in set_value when ran() returns.
struct TestJob : Job {
  explicit TestJob(std::function<void()> to_do = [] {}) : action(std::move(to_do)) {
    run = [](Job& job) {
      auto& self = static_cast<TestJob&>(job);
      self.action();
      self.end.set_value(true);
    };
    drop = [](Job& job) { static_cast<TestJob&>(job).end.set_value(false); };
  }
  bool ran() { return end.get_future().get(); }

  std::function<void()> action;
  std::promise<bool> end;
};

// Keeps a thread of the pool busy until the gate is opened.
struct Gate : TestJob {
  Gate()
      : TestJob([this] {
          entered.set_value();
          opened.get_future().wait();
        }) {}
  std::promise<void> entered, opened;
};

BlockingPool::Config with_threads(size_t most) {
  BlockingPool::Config config;
  config.most_threads = most;
  return config;
}

void wait_until(const BlockingPool& pool, bool (*holds)(BlockingPool::Statistics)) {
  while (!holds(pool.statistics())) std::this_thread::yield();
}

TEST(BlockingPool, RunsInTheOrderOfSubmission) {
  Gate gate;
  std::vector<int> order;
  std::deque<TestJob> jobs;
  BlockingPool pool(with_threads(1));
  ASSERT_EQ(pool.submit(gate), 0);
  gate.entered.get_future().wait();
  for (int i = 0; i < 100; ++i) {
    jobs.emplace_back([&order, i] { order.push_back(i); });
    ASSERT_EQ(pool.submit(jobs.back()), 0);
  }
  EXPECT_EQ(pool.statistics().queued, 100u);
  gate.opened.set_value();
  EXPECT_TRUE(jobs.back().ran());
  for (int i = 0; i < 100; ++i) ASSERT_EQ(order[i], i);
  EXPECT_EQ(pool.statistics().most_threads_ever, 1u);
}

TEST(BlockingPool, GrowsOnDemandUpToItsBound) {
  std::deque<Gate> gates(3);
  TestJob waits;
  BlockingPool pool(with_threads(3));
  for (Gate& gate : gates) ASSERT_EQ(pool.submit(gate), 0);
  for (Gate& gate : gates) gate.entered.get_future().wait();  // all three at once
  ASSERT_EQ(pool.submit(waits), 0);
  EXPECT_EQ(pool.statistics().threads, 3u);
  EXPECT_EQ(pool.statistics().queued, 1u);
  gates[1].opened.set_value();
  EXPECT_TRUE(waits.ran());
  gates[0].opened.set_value();
  gates[2].opened.set_value();
}

TEST(BlockingPool, UsesAnIdleThreadBeforeItStartsAnother) {
  BlockingPool pool(with_threads(8));
  for (int i = 0; i < 20; ++i) {
    TestJob job;
    ASSERT_EQ(pool.submit(job), 0);
    ASSERT_TRUE(job.ran());
    wait_until(pool, [](BlockingPool::Statistics now) { return now.idle == 1; });
  }
  EXPECT_EQ(pool.statistics().most_threads_ever, 1u);
}

TEST(BlockingPool, IdleThreadsLeaveAndOthersCome) {
  BlockingPool::Config config;
  config.idle_time = std::chrono::nanoseconds(0);
  BlockingPool pool(config);
  for (int i = 0; i < 20; ++i) {
    std::deque<TestJob> jobs(4);
    for (TestJob& job : jobs) ASSERT_EQ(pool.submit(job), 0);
    for (TestJob& job : jobs) ASSERT_TRUE(job.ran());
    wait_until(pool, [](BlockingPool::Statistics now) { return now.threads == 0; });
  }
}

std::atomic<int> threads_allowed;

std::thread start_if_allowed(std::function<void()> run, std::error_code& error) {
  if (threads_allowed.fetch_sub(1) > 0) return start_thread(std::move(run), error);
  error = std::make_error_code(std::errc::resource_unavailable_try_again);
  return {};
}

TEST(BlockingPool, QueuesWhenASecondThreadIsRefused) {
  threads_allowed = 1;
  BlockingPool::Config config;
  config.start_thread = start_if_allowed;
  Gate gate;
  TestJob waits;
  BlockingPool pool(config);
  ASSERT_EQ(pool.submit(gate), 0);
  EXPECT_EQ(pool.submit(waits), 0);
  EXPECT_EQ(pool.statistics().threads, 1u);
  gate.opened.set_value();
  EXPECT_TRUE(waits.ran());
}

TEST(BlockingPool, ReportsThatNoThreadCouldBeStarted) {
  threads_allowed = 0;
  BlockingPool::Config config;
  config.start_thread = start_if_allowed;
  TestJob job;
  BlockingPool pool(config);
  EXPECT_EQ(pool.submit(job), -EAGAIN);
  EXPECT_EQ(pool.statistics().queued, 0u);
  threads_allowed = 1;
  EXPECT_EQ(pool.submit(job), 0);
  EXPECT_TRUE(job.ran());
}

TEST(BlockingPool, ShutdownDropsWhatWaitsAndWaitsForWhatRuns) {
  Gate gate;
  std::deque<TestJob> jobs(10);
  BlockingPool pool(with_threads(1));
  ASSERT_EQ(pool.submit(gate), 0);
  gate.entered.get_future().wait();
  for (TestJob& job : jobs) ASSERT_EQ(pool.submit(job), 0);
  std::atomic<bool> is_down{false};
  std::thread closer([&] {
    pool.shutdown();
    is_down = true;
  });
  for (TestJob& job : jobs) EXPECT_FALSE(job.ran());
  EXPECT_FALSE(is_down);
  TestJob late;
  EXPECT_EQ(pool.submit(late), -ECANCELED);
  gate.opened.set_value();
  closer.join();
  EXPECT_EQ(pool.statistics().threads, 0u);
  pool.shutdown();
}

TEST(BlockingPool, ShutdownCallsIdleThreads) {
  std::deque<Gate> gates(4);
  BlockingPool pool;
  for (Gate& gate : gates) ASSERT_EQ(pool.submit(gate), 0);
  for (Gate& gate : gates) gate.opened.set_value();
  wait_until(pool, [](BlockingPool::Statistics now) { return now.idle == 4; });
  pool.shutdown();  // would take ten seconds otherwise
  EXPECT_EQ(pool.statistics().threads, 0u);
}

// Threads that end at once, submitters on several threads, and a shutdown in the middle of it: each accepted
// job is run or dropped exactly once.
TEST(BlockingPool, LosesNothingUnderContention) {
  for (int round = 0; round < 30; ++round) {
    std::vector<std::deque<TestJob>> jobs(3);
    BlockingPool::Config config;
    config.most_threads = 4;
    config.idle_time = std::chrono::nanoseconds(round % 2 * 1000);
    BlockingPool pool(config);
    std::vector<std::thread> submitters;
    for (auto& own : jobs) {
      submitters.emplace_back([&] {
        for (int i = 0; i < 200; ++i) {
          own.emplace_back();
          if (pool.submit(own.back()) != 0) return own.pop_back();
        }
      });
    }
    if (round % 3 == 0) pool.shutdown();
    for (std::thread& submitter : submitters) submitter.join();
    for (auto& own : jobs) {
      for (TestJob& job : own) job.ran();
    }
  }
}

}  // namespace
}  // namespace aspen::sched
