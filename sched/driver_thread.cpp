#include "sched/driver_thread.h"

#include <system_error>

#include "sched/platform.h"

namespace aspen::sched {

std::unique_ptr<DriverThread> DriverThread::start(int& error) {
  std::unique_ptr<Driver> driver = Driver::create(error);
  if (!driver) return nullptr;
  std::unique_ptr<DriverThread> made(new DriverThread(std::move(driver)));
  std::error_code refused;
  made->thread_ = start_thread([self = made.get()] { self->run(); }, refused);
  error = -refused.value();
  return refused ? nullptr : std::move(made);
}

DriverThread::~DriverThread() {
  is_ending_.store(true, std::memory_order_release);
  driver_->interrupt();
  if (thread_.joinable()) thread_.join();
  WaiterList cancelled;
  driver_->shutdown(cancelled);
  cancelled.wake_all();
}

// No other thread takes the seat.
void DriverThread::run() {
  [[maybe_unused]] const bool is_seated = driver_->try_take_seat();
  while (!is_ending_.load(std::memory_order_acquire)) {
    WaiterList woken;
    driver_->turn(kForever, woken);
    woken.wake_all();
  }
  driver_->leave_seat();
}

}  // namespace aspen::sched
