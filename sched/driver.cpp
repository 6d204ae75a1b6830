#include "sched/driver.h"

#include <fcntl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <thread>
#include <utility>

#include "sched/driver_core.h"

namespace aspen::sched {

namespace {

constexpr uint64_t kSecondNs = 1'000'000'000;

// Reads what made the timer's descriptor ready, so that it is not ready any more.
void swallow(int descriptor) {
  uint64_t count;
  while (::read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

}  // namespace

std::unique_ptr<Driver> Driver::create(int& error) {
  auto core = std::make_shared<DriverCore>();
  error = core->open();
  return error == 0 ? std::unique_ptr<Driver>(new Driver(std::move(core))) : nullptr;
}

Driver::Driver(std::shared_ptr<DriverCore> core) : core_(std::move(core)) {}

Driver::~Driver() {
  WaiterList cancelled;
  shutdown(cancelled);
  cancelled.wake_all();
}

bool Driver::try_take_seat() { return core_->try_take_seat(); }
void Driver::leave_seat() { core_->leave_seat(); }
void Driver::turn(uint64_t timeout_ns, WaiterList& woken) { core_->turn(timeout_ns, woken); }
void Driver::interrupt() { core_->interrupt(); }
void Driver::shutdown(WaiterList& cancelled) { core_->shutdown(cancelled); }

// The first loop of a process makes a pipe for signals after it has opened one descriptor, and libuv 1.44
// aborts if the system has none left. So this checks that three descriptors can be opened.
static int look_for_descriptors() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return -errno;
  const int third = ::fcntl(ends[0], F_DUPFD_CLOEXEC, 0);
  const int error = third < 0 ? -errno : 0;
  for (const int end : {ends[0], ends[1], third}) ::close(end);
  return error;
}

int DriverCore::open() {
  if (const int error = look_for_descriptors()) return error;
  loop_.backend_fd = -1;
  if (const int error = uv_loop_init(&loop_)) {
    if (loop_.backend_fd >= 0) ::close(loop_.backend_fd);  // libuv 1.44 does not close it
    return error;
  }
  int error = uv_async_init(&loop_, &call_, [](uv_async_t*) {});
  const bool has_call = error == 0;
  if (has_call) alarm_descriptor_ = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (has_call && alarm_descriptor_ < 0) error = -errno;
  if (error == 0) error = uv_poll_init(&loop_, &alarm_, alarm_descriptor_);
  if (error == 0) {
    alarm_.data = this;
    error = uv_poll_start(&alarm_, UV_READABLE, [](uv_poll_t* alarm, int, int) {
      auto& self = *static_cast<DriverCore*>(alarm->data);
      swallow(self.alarm_descriptor_);
      self.alarm_ns_ = 0;
    });
    assert(error == 0);
    is_open_ = true;
    return 0;
  }
  if (has_call) uv_close(reinterpret_cast<uv_handle_t*>(&call_), nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
  uv_loop_close(&loop_);
  if (alarm_descriptor_ >= 0) ::close(alarm_descriptor_);
  return error;
}

void DriverCore::send(Request& request) {
  // Acquire-release: either this send finds the mark, and the look that follows the clearing sees what is
  // asked for, or the clearing came before this send.
  if (request.is_sent.exchange(true, std::memory_order_acq_rel)) return;
  request.acquire();
  switch (mailbox_.send(request)) {
    case Mailbox<ThreadAtomics, Request>::Sent::quietly: return;
    case Mailbox<ThreadAtomics, Request>::Sent::to_a_sleeper: return wake_sleeper();
    case Mailbox<ThreadAtomics, Request>::Sent::not_at_all: break;
  }
  request.is_sent.exchange(false, std::memory_order_acq_rel);
  request.type.abandon(request);
  request.release();
}

void DriverCore::interrupt() {
  if (mailbox_.call()) wake_sleeper();
}

void DriverCore::turn(uint64_t timeout_ns, WaiterList& woken) {
  if (!is_open_) return;
  perform_requests();
  if (timeout_ns != 0 && woken_.empty() && mailbox_.sleep()) {
    sleep_in_loop(timeout_ns);
  } else {
    uv_run(&loop_, UV_RUN_NOWAIT);
  }
  perform_requests();
  woken.append(woken_);
}

void DriverCore::shutdown(WaiterList& cancelled) {
  const std::lock_guard hold(shutdown_lock_);
  if (std::exchange(is_down_, true)) return;
  for (; !try_take_seat(); std::this_thread::yield()) interrupt();
  if (!is_open_) return;
  close_all();
  do {
    abandon_requests();
  } while (!mailbox_.close());
  close_own();
  is_open_ = false;
  cancelled.append(woken_);
}

void DriverCore::wake(Waiter* waiter, int64_t result) {
  if (!waiter) return;
  waiter->result = result;
  woken_.push(*waiter);
}

void DriverCore::adopt(uv_handle_t* handle, Request& request) {
  handle->data = &request;
  request.acquire();
  ++handles_;
}

void DriverCore::close_handle(uv_handle_t* handle) {
  if (uv_is_closing(handle)) return;
  uv_close(handle, [](uv_handle_t* closed) {
    auto& request = *static_cast<Request*>(closed->data);
    --request.core->handles_;
    request.release();
  });
}

void DriverCore::perform_requests() {
  for (Request* request = mailbox_.take(); request;) {
    Request& now = *std::exchange(request, request->next);
    now.is_sent.exchange(false, std::memory_order_acq_rel);
    now.type.perform(now);
    now.release();
  }
}

// At shutdown, when no request has a handle any more. Abandons what is still in the mailbox.
void DriverCore::abandon_requests() {
  for (Request* request = mailbox_.take(); request;) {
    Request& now = *std::exchange(request, request->next);
    now.is_sent.exchange(false, std::memory_order_acq_rel);
    now.type.abandon(now);
    now.release();
  }
}

void DriverCore::sleep_in_loop(uint64_t timeout_ns) {
  set_alarm(timeout_ns);
  uv_run(&loop_, UV_RUN_ONCE);
  if (!mailbox_.get_up()) ++wakes_owed_;
}

void DriverCore::set_alarm(uint64_t timeout_ns) {
  if (timeout_ns == kForever) return;
  const uint64_t now = monotonic_ns();
  const uint64_t at = timeout_ns < kForever - now ? now + timeout_ns : kForever - 1;
  // An alarm that is set for an earlier time is kept: it may go off too early, but saves a system call now.
  if (alarm_ns_ > now && alarm_ns_ <= at) return;
  itimerspec time{};
  time.it_value.tv_sec = static_cast<time_t>(at / kSecondNs);
  time.it_value.tv_nsec = static_cast<long>(at % kSecondNs);
  [[maybe_unused]] const int error = timerfd_settime(alarm_descriptor_, TFD_TIMER_ABSTIME, &time, nullptr);
  assert(error == 0);
  alarm_ns_ = at;
}

void DriverCore::wake_sleeper() {
  uv_async_send(&call_);
  wakes_done_.fetch_add(1, std::memory_order_release);
}

void DriverCore::close_all() {
  uv_walk(
      &loop_,
      [](uv_handle_t* handle, void* of) {
        auto& self = *static_cast<DriverCore*>(of);
        if (handle == reinterpret_cast<uv_handle_t*>(&self.call_)) return;
        if (handle == reinterpret_cast<uv_handle_t*>(&self.alarm_)) return;
        auto& request = *static_cast<Request*>(handle->data);
        request.type.cancel(request);
        self.close_handle(handle);
      },
      this);
  while (handles_ > 0) uv_run(&loop_, UV_RUN_NOWAIT);
}

// With the mailbox closed, no thread begins to wake through call_; those that have begun are waited for.
void DriverCore::close_own() {
  while (wakes_done_.load(std::memory_order_acquire) != wakes_owed_) std::this_thread::yield();
  uv_close(reinterpret_cast<uv_handle_t*>(&call_), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&alarm_), nullptr);
  uv_run(&loop_, UV_RUN_DEFAULT);
  [[maybe_unused]] const int error = uv_loop_close(&loop_);
  assert(error == 0);
  ::close(alarm_descriptor_);
}

}  // namespace aspen::sched
