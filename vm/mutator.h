// A thread that runs code of a machine, as the heap sees it.
//
// It is **outside** (holds no Values, touches no objects: others may collect without asking it), **running**,
// or **stopped** at a place where its stack can be scanned. NativeStackScope (native_stack.h) and
// Mutator::outside move it between the first two; while it runs, it stops wherever it allocates and in
// Heap::safepoint.
//
// A collection begins once nobody else runs, and nobody starts to run before it is over:
// - Its own thread alone writes `state_`. The collector first requests the stop and then reads the states;
//   who enters first says that it runs and then reads the request. Both in the one order of sequential
//   consistency, so that one of them sees the other.
// - Who stops or leaves while a stop is requested says so under the heap's lock, so the collector, which
// looks
//   at the states under that lock before it waits, misses nobody.
// - Nobody holds the heap's lock while it waits, so a thread that wants it gets it. Whoever wants to collect
//   while somebody else does stops instead, and has been served afterwards.
//
// So a running thread is alone with what it allocated, and shares the heap's tables with other running
// threads (under the lock), never with a collection.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sched/atomics.h"
#include "vm/allocator.h"

namespace aspen {

class Heap;

// One to each worker and one to the thread that embeds the machine; used by one thread at a time. The heap
// outlives it. Apart from each other, since each allocation writes to its own.
class alignas(sched::kLineBytes) Mutator {
 public:
  // From any thread.
  explicit Mutator(Heap& heap);
  // Precondition: outside.
  ~Mutator();
  Mutator(const Mutator&) = delete;
  Mutator& operator=(const Mutator&) = delete;

  // Allocating is for threads that run. One that is outside may allocate as long as no other thread of the
  // machine runs; nothing on its stack is kept then.
  Allocator& allocator() { return allocator_; }
  Heap& heap() { return heap_; }
  // For text under construction, by who runs on it; keeps its capacity.
  std::string& scratch() { return scratch_; }

  // By a worker, which runs one strand after the other and stays inside as long as it has any: each of them
  // begins here, `base` being the address of a frame above all that holds Values. Stops while another thread
  // collects.
  void stay(const void* base);
  // The worker has nothing to run.
  void rest();
  // By a worker that has just let itself be found by who asks for a stop (RootSource::request_stop): stops if
  // that was too late.
  void check_in();

  // Calls `action`, which may block and touches no objects, while others may collect. What the frames of the
  // callers hold is kept. It may come back in by a NativeStackScope.
  template <class Action>
  void outside(Action action) {
    if (!runs()) return action();
    expose_stack([&] {
      struct Away {
        Mutator& mutator;
        ~Away() { mutator.enter(); }
      } away{*this};
      leave();
      action();
    });
  }

 private:
  friend class Heap;
  friend class NativeStackScope;

  enum class State : uint8_t { outside, running, stopped };

  void enter();
  void leave();
  bool runs() const { return state_.load(std::memory_order_relaxed) == State::running; }

  // Calls `action` while the collector may scan this thread's stack from here up.
  template <class Action>
  [[gnu::noinline]] void expose_stack(Action action) {
    __builtin_unwind_init();  // spills the callers' registers into this frame
    expose_above(action);
    asm volatile("");  // not a tail call: the frame has to stay
  }
  template <class Action>
  [[gnu::noinline]] void expose_above(Action& action) {
    const void* before = top_;
    top_ = __builtin_frame_address(0);
    action();
    top_ = before;
  }

  Heap& heap_;
  Allocator allocator_;
  std::string scratch_;
  size_t promised_ = 0;  // by Heap::has_room_ahead, and not allocated yet; guarded by the heap's lock
  // Written by its thread: seq_cst on the way in and out (above), relaxed where the heap's lock is held. Read
  // by the collector under the lock: seq_cst, with which it also sees what the thread did before.
  std::atomic<State> state_ = State::outside;
  // The stack that is scanned, [top_, base_). Written by the thread while it runs, read by the collector
  // while it does not.
  const void* base_ = nullptr;  // of the outermost NativeStackScope; null: nothing is scanned
  const void* top_ = nullptr;
};

}  // namespace aspen
