// Why a program ran faster on several workers than on one, or did not: in words.
#pragma once

#include <cstdint>
#include <string>

#include "vm/run/runtime.h"

namespace aspen {

// The facts known about a run. Places are "file:line", or empty.
struct RunFacts {
  bool counts_fuel = false;
  bool has_promotable_calls = false;
  SplitPolicy split = SplitPolicy::on_demand;
  uint32_t workers = 0;  // 0: it ran on the thread that started it
  uint64_t wall_ns = 0;
  uint64_t busy_ns = 0;  // of all workers together, like the next
  uint64_t collecting_ns = 0;
  StrandNumbers strands;
  uint64_t turn_ns = 0;         // strands waited for the turn of an effect
  std::string turn_place;       // where the longest
  std::string turn_effect;      // the function with the effect, if it has a name
  uint64_t value_ns = 0;        // strands waited for values
  std::string value_place;      // where the longest
  uint64_t outside_ns = 0;      // strands waited for a time, an operation or a task
  uint64_t iteration_ns = 0;    // iterations of loops waited for values of earlier ones
  std::string iteration_place;  // where the longest
  std::string iteration_value;  // the variable that it waited for, if it has a name
  uint64_t shared_ns = 0;       // tasks waited for one thing that they share: all their waits together
  std::string shared_place;     // where the longest
  std::string shared;           // "cell", "semaphore" or "channel": whichever it was most
  std::string writes_place;     // the call that was most often not split at because of its effects
  std::string needed_place;     // where iterations need a value of the one before too early
  std::string needed_value;     // the variable, if it has a name
  std::string small_place;      // where a worker mostly was when its calls were over too soon
  std::string inner_place;      // where it mostly was when it had nothing else to give away
};

// One or two sentences.
std::string verdict(const RunFacts& facts);

}  // namespace aspen
