// What the scheduler needs from the operating system: a clock, and waiting for a word to change. A port to
// another platform implements these functions and the driver's (driver.h), nothing else.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>

namespace aspen::sched {

inline constexpr uint64_t kForever = UINT64_MAX;

// Nanoseconds of a clock that never goes back.
uint64_t monotonic_ns();

// The same clock as of its last tick, which is some milliseconds ago at most. Takes a quarter of the time.
uint64_t coarse_ns();

// Returns when a thread calls wake_word, when the time is over, or for no reason; returns at once if the word
// does not have the value `while_it_is`.
void wait_word(std::atomic<uint32_t>& word, uint32_t while_it_is, uint64_t timeout_ns);
void wake_word(std::atomic<uint32_t>& word);

// Whether fence_others works here. The system is asked once.
bool can_fence_others();
// Any thread; only if can_fence_others. During the call, each other thread of the process passes a full
// memory fence. What that thread wrote before its fence is in memory when this returns, and what it reads
// after its fence is as new as what the caller wrote before the call. Costs the caller under a microsecond
// and the others nothing: for pairs of threads of which one side acts seldom.
void fence_others();

// Lets this thread's time-outs end when they are due; by default the kernel rounds them up by 50 µs.
void end_timeouts_exactly();

// How many threads of this process run at once: 1 at least. The affinity mask and the quotas of control
// groups (cores.h) as they were at the first call.
unsigned cores();

// Tells the processor that this loop waits for another core.
inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits for something that another thread does in a moment. After 100 spins it yields its core on every try,
// as the other thread may have lost its own.
template <class Condition>
void spin_until(Condition holds) {
  constexpr int kSpins = 100;
  for (int i = 0; !holds(); ++i) i < kSpins ? spin_pause() : std::this_thread::yield();
}

// Starts a thread that runs the function; an empty thread and the error if the system refuses.
std::thread start_thread(std::function<void()> run, std::error_code& error);

}  // namespace aspen::sched
