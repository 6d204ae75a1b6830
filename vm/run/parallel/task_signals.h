// Events that a task has to handle. Any thread may signal one; the head of the task's timeline handles it.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen {

class TaskSignals {
 public:
  // Bits of signals(). All but kDeadlock stay set.
  static constexpr uint32_t kCancelled = 1;     // another task, or the host, has cancelled it
  static constexpr uint32_t kKilled = 2;        // it has to end, whichever errors it catches
  static constexpr uint32_t kChildFailed = 4;   // a child has failed, and no task has awaited it
  static constexpr uint32_t kDeadlock = 8;      // no task can continue; set on the program's own task only
  static constexpr uint32_t kInterrupted = 16;  // the program is to stop (Machine::interrupt); likewise
  // The cancellation was raised at a safepoint; it is raised again only where the task would wait.
  static constexpr uint32_t kCancelRaised = 32;
  // A child has ended with an uncatchable error, such as exit.
  static constexpr uint32_t kChildExited = 64;
  // A task of the program has called `exit`. Set on the program's own task only.
  static constexpr uint32_t kExited = 128;
  // MemoryLimit has been raised repeatedly without freeing memory; likewise.
  static constexpr uint32_t kOutOfMemory = 256;
  // The host's limit on time was reached; likewise.
  static constexpr uint32_t kOutOfTime = 512;
  // The host has interrupted everything, but does not wait for this run; likewise.
  static constexpr uint32_t kStopped = 1024;
  // The host's limit on tasks was reached; likewise.
  static constexpr uint32_t kOutOfTasks = 2048;
  // Without the signals that are held off, no task could go on: they are admitted.
  static constexpr uint32_t kAdmitted = 4096;
  // As kKilled, but a change is completed first: what has resumed this fiber has given up.
  static constexpr uint32_t kGivenUp = 8192;
  // Signals that wait for the end of a change (hold_off_signals).
  static constexpr uint32_t kCanWait = kCancelled | kChildFailed | kGivenUp;

  // Signals that end the task, wherever it is.
  static constexpr uint32_t kEnding = kKilled | kInterrupted | kExited | kOutOfMemory | kChildExited |
                                      kOutOfTime | kOutOfTasks | kStopped | kGivenUp;

  // Without those that are held off.
  uint32_t signals() const {
    const uint32_t all = signals_.load(std::memory_order_seq_cst);
    return (all & kCanWait) != 0 && holds_off_signals() ? all & ~kCanWait : all;
  }

  // For the head: from now on kCanWait wait until they have been admitted as often as they were held off, or
  // until a deadlock.
  void hold_off_signals() { held_off_.fetch_add(1, std::memory_order_relaxed); }
  bool holds_off_signals() const {
    return held_off_.load(std::memory_order_relaxed) != 0 && !admits_signals();
  }
  bool admits_signals() const { return (signals_.load(std::memory_order_seq_cst) & kAdmitted) != 0; }

 protected:
  void forget_signals(uint32_t bits) {
    signals_.fetch_and(static_cast<uint16_t>(~bits), std::memory_order_seq_cst);
  }

  // Written by any thread that signals; read at the head's safepoints. In one total order with Wait::phase.
  std::atomic<uint16_t> signals_{0};
  // Written by the head, read by any thread, which may as well see an older value: the head checks again.
  std::atomic<uint16_t> held_off_{0};
};

}  // namespace aspen
