// Histograms of delays and of poll times, and what workers are seen to do.
#include "sched/statistics.h"

#include <atomic>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

TEST(Histograms, BucketsAreBoundsOfTwo) {
  Histogram histogram;
  for (const uint64_t ns : {0u, 1u, 2u, 3u, 4u, 1'000u}) histogram.add(ns);
  const Histogram::Counts counts = histogram.counts();
  EXPECT_EQ(counts[0], 1u);
  EXPECT_EQ(counts[1], 1u);
  EXPECT_EQ(counts[2], 2u);
  EXPECT_EQ(counts[3], 1u);
  EXPECT_EQ(counts[10], 1u);
  EXPECT_EQ(Histogram::sum(counts), 6u);
  EXPECT_EQ(Histogram::bound_of(counts, 0.5), 4u);
  EXPECT_EQ(Histogram::bound_of(counts, 1), 1024u);
  EXPECT_EQ(Histogram::bound_of({}, 0.5), 0u);
}

TEST(Histograms, TheLastBucketTakesTheRest) {
  Histogram histogram;
  histogram.add(UINT64_MAX);
  EXPECT_EQ(histogram.counts()[Histogram::kBuckets - 1], 1u);
}

// Tasks that wait for 3 µs each, enqueued from outside and by a task.
TEST(Histograms, DelaysAreFromReadyToRunning) {
  manual_ns = 1'000'000;
  const auto scheduler = cooperative({.clock = manual_clock});
  const uint32_t bucket = 12;  // 2,048 to 4,095 ns
  (void)spawn(*scheduler, [&] {
    spawn([] {}).detach();
    manual_ns += 3'000;
  });
  manual_ns += 3'000;
  while (scheduler->poll()) {
  }
  EXPECT_EQ(total(*scheduler).delays[bucket], 2u);
  EXPECT_EQ(Histogram::sum(total(*scheduler).delays), 2u);
}

// The first polls are all measured, later ones as samples.
TEST(Histograms, PollTimesAreASample) {
  const auto scheduler = cooperative();
  const auto run = [&](int tasks) {
    for (int i = 0; i < tasks; ++i) spawn(*scheduler, [] {}).detach();
    while (scheduler->poll()) {
    }
  };
  run(10);
  EXPECT_EQ(Histogram::sum(total(*scheduler).poll_times), 10u);
  run(10'000);
  const uint64_t measured = Histogram::sum(total(*scheduler).poll_times);
  EXPECT_GT(measured, 64u);
  EXPECT_LT(measured, 200u);
}

TEST(Histograms, ATaskThatStaysIsSeenToStay) {
  const auto scheduler = start(1);
  constexpr uint64_t kStayNs = 3'000'000;
  (void)spawn(*scheduler, [&] {
    const uint64_t begin = monotonic_ns();
    wait_until([&] { return monotonic_ns() - begin > kStayNs; });
  }).wait();
  scheduler->shutdown();
  EXPECT_GT(Histogram::bound_of(total(*scheduler).poll_times, 1), kStayNs);
  const std::string text = scheduler->statistics().table();
  EXPECT_NE(text.find("time in one poll, of 1 samples"), std::string::npos) << text;
  EXPECT_NE(text.find("time from ready to running, of 1 samples"), std::string::npos) << text;
}

// One worker runs a task, which has made two others ready; the other worker sleeps, as it may not steal.
TEST(Statistics, TellWhatEachWorkerDoes) {
  const auto scheduler =
      start(2, {.steals = false, .park_timeout_ns = kForever, .watchdog = false, .clock = manual_clock});
  std::atomic<bool> has_made{false}, leaves{false};
  auto runs = spawn(*scheduler, [&] {
    for (int i = 0; i < 2; ++i) spawn([] {}).detach();
    has_made = true;
    wait_until([&] { return leaves.load(); });
  });
  wait_until([&] { return has_made.load(); });
  const auto is_sleeping = [](const WorkerStatistics& of) { return of.doing == Doing::sleeping; };
  std::vector<WorkerStatistics> workers;
  wait_until([&] {
    workers = scheduler->statistics().workers;
    return is_sleeping(workers[0]) || is_sleeping(workers[1]);
  });
  const size_t busy = is_sleeping(workers[0]) ? 1 : 0;
  EXPECT_EQ(workers[busy].doing, Doing::running);
  EXPECT_EQ(workers[busy].queued, 2u);
  EXPECT_EQ(workers[1 - busy].queued, 0u);
  manual_ns += 5'000;
  const std::vector<WorkerStatistics> later = scheduler->statistics().workers;
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(later[i].uncounted_ns, workers[i].uncounted_ns + 5'000);
  leaves = true;
  (void)runs.wait();
  scheduler->shutdown();
  for (const WorkerStatistics& of : scheduler->statistics().workers) EXPECT_EQ(of.uncounted_ns, 0u);
}

TEST(Histograms, NothingIsPrintedOfNothing) { EXPECT_EQ(cooperative()->statistics().histograms(), ""); }

}  // namespace
}  // namespace aspen::sched
