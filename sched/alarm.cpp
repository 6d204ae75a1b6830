#include "sched/alarm.h"

#include <system_error>

namespace aspen::sched {

std::unique_ptr<Alarm> Alarm::start(std::function<void()> ring, int& error) {
  std::unique_ptr<Alarm> made(new Alarm(std::move(ring)));
  std::error_code refused;
  made->thread_ = start_thread([self = made.get()] { self->run(); }, refused);
  error = -refused.value();
  return refused ? nullptr : std::move(made);
}

Alarm::~Alarm() {
  is_ending_.store(true, std::memory_order_release);
  parker_.give();
  if (thread_.joinable()) thread_.join();
}

// A thread that wakes too early finds the later time by itself, so nearly all calls are a few instructions.
void Alarm::set(uint64_t at_ns, uint64_t again_after_ns) {
  bool is_earlier = false;
  {
    const std::lock_guard guard(lock_);
    at_ns_ = at_ns;
    again_after_ns_ = again_after_ns;
    is_earlier = at_ns < waits_until_ns_;
  }
  if (is_earlier) parker_.give();
}

void Alarm::ring_now() {
  rings_now_.store(true, std::memory_order_release);
  parker_.give();
}

bool Alarm::is_due(uint64_t& until_ns) {
  const bool at_once = rings_now_.exchange(false, std::memory_order_acq_rel);
  const uint64_t now = monotonic_ns();
  const std::lock_guard guard(lock_);
  waits_until_ns_ = 0;
  const bool has_come = at_ns_ <= now;
  if (has_come) at_ns_ = again_after_ns_ == kForever ? kForever : now + again_after_ns_;
  if (at_once || has_come) return true;
  waits_until_ns_ = until_ns = at_ns_;
  return false;
}

void Alarm::run() {
  end_timeouts_exactly();
  while (!is_ending_.load(std::memory_order_acquire)) {
    uint64_t until = kForever;
    if (is_due(until)) {
      ring_();
      continue;
    }
    const uint64_t now = monotonic_ns();
    if (until > now) parker_.wait(until == kForever ? kForever : until - now);
  }
}

}  // namespace aspen::sched
