#include "sched/driver.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "sched/error.h"
#include "sched/readiness.h"
#include "tests/sched/io_testing.h"

namespace aspen::sched {
namespace {

TEST_F(DriverTest, HasOneSeat) {
  EXPECT_FALSE(driver->try_take_seat());
  driver->leave_seat();
  EXPECT_TRUE(driver->try_take_seat());
}

TEST_F(DriverTest, DoesNotBlockWithoutATimeout) { EXPECT_EQ(turn(0), 0u); }

TEST_F(DriverTest, AnInterruptThatComesEarlyIsKept) {
  driver->interrupt();
  driver->interrupt();
  turn(kForever);
  driver->interrupt();
  turn(0);
  turn(kForever);  // the turn before would not have blocked anyway
}

TEST_F(DriverTest, AnInterruptIsNotLostAmongRequests) {
  const Descriptors pipe = make_pipe();
  Noting before, after;
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  ASSERT_EQ(reader.wait_readable(before), 0);
  driver->interrupt();
  turn(kForever);
  driver->interrupt();
  EXPECT_TRUE(reader.cancel(before));
  reader.close();
  turn(kForever);
}

TEST_F(DriverTest, AnInterruptIsAnsweredOnce) {
  driver->interrupt();
  turn(kForever);
  EXPECT_LE(turn_for(1'000'000), 4) << "spins";
}

TEST_F(DriverTest, AnInterruptEndsATurnOfAnotherThread) {
  for (int round = 0; round < 200; ++round) {
    std::thread other([this] { driver->interrupt(); });
    turn(kForever);  // hangs if the interrupt is lost, whether it comes before the turn or in it
    other.join();
  }
}

TEST_F(DriverTest, BlocksUntilTheTimeIsOver) {
  for (uint64_t timeout : {1'000u, 100'000u, 2'000'000u}) EXPECT_LE(turn_for(timeout), 4) << "spins";
}

TEST_F(DriverTest, ATimeoutOfCenturiesIsOne) {
  std::thread other([this] { driver->interrupt(); });
  turn(kForever - 1);
  other.join();
}

TEST_F(DriverTest, ShutsDownTwice) {
  shut_down();
  driver->interrupt();
  EXPECT_FALSE(driver->try_take_seat());
}

TEST_F(DriverTest, ShutdownInterruptsTheTurnOfAnotherThread) {
  driver->leave_seat();
  std::atomic<bool> has_seat{false};
  std::thread other([&] {
    ASSERT_TRUE(driver->try_take_seat());
    has_seat.store(true);
    has_seat.notify_all();
    turn(kForever);
    driver->leave_seat();
  });
  has_seat.wait(false);
  WaiterList cancelled;
  driver->shutdown(cancelled);
  EXPECT_TRUE(cancelled.empty());
  other.join();
}

TEST_F(DriverTest, ShutdownCancelsWhoWaitsAndRefusesOthers) {
  const Descriptors pipe = make_pipe(), late_pipe = make_pipe();
  Noting waits, asks, late, again;
  Readiness known(*driver, pipe.reader), unknown(*driver, late_pipe.reader), writer(*driver, pipe.writer);
  ASSERT_EQ(known.wait_readable(waits), 0);
  turn();
  ASSERT_EQ(writer.wait_writable(asks), 0);  // still in the mailbox
  shut_down();
  EXPECT_EQ(waits.wakes, 1);
  EXPECT_EQ(waits.result, -ECANCELED);
  EXPECT_EQ(asks.wakes, 1);
  EXPECT_EQ(asks.result, -ECANCELED);
  EXPECT_EQ(known.wait_readable(again), -ECANCELED);
  // The driver has not seen this request; it is refused when it is sent.
  if (unknown.wait_readable(late) == 0) {
    EXPECT_EQ(late.result, -ECANCELED);
  }
  EXPECT_EQ(unknown.wait_writable(again), -ECANCELED);
  // Descriptors belong to their objects, even after the driver's end.
  EXPECT_TRUE(is_open(pipe.reader));
  driver.reset();
  known.close();
  unknown.close();
  EXPECT_FALSE(is_open(pipe.reader));
  EXPECT_FALSE(is_open(late_pipe.reader));
  ::close(late_pipe.writer);
  SetUp();
}

TEST(Driver, ReportsThatTheSystemRefuses) {
#if defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer)
  GTEST_SKIP() << "the sanitizer needs descriptors itself, to look at types";
#endif
#endif
  rlimit before, none;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  none = before;
  int error = 0;
  // Fails at each descriptor that it needs, then works.
  const int lowest = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::close(lowest);
  bool has_failed = false, has_worked = false;
  for (int more = 0; more < 16 && !has_worked; ++more) {
    none.rlim_cur = static_cast<rlim_t>(lowest + more);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const std::unique_ptr<Driver> driver = Driver::create(error);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    has_worked = driver != nullptr;
    if (has_worked) break;
    has_failed = true;
    EXPECT_EQ(error, -EMFILE);
    EXPECT_EQ(error_name(error), "EMFILE");
    const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    EXPECT_LE(next, lowest + 2) << "descriptors leak";  // libuv keeps two for signals
    ::close(next);
  }
  EXPECT_TRUE(has_failed);
  EXPECT_TRUE(has_worked);
}

TEST(Errors, HaveTexts) {
  EXPECT_EQ(error_text(-ECONNREFUSED), "connection refused");
  EXPECT_EQ(error_name(-ECONNREFUSED), "ECONNREFUSED");
}

// Threads that interrupt, wait and close, while one drives and the driver is shut down under them: each
// waiter is woken once, and nothing is touched after its end (checked by sanitizers).
TEST(Driver, SurvivesShutdownInTheMidstOfIt) {
  for (int round = 0; round < 50; ++round) {
    int error = 0;
    const std::unique_ptr<Driver> driver = Driver::create(error);
    ASSERT_TRUE(driver);
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&, i] {
        for (int k = 0; k < 20 + round; ++k) {
          const Descriptors pipe = make_pipe();
          Noting reads, writes;
          Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
          const int reading = reader.wait_readable(reads), writing = writer.wait_writable(writes);
          if (writing == 0) writes.await();
          if (i == 0) driver->interrupt();
          if (i == 1) {
            EXPECT_EQ(::write(pipe.writer, "x", 1), 1);
          }
          if (i != 1) reader.close();
          if (reading == 0) reads.await();
          EXPECT_LE(reads.wakes, 1);
          EXPECT_LE(writes.wakes, 1);
        }
      });
    }
    threads.emplace_back([&] {
      if (!driver->try_take_seat()) return;
      for (int turns = 0; turns < 10 * round; ++turns) {
        WaiterList woken;
        driver->turn(turns % 2 == 0 ? 20'000 : 0, woken);
        woken.wake_all();
      }
      driver->leave_seat();
    });
    threads.back().join();
    WaiterList cancelled;
    driver->shutdown(cancelled);
    cancelled.wake_all();
    for (size_t i = 0; i < 3; ++i) threads[i].join();
  }
}

}  // namespace
}  // namespace aspen::sched
