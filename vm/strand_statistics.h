// What strands did, counted by each worker, and who is told where they wait (`aspen run --stats`).
#pragma once

#include <cstdint>
#include <vector>

#include "sched/statistics.h"

namespace aspen {

class Strand;
struct TraceEntry;

// One writer each: the worker, in slow paths only.
struct StrandCounters {
#define STRAND_COUNTER(name, meaning) sched::Counter name;
#include "vm/counters.def"
#undef STRAND_COUNTER
};

// The same numbers, read.
struct StrandNumbers {
#define STRAND_COUNTER(name, meaning) uint64_t name = 0;
#include "vm/counters.def"
#undef STRAND_COUNTER

  // When the workers have ended: whether every strand that was made has ended in one way, and whether workers
  // started those that had to be.
  bool add_up() const {
    const uint64_t over = ended + squashed + abandoned;
    return begun + split == over + withdrawn && ended <= started && started <= over;
  }
};

struct StrandStatistics {
  std::vector<StrandNumbers> workers;
  StrandNumbers outside;  // what the thread did that runs programs

  StrandNumbers total() const;
};

StrandNumbers read(const StrandCounters& counters);

// What a strand that is parked waits for.
enum class WaitCause : uint8_t {
  other,
  value,  // of a call, which it touches
  base,   // for the calls before it, having come to its end
  turn,   // until everything before the effect that it is to have is over
  // For one thing that tasks share:
  channel,    // to receive, or to send
  semaphore,  // a permit
  cell,       // the end of an update
};

// Why a worker that had nothing to do was not given a part of a strand.
enum class Refusal : uint8_t {
  too_soon,         // splits would take too much of the time
  too_small,        // the running function has calls to split at, but none is pending
  nothing_pending,  // no call that follows an interruption has more work behind it
  writes,           // the calls that have, have effects
};

// Told what keeps strands from running side by side. By several workers at once, each for a strand of its
// own, which stands at the instruction concerned.
class StrandObserver {
 public:
  virtual ~StrandObserver() = default;
  // The strand has waited so long before the instruction.
  virtual void waited(const Strand& strand, WaitCause cause, uint64_t ns) = 0;
  // `call` is the outermost one that would have been split at but for its effects; null if there is none.
  virtual void refused(const Strand& strand, Refusal refusal, const TraceEntry* call) = 0;
};

// The name of the native that the instruction calls; null if it does something else.
const char* native_called_at(const TraceEntry& entry);

}  // namespace aspen
