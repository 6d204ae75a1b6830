// Shutdown that begins before a worker's thread has got going.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "sched/scheduler.h"

namespace aspen::sched {
namespace {

std::atomic<bool> hold_threads;

// The thread starts, as far as the system is concerned, but does nothing for now.
std::thread start_late(std::function<void()> run, std::error_code&) {
  return std::thread([run = std::move(run)] {
    hold_threads.wait(true);
    run();
  });
}

TEST(LateThread, ShutdownWaitsForIt) {
  hold_threads = true;
  Config config;
  config.workers = 2;
  config.watchdog = false;
  config.start_thread = start_late;
  std::string error;
  const auto scheduler = Scheduler::start(config, error);
  ASSERT_TRUE(scheduler) << error;
  auto over = std::async(std::launch::async, [&] { scheduler->shutdown(); });
  while (!scheduler->is_shutting_down()) std::this_thread::yield();
  hold_threads = false;
  hold_threads.notify_all();
  if (over.wait_for(std::chrono::seconds(20)) == std::future_status::ready) return;
  std::fputs("shutdown hangs\n", stderr);
  std::_Exit(1);  // there is no way to get rid of these threads
}

}  // namespace
}  // namespace aspen::sched
