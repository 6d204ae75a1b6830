// What a host may choose about the scheduler that runs a machine's tasks. sched::Config says what each means.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sched/platform.h"

namespace aspen {

struct SchedulerOptions {
  static constexpr uint32_t kLeastQueued = 2, kMostQueued = 256;

  // Of a worker's queue, from kLeastQueued to kMostQueued; by age it is rounded down to a power of two.
  uint32_t queue_capacity = kMostQueued;
  bool steals = true;
  uint32_t steal_tries = 4;        // at least 1
  uint32_t blocking_threads = 64;  // at most; at least 1
  uint64_t shutdown_deadline_ns = sched::kForever;
  // On a thread of the scheduler's. Empty: there is no deadline.
  std::function<void(const std::string& what_runs)> on_overdue = {};
};

}  // namespace aspen
