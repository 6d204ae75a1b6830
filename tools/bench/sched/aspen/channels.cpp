// The cost of a message.
#include <memory>
#include <vector>

#include "sched/channel.h"
#include "sched/spawn.h"
#include "tools/bench/sched/aspen/rows.h"
#include "tools/bench/sched/aspen/run.h"
#include "tools/bench/sched/measure.h"

namespace aspen::bench {
namespace {

using sched::Channel;
using sched::Co;

constexpr int64_t kRing = 503;
constexpr int64_t kProducers = 8;

Co<void> pong(Channel<int64_t>& in, Channel<int64_t>& out) {
  while (const auto v = co_await in.receive()) co_await out.send(*v + 1);
}

Co<void> ping_pong(int64_t n) {
  Channel<int64_t> there;
  Channel<int64_t> back;
  auto other = sched::spawn(pong(there, back));
  int64_t value = 0;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < n; ++i) {
    co_await there.send(value);
    value = *co_await back.receive();
  }
  result_per_item(start, n);
  there.close();
  (co_await std::move(other)).value();
  check(value == n, "pingpong");
}

// Passes the number on, reduced by one; ends at 0, and makes the next task end.
Co<int64_t> node(Channel<int64_t>& in, Channel<int64_t>& out) {
  int64_t seen = 0;
  while (const auto v = co_await in.receive()) {
    ++seen;
    if (*v == 0) break;
    co_await out.send(*v - 1);
  }
  out.close();
  co_return seen;
}

Co<void> ring(int64_t hops) {
  std::vector<std::unique_ptr<Channel<int64_t>>> channels;
  for (int64_t i = 0; i < kRing; ++i) channels.push_back(std::make_unique<Channel<int64_t>>());
  std::vector<sched::JoinHandle<int64_t>> nodes;
  for (size_t i = 0; i < channels.size(); ++i) {
    nodes.push_back(sched::spawn(node(*channels[i], *channels[(i + 1) % channels.size()])));
  }
  const int64_t start = now_ns();
  co_await channels[0]->send(hops);
  int64_t seen = 0;
  for (auto& handle : nodes) seen += (co_await std::move(handle)).value();
  result_per_item(start, hops);
  check(seen == hops + 1, "ring");
}

Co<void> produce(Channel<int64_t>& out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) co_await out.send(i);
}

Co<void> many_producers(int64_t n) {
  Channel<int64_t> channel(128);
  const int64_t each = n / kProducers;
  int64_t sum = 0;
  const int64_t start = now_ns();
  for (int64_t i = 0; i < kProducers; ++i) sched::spawn(produce(channel, each)).detach();
  for (int64_t i = 0; i < kProducers * each; ++i) sum += *co_await channel.receive();
  result_per_item(start, kProducers * each);
  check(sum == kProducers * each * (each - 1) / 2, "mpsc");
}

}  // namespace

Rows channel_rows() {
  return {
      {"pingpong", [](uint32_t workers, int64_t n) { run(workers, ping_pong(n)); }},
      {"ring", [](uint32_t workers, int64_t n) { run(workers, ring(n)); }},
      {"mpsc", [](uint32_t workers, int64_t n) { run(workers, many_producers(n)); }},
  };
}

}  // namespace aspen::bench
