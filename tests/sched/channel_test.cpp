// Channels: order, capacity, closing, waiters that are cancelled.
#include <map>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using Numbers = std::vector<int>;

Co<void> send_all(Channel<int>& channel, int begin, int end) {
  for (int i = begin; i < end; ++i)
    if (!co_await channel.send(i)) co_return;
}

Co<Numbers> receive_all(Channel<int>& channel) {
  Numbers received;
  while (auto message = co_await channel.receive()) received.push_back(*message);
  co_return received;
}

// --- Without threads: the order of events is known ---

TEST(Channel, CapacityZeroHandsOver) {
  const auto scheduler = cooperative();
  Channel<int> channel;
  auto sender = spawn(*scheduler, [&]() -> Co<bool> { co_return co_await channel.send(1); });
  scheduler->poll();
  EXPECT_FALSE(sender.done()) << "no receiver has taken the message";
  EXPECT_EQ(channel.try_receive(), 1);
  scheduler->poll();
  EXPECT_TRUE(sender.take().value());
  int two = 2;
  EXPECT_FALSE(channel.try_send(two)) << "no receiver waits for it";
}

TEST(Channel, CapacityBoundsWhatWaits) {
  for (const int capacity : {1, 3}) {
    const auto scheduler = cooperative();
    Channel<int> channel(static_cast<size_t>(capacity));
    int sent = 0;
    auto sender = spawn(*scheduler, [&]() -> Co<void> {
      for (; sent < 10; ++sent) EXPECT_TRUE(co_await channel.send(sent));
    });
    scheduler->poll();
    EXPECT_EQ(sent, capacity);
    EXPECT_EQ(channel.try_receive(), 0);
    scheduler->poll();
    EXPECT_EQ(sent, capacity + 1);
    for (int i = 1; i < 10; ++i) {
      EXPECT_EQ(channel.try_receive(), i);
      scheduler->poll();
    }
    EXPECT_TRUE(sender.done());
    EXPECT_EQ(channel.try_receive(), std::nullopt);
  }
}

TEST(Channel, MessageOfACancelledReceiverIsNotLost) {
  const auto scheduler = cooperative();
  Channel<int> channel(2);
  auto receiver = spawn(*scheduler, [&]() -> Co<void> { co_await channel.receive(); });
  scheduler->poll();
  for (int message : {1, 2}) EXPECT_TRUE(channel.try_send(message));
  receiver.cancel();  // woken with the first message, and has not seen it
  scheduler->poll();
  EXPECT_TRUE(receiver.take().cancelled());
  EXPECT_EQ(channel.try_receive(), 1);
  EXPECT_EQ(channel.try_receive(), 2);
}

TEST(Channel, WaitingReceiversAreServedInOrder) {
  const auto scheduler = cooperative();
  Channel<int> channel(4);
  std::map<char, int> got;
  for (const char name : {'a', 'b', 'c'}) {
    spawn(*scheduler, [&, name]() -> Co<void> { got[name] = *co_await channel.receive(); }).detach();
  }
  scheduler->poll();
  for (int i = 1; i <= 3; ++i) EXPECT_TRUE(channel.try_send(i));
  scheduler->poll();
  EXPECT_EQ(got, (std::map<char, int>{{'a', 1}, {'b', 2}, {'c', 3}}));
}

TEST(Channel, WaitingSendersAreServedInOrder) {
  const auto scheduler = cooperative();
  Channel<int> channel(1);
  for (int i = 0; i < 4; ++i) spawn(*scheduler, send_all(channel, i, i + 1)).detach();
  scheduler->poll();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(channel.try_receive(), i);
  scheduler->poll();  // the senders leave the channel before it goes
}

TEST(Channel, ClosingTellsWaitingReceivers) {
  const auto scheduler = cooperative();
  Channel<int> channel;
  auto one = spawn(*scheduler, receive_all(channel));
  auto two = spawn(*scheduler, receive_all(channel));
  scheduler->poll();
  channel.close();
  channel.close();
  scheduler->poll();
  EXPECT_TRUE(one.take().value().empty());
  EXPECT_TRUE(two.take().value().empty());
}

TEST(Channel, ClosingTellsWaitingSendersAndKeepsWhatWasSent) {
  const auto scheduler = cooperative();
  Channel<int> channel(2);
  Numbers refused;
  for (int i = 0; i < 4; ++i) {
    spawn(*scheduler, [&, i]() -> Co<void> {
      if (!co_await channel.send(i)) refused.push_back(i);
    }).detach();
  }
  scheduler->poll();
  channel.close();
  scheduler->poll();
  EXPECT_EQ(refused, (Numbers{2, 3}));
  int late = 9;
  EXPECT_FALSE(channel.try_send(late));
  EXPECT_EQ(late, 9);
  auto rest = spawn(*scheduler, receive_all(channel));
  scheduler->poll();
  EXPECT_EQ(rest.take().value(), (Numbers{0, 1}));
}

TEST(Channel, ACancelledReceiverTakesNothing) {
  const auto scheduler = cooperative();
  Channel<int> channel;
  std::vector<JoinHandle<Numbers>> receivers;
  for (int i = 0; i < 3; ++i) receivers.push_back(spawn(*scheduler, receive_all(channel)));
  scheduler->poll();
  receivers[0].cancel();
  receivers[1].cancel();
  scheduler->poll();
  EXPECT_TRUE(receivers[0].take().cancelled());
  EXPECT_TRUE(receivers[1].take().cancelled());
  int message = 5;
  EXPECT_TRUE(channel.try_send(message));
  EXPECT_FALSE(channel.try_send(message)) << "no other receiver waits";
  channel.close();
  scheduler->poll();
  EXPECT_EQ(receivers[2].take().value(), (Numbers{5}));
}

TEST(Channel, ACancelledSenderSendsNothing) {
  const auto scheduler = cooperative();
  Channel<int> channel;
  std::vector<JoinHandle<void>> senders;
  for (int i = 0; i < 3; ++i) senders.push_back(spawn(*scheduler, send_all(channel, i, i + 1)));
  scheduler->poll();
  senders[1].cancel();  // leaves the queue from its middle
  scheduler->poll();
  EXPECT_EQ(channel.try_receive(), 0);
  EXPECT_EQ(channel.try_receive(), 2);
  EXPECT_EQ(channel.try_receive(), std::nullopt);
  scheduler->poll();
  EXPECT_TRUE(senders[1].take().cancelled());
}

// --- With threads ---

struct Setting {
  uint32_t workers;
  size_t capacity;
};
class Channels : public testing::TestWithParam<Setting> {};
INSTANTIATE_TEST_SUITE_P(WorkersAndCapacity, Channels,
                         testing::Values(Setting{1, 0}, Setting{1, 1}, Setting{2, 0}, Setting{2, 1},
                                         Setting{2, 100}, Setting{8, 0}, Setting{8, 7}),
                         [](const auto& of) {
                           return std::to_string(of.param.workers) + "Workers" +
                                  std::to_string(of.param.capacity);
                         });

// Every message arrives once, and one receiver gets the messages of one sender in order.
TEST_P(Channels, ManySendersAndReceivers) {
  constexpr int kSenders = 8, kReceivers = 4, kEach = 500;
  const auto scheduler = start(GetParam().workers);
  Channel<int> channel(GetParam().capacity);
  std::vector<JoinHandle<Numbers>> receivers;
  std::vector<JoinHandle<void>> senders;
  for (int i = 0; i < kReceivers; ++i) receivers.push_back(spawn(*scheduler, receive_all(channel)));
  for (int i = 0; i < kSenders; ++i)
    senders.push_back(spawn(*scheduler, send_all(channel, i * kEach, (i + 1) * kEach)));
  for (auto& sender : senders) EXPECT_FALSE(sender.wait().cancelled());
  channel.close();
  std::vector<int> count(kSenders * kEach);
  for (auto& receiver : receivers) {
    Joined<Numbers> received = receiver.wait();
    std::map<int, int> last;
    for (const int message : received.value()) {
      ++count[static_cast<size_t>(message)];
      const auto [of, first] = last.try_emplace(message / kEach, message);
      EXPECT_TRUE(first || of->second < message) << "a sender's messages overtake each other";
      of->second = message;
    }
  }
  EXPECT_EQ(count, std::vector<int>(kSenders * kEach, 1));
  scheduler->shutdown();
  expect_balance(*scheduler, kSenders + kReceivers);
}

TEST_P(Channels, PingPongBetweenTwoTasks) {
  const auto scheduler = start(GetParam().workers);
  Channel<int> there(GetParam().capacity), back(GetParam().capacity);
  auto echo = spawn(*scheduler, [&]() -> Co<void> {
    while (auto message = co_await there.receive()) EXPECT_TRUE(co_await back.send(*message + 1));
  });
  auto player = spawn(*scheduler, [&]() -> Co<int> {
    int ball = 0;
    while (ball < 2000) {
      EXPECT_TRUE(co_await there.send(ball));
      ball = *co_await back.receive();
    }
    there.close();
    co_return ball;
  });
  EXPECT_EQ(player.wait().value(), 2000);
  (void)echo.wait();
}

// Closed while tasks send and receive: each message that `send` reported as sent is received.
TEST_P(Channels, ClosedInTheMiddle) {
  for (int round = 0; round < 20; ++round) {
    const auto scheduler = start(GetParam().workers);
    Channel<int> channel(GetParam().capacity);
    std::atomic<int> sent{0};
    std::vector<JoinHandle<void>> senders;
    for (int i = 0; i < 4; ++i) {
      senders.push_back(spawn(*scheduler, [&]() -> Co<void> {
        while (co_await channel.send(1)) ++sent;
      }));
    }
    auto receiver = spawn(*scheduler, receive_all(channel));
    wait_until([&] { return sent > 50; });
    channel.close();
    for (auto& sender : senders) (void)sender.wait();
    EXPECT_EQ(receiver.wait().value().size(), static_cast<size_t>(sent.load()));
  }
}

}  // namespace
}  // namespace aspen::sched
