// The inside of the driver, for the sources that put handles into its loop. The only header that shows libuv.
#pragma once

#include <uv.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "sched/mailbox.h"
#include "sched/wait_slot.h"
#include "sched/waiter.h"

namespace aspen::sched {

struct Request;

// What requests of one kind have in common.
struct RequestType {
  // In the seat: does what the request's fields ask for. Called at least once after each send, and at most
  // once for each send.
  void (*perform)(Request& request);
  // Instead of `perform`, if the driver is shut down: on the sending thread, or on the one that shuts down.
  // The request has no handle any more.
  void (*abandon)(Request& request);
  // In the seat, at shutdown: cancels the waiters. The caller then closes the handle.
  void (*cancel)(Request& request);
  void (*destroy)(Request& request);
};

// An object with a handle in the loop. Reference-counted: one reference for its owner, one while it is in the
// mailbox, one for its handle until that is closed.
struct Request {
  Request(const RequestType& of, std::shared_ptr<DriverCore> in) : type(of), core(std::move(in)) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  void acquire() { references.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    // Acquire-release: what other threads did with the request happens before its destruction.
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1) type.destroy(*this);
  }

  Request* next = nullptr;  // of the mailbox
  const RequestType& type;
  const std::shared_ptr<DriverCore> core;
  std::atomic<uint32_t> references{1};
  // Set by the sender, cleared by the thread that is about to look at what is asked. While it is set, the
  // request need not be sent again.
  std::atomic<bool> is_sent{false};
};

class DriverCore : public std::enable_shared_from_this<DriverCore> {
 public:
  int open();

  // Any thread. The thread in the seat performs `request`; after shutdown, it is abandoned at once.
  void send(Request& request);
  void interrupt();

  bool try_take_seat() {
    return !is_taken_.load(std::memory_order_relaxed) && !is_taken_.exchange(true, std::memory_order_acquire);
  }
  void leave_seat() { is_taken_.store(false, std::memory_order_release); }
  void turn(uint64_t timeout_ns, WaiterList& woken);
  void shutdown(WaiterList& cancelled);

  // In the seat:

  uv_loop_t* loop() { return &loop_; }
  // Adds a waiter, taken from its slot, to the list for the caller of turn(). Ignores null.
  void wake(Waiter* waiter, int64_t result);
  // The request's handle is in the loop now; close it with close_handle only.
  void adopt(uv_handle_t* handle, Request& request);
  void close_handle(uv_handle_t* handle);

 private:
  void perform_requests();
  void abandon_requests();
  void sleep_in_loop(uint64_t timeout_ns);
  void set_alarm(uint64_t timeout_ns);
  void wake_sleeper();
  void close_all();
  void close_own();

  uv_loop_t loop_;
  uv_async_t call_;  // ends a sleep in the loop
  uv_poll_t alarm_;  // a timerfd, as libuv's timers count in milliseconds
  int alarm_descriptor_ = -1;
  uint64_t alarm_ns_ = 0;    // when it goes off; 0: not set
  uint32_t handles_ = 0;     // that requests have in the loop
  uint64_t wakes_owed_ = 0;  // sleeps that a sender ended, or is about to end, through call_
  bool is_open_ = false;
  WaiterList woken_;
  // The members above are touched in the seat only; taking and leaving it orders that (acquire, release).
  std::atomic<bool> is_taken_{false};
  Mailbox<ThreadAtomics, Request> mailbox_;
  // Wakes through call_ that are over. Release: written by a sender as its last step; shutdown waits for it
  // before it closes call_.
  std::atomic<uint64_t> wakes_done_{0};
  std::mutex shutdown_lock_;
  bool is_down_ = false;  // guarded by shutdown_lock_
};

}  // namespace aspen::sched
