// What the scheduler reports about itself.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace aspen::sched {

// A number with one writer, which others may read at any time.
class Counter {
 public:
  // For the one writer: a plain addition, as no other thread adds.
  void add(uint64_t amount = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  // For any number of writers.
  void add_shared(uint64_t amount = 1) { value_.fetch_add(amount, std::memory_order_relaxed); }
  uint64_t get() const { return value_.load(std::memory_order_relaxed); }

 private:
  // Relaxed throughout: nothing else is read through a counter.
  std::atomic<uint64_t> value_{0};
};

struct Counters {
#define COUNTER(name, meaning) Counter name;
#include "sched/counters.def"
#undef COUNTER
};

// A count for each range of times: bucket i counts those from 2^(i-1) to below 2^i ns. One writer.
class Histogram {
 public:
  static constexpr uint32_t kBuckets = 48;
  using Counts = std::array<uint64_t, kBuckets>;

  void add(uint64_t ns) { counts_[std::min<uint32_t>(std::bit_width(ns), kBuckets - 1)].add(); }
  Counts counts() const {
    Counts counts;
    for (uint32_t i = 0; i < kBuckets; ++i) counts[i] = counts_[i].get();
    return counts;
  }

  // The number of times, and the bound in ns below which the given share of them (0 to 1) lies; 0 if there
  // are none.
  static uint64_t sum(const Counts& counts);
  static uint64_t bound_of(const Counts& counts, double share);

 private:
  std::array<Counter, kBuckets> counts_;
};

// What a worker does at one moment.
enum class Doing : uint8_t { running, searching, sleeping };

// A copy of the same numbers.
struct WorkerStatistics {
#define COUNTER(name, meaning) uint64_t name = 0;
#include "sched/counters.def"
#undef COUNTER
  uint32_t interval = 0;           // polls between two looks at the global queue
  uint64_t average_ns = 0;         // of a task's run
  Histogram::Counts delays{};      // from ready to running; a sample
  Histogram::Counts poll_times{};  // of one run of a task, inner ones included; a sample
  Doing doing = Doing::searching;
  uint32_t queued = 0;        // tasks that wait in its own queues now
  uint64_t uncounted_ns = 0;  // what it has been doing since it last added to one of the three times
  std::string
      longest_stuck;  // the kind of task that held the worker longest past its time slice; empty if none did
  uint64_t longest_stuck_ns = 0;
};

WorkerStatistics read(const Counters& counters);

struct Statistics {
  std::vector<WorkerStatistics> workers;
  WorkerStatistics outside;  // what threads that are not workers did
  uint32_t most_searching = 0;
  uint64_t global_queue = 0;  // tasks waiting in it now
  // Spawned and not over: 0 after shutdown.
  uint64_t live = 0;

  WorkerStatistics total() const;
  // A table: a row per counter that is not zero, with the total and a column per worker. Below, the two
  // histograms.
  std::string table() const;
  // A line for each bucket that is not empty: its bound, how many, and what share is below the bound. Empty
  // if there is nothing.
  std::string histograms() const;
};

}  // namespace aspen::sched
