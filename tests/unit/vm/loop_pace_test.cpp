#include <gtest/gtest.h>

#include "vm/object/function.h"

namespace aspen {
namespace {

// Nanoseconds until the loop may be halved again, after a split now.
uint64_t delay_of_halves(LoopPace& pace) {
  pace.note_halved(1000);
  for (uint64_t delay = 0;; delay = delay == 0 ? 1000 : 2 * delay) {
    if (pace.allows_half(1000 + delay)) return delay;
  }
}

TEST(LoopPace, HalvesThatNobodyTakesInTimeBecomeRare) {
  LoopPace pace;
  EXPECT_EQ(delay_of_halves(pace), 0u);
  pace.note_half(2000, false);
  const uint64_t first = delay_of_halves(pace);
  EXPECT_GT(first, 0u);
  EXPECT_LE(first, 10'000u) << "a worker that wakes up for the first one finds the next";
  for (int i = 0; i < 30; ++i) pace.note_half(2000, false);
  EXPECT_GE(delay_of_halves(pace), 16'000'000u);
  EXPECT_LE(delay_of_halves(pace), 64'000'000u) << "the loop may take longer later";
  for (int i = 0; i < 30; ++i) pace.note_half(2000, true);
  EXPECT_EQ(delay_of_halves(pace), 0u);
}

TEST(LoopPace, LongPartsAreNoLoss) {
  LoopPace pace;
  for (int i = 0; i < 30; ++i) pace.note_half(50'000, false);
  EXPECT_EQ(delay_of_halves(pace), 0u);
}

TEST(LoopPace, HalvesAndIterationsHaveDelaysOfTheirOwn) {
  LoopPace pace;
  for (int i = 0; i < 30; ++i) pace.note(1000);
  EXPECT_FALSE(pace.is_coarse());
  EXPECT_EQ(delay_of_halves(pace), 0u);
  pace.note_split(1000);
  EXPECT_FALSE(pace.allows(10'000));
  LoopPace other;
  for (int i = 0; i < 30; ++i) other.note_half(1000, false);
  EXPECT_TRUE(other.is_coarse());
  other.note_split(1000);
  EXPECT_TRUE(other.allows(1000));
}

}  // namespace
}  // namespace aspen
