#include "stdlib/sqlite/sql_stop.h"

#include <time.h>

#include <chrono>

namespace aspen {

namespace {

// More than an instruction takes, unless its values are long, and more than a call takes besides.
constexpr uint64_t kUsualNs = 1000, kUsualNsOfCall = 5'000'000;
constexpr uint64_t kLookEveryNs = 500'000;

uint64_t read_ns(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace

void SqlStop::give_up() {
  const std::lock_guard hold(lock_);
  is_given_up_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
}

void SqlStop::pause(int milliseconds) {
  std::unique_lock hold(lock_);
  changed_.wait_for(hold, std::chrono::milliseconds(milliseconds),
                    [&] { return is_given_up_.load(std::memory_order_relaxed); });
}

void SqlStop::begin() {
  if (affordable == UINT64_MAX) return;
  looked_at_ns_ = read_ns(CLOCK_MONOTONIC);
  began_at_ns_ = read_ns(CLOCK_THREAD_CPUTIME_ID);
}

// The usual time is so large that other calls cost the same in each run.
void SqlStop::pay_for_time() {
  looked_at_ns_ = read_ns(CLOCK_MONOTONIC);
  const uint64_t taken_ns = read_ns(CLOCK_THREAD_CPUTIME_ID) - began_at_ns_;
  const uint64_t paid_ns = kUsualNsOfCall + instructions_ * kUsualNs + paid_beside_ns_;
  if (taken_ns <= paid_ns) return;
  work_ += taken_ns - paid_ns;
  paid_beside_ns_ += taken_ns - paid_ns;
}

bool SqlStop::pay_for_instructions(uint64_t count) {
  instructions_ += count;
  if (affordable != UINT64_MAX && read_ns(CLOCK_MONOTONIC) - looked_at_ns_ > kLookEveryNs) pay_for_time();
  return pay(count * kWorkPerStep);
}

}  // namespace aspen
