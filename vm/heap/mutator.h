// A thread that runs code of a machine, from the heap's point of view.
//
// It is **outside** (holds no Values and touches no objects: others may collect without its consent),
// **running**, or **stopped** at a place where its stack can be scanned. NativeStackScope (native_stack.h)
// and Mutator::outside change between the first two. A running thread stops when it allocates and in
// Heap::safepoint.
//
// A collection begins when no other thread runs, and no thread starts to run before its end:
// - Only the thread itself writes its `state_`. The collector first requests the stop and then reads the
//   states; an entering thread first sets its state to running and then reads the request. Both are
//   sequentially consistent, so at least one of the two sees the other.
// - A thread that stops or leaves while a stop is requested changes its state under the heap's
//   lock. The collector reads the states under that lock before it waits, so it misses no
//   change.
// - No thread holds the heap's lock while it waits, so the lock is always available soon. A thread that wants
//   to collect while another one does stops instead; the other's collection serves both.
//
// So a running thread has exclusive access to what it allocated. It shares the heap's tables with other
// running threads (under the lock), but never with a collection.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sched/atomics.h"
#include "vm/heap/allocator.h"

namespace aspen {

class Heap;

// Each worker has one, and so has the thread that embeds the machine; one thread at a time uses it. The heap
// outlives it. Aligned to cache lines, because each allocation writes to its own Mutator.
class alignas(sched::kLineBytes) Mutator {
 public:
  // For any thread.
  explicit Mutator(Heap& heap);
  // Precondition: outside.
  ~Mutator();
  Mutator(const Mutator&) = delete;
  Mutator& operator=(const Mutator&) = delete;

  // Running threads may allocate. A thread that is outside may allocate as long as no other thread of the
  // machine runs; objects that only its stack refers to are then not kept alive.
  Allocator& allocator() { return allocator_; }
  Heap& heap() { return heap_; }
  // For text under construction, used by code that runs on this mutator; keeps its capacity.
  std::string& scratch() { return scratch_; }

  // For a worker, which stays inside while it runs one strand after the other: call it before each strand.
  // `base` is the address of a frame above all frames that hold Values. Stops while another thread
  // collects.
  void stay(const void* base);
  // For a worker that has no strand to run.
  void rest();
  // For a worker that has just become visible to threads that request a stop (RootSource::request_stop):
  // stops if a request came before that.
  void check_in();

  // Calls `action`, which may block and touches no objects, while others may collect. Objects that the
  // callers' frames refer to are kept alive. `action` may come back inside through a NativeStackScope.
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

  // Calls `action` while the collector may scan this thread's stack from here upwards.
  template <class Action>
  [[gnu::noinline]] void expose_stack(Action action) {
    __builtin_unwind_init();  // spills the callers' registers into this frame
    expose_above(action);
    asm volatile("");  // not a tail call: the frame has to stay
  }
  template <class Action>
  [[gnu::noinline]] void expose_above(Action& action) {
    struct Exposed {
      const void*& top;
      const void* before;
      ~Exposed() { top = before; }
    };
    const Exposed exposed{top_, top_};
    top_ = __builtin_frame_address(0);
    action();
  }

  Heap& heap_;
  Allocator allocator_;
  std::string scratch_;
  size_t promised_ = 0;  // by Heap::has_room_ahead, not yet allocated; guarded by the heap's lock
  // Written by its thread: seq_cst when it enters or leaves (see above), relaxed under the heap's lock. Read
  // by the collector under the lock: seq_cst, so that it also sees earlier writes of the thread.
  std::atomic<State> state_ = State::outside;
  // The part of the stack to scan, [top_, base_). Written by the thread while it runs, read by the collector
  // while it does not.
  const void* base_ = nullptr;  // of the outermost NativeStackScope; null: nothing is scanned
  const void* top_ = nullptr;
};

}  // namespace aspen
