// How much of what is read ahead of a program lies beside the heap: results that nobody has taken yet. It is
// bounded, so that who goes through many files in order needs memory for some of them, and not for all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace aspen {

// Any thread. Reads that look at the same time may begin all, and counts are read one by one: the bound is
// passed by a few reads then, which does no harm.
class ReadAhead {
 public:
  // Whether another read may begin whose result nobody waits for yet, in a heap with that limit.
  bool has_room(size_t heap_limit) const {
    const uint64_t coming =
        in_flight_.load(std::memory_order_relaxed) * mean_.load(std::memory_order_relaxed);
    return held_.load(std::memory_order_relaxed) + coming < std::min(kMost, heap_limit / kShareOfHeap);
  }
  void begin() { in_flight_.fetch_add(1, std::memory_order_relaxed); }
  // It has a result of so many bytes.
  void end(size_t bytes) {
    held_.fetch_add(bytes, std::memory_order_relaxed);
    in_flight_.fetch_sub(1, std::memory_order_relaxed);
    // Means that are lost, as others end at the same time, do no harm.
    const uint64_t mean = mean_.load(std::memory_order_relaxed);
    mean_.store(mean - mean / kWeight + bytes / kWeight, std::memory_order_relaxed);
  }
  void take(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  static constexpr size_t kMost = size_t{64} << 20;
  static constexpr size_t kShareOfHeap = 8;
  static constexpr uint64_t kWeight = 8;
  std::atomic<uint64_t> in_flight_{0}, held_{0};
  std::atomic<uint64_t> mean_{uint64_t{1} << 20};  // bytes; before anything is known, so many that 64 begin
};

}  // namespace aspen
