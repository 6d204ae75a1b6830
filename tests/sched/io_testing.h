// What the tests of the driver share.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>

#include "sched/driver.h"
#include "sched/waiter.h"

namespace aspen::sched {

// A waiter that any thread can read, or wait for.
struct Noting : Waiter {
  Noting() {
    wake = [](Waiter& waiter) {
      auto& self = static_cast<Noting&>(waiter);
      self.wakes.fetch_add(1, std::memory_order_release);
      self.wakes.notify_all();
    };
  }
  bool woken() const { return wakes.load(std::memory_order_acquire) > 0; }
  void await() const { wakes.wait(0, std::memory_order_acquire); }
  std::atomic<int> wakes{0};
};

struct Descriptors {
  int reader = -1, writer = -1;
};

inline Descriptors make_pipe() {
  std::array<int, 2> ends;
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
  Descriptors made;
  made.reader = ends[0];
  made.writer = ends[1];
  return made;
}

inline Descriptors make_socket_pair() {
  std::array<int, 2> ends;
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()), 0);
  Descriptors made;
  made.reader = ends[0];
  made.writer = ends[1];
  return made;
}

inline bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

inline std::string read_some(int descriptor) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  return count < 0 ? "error" : std::string(buffer.data(), static_cast<size_t>(count));
}

class DriverTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int error = -1;
    driver = Driver::create(error);
    ASSERT_TRUE(driver);
    ASSERT_EQ(error, 0);
    ASSERT_TRUE(driver->try_take_seat());
  }

  // Returns the number of waiters that were woken.
  uint32_t turn(uint64_t timeout_ns = 0) {
    WaiterList woken;
    driver->turn(timeout_ns, woken);
    return woken.wake_all();
  }
  void turn_until_woken(const Noting& waiter) {
    while (!waiter.woken()) turn(kForever);
  }
  // Turns for so long; returns how often.
  int turn_for(uint64_t ns) {
    const uint64_t deadline = monotonic_ns() + ns;
    int turns = 0;
    // The clock is read once for each turn: after the deadline, the time left would be centuries.
    for (uint64_t now = monotonic_ns(); now < deadline; now = monotonic_ns()) {
      turn(deadline - now);
      ++turns;
    }
    return turns;
  }
  // From here on the test does not have the seat.
  void shut_down() {
    driver->leave_seat();
    WaiterList cancelled;
    driver->shutdown(cancelled);
    cancelled.wake_all();
  }
  void TearDown() override { shut_down(); }

  std::unique_ptr<Driver> driver;
};

}  // namespace aspen::sched
