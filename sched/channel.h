// Channel<T>: messages from tasks to tasks, in order. A channel of capacity 0 hands each message over to a
// receiver. A channel of capacity N stores N messages; further senders wait.
//
//     co_await channel.send(7);                 // false if the channel is closed
//     while (auto message = co_await channel.receive()) use(*message);   // until it is closed and empty
//
// Tasks of several schedulers may share a channel. It must outlive all tasks that use it.
#pragma once

#include <cassert>
#include <coroutine>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "sched/coroutine.h"
#include "sched/spin_lock.h"

namespace aspen::sched {

// A task that waits in a channel; part of the awaiting coroutine's frame.
struct ChannelWaiter {
  ChannelWaiter* previous = nullptr;
  ChannelWaiter* next = nullptr;
  JoinableTask* task = nullptr;  // null before it waits and after it has gone on
  bool linked = false;           // guarded by the channel's lock
};

// First in, first out; a waiter can leave from the middle.
class ChannelQueue {
 public:
  ChannelWaiter* first() const { return first_; }
  void push(ChannelWaiter& waiter) {
    waiter.linked = true;
    waiter.next = nullptr;
    waiter.previous = last_;
    (last_ ? last_->next : first_) = &waiter;
    last_ = &waiter;
  }
  void remove(ChannelWaiter& waiter) {
    waiter.linked = false;
    (waiter.previous ? waiter.previous->next : first_) = waiter.next;
    (waiter.next ? waiter.next->previous : last_) = waiter.previous;
  }

 private:
  ChannelWaiter* first_ = nullptr;
  ChannelWaiter* last_ = nullptr;
};

// Parks the running task as this waiter: the caller has linked it.
inline void park_in_channel(ChannelWaiter& waiter, std::coroutine_handle<> here) {
  Worker& worker = *Worker::current();
  waiter.task = &running_task(worker);
  waiter.task->resume_at = here;
  worker.set_outcome(Outcome::parked);
}

template <class T>
class Channel {
 public:
  explicit Channel(size_t capacity = 0) : capacity_(capacity) {}
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel() { assert(!receivers_.first() && !senders_.first()); }

  class Send;
  class Receive;

  // co_await: true once the message is in the channel or with its receiver; false if the channel is closed.
  Send send(T message) { return Send(*this, std::move(message)); }
  // co_await: the next message; none once the channel is closed and empty.
  Receive receive() { return Receive(*this); }

  // Any thread; does not wait. False if there is no room or it is closed; `message` is then unchanged.
  bool try_send(T& message) {
    const std::lock_guard guard(lock_);
    return !closed_ && (hand_over(message) || store(message));
  }
  // Does not wait. Empty if there is no message.
  std::optional<T> try_receive() {
    std::optional<T> message;
    const std::lock_guard guard(lock_);
    take(message);
    return message;
  }

  // Any thread. Wakes all waiting tasks; messages already sent can still be received. May be called twice.
  void close() {
    const std::lock_guard guard(lock_);
    closed_ = true;
    while (receivers_.first()) wake_first(receivers_);
    while (senders_.first()) wake_first(senders_);
  }

 private:
  // REQUIRES, for all of these: lock_ is held. So waking happens under the lock: a waiter that leaves takes
  // the lock first, so it cannot be woken after it is gone.

  void wake_first(ChannelQueue& queue) {
    ChannelWaiter& waiter = *queue.first();
    queue.remove(waiter);
    waiter.task->scheduler->wake(*waiter.task);
  }

  bool hand_over(T& message) {
    auto* receiver = static_cast<Receive*>(receivers_.first());
    if (!receiver) return false;
    receiver->message_ = std::move(message);
    wake_first(receivers_);
    return true;
  }

  // Takes back the message of a receiver that was cancelled before it resumed: it is the next message again.
  void give_back(T& message) {
    if (!hand_over(message)) messages_.push_front(std::move(message));
  }

  bool store(T& message) {
    if (capacity_ == 0 || messages_.size() >= capacity_) return false;
    messages_.push_back(std::move(message));
    return true;
  }

  // Constructs in place: moving a fresh optional<T> would wait until its two stores left the store buffer.
  bool take(std::optional<T>& message) {
    auto* sender = static_cast<Send*>(senders_.first());
    if (!messages_.empty()) {
      message.emplace(std::move(messages_.front()));
      messages_.pop_front();
      if (sender) messages_.push_back(std::move(sender->message_));
    } else if (sender) {
      message.emplace(std::move(sender->message_));
    }
    if (sender) {
      sender->sent_ = true;
      wake_first(senders_);
    }
    return message.has_value();
  }

  const size_t capacity_;
  SpinLock lock_;
  bool closed_ = false;     // guarded by lock_, as is the rest
  std::deque<T> messages_;  // at most capacity_, plus messages given back
  ChannelQueue receivers_;  // wait because there is no message
  ChannelQueue senders_;    // wait because there is no room
};

template <class T>
class Channel<T>::Send : ChannelWaiter {
 public:
  Send(Channel& channel, T message) : channel_(channel), message_(std::move(message)) {}
  Send(const Send&) = delete;
  Send& operator=(const Send&) = delete;
  ~Send() {
    if (!task) return;
    const std::lock_guard guard(channel_.lock_);
    if (linked) channel_.senders_.remove(*this);
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> here) {
    const std::lock_guard guard(channel_.lock_);
    if (channel_.closed_) return false;
    sent_ = channel_.hand_over(message_) || channel_.store(message_);
    if (sent_) return yield_if_spent(here);
    channel_.senders_.push(*this);
    park_in_channel(*this, here);
    return true;
  }
  bool await_resume() noexcept {
    task = nullptr;
    return sent_;
  }

 private:
  friend Channel;
  Channel& channel_;
  T message_;
  bool sent_ = false;
};

template <class T>
class Channel<T>::Receive : ChannelWaiter {
 public:
  explicit Receive(Channel& channel) : channel_(channel) {}
  Receive(const Receive&) = delete;
  Receive& operator=(const Receive&) = delete;
  ~Receive() {
    if (!task) return;
    const std::lock_guard guard(channel_.lock_);
    if (linked) {
      channel_.receivers_.remove(*this);
    } else if (message_) {
      channel_.give_back(*message_);
    }
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> here) {
    const std::lock_guard guard(channel_.lock_);
    if (channel_.take(message_)) {
      if (!yield_if_spent(here)) return false;
      task = &running_task(*Worker::current());  // which may be cancelled before it goes on
      return true;
    }
    if (channel_.closed_) return false;
    channel_.receivers_.push(*this);
    park_in_channel(*this, here);
    return true;
  }
  std::optional<T> await_resume() {
    task = nullptr;
    return std::move(message_);
  }

 private:
  friend Channel;
  Channel& channel_;
  std::optional<T> message_;
};

}  // namespace aspen::sched
