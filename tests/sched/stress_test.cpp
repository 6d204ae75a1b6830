// Random programs of tasks that do everything at once: spawning, joining, channels, sleeping, yielding,
// loops, cancelling, threads outside, shutdown in the middle. For the sanitizers; and counters must add
// up (W1, W2, W7).
#include <cstdlib>
#include <random>
#include <vector>

#include "tests/sched/running.h"

namespace aspen::sched {
namespace {

using namespace std::chrono_literals;

constexpr uint32_t kDepth = 4;

// ASPEN_STRESS_ROUNDS sets the number of rounds.
int rounds() {
  const char* text = std::getenv("ASPEN_STRESS_ROUNDS");
  return text ? std::atoi(text) : 8;
}

struct World {
  Scheduler& scheduler;
  Channel<int> narrow{0}, wide{16};
  std::atomic<int> frames{0};
  std::atomic<uint64_t> spawned{0};
  std::atomic<uint64_t> sum{0};
};

Co<uint64_t> work(World& world, uint64_t seed, uint32_t depth);

JoinHandle<uint64_t> spawn_work(World& world, uint64_t seed, uint32_t depth) {
  ++world.spawned;
  return spawn(world.scheduler, work(world, seed, depth));
}

// Several children; some are joined, some cancelled, some detached.
Co<uint64_t> family(World& world, uint64_t seed, uint32_t depth) {
  std::minstd_rand random(static_cast<uint32_t>(seed));
  std::vector<JoinHandle<uint64_t>> children;
  for (uint32_t i = random() % 5; i > 0; --i) children.push_back(spawn_work(world, random(), depth - 1));
  uint64_t sum = 0;
  for (auto& child : children) {
    const uint32_t what = random() % 8;
    if (what == 0) child.detach();
    if (what == 1) child.cancel();
    if (!child) continue;
    Joined<uint64_t> joined = co_await std::move(child);
    if (!joined.cancelled() && !joined.failed()) sum += joined.value();
  }
  co_return sum;
}

Co<uint64_t> work(World& world, uint64_t seed, uint32_t depth) {
  const Counted frame(world.frames);
  std::minstd_rand random(static_cast<uint32_t>(seed));
  uint64_t sum = 1;
  for (uint32_t steps = random() % 6; steps > 0; --steps) {
    switch (random() % 8) {
      case 0: co_await yield(); break;
      case 1: co_await sleep_for(std::chrono::microseconds(random() % 200)); break;
      case 2: co_await world.wide.send(1); break;
      case 3: sum += static_cast<uint64_t>((co_await world.wide.receive()).value_or(0)); break;
      case 4: {
        int message = 1;
        if (!world.narrow.try_send(message)) world.sum += 1;
        break;
      }
      case 5:
        co_await parallel_for(0, 50, [&](size_t) { world.sum.fetch_add(1, std::memory_order_relaxed); });
        break;
      default:
        if (depth > 0) sum += co_await family(world, random(), depth);
        break;
    }
    if (random() % 200 == 0) throw static_cast<int>(sum);
  }
  co_return sum;
}

struct Setting {
  uint32_t workers;
  bool ordered;
};
class Stress : public testing::TestWithParam<Setting> {
 protected:
  // Two threads spawn from outside until `enough`. They cancel one handle in eight and wait for half of
  // these; during shutdown they wait for all.
  static void spawn_from_outside(World& world, uint64_t seed, const std::function<bool()>& enough) {
    std::minstd_rand random(static_cast<uint32_t>(seed));
    while (!enough()) {
      auto handle = spawn_work(world, random(), kDepth);
      const uint32_t what = random() % 16;
      if (what < 2) handle.cancel();
      if (what < 1 || world.scheduler.is_shutting_down()) (void)handle.wait();
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Workers, Stress,
                         testing::Values(Setting{1, false}, Setting{2, false}, Setting{8, false},
                                         Setting{2, true}),
                         [](const auto& of) {
                           return std::to_string(of.param.workers) + (of.param.ordered ? "ByPriority" : "");
                         });

TEST_P(Stress, ShutdownInTheMiddle) {
  for (int round = 0; round < rounds(); ++round) {
    const auto scheduler =
        start(GetParam().workers,
              {.ordered = GetParam().ordered, .park_timeout_ns = kForever, .time_slice_ns = 100'000});
    World world{*scheduler};
    const uint64_t enough = 500u + static_cast<uint64_t>(round) * 700;
    std::vector<std::thread> outside;
    for (uint64_t i = 0; i < 2; ++i) {
      outside.emplace_back([&, i] {
        spawn_from_outside(world, static_cast<uint64_t>(round) * 2 + i + 1,
                           [&] { return world.spawned > 4 * enough || scheduler->is_shutting_down(); });
      });
    }
    wait_until([&] { return world.spawned > enough; });
    scheduler->shutdown();
    for (std::thread& thread : outside) thread.join();
    EXPECT_EQ(world.frames, 0);
    const Statistics statistics = scheduler->statistics();
    EXPECT_EQ(statistics.live, 0u);
    EXPECT_GE(statistics.total().spawned, world.spawned.load());
  }
}

// Every task ends by itself: messages are sent and taken until then.
TEST_P(Stress, RunsToTheEnd) {
  for (int round = 0; round < rounds(); ++round) {
    const auto scheduler =
        start(GetParam().workers, {.ordered = GetParam().ordered, .park_timeout_ns = kForever});
    World world{*scheduler};
    std::vector<JoinHandle<uint64_t>> roots;
    for (uint64_t i = 0; i < 50; ++i)
      roots.push_back(spawn_work(world, static_cast<uint64_t>(round) * 50 + i, kDepth));
    const auto help = [&] {
      int message = 1;
      if (!world.wide.try_send(message)) (void)world.wide.try_receive();
    };
    wait_until([&] {
      help();
      return world.frames == 0 && scheduler->statistics().live == 0;
    });
    for (auto& root : roots) {
      ASSERT_TRUE(root.done());
      EXPECT_FALSE(root.take().cancelled());
    }
    scheduler->shutdown();
    EXPECT_LE(scheduler->statistics().most_searching, (GetParam().workers + 1) / 2);
    EXPECT_EQ(scheduler->statistics().live, 0u);
  }
}

}  // namespace
}  // namespace aspen::sched
