// How far a worker had come when a searcher last saw it move, and the time of that look. All searchers share
// one sighting of each worker, so the memory for them grows with the workers and not with their pairs.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen::sched {

class Sighting {
 public:
  // Any thread. How long the worker has stood at `progress`, as far as the looking threads can tell; 0 if it
  // has moved since the last look. Exact to kUnitNs; a wait of over an hour may look shorter.
  uint64_t stands_for_ns(uint64_t progress, uint64_t now_ns) {
    const uint64_t seen = word_.load(std::memory_order_relaxed);
    const auto now = static_cast<uint32_t>(now_ns / kUnitNs);
    if (seen >> 32 == static_cast<uint32_t>(progress)) return (now - static_cast<uint32_t>(seen)) * kUnitNs;
    word_.store(progress << 32 | now, std::memory_order_relaxed);
    return 0;
  }

 private:
  static constexpr uint64_t kUnitNs = 1024;

  // Progress, and the time in units: 32 bits of each. Written by each thread that looks. Relaxed: two threads
  // that look at once may overwrite each other, which costs one of them a look.
  std::atomic<uint64_t> word_{0};
};

}  // namespace aspen::sched
