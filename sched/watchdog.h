// Looks at the workers from time to time: asks a task that has used up its time slice to yield, and wakes a
// sleeper for the queue of a worker that is stuck. It looks on the thread that all alarms of the process
// share, and not at all while all workers sleep.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sched/alarm.h"

namespace aspen::sched {

class Scheduler;
class Worker;

class Watchdog {
 public:
  explicit Watchdog(Scheduler& scheduler) : scheduler_(scheduler) {}
  // False if the system refuses the alarms' thread: then no slice ends early, and only searchers notice stuck
  // workers.
  bool start();
  // Not on the alarms' thread. REQUIRES: no worker runs any more.
  void stop() {
    if (alarm_) alarm_->end();  // which may look, by way of `alarm_`
    alarm_.reset();
  }

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
  void look_at_all();
  void go_to_sleep();
  void begin_looking();
  void look(Worker& worker, Sighting& seen, uint64_t now);
  bool all_asleep() const;

  Scheduler& scheduler_;
  std::vector<Sighting> seen_;  // by worker
  uint32_t idle_looks_ = 0;     // the alarms' thread's: in a row that found all workers asleep
  // 1 while it does not look until it is resumed. Written by the alarms' thread and by the worker that
  // resumes it; acquire-release.
  std::atomic<uint32_t> asleep_{0};
  std::unique_ptr<Alarm> alarm_;
};

}  // namespace aspen::sched
