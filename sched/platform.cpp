#include "sched/platform.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "sched/cores.h"

namespace aspen::sched {

namespace {

constexpr uint64_t kSecondNs = 1'000'000'000;

long futex(std::atomic<uint32_t>& word, int operation, uint32_t value, const timespec* timeout) {
  static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, timeout, nullptr, 0);
}

}  // namespace

static uint64_t read_clock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * kSecondNs + static_cast<uint64_t>(now.tv_nsec);
}

uint64_t monotonic_ns() { return read_clock(CLOCK_MONOTONIC); }

uint64_t coarse_ns() { return read_clock(CLOCK_MONOTONIC_COARSE); }

unsigned cores() {
  static const unsigned count = std::min(cores_by_affinity(), cores_by_quota("/"));
  return count;
}

void wait_word(std::atomic<uint32_t>& word, uint32_t while_it_is, uint64_t timeout_ns) {
  if (timeout_ns == kForever) {
    futex(word, FUTEX_WAIT, while_it_is, nullptr);
    return;
  }
  const timespec timeout{static_cast<time_t>(timeout_ns / kSecondNs),
                         static_cast<long>(timeout_ns % kSecondNs)};
  futex(word, FUTEX_WAIT, while_it_is, &timeout);
}

void wake_word(std::atomic<uint32_t>& word) { futex(word, FUTEX_WAKE, 1, nullptr); }

bool can_fence_others() {
  static const bool can = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  return can;
}

void fence_others() { syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0); }

void end_timeouts_exactly() { prctl(PR_SET_TIMERSLACK, 1UL); }

std::thread start_thread(std::function<void()> run, std::error_code& error) {
  try {
    return std::thread(std::move(run));
  } catch (const std::system_error& refused) {
    error = refused.code();
    return {};
  }
}

}  // namespace aspen::sched
