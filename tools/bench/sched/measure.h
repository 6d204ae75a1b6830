// What the C++ programs of this benchmark share: clock, checks, the lines they print, memory and processor
// time.
#pragma once
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace aspen::bench {

// Nanoseconds of the monotonic clock.
inline int64_t now_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

inline void result(const char* metric, double value) { std::printf("RESULT %s %f\n", metric, value); }

// A wrong result ends the process, so that it is not taken for a measurement.
inline void check(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong result: %s\n", what);
  std::exit(1);
}

inline void result_per_item(int64_t start_ns, int64_t items) {
  result("ns", static_cast<double>(now_ns() - start_ns) / static_cast<double>(items));
}

inline void result_percentiles(std::vector<int64_t> late_ns) {
  std::sort(late_ns.begin(), late_ns.end());
  const auto at = [&](size_t percent) {
    return static_cast<double>(late_ns[(late_ns.size() - 1) * percent / 100]) / 1e3;
  };
  result("p50_us", at(50));
  result("p99_us", at(99));
  result("max_us", at(100));
}

inline void spin_ns(int64_t duration) {
  for (const int64_t start = now_ns(); now_ns() - start < duration;) {
  }
}

// User and system time of the whole process.
inline int64_t processor_time_ns() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto ns = [](const timeval& t) { return (t.tv_sec * 1'000'000 + t.tv_usec) * int64_t{1000}; };
  return ns(usage.ru_utime) + ns(usage.ru_stime);
}

// A field of /proc/self/status, such as VmRSS.
inline int64_t status_kib(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    int64_t value = 0;
    if (word == field + ":" && status >> value) return value;
  }
  std::fprintf(stderr, "no %s in /proc/self/status\n", field.c_str());
  std::exit(1);
}

// About 100 µs of computation.
inline uint64_t long_item(uint64_t seed) {
  for (int i = 0; i < 55000; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
  }
  return seed;
}

// Runs `loop(values)`, which must give values[i] = long_item(i + 1); time × workers over that of a plain
// loop.
template <typename Loop>
void measure_long_items(int workers, size_t items, Loop loop) {
  std::vector<uint64_t> expected(items);
  std::vector<uint64_t> values(items);
  int64_t start = now_ns();
  for (size_t i = 0; i < items; ++i) expected[i] = long_item(i + 1);
  const int64_t plain = now_ns() - start;
  start = now_ns();
  loop(values);
  result("x", static_cast<double>((now_ns() - start) * workers) / static_cast<double>(plain));
  check(values == expected, "long items");
}

// A nanosecond or two of computation.
inline uint32_t tiny_item(size_t i) {
  uint32_t x = static_cast<uint32_t>(i) * 2654435761;
  x = (x ^ x >> 15) * 2246822519;
  x = (x ^ x >> 13) * 3266489917;
  return x ^ x >> 16;
}

// Runs `loop(values)`, which must add tiny_item(i) to values[i].
template <typename Loop>
void measure_tiny_items(size_t items, Loop loop) {
  std::vector<uint32_t> values(items, 1);  // touches every page before the clock runs
  const int64_t start = now_ns();
  loop(values);
  result_per_item(start, static_cast<int64_t>(items));
  for (size_t i = 0; i < items; ++i) check(values[i] == 1 + tiny_item(i), "tiny items");
}

inline int64_t plain_fib(int64_t n) { return n < 2 ? n : plain_fib(n - 1) + plain_fib(n - 2); }

}  // namespace aspen::bench
