// Timers by the million: a hierarchical timing wheel (Varghese and Lauck 1987, scheme 6). One thread;
// timers.h puts a lock around it.
//
// Time is cut into ticks of 65.5 µs. Level 0 has a slot for each of the next ticks, level 1 one for every 64
// ticks, and so on; eight levels of 64 slots span all of 64 bits. A timer stands at the level of the highest
// digit (base 64) in which its tick differs from the wheel's. When the wheel enters a slot of a higher level,
// the slot's timers move down. Timers that have reached their tick wait in `soon_` for their nanosecond.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sched/platform.h"

namespace aspen::sched {

// A timer. Its creator owns it, and neither moves nor frees it while it is in a wheel.
struct Timer {
  Timer* previous = nullptr;  // null: in no wheel
  Timer* next = nullptr;
  uint64_t deadline_ns = 0;  // by the clock of the wheel's owner
  void (*fire)(Timer& timer) = nullptr;
};

// Timers taken out of a wheel, linked through `next`, in the order in which they are to fire.
class TimerList {
 public:
  bool empty() const { return !first_; }
  void push(Timer& timer);
  Timer* pop();  // null if there is none

 private:
  Timer* first_ = nullptr;
  Timer* last_ = nullptr;
};

class TimerWheel {
 public:
  static constexpr unsigned kTickBits = 16;  // a tick is 2^16 ns
  static constexpr unsigned kSlotBits = 6;
  static constexpr unsigned kSlots = 1u << kSlotBits;
  static constexpr unsigned kLevels = (64 - kTickBits) / kSlotBits;
  static_assert(kLevels * kSlotBits + kTickBits == 64);

  explicit TimerWheel(uint64_t now_ns) : tick_(now_ns >> kTickBits) {}
  TimerWheel(const TimerWheel&) = delete;
  TimerWheel& operator=(const TimerWheel&) = delete;

  // O(1). The deadline may be past, or centuries ahead. The timer must be in no wheel.
  void add(Timer& timer);

  // O(1). False if the timer is not in the wheel: never added, removed, or expired.
  bool remove(Timer& timer);

  // Moves timers that are due at `now_ns` to the end of `due`, at most `limit` of them: in the order of their
  // deadlines, those with the same deadline in the order in which they were added. Returns how many. A clock
  // that goes back finds nothing due until it has caught up.
  size_t expire(uint64_t now_ns, TimerList& due, size_t limit = SIZE_MAX);

  // When to call expire next: no later than the earliest deadline, and exactly then unless the timer that had
  // it was removed. After expire(now) that reached no limit it is later than `now`. kForever if there is no
  // timer.
  uint64_t next_deadline() const;

  size_t size() const { return size_; }

 private:
  // Timers in a circle, `first->previous` being the last one.
  struct Slot {
    Timer* first = nullptr;
    uint64_t earliest_ns = kForever;  // none of the timers is earlier
  };
  struct Place {
    unsigned level, slot;
  };

  static void append(Slot& slot, Timer& timer);
  static void unlink(Slot& slot, Timer& timer);
  static void sort(Slot& slot);

  Place place_of(uint64_t tick) const;
  void put(Timer& timer);
  size_t take_due(uint64_t now_ns, TimerList& due, size_t limit);
  bool enter_next_slot(uint64_t tick);
  uint64_t first_tick(unsigned level) const;
  void clear_mark(Place place);

  uint64_t tick_;  // every timer of this tick or an earlier one is in soon_
  size_t size_ = 0;
  Slot soon_;
  bool soon_is_sorted_ = true;
  uint8_t levels_in_use_ = 0;               // a bit for each level with a timer
  std::array<uint64_t, kLevels> in_use_{};  // a bit for each slot with a timer
  std::array<std::array<Slot, kSlots>, kLevels> slots_;
};

}  // namespace aspen::sched
