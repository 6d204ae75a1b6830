// Counts of what strands did, for each worker, and the observer of their waits (`aspen run --stats`).
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
#include "vm/run/parallel/counters.def"
#undef STRAND_COUNTER
};

// A snapshot of the numbers.
struct StrandNumbers {
#define STRAND_COUNTER(name, meaning) uint64_t name = 0;
#include "vm/run/parallel/counters.def"
#undef STRAND_COUNTER

  StrandNumbers& operator+=(const StrandNumbers& other);

  // After the workers have ended: whether every strand that was made has ended in exactly one way, and
  // whether workers have started all that they had to.
  bool add_up() const {
    const uint64_t over = ended + squashed + abandoned;
    return begun + split == over + withdrawn && ended <= started && started <= over;
  }
};

struct StrandStatistics {
  std::vector<StrandNumbers> workers;
  StrandNumbers outside;  // of the thread that runs programs

  StrandNumbers total() const;
};

StrandNumbers read(const StrandCounters& counters);

// What a parked strand waits for.
enum class WaitCause : uint8_t {
  other,
  value,  // of a call, which the strand touches
  base,   // for the calls before it, after its own end
  turn,   // until everything before its next effect is over
  // For one object that tasks share:
  channel,    // to receive, or to send
  semaphore,  // a permit
  cell,       // the end of an update
};

// Why an idle worker was not given a part of a strand.
enum class Refusal : uint8_t {
  too_soon,         // splits would take too large a share of the time
  too_small,        // the running function has calls to split at, but none is pending
  needs_early,      // each iteration of the loop needs a value of the one before, and does little before that
  nothing_pending,  // no pending call has more work after it
  writes,           // the pending calls with more work after them have effects
};

// Is informed of what keeps strands from running in parallel. Several workers may call it at once, each for
// its own strand, which is at the instruction concerned.
class StrandObserver {
 public:
  virtual ~StrandObserver() = default;
  // The strand has waited for `ns` nanoseconds before the instruction.
  virtual void waited(const Strand& strand, WaitCause cause, uint64_t ns) = 0;
  // `call` is the outermost call that only its effects kept from being split; null if there is none.
  virtual void refused(const Strand& strand, Refusal refusal, const TraceEntry* call) = 0;
};

// The name of the native that the instruction calls; null if it calls none.
const char* native_called_at(const TraceEntry& entry);

}  // namespace aspen
