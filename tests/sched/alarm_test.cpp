// Alarms: when they ring, how often, and at whose request.
#include "sched/alarm.h"

#include <gtest/gtest.h>

#include <semaphore>

namespace aspen::sched {
namespace {

constexpr uint64_t kMillisecond = 1'000'000;

class AlarmTest : public testing::Test {
 protected:
  AlarmTest() {
    int error = 0;
    alarm_ = Alarm::start([this] { rings_.release(); }, error);
    EXPECT_EQ(error, 0);
  }
  bool rings_within(uint64_t ns) { return rings_.try_acquire_for(std::chrono::nanoseconds(ns)); }

  std::counting_semaphore<> rings_{0};
  std::unique_ptr<Alarm> alarm_;
};

TEST_F(AlarmTest, RingsWhenTheTimeHasCome) {
  const uint64_t at = monotonic_ns() + 20 * kMillisecond;
  alarm_->set(at);
  rings_.acquire();
  EXPECT_GE(monotonic_ns(), at);
  EXPECT_FALSE(rings_within(20 * kMillisecond));
}

TEST_F(AlarmTest, RingsAgainUntilItIsSetAnew) {
  alarm_->set(monotonic_ns(), kMillisecond);
  for (int i = 0; i < 5; ++i) rings_.acquire();
  alarm_->set(kForever);
  while (rings_within(20 * kMillisecond)) {
  }
}

TEST_F(AlarmTest, HearsOfAnEarlierTime) {
  alarm_->set(monotonic_ns() + 3'600'000 * kMillisecond);
  alarm_->set(monotonic_ns() + kMillisecond);
  rings_.acquire();
}

TEST_F(AlarmTest, RingsAtOnceWhenAsked) {
  for (int i = 0; i < 1000; ++i) {
    alarm_->ring_now();
    rings_.acquire();
  }
}

}  // namespace
}  // namespace aspen::sched
