#include "sched/io.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <string>

#include "sched/sched.h"
#include "tests/sched/io_testing.h"
#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

Co<char> read_byte(Readiness& from) {
  char byte = 0;
  while (::read(from.descriptor(), &byte, 1) != 1) {
    const int ready = co_await readable(from);
    EXPECT_GT(ready, 0);
  }
  co_return byte;
}

TEST(Io, TasksTalkThroughSockets) {
  for (uint32_t workers : {1u, 2u}) {
    const auto scheduler = start(workers);
    const Descriptors pair = make_socket_pair();
    Readiness left(scheduler->driver(), pair.reader), right(scheduler->driver(), pair.writer);
    auto play = [](Readiness& side, char first) -> Co<int> {
      char byte = first;
      for (int round = 0; round < 500; ++round) {
        if (round > 0 || first == 0) byte = co_await read_byte(side);
        ++byte;
        EXPECT_EQ(::write(side.descriptor(), &byte, 1), 1);
      }
      co_return byte;
    };
    JoinHandle<int> one = spawn(*scheduler, [&]() -> Co<int> { co_return co_await play(left, 1); });
    JoinHandle<int> other = spawn(*scheduler, [&]() -> Co<int> { co_return co_await play(right, 0); });
    one.wait();
    other.wait();
  }
}

TEST(Io, WaitsForChildrenAndBlockingCalls) {
  const auto scheduler = start(1);
  Command command;
  command.file = "/bin/sh";
  command.arguments = {"sh", "-c", "exit 7"};
  Noting started;
  Child child(scheduler->driver(), command, started);
  int64_t code = 0, called = 0;
  JoinHandle<void> task = spawn(*scheduler, [&]() -> Co<void> {
    called = co_await blocking([]() -> int64_t { return 42; });
    EXPECT_EQ(co_await end_of(child), 1);
    code = child.status().code;
  });
  task.wait();
  EXPECT_EQ(called, 42);
  EXPECT_EQ(code, 7);
}

// A call goes on after its task was cancelled: the worker runs other tasks meanwhile, and the task's frame,
// which the call uses, stays.
TEST(Io, ACancelledTaskParksUntilItsCallReturns) {
  const auto scheduler = start(1);
  std::atomic<bool> has_begun{false}, may_return{false};
  std::atomic<int> frames{0};
  JoinHandle<void> calls = spawn(*scheduler, [&]() -> Co<void> {
    const Counted counted(frames);
    co_await blocking([&]() -> int64_t {
      has_begun = true;
      has_begun.notify_all();
      may_return.wait(false);
      return 0;
    });
    ADD_FAILURE() << "went on though it was cancelled";
  });
  has_begun.wait(false);
  calls.cancel();
  JoinHandle<void> other = spawn(*scheduler, [] {});
  const uint64_t begin = monotonic_ns();
  wait_until([&] { return other.done() || monotonic_ns() - begin > kHangNs; });
  EXPECT_TRUE(other.done()) << "the worker waits for the call";
  EXPECT_FALSE(calls.done());
  EXPECT_EQ(frames, 1);
  may_return = true;
  may_return.notify_all();
  EXPECT_TRUE(calls.wait().cancelled());
  other.wait();
  EXPECT_EQ(frames, 0);
  scheduler->shutdown();
  EXPECT_EQ(total(*scheduler).polls, 4u) << "the call's task thrice: begun, cancelled, woken";
}

TEST(Io, ClosingWakesTheTask) {
  const auto scheduler = start(2);
  const Descriptors pipe = make_pipe();
  Readiness reader(scheduler->driver(), pipe.reader);
  int result = 0;
  JoinHandle<void> waits = spawn(*scheduler, [&]() -> Co<void> { result = co_await readable(reader); });
  JoinHandle<void> closes = spawn(*scheduler, [&]() -> Co<void> {
    reader.close();
    co_return;
  });
  waits.wait();
  closes.wait();
  EXPECT_EQ(result, -ECANCELED);
  ::close(pipe.writer);
}

// Tasks that wait for events that never come are cancelled, and withdraw their waiters.
TEST(Io, ShutdownEndsTasksThatWait) {
  const Descriptors pipe = make_pipe();
  {
    const auto scheduler = start(2);
    Readiness reader(scheduler->driver(), pipe.reader);
    std::atomic<int> began{0};
    JoinHandle<void> waits = spawn(*scheduler, [&]() -> Co<void> {
      began = 1;
      began.notify_all();
      co_await readable(reader);
    });
    began.wait(0);
    scheduler->shutdown();
  }
  ::close(pipe.writer);
}

}  // namespace
}  // namespace aspen::sched
