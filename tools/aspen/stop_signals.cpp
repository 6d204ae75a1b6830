#include "tools/aspen/stop_signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace aspen {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr unsigned kPatience = 1;  // seconds

// Written around the program's run and by the handlers; read by the handlers. Lock-free.
std::atomic<Machine*> stopped_machine = nullptr;
std::atomic<int> first_signal = 0;

// REQUIRES: the signal is not blocked in this thread, so that it ends the process.
void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void stop(int signal) {
  int none = 0;
  if (!first_signal.compare_exchange_strong(none, signal, std::memory_order_relaxed)) return;
  alarm(kPatience);
  if (Machine* machine = stopped_machine.load(std::memory_order_relaxed)) machine->interrupt();
}

void lose_patience(int) { end_by(first_signal.load(std::memory_order_relaxed)); }

}  // namespace

StopSignals::StopSignals(Machine& machine) {
  stopped_machine.store(&machine, std::memory_order_relaxed);
  std::signal(SIGALRM, lose_patience);
  for (const int signal : kSignals) {
    if (std::signal(signal, stop) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

StopSignals::~StopSignals() { stopped_machine.store(nullptr, std::memory_order_relaxed); }

void StopSignals::end_as_signalled() {
  const int signal = first_signal.load(std::memory_order_relaxed);
  if (signal == 0) return;
  std::fflush(nullptr);
  end_by(signal);
}

}  // namespace aspen
