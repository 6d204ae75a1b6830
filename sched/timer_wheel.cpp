#include "sched/timer_wheel.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace aspen::sched {

namespace {

// Takes the first ascending run off the chain `rest`, which is linked through `next` and ends in null.
Timer* take_run(Timer*& rest) {
  Timer* run = rest;
  Timer* last = run;
  while (last->next && last->deadline_ns <= last->next->deadline_ns) last = last->next;
  rest = std::exchange(last->next, nullptr);
  return run;
}

// Of timers with equal deadlines, those of `older` come first.
Timer* merge(Timer* older, Timer* newer) {
  Timer* merged = nullptr;
  Timer** end = &merged;
  while (older && newer) {
    Timer*& from = older->deadline_ns <= newer->deadline_ns ? older : newer;
    *end = from;
    end = &from->next;
    from = from->next;
  }
  *end = older ? older : newer;
  return merged;
}

// Natural merge sort; stable, without memory of its own: `runs[i]` holds 2^i merged runs, older than those in
// lower entries.
Timer* sort_chain(Timer* rest) {
  std::array<Timer*, 64> runs{};
  while (rest) {
    Timer* run = take_run(rest);
    size_t at = 0;
    for (; runs[at]; ++at) run = merge(std::exchange(runs[at], nullptr), run);
    runs[at] = run;
  }
  Timer* sorted = nullptr;
  for (Timer* run : runs) {
    if (run) sorted = merge(run, sorted);
  }
  return sorted;
}

}  // namespace

void TimerList::push(Timer& timer) {
  timer.previous = timer.next = nullptr;
  (last_ ? last_->next : first_) = &timer;
  last_ = &timer;
}

Timer* TimerList::pop() {
  Timer* timer = first_;
  if (!timer) return nullptr;
  first_ = std::exchange(timer->next, nullptr);
  if (!first_) last_ = nullptr;
  return timer;
}

void TimerWheel::add(Timer& timer) {
  assert(!timer.previous && timer.fire);
  put(timer);
  ++size_;
}

bool TimerWheel::remove(Timer& timer) {
  if (!timer.previous) return false;
  --size_;
  const uint64_t tick = timer.deadline_ns >> kTickBits;
  if (tick <= tick_) {
    unlink(soon_, timer);
    return true;
  }
  // It is still where it was put: since then the wheel's tick has entered no slot that would have moved it.
  const Place place = place_of(tick);
  Slot& slot = slots_[place.level][place.slot];
  unlink(slot, timer);
  if (!slot.first) clear_mark(place);
  return true;
}

size_t TimerWheel::expire(uint64_t now_ns, TimerList& due, size_t limit) {
  const uint64_t tick = now_ns >> kTickBits;
  size_t taken = take_due(now_ns, due, limit);
  // The timers left in soon_ are earlier than anything in the slots.
  while (taken < limit && !soon_.first && enter_next_slot(tick))
    taken += take_due(now_ns, due, limit - taken);
  return taken;
}

uint64_t TimerWheel::next_deadline() const {
  if (soon_.first) return soon_.earliest_ns;
  if (levels_in_use_ == 0) return kForever;
  // The slots of a lower level come before those of a higher one, and all slots in use lie after tick_.
  const auto level = static_cast<unsigned>(std::countr_zero(levels_in_use_));
  return slots_[level][static_cast<unsigned>(std::countr_zero(in_use_[level]))].earliest_ns;
}

void TimerWheel::append(Slot& slot, Timer& timer) {
  slot.earliest_ns = std::min(slot.earliest_ns, timer.deadline_ns);
  if (!slot.first) {
    timer.previous = timer.next = &timer;
    slot.first = &timer;
    return;
  }
  timer.previous = slot.first->previous;
  timer.next = slot.first;
  timer.previous->next = &timer;
  slot.first->previous = &timer;
}

void TimerWheel::unlink(Slot& slot, Timer& timer) {
  if (timer.next == &timer) {
    slot = Slot();
  } else {
    timer.previous->next = timer.next;
    timer.next->previous = timer.previous;
    if (slot.first == &timer) slot.first = timer.next;
  }
  timer.previous = timer.next = nullptr;
}

void TimerWheel::sort(Slot& slot) {
  if (!slot.first) return;
  slot.first->previous->next = nullptr;
  slot.first = sort_chain(slot.first);
  slot.earliest_ns = slot.first->deadline_ns;
  Timer* last = slot.first;
  for (; last->next; last = last->next) last->next->previous = last;
  last->next = slot.first;
  slot.first->previous = last;
}

TimerWheel::Place TimerWheel::place_of(uint64_t tick) const {
  const auto highest_difference = static_cast<unsigned>(std::bit_width(tick ^ tick_)) - 1;
  const unsigned level = highest_difference / kSlotBits;
  return {level, static_cast<unsigned>(tick >> (level * kSlotBits)) & (kSlots - 1)};
}

void TimerWheel::put(Timer& timer) {
  const uint64_t tick = timer.deadline_ns >> kTickBits;
  if (tick <= tick_) {
    if (soon_.first && timer.deadline_ns < soon_.first->previous->deadline_ns) soon_is_sorted_ = false;
    append(soon_, timer);
    return;
  }
  const Place place = place_of(tick);
  append(slots_[place.level][place.slot], timer);
  in_use_[place.level] |= uint64_t{1} << place.slot;
  levels_in_use_ = static_cast<uint8_t>(levels_in_use_ | 1u << place.level);
}

size_t TimerWheel::take_due(uint64_t now_ns, TimerList& due, size_t limit) {
  if (soon_.earliest_ns > now_ns) return 0;
  if (!std::exchange(soon_is_sorted_, true)) sort(soon_);
  size_t taken = 0;
  for (; taken < limit && soon_.first && soon_.first->deadline_ns <= now_ns; ++taken) {
    Timer& timer = *soon_.first;
    unlink(soon_, timer);
    due.push(timer);
  }
  if (soon_.first) soon_.earliest_ns = soon_.first->deadline_ns;
  size_ -= taken;
  return taken;
}

// Goes to the first slot in use, if it is not after `tick`, and sorts its timers into the lower levels and
// soon_. Otherwise goes to `tick`, where no timer is.
bool TimerWheel::enter_next_slot(uint64_t tick) {
  if (tick < tick_) return false;
  const auto level = static_cast<unsigned>(std::countr_zero(levels_in_use_));
  if (levels_in_use_ == 0 || first_tick(level) > tick) {
    tick_ = tick;
    return false;
  }
  const auto index = static_cast<unsigned>(std::countr_zero(in_use_[level]));
  tick_ = first_tick(level);
  clear_mark({level, index});
  Timer* timer = std::exchange(slots_[level][index], Slot()).first;
  timer->previous->next = nullptr;
  while (timer) put(*std::exchange(timer, timer->next));
  return true;
}

// The tick at which the first slot in use of a level begins. REQUIRES: the level has a slot in use.
uint64_t TimerWheel::first_tick(unsigned level) const {
  const unsigned shift = level * kSlotBits;
  const uint64_t above = tick_ >> (shift + kSlotBits) << (shift + kSlotBits);
  return above | static_cast<uint64_t>(std::countr_zero(in_use_[level])) << shift;
}

void TimerWheel::clear_mark(Place place) {
  in_use_[place.level] &= ~(uint64_t{1} << place.slot);
  if (in_use_[place.level] == 0) levels_in_use_ = static_cast<uint8_t>(levels_in_use_ & ~(1u << place.level));
}

}  // namespace aspen::sched
