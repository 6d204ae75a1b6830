#include "sched/steal_trial.h"

#include <gtest/gtest.h>

namespace aspen::sched {
namespace {

constexpr uint64_t kMillisecond = 1'000'000;

// Of two workers, one asks every 50 µs, for `ns`. Returns for how much of that time it takes tasks.
class Pair {
 public:
  double run(uint64_t ns, uint64_t steps_a_microsecond_taking, uint64_t steps_a_microsecond_leaving) {
    uint64_t taking_ns = 0;
    for (const uint64_t end = now_ + ns; now_ < end; now_ += kAskNs) {
      const bool takes = trial_.takes(steps_, now_);
      if (takes) taking_ns += kAskNs;
      steps_ += kAskNs / 1000 * (takes ? steps_a_microsecond_taking : steps_a_microsecond_leaving);
    }
    return static_cast<double>(taking_ns) / static_cast<double>(ns);
  }
  // The worker has enough tasks of its own.
  void do_other_things(uint64_t ns) { now_ += ns; }

 private:
  static constexpr uint64_t kAskNs = 50'000;
  StealTrial trial_;
  uint64_t now_ = 1'000 * kMillisecond;
  uint64_t steps_ = 0;
};

TEST(StealTrial, TakesAtFirst) { EXPECT_EQ(Pair().run(kMillisecond, 10, 10), 1.0); }

TEST(StealTrial, KeepsTakingWhatPays) {
  Pair pair;
  pair.run(100 * kMillisecond, 20, 12);
  EXPECT_GT(pair.run(1'000 * kMillisecond, 20, 12), 0.98);
}

TEST(StealTrial, LeavesWhatCostsMore) {
  Pair pair;
  pair.run(100 * kMillisecond, 7, 10);
  EXPECT_LT(pair.run(1'000 * kMillisecond, 7, 10), 0.02);
}

TEST(StealTrial, LeavesWhatGainsNothing) {
  Pair pair;
  pair.run(100 * kMillisecond, 10, 10);
  EXPECT_LT(pair.run(1'000 * kMillisecond, 10, 10), 0.02);
}

TEST(StealTrial, ChangesItsMind) {
  Pair pair;
  pair.run(500 * kMillisecond, 7, 10);
  pair.run(300 * kMillisecond, 20, 10);
  EXPECT_GT(pair.run(100 * kMillisecond, 20, 10), 0.9);
  pair.run(300 * kMillisecond, 7, 10);
  EXPECT_LT(pair.run(100 * kMillisecond, 7, 10), 0.1);
}

TEST(StealTrial, RemembersWhatItFoundAcrossPauses) {
  Pair pair;
  pair.run(100 * kMillisecond, 7, 10);
  pair.do_other_things(5 * StealTrial::kForgottenNs);
  EXPECT_EQ(pair.run(kMillisecond, 7, 10), 0.0);
}

// The result about one worker is kept while others are asked about, and not mixed up with theirs.
TEST(StealTrials, KeepsThoseWithWhomItDealsApart) {
  StealTrials trials;
  uint64_t now = 1'000 * kMillisecond, steps = 0;
  const auto run = [&](uint32_t victim, uint64_t taking, uint64_t leaving) {
    const bool takes = trials.takes(victim, steps, now);
    steps += takes ? taking : leaving;
    now += 50'000;
    return takes;
  };
  for (int i = 0; i < 4'000; ++i) run(1, 7, 10);
  EXPECT_FALSE(run(1, 7, 10));
  for (uint32_t victim = 2; victim <= StealTrials::kKept; ++victim) EXPECT_TRUE(run(victim, 10, 10));
  EXPECT_FALSE(run(1, 7, 10));
}

TEST(StealTrials, BeginsAnewWithOneThatWasPushedOut) {
  StealTrials trials;
  uint64_t now = 1'000 * kMillisecond;
  for (int i = 0; i < 4'000; ++i, now += 50'000) trials.takes(1, 0, now);
  EXPECT_FALSE(trials.takes(1, 0, now));
  for (uint32_t victim = 2; victim < 2 + StealTrials::kKept; ++victim) trials.takes(victim, 0, now);
  EXPECT_TRUE(trials.takes(1, 0, now));
}

// At 1,024 workers, each keeps some hundred bytes. A trial with every other worker would be 100 MB in all.
static_assert(sizeof(StealTrials) <= 1024);

}  // namespace
}  // namespace aspen::sched
