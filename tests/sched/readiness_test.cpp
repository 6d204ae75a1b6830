#include "sched/readiness.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <random>
#include <thread>
#include <vector>

#include "tests/sched/io_testing.h"

namespace aspen::sched {
namespace {

// Waiters are declared before the objects that they wait for, which wake them when destroyed.
using ReadinessTest = DriverTest;

TEST_F(ReadinessTest, TellsWhenAPipeCanBeRead) {
  const Descriptors pipe = make_pipe();
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  for (int i = 0; i < 3; ++i) {
    Noting waits;
    ASSERT_EQ(reader.wait_readable(waits), 0);
    EXPECT_EQ(turn(), 0u);
    ASSERT_EQ(::write(pipe.writer, "abc", 3), 3);
    EXPECT_EQ(turn(kForever), 1u);
    EXPECT_EQ(waits.wakes, 1);
    EXPECT_EQ(waits.result, Readiness::kReadable);
    EXPECT_EQ(read_some(pipe.reader), "abc");
  }
}

TEST_F(ReadinessTest, NotesDataThatNobodyWaitsFor) {
  const Descriptors pipe = make_pipe();
  Noting first, second, third;
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  ASSERT_EQ(reader.wait_readable(first), 0);
  ASSERT_EQ(::write(pipe.writer, "abc", 3), 3);
  turn_until_woken(first);
  EXPECT_EQ(turn(), 0u);                                          // still there, and noted
  EXPECT_EQ(reader.wait_readable(second), Readiness::kReadable);  // at once
  ASSERT_EQ(reader.wait_readable(third), 0);                      // the note is taken; asks again
  turn_until_woken(third);
  EXPECT_FALSE(second.woken());
}

TEST_F(ReadinessTest, DataThatNobodyReadsDoesNotKeepTheDriverBusy) {
  const Descriptors pipe = make_pipe();
  Noting waits;
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  ASSERT_EQ(reader.wait_readable(waits), 0);
  ASSERT_EQ(::write(pipe.writer, "abc", 3), 3);
  turn_until_woken(waits);
  EXPECT_LE(turn_for(1'000'000), 5);
}

TEST_F(ReadinessTest, RoomToWriteThatNobodyUsesDoesNotKeepTheDriverBusy) {
  const Descriptors pair = make_socket_pair();
  Noting writes, reads;
  Readiness one(*driver, pair.reader), other(*driver, pair.writer);
  ASSERT_EQ(one.wait_writable(writes), 0);
  ASSERT_EQ(one.wait_readable(reads), 0);
  turn_until_woken(writes);
  EXPECT_EQ(writes.result, Readiness::kWritable);
  EXPECT_LE(turn_for(1'000'000), 5);
  EXPECT_FALSE(reads.woken());
  ASSERT_EQ(::write(pair.writer, "x", 1), 1);
  turn_until_woken(reads);  // the driver still watches for reading
}

TEST_F(ReadinessTest, WaitsForRoomToWrite) {
  const Descriptors pair = make_socket_pair();
  Noting writes;
  Readiness one(*driver, pair.reader), other(*driver, pair.writer);
  std::array<char, 4096> block{};
  while (::write(pair.reader, block.data(), block.size()) > 0) {
  }
  ASSERT_EQ(one.wait_writable(writes), 0);
  EXPECT_EQ(turn(), 0u);
  while (read_some(pair.writer) != "error") {
  }
  turn_until_woken(writes);
  EXPECT_EQ(writes.result, Readiness::kWritable);
}

TEST_F(ReadinessTest, OneWaiterForEachDirection) {
  const Descriptors pair = make_socket_pair();
  Noting reads, again, writes;
  Readiness one(*driver, pair.reader), other(*driver, pair.writer);
  ASSERT_EQ(one.wait_readable(reads), 0);
  EXPECT_EQ(one.wait_readable(again), -EBUSY);
  EXPECT_EQ(one.wait_writable(writes), 0);
  turn_until_woken(writes);
  EXPECT_FALSE(reads.woken());
}

TEST_F(ReadinessTest, ReportsHangUp) {
  const Descriptors pair = make_socket_pair();
  Noting reads;
  Readiness one(*driver, pair.reader);
  ASSERT_EQ(one.wait_readable(reads), 0);
  turn();
  ::close(pair.writer);
  turn_until_woken(reads);
  EXPECT_EQ(reads.result, Readiness::kReadable | Readiness::kHungUp);
  EXPECT_EQ(read_some(pair.reader), "");
}

TEST_F(ReadinessTest, ReportsThatThePipesReaderIsGone) {
  const Descriptors pipe = make_pipe();
  Noting writes, again;
  Readiness writer(*driver, pipe.writer);
  std::array<char, 4096> block{};
  while (::write(pipe.writer, block.data(), block.size()) > 0) {
  }
  ASSERT_EQ(writer.wait_writable(writes), 0);
  turn();
  ::close(pipe.reader);
  turn_until_woken(writes);
  EXPECT_TRUE(writes.result & Readiness::kFailed);
  ASSERT_EQ(writer.wait_writable(again), 0);  // it stays so
  turn_until_woken(again);
}

TEST_F(ReadinessTest, ReportsARefusedConnection) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);  // but it does not listen
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  Readiness connecting(*driver, client);
  ASSERT_LT(connect(client, reinterpret_cast<sockaddr*>(&address), length), 0);
  if (errno == EINPROGRESS) {
    Noting writes;
    ASSERT_EQ(connecting.wait_writable(writes), 0);
    turn_until_woken(writes);
    int error = 0;
    length = sizeof error;
    ASSERT_EQ(getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &length), 0);
    EXPECT_EQ(error, ECONNREFUSED);
  }
  ::close(listener);
}

TEST_F(ReadinessTest, FailsForWhatCannotBeWaitedFor) {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  Noting reads;
  Readiness readiness(*driver, file);
  ASSERT_EQ(readiness.wait_readable(reads), 0);
  turn_until_woken(reads);
  EXPECT_EQ(reads.result, -EPERM);
}

TEST_F(ReadinessTest, AWaiterCanGiveUp) {
  const Descriptors pipe = make_pipe();
  Noting gives_up, waits;
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  ASSERT_EQ(reader.wait_readable(gives_up), 0);
  turn();
  EXPECT_TRUE(reader.cancel(gives_up));
  EXPECT_FALSE(reader.cancel(gives_up));
  ASSERT_EQ(reader.wait_readable(waits), 0);
  EXPECT_FALSE(reader.cancel(gives_up));  // the other waiter's wait stays
  ASSERT_EQ(::write(pipe.writer, "x", 1), 1);
  turn_until_woken(waits);
  EXPECT_FALSE(gives_up.woken());
  EXPECT_FALSE(reader.cancel(waits));
}

TEST_F(ReadinessTest, ClosingWakesWhoWaits) {
  const Descriptors pair = make_socket_pair();
  Noting reads, writes;
  Noting late;
  Readiness one(*driver, pair.reader), other(*driver, pair.writer);
  std::array<char, 4096> block{};
  while (::write(pair.reader, block.data(), block.size()) > 0) {
  }
  ASSERT_EQ(one.wait_readable(reads), 0);
  ASSERT_EQ(one.wait_writable(writes), 0);
  turn();
  one.close();
  one.close();
  EXPECT_EQ(reads.result, -ECANCELED);
  EXPECT_EQ(writes.result, -ECANCELED);
  EXPECT_EQ(one.wait_readable(late), -ECANCELED);
  turn();
  EXPECT_FALSE(is_open(pair.reader));
  EXPECT_EQ(reads.wakes + writes.wakes, 2);
}

TEST_F(ReadinessTest, ClosesAtOnceWhatNobodyWaitedFor) {
  const Descriptors pipe = make_pipe();
  {
    Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
    writer.close();
    EXPECT_FALSE(is_open(pipe.writer));
  }
  EXPECT_FALSE(is_open(pipe.reader));
}

TEST_F(ReadinessTest, ANewDescriptorWithAnOldNumberIsItsOwn) {
  for (int i = 0; i < 10; ++i) {
    const Descriptors pipe = make_pipe(), next = make_pipe();
    Noting waits, reads;
    auto reader = std::make_unique<Readiness>(*driver, pipe.reader);
    ASSERT_EQ(reader->wait_readable(waits), 0);
    turn();
    reader.reset();
    turn();
    ASSERT_FALSE(is_open(pipe.reader));
    ASSERT_EQ(dup3(next.reader, pipe.reader, O_CLOEXEC), pipe.reader);
    Readiness next_reader(*driver, pipe.reader);
    ASSERT_EQ(next_reader.wait_readable(reads), 0);
    ASSERT_EQ(::write(next.writer, "x", 1), 1);
    turn_until_woken(reads);
    EXPECT_EQ(waits.result, -ECANCELED);
    for (int descriptor : {pipe.writer, next.reader, next.writer}) ::close(descriptor);
  }
}

// One byte at a time there and back. A thread on each side waits whenever it has to, and the driver blocks on
// a third thread: hangs if a wake is lost.
TEST_F(ReadinessTest, PingPongAcrossThreads) {
  const Descriptors pair = make_socket_pair();
  Readiness left(*driver, pair.reader), right(*driver, pair.writer);
  auto play = [](Readiness& side, bool begins) {
    char byte = 0;
    for (int round = 0; round < 2000; ++round) {
      if (begins || round > 0) {
        ASSERT_EQ(::write(side.descriptor(), &byte, 1), 1);
      }
      while (::read(side.descriptor(), &byte, 1) < 0) {
        ASSERT_EQ(errno, EAGAIN);
        Noting waits;
        const int ready = side.wait_readable(waits);
        ASSERT_GE(ready, 0);
        if (ready == 0) waits.await();
      }
    }
    if (!begins) {
      ASSERT_EQ(::write(side.descriptor(), &byte, 1), 1);
    }
  };
  std::atomic<int> players{2};
  auto run = [&](Readiness& side, bool begins) {
    play(side, begins);
    --players;
    driver->interrupt();
  };
  std::thread one([&] { run(left, true); }), other([&] { run(right, false); });
  while (players > 0) turn(kForever);
  one.join();
  other.join();
}

// A waiter that gives up again and again, a writer, and a driver: each wait ends exactly once.
TEST_F(ReadinessTest, GivingUpRacesWithEvents) {
  const Descriptors pipe = make_pipe();
  Readiness reader(*driver, pipe.reader), writer(*driver, pipe.writer);
  std::atomic<bool> is_over{false};
  int cancelled = 0, woken = 0, at_once = 0;
  constexpr int kWaits = 500;
  std::thread waiting([&] {
    std::mt19937 random(1);
    for (int i = 0; i < kWaits; ++i) {
      Noting waits;
      const int ready = reader.wait_readable(waits);
      if (ready != 0) {
        ++at_once;
      } else if (random() % 2 == 0 && reader.cancel(waits)) {
        ++cancelled;
        ASSERT_EQ(waits.wakes, 0);
      } else {
        waits.await();
        ++woken;
        ASSERT_EQ(waits.wakes, 1);
      }
      if (random() % 2 == 0) read_some(pipe.reader);
    }
    is_over = true;
    driver->interrupt();
  });
  std::thread writing([&] {
    while (!is_over) {
      if (::write(pipe.writer, "x", 1) < 0) std::this_thread::yield();
    }
  });
  while (!is_over) turn(kForever);
  waiting.join();
  writing.join();
  EXPECT_EQ(cancelled + woken + at_once, kWaits);
}

}  // namespace
}  // namespace aspen::sched
