// A driver with a thread of its own, for schedulers without worker threads that could drive one (Config::io).
// It wakes waiters on that thread.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "sched/driver.h"

namespace aspen::sched {

class DriverThread {
 public:
  // Null, with a negative errno, if the system refuses the descriptors or the thread.
  static std::unique_ptr<DriverThread> start(int& error);

  // Ends the thread, then cancels all waiters.
  ~DriverThread();
  DriverThread(const DriverThread&) = delete;
  DriverThread& operator=(const DriverThread&) = delete;

  Driver& driver() { return *driver_; }

 private:
  explicit DriverThread(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
  void run();

  const std::unique_ptr<Driver> driver_;
  std::atomic<bool> is_ending_{
      false};  // release: by the destructor, before the interrupt; acquire: by the thread
  std::thread thread_;
};

}  // namespace aspen::sched
