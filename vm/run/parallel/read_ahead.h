// Limits the memory for results that were read ahead of the program and that no strand has taken yet. They
// lie outside of the heap. A loop over many files then needs memory for some of the files, not for all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace aspen {

// For any thread. Reads that check at the same time may all begin, and counts are read one by one: a few
// reads may exceed the limit, which does no harm.
class ReadAhead {
 public:
  // Whether a read may begin before a strand waits for its result, in a heap with that limit.
  bool has_room(size_t heap_limit) const {
    const uint64_t coming =
        in_flight_.load(std::memory_order_relaxed) * mean_.load(std::memory_order_relaxed);
    return held_.load(std::memory_order_relaxed) + coming < std::min(kMost, heap_limit / kShareOfHeap);
  }
  void begin() { in_flight_.fetch_add(1, std::memory_order_relaxed); }
  // A read has ended with a result of `bytes` bytes.
  void end(size_t bytes) {
    held_.fetch_add(bytes, std::memory_order_relaxed);
    in_flight_.fetch_sub(1, std::memory_order_relaxed);
    // A mean that is lost when two threads write at once does no harm.
    const uint64_t mean = mean_.load(std::memory_order_relaxed);
    mean_.store(mean - mean / kWeight + bytes / kWeight, std::memory_order_relaxed);
  }
  void take(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  static constexpr size_t kMost = size_t{64} << 20;
  static constexpr size_t kShareOfHeap = 8;
  static constexpr uint64_t kWeight = 8;
  std::atomic<uint64_t> in_flight_{0}, held_{0};
  std::atomic<uint64_t> mean_{uint64_t{1} << 20};  // bytes; the initial guess allows 64 reads to begin
};

}  // namespace aspen
