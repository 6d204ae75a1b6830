// The cost of waiting: memory, processor time, delay.
#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

#include "sched/channel.h"
#include "sched/sleep_for.h"
#include "sched/spawn.h"
#include "tools/bench/sched/aspen/rows.h"
#include "tools/bench/sched/aspen/run.h"
#include "tools/bench/sched/measure.h"

namespace aspen::bench {
namespace {

using sched::Channel;
using sched::Co;
using std::chrono::milliseconds;

struct Dormitory {
  explicit Dormitory(int64_t guests) : left(guests) {}
  std::atomic<int64_t> asleep = 0;
  std::atomic<int64_t> most = 0;
  std::atomic<int64_t> left;
  std::binary_semaphore empty{0};
};

Co<void> sleeper(Dormitory& room) {
  const int64_t now_asleep = room.asleep.fetch_add(1, std::memory_order_relaxed) + 1;
  if (now_asleep > room.most.load(std::memory_order_relaxed)) room.most = now_asleep;
  co_await sched::sleep_for(std::chrono::seconds(1));
  room.asleep.fetch_sub(1, std::memory_order_relaxed);
  if (room.left.fetch_sub(1, std::memory_order_acq_rel) == 1) room.empty.release();
}

void put_to_sleep(Dormitory& room, int64_t n) {
  for (int64_t i = 0; i < n; ++i) sched::spawn(sleeper(room)).detach();
}

void sleepers(uint32_t workers, int64_t n) {
  const auto scheduler = start(workers);
  Dormitory room(n);
  const int64_t before_kib = status_kib("VmRSS");
  const int64_t begin = now_ns();
  sched::spawn(*scheduler, [&room, n] { put_to_sleep(room, n); }).detach();
  room.empty.acquire();
  result("ns", static_cast<double>(now_ns() - begin - 1'000'000'000) / static_cast<double>(n));
  result("bytes",
         static_cast<double>((status_kib("VmHWM") - before_kib) * 1024) / static_cast<double>(room.most));
  check(room.asleep == 0, "sleepers");
}

// Counts operations as a task does that sends messages, and does not yield.
void send_for(int64_t ns) {
  sched::Worker& worker = *sched::Worker::current();
  for (const int64_t end = now_ns() + ns; now_ns() < end;) worker.note_operation();
}

Co<void> ready_delay(int64_t n, void (*stay_busy)(int64_t ns)) {
  std::vector<int64_t> late(static_cast<size_t>(n));
  for (int64_t& delay : late) {
    spin_ns(2'000'000);
    auto other = sched::spawn([&delay, ready = now_ns()] { delay = now_ns() - ready; });
    stay_busy(500'000);
    (co_await std::move(other)).value();
  }
  result_percentiles(std::move(late));
}

Co<int64_t> parked(Channel<int64_t>& channel) { co_return *co_await channel.receive(); }

Co<void> wake_all(Channel<int64_t>& channel, int64_t tasks) {
  for (int64_t i = 0; i < tasks; ++i) co_await channel.send(7);
}

void idle(uint32_t workers, int64_t ms) {
  constexpr int64_t kTasks = 10000;
  const auto scheduler = start(workers);
  Channel<int64_t> channel;
  std::vector<sched::JoinHandle<int64_t>> tasks;
  for (int64_t i = 0; i < kTasks; ++i) tasks.push_back(sched::spawn(*scheduler, parked(channel)));
  std::this_thread::sleep_for(milliseconds(100));
  const int64_t before = processor_time_ns();
  const int64_t begin = now_ns();
  std::this_thread::sleep_for(milliseconds(ms));
  const auto used = static_cast<double>(processor_time_ns() - before);
  result("ms_per_s", 1e3 * used / static_cast<double>(now_ns() - begin));
  sched::spawn(*scheduler, wake_all(channel, kTasks)).wait().value();
  for (auto& task : tasks) check(task.wait().value() == 7, "idle");
}

// Due at every millisecond from `first` on.
Co<void> wake_often(int64_t first, int64_t* late, int64_t times) {
  for (int64_t i = 0; i < times; ++i) {
    const int64_t due = first + i * 1'000'000;
    co_await sched::sleep_until(static_cast<uint64_t>(due));
    late[i] = now_ns() - due;
  }
}

Co<void> timers(int64_t n) {
  constexpr int64_t kTasks = 1000;
  std::vector<int64_t> late(static_cast<size_t>(kTasks * n));
  std::vector<sched::JoinHandle<void>> tasks;
  const int64_t start = now_ns() + 20'000'000;
  for (int64_t i = 0; i < kTasks; ++i)
    tasks.push_back(sched::spawn(wake_often(start + i * 1000, &late[static_cast<size_t>(i * n)], n)));
  for (auto& task : tasks) (co_await std::move(task)).value();
  for (const int64_t delay : late) check(delay >= 0, "a timer was early");
  result_percentiles(std::move(late));
}

}  // namespace

Rows waiting_rows() {
  return {
      {"sleepers", sleepers},
      {"delay", [](uint32_t workers, int64_t n) { run(workers, ready_delay(n, spin_ns)); }},
      {"delay-sending", [](uint32_t workers, int64_t n) { run(workers, ready_delay(n, send_for)); }},
      {"idle", idle},
      {"timers", [](uint32_t workers, int64_t n) { run(workers, timers(n)); }},
  };
}

}  // namespace aspen::bench
