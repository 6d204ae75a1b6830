// Starts a scheduler for a row.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "sched/spawn.h"

namespace aspen::bench {

inline std::unique_ptr<sched::Scheduler> start(uint32_t workers) {
  sched::Config config;
  config.workers = workers;
  std::string error;
  auto scheduler = sched::Scheduler::start(std::move(config), error);
  if (!scheduler || scheduler->workers() != workers) {
    std::fprintf(stderr, "cannot start %u workers: %s\n", workers, error.c_str());
    std::exit(1);
  }
  return scheduler;
}

// Runs one task, and all that it spawns and awaits, on a scheduler of its own.
inline void run(uint32_t workers, sched::Co<void> body) {
  const auto scheduler = start(workers);
  sched::spawn(*scheduler, std::move(body)).wait().value();
}

}  // namespace aspen::bench
