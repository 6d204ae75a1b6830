// A waiter for one event: a node in the object that it waits for, with the function to call when the event
// has come.
#pragma once

#include <cstdint>

namespace aspen::sched {

// The waiting side owns it and keeps it until `wake` has been entered, or until a cancel has returned true.
// Each wait that was accepted (returned 0) ends in one of the two, once.
struct Waiter {
  Waiter* next = nullptr;
  // On any thread: usually the one that turned the driver. May resume, end and free the waiting side; nothing
  // touches the waiter afterwards. Does not throw, and does not block.
  void (*wake)(Waiter& waiter) = nullptr;
  // Set before `wake`: the result, or a negative errno (-ECANCELED: closed or shut down meanwhile).
  int64_t result = 0;
};

inline void wake_with(Waiter& waiter, int64_t result) {
  waiter.result = result;
  waiter.wake(waiter);
}

// Waiters that can be woken, as their event has come; first in, first out. One thread.
class WaiterList {
 public:
  bool empty() const { return !first_; }

  void push(Waiter& waiter) {
    waiter.next = nullptr;
    (last_ ? last_->next : first_) = &waiter;
    last_ = &waiter;
  }

  // Null if there is none. The caller wakes it.
  Waiter* pop() {
    Waiter* waiter = first_;
    if (!waiter) return nullptr;
    first_ = waiter->next;
    if (!first_) last_ = nullptr;
    return waiter;
  }

  // Moves the other list's waiters to the end of this one.
  void append(WaiterList& other) {
    if (other.empty()) return;
    (last_ ? last_->next : first_) = other.first_;
    last_ = other.last_;
    other = WaiterList();
  }

  // Wakes all of them; returns how many.
  uint32_t wake_all() {
    uint32_t count = 0;
    for (; Waiter* waiter = pop(); ++count) waiter->wake(*waiter);
    return count;
  }

 private:
  Waiter* first_ = nullptr;
  Waiter* last_ = nullptr;
};

}  // namespace aspen::sched
