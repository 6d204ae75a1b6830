// Shutdown that begins before a worker's thread has begun to run.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>

#include "sched/scheduler.h"

namespace aspen::sched {
namespace {

std::atomic<bool> hold_threads;

// For the system the thread has started, but it does nothing for now.
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
  if (over.wait_for(std::chrono::seconds(300)) == std::future_status::ready) return;
  std::fputs("shutdown hangs\n", stderr);
  std::_Exit(1);  // these threads cannot be ended
}

}  // namespace
}  // namespace aspen::sched
