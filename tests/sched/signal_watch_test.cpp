#include "sched/signal_watch.h"

#include <signal.h>

#include "tests/sched/io_testing.h"

namespace aspen::sched {
namespace {

using SignalWatchTest = DriverTest;

TEST_F(SignalWatchTest, WakesWhoWaits) {
  Noting waits, again;
  SignalWatch watch(*driver, SIGUSR1);
  for (Noting* waiter : {&waits, &again}) {
    ASSERT_EQ(watch.wait(*waiter), 0);
    EXPECT_EQ(turn(), 0u);
    raise(SIGUSR1);
    turn_until_woken(*waiter);
    EXPECT_EQ(waiter->result, 1);
  }
}

TEST_F(SignalWatchTest, NotesWhatComesWhileNobodyWaits) {
  Noting waits;
  SignalWatch watch(*driver, SIGUSR1);
  turn();
  raise(SIGUSR1);
  raise(SIGUSR1);
  int came;
  while ((came = watch.wait(waits)) == 0) {
    ASSERT_TRUE(watch.cancel(waits));
    turn();
  }
  EXPECT_EQ(came, 1);
  EXPECT_FALSE(waits.woken());
}

TEST_F(SignalWatchTest, SeveralWatchTheSame) {
  Noting waits, other_waits;
  SignalWatch watch(*driver, SIGUSR2), other(*driver, SIGUSR2);
  ASSERT_EQ(watch.wait(waits), 0);
  ASSERT_EQ(other.wait(other_waits), 0);
  turn();
  raise(SIGUSR2);
  turn_until_woken(waits);
  turn_until_woken(other_waits);
}

TEST_F(SignalWatchTest, ReportsWhatCannotBeWatched) {
  for (int number : {0, SIGKILL, 1000}) {
    Noting waits, again;
    SignalWatch watch(*driver, number);
    ASSERT_EQ(watch.wait(waits), 0);
    turn_until_woken(waits);
    EXPECT_EQ(waits.result, -EINVAL);
    ASSERT_EQ(watch.wait(again), 0);
    turn_until_woken(again);
    EXPECT_EQ(again.result, -EINVAL);
  }
}

TEST_F(SignalWatchTest, LetsTheSignalGoWhenClosed) {
  struct sigaction before, after;
  ASSERT_EQ(sigaction(SIGUSR1, nullptr, &before), 0);
  Noting waits, late;
  SignalWatch watch(*driver, SIGUSR1);
  ASSERT_EQ(watch.wait(waits), 0);
  turn();
  ASSERT_EQ(sigaction(SIGUSR1, nullptr, &after), 0);
  EXPECT_NE(before.sa_handler, after.sa_handler);
  watch.close();
  EXPECT_EQ(waits.result, -ECANCELED);
  EXPECT_EQ(watch.wait(late), -ECANCELED);
  turn();
  ASSERT_EQ(sigaction(SIGUSR1, nullptr, &after), 0);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST_F(SignalWatchTest, ShutdownCancelsWhoWaits) {
  Noting waits;
  SignalWatch watch(*driver, SIGUSR1);
  ASSERT_EQ(watch.wait(waits), 0);
  turn();
  shut_down();
  EXPECT_EQ(waits.result, -ECANCELED);
}

}  // namespace
}  // namespace aspen::sched
