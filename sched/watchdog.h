// A thread that looks at the workers now and then: asks a task that has used up its slice to yield, and wakes
// somebody for the queue of a worker that is stuck. It sleeps while all workers do.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "sched/platform.h"

namespace aspen::sched {

class Scheduler;
class Worker;

class Watchdog {
 public:
  explicit Watchdog(Scheduler& scheduler) : scheduler_(scheduler) {}
  // False if the system refuses the thread: then no slice ends early, and stuck workers are seen by searchers
  // only.
  bool start();
  void stop();

  // By a worker that wakes up.
  void resume() {
    if (asleep_.load(std::memory_order_relaxed) != 0) resume_slow();
  }

  // By statistics: the kind of task that held the worker longest, and how long.
  struct Longest {
    const char* name = nullptr;
    uint64_t ns = 0;
  };
  Longest longest(uint32_t worker) const;

 private:
  struct Sighting {
    uint64_t polls = 0, since_ns = 0;
    // Written by the watchdog, read by statistics.
    std::atomic<const char*> longest_name{nullptr};
    std::atomic<uint64_t> longest_ns{0};
  };

  void resume_slow();
  void loop();
  void look(Worker& worker, Sighting& seen, uint64_t now);
  bool all_asleep() const;

  Scheduler& scheduler_;
  std::vector<Sighting> seen_;  // by worker
  std::thread thread_;
  // 1 while the thread sleeps until it is resumed. Written by it, and by who resumes it; acquire-release.
  std::atomic<uint32_t> asleep_{0};
  std::atomic<uint32_t> stop_{0};  // written by stop
};

}  // namespace aspen::sched
