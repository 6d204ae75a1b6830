// What a call on a database may still do, told to the thread that makes it: whether its result is wanted, and
// how much work the fuel of its strand pays for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>

namespace aspen {

class SqlStop {
 public:
  static constexpr uint64_t kWorkPerStep = 16;  // of a program's loop, and of an instruction of SQLite

  // Any thread.
  void give_up();
  bool is_given_up() const { return is_given_up_.load(std::memory_order_relaxed) || (asks && asks()); }

  // From here on: for the thread that makes the call.

  // Blocks for the given time, or until the call is given up.
  void pause(int milliseconds);
  // Counts work, in units of Strand::work. False if the call has to stop.
  bool pay(uint64_t work) {
    work_ += work;
    return goes_on();
  }
  bool goes_on() const { return work_ < affordable && !is_given_up(); }
  // Counts instructions of SQLite, each as a step of a program. Instructions on long values may take very
  // long: these cost the thread's processor time as well.
  bool pay_for_instructions(uint64_t count);
  // Notes the thread's processor time, from which that counts.
  void begin();
  // The work since this was last called, for the strand to pay.
  uint64_t take_work() { return std::exchange(work_, 0); }

  // Set before the call begins. `asks` is for calls on the strand's own thread: whether it has to stop.
  std::function<bool()> asks;
  uint64_t affordable = UINT64_MAX;
  bool may_wait = true;  // for what another connection, or a cursor of this one, has locked

 private:
  void pay_for_time();

  std::mutex lock_;
  std::condition_variable changed_;
  // Written by the thread that gives up, under the lock, so that no pause misses it. Read by the thread that
  // makes the call; relaxed, as the flag publishes no other data.
  std::atomic<bool> is_given_up_{false};
  uint64_t work_ = 0;
  // When the processor time was last read, and what it was at the beginning; what was paid for it.
  uint64_t looked_at_ns_ = 0, began_at_ns_ = 0, paid_beside_ns_ = 0;
  uint64_t instructions_ = 0;
};

}  // namespace aspen
