// The place of a strand in its timeline (parallel/timeline.h): its neighbours, the segments around its stack,
// and what it waits for there.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen {

class Strand;
class Tracer;
struct Future;
struct Segment;

struct StrandLinks {
  // The state of a strand made by a split, so that its entry in a queue starts it only once.
  enum class Life : uint8_t {
    unused,     // in a pool
    preparing,  // one thread prepares it; its queue entry stays where it is
    withdrawn,  // its queue entry means nothing
    unstarted,  // waits in a queue; the thread that changes this to `started` or `withdrawn` has it
    started,
  };
  // Bits of `signals`.
  static constexpr uint32_t kSquashed = 1;

  bool is_squashed() const { return signals.load(std::memory_order_acquire) & kSquashed; }
  // To those of a new strand; `life` stays.
  void reset();
  void trace(Tracer& tracer);

  Segment* stand = nullptr;      // the segment below the stack; its own; read under the timeline's lock
  Segment* continues = nullptr;  // the segment that this strand was made to continue
  Segment* owes = nullptr;       // its call has to be over first; guarded by the timeline's lock
  // Written by threads that queue, start or withdraw it; acquire-release, for the data that it runs with.
  std::atomic<Life> life{Life::unused};
  // Whether it is the head of its timeline; also true if it runs alone. Written under the timeline's lock,
  // read by the strand. Release and acquire: the effects of the strands before it are visible.
  std::atomic<bool> is_head{true};
  // Guarded by the timeline's lock: to be woken when it may have its effect; no strand before it can do more
  // than read and print.
  bool wants_turn = false, may_read = false;
  // Set by any thread, and read at the strand's safepoints, by read-modify-writes.
  std::atomic<uint32_t> signals{0};
  // Guarded by the timeline's lock: its neighbours in program order, and the future that it waits for.
  Strand* earlier = nullptr;
  Strand* later = nullptr;
  Future* awaited = nullptr;      // it is among this future's waiters
  Strand* next_waiter = nullptr;  // of the same future
};

}  // namespace aspen
