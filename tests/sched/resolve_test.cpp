#include "sched/resolve.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "sched/blocking_call.h"
#include "sched/error.h"
#include "tests/sched/io_testing.h"

namespace aspen::sched {
namespace {

addrinfo numeric() {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  return hints;
}

TEST(Resolve, FindsAddressesOnThePool) {
  Noting waits;
  Addresses addresses;
  BlockingPool pool;
  BlockingCall call([&] { return resolve("127.0.0.1", "80", numeric(), addresses); }, waits);
  ASSERT_EQ(call.submit(pool), 0);
  waits.await();
  ASSERT_EQ(waits.result, 0);
  ASSERT_TRUE(addresses);
  const auto& address = *reinterpret_cast<sockaddr_in*>(addresses->ai_addr);
  EXPECT_EQ(address.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
  EXPECT_EQ(ntohs(address.sin_port), 80);
}

TEST(Resolve, ReportsErrorsWithText) {
  Addresses addresses;
  const int unknown = resolve("not a number", "", numeric(), addresses);
  EXPECT_EQ(error_name(unknown), "EAI_NONAME");
  EXPECT_FALSE(addresses);
  EXPECT_EQ(error_text(unknown), "unknown node or service");
  EXPECT_LT(resolve("", "", numeric(), addresses), 0);
}

TEST(BlockingCall, CallsTheFileSystem) {
  Noting opens, reads;
  std::array<char, 4> start{};
  int file = -1;
  BlockingPool pool;
  BlockingCall open_call([&]() -> int64_t { return (file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)); },
                         opens);
  ASSERT_EQ(open_call.submit(pool), 0);
  opens.await();
  BlockingCall read_call([&]() -> int64_t { return ::read(file, start.data(), start.size()); }, reads);
  ASSERT_EQ(read_call.submit(pool), 0);
  reads.await();
  EXPECT_EQ(reads.result, 4);
  EXPECT_EQ(start[1], 'E');
  ::close(file);
}

TEST(BlockingCall, IsCancelledWithThePool) {
  Noting begins, waits;
  std::atomic<bool> has_begun{false}, opened{false};
  BlockingPool::Config config;
  config.most_threads = 1;
  BlockingPool pool(config);
  BlockingCall blocks(
      [&]() -> int64_t {
        has_begun = true;
        has_begun.notify_all();
        opened.wait(false);
        return 0;
      },
      begins);
  BlockingCall never([]() -> int64_t { return 1; }, waits);
  ASSERT_EQ(blocks.submit(pool), 0);
  ASSERT_EQ(never.submit(pool), 0);
  has_begun.wait(false);
  std::thread closer([&] { pool.shutdown(); });
  waits.await();
  EXPECT_EQ(waits.result, -ECANCELED);
  opened = true;
  opened.notify_all();
  closer.join();
  EXPECT_EQ(begins.result, 0);
}

}  // namespace
}  // namespace aspen::sched
