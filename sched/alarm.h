// A thread that says when a time has come, for who cannot look at a clock: a thread that runs what it is
// given to its end, or one that is not here at all.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "sched/parker.h"
#include "sched/platform.h"

namespace aspen::sched {

class Alarm {
 public:
  // Null, with a negative errno, if the system refuses the thread. `ring` is called on that thread, with no
  // lock held; perhaps once more just after another time was set.
  static std::unique_ptr<Alarm> start(std::function<void()> ring, int& error);
  // Waits for a `ring` that is going on.
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Any thread. Rings at that time by monotonic_ns, and `again_after_ns` later, and so on, until another time
  // is set; kForever: not, and not again.
  void set(uint64_t at_ns, uint64_t again_after_ns = kForever);
  // Any thread, and signal handlers. Rings now, once.
  void ring_now();

 private:
  explicit Alarm(std::function<void()> ring) : ring_(std::move(ring)) {}
  void run();
  // Whether it is to ring; if not, until when to wait.
  bool is_due(uint64_t& until_ns);

  const std::function<void()> ring_;
  std::mutex lock_;
  uint64_t at_ns_ = kForever, again_after_ns_ = kForever;  // guarded by lock_
  uint64_t waits_until_ns_ = 0;                            // guarded by lock_: written by the thread
  Parker parker_;
  // Written by who rings, before the token is given; taken by the thread. Release and acquire, as for the
  // token.
  std::atomic<bool> rings_now_{false};
  // Written once by who ends it, before the token is given; read by the thread. Release and acquire.
  std::atomic<bool> is_ending_{false};
  std::thread thread_;
};

}  // namespace aspen::sched
