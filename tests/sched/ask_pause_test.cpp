#include "sched/ask_pause.h"

#include <gtest/gtest.h>

namespace aspen::sched {
namespace {

// The number of requests that a worker makes in that time if each gets the same answer.
int requests_in(AskPause& pause, uint64_t begin_ns, uint64_t ns, bool has_split) {
  int count = 0;
  for (uint64_t now = begin_ns; now < begin_ns + ns; now += 10'000) {
    if (!pause.is_over(now)) continue;
    pause.note(has_split, now);
    ++count;
  }
  return count;
}

constexpr uint64_t kSecondNs = 1'000'000'000;

TEST(AskPause, IsNoneWhileRequestsAreGranted) {
  AskPause pause;
  EXPECT_EQ(requests_in(pause, 1, kSecondNs, true), 100'000);
}

TEST(AskPause, GrowsWithRefusalsUpToALimit) {
  AskPause pause;
  const int first = requests_in(pause, 1, 1'000'000, false);
  EXPECT_GE(first, 3);
  EXPECT_LE(first, 5);
  EXPECT_LE(requests_in(pause, 1'000'000, kSecondNs, false), 60);
  EXPECT_GE(requests_in(pause, 2 * kSecondNs, kSecondNs, false), 45) << "20 ms at most";
}

TEST(AskPause, EndsWithASplit) {
  AskPause pause;
  requests_in(pause, 1, kSecondNs, false);
  pause.note(true, 2 * kSecondNs);
  EXPECT_TRUE(pause.is_over(2 * kSecondNs));
  pause.note(false, 2 * kSecondNs);
  EXPECT_FALSE(pause.is_over(2 * kSecondNs + AskPause::kShortestNs - 1));
  EXPECT_TRUE(pause.is_over(2 * kSecondNs + AskPause::kShortestNs));
}

}  // namespace
}  // namespace aspen::sched
