// The memory of one machine: creates objects (allocator.h), keeps them alive and reclaims them.
//
// A non-moving mark-region collector (after Blackburn and McKinley, "Immix", 2008). A collection stops the
// world, and any allocation may start one. Objects stay alive if they are reachable from the RootSource, from
// Root handles, or from the native stacks (native_stack.h).
//
// Threads: each thread that runs code of the machine has a Mutator; its header says when the thread may touch
// objects and how a collection stops it. Unless a comment says otherwise, any running thread may call the
// functions here. There are two locks, and a thread holds neither while it waits: `lock_`, and `roots_lock_`
// for the list of Root handles, which a thread that is outside may drop during a collection.
//
// In-place mutators (list.h, dict.h, the interpreter's Set… instructions) are the only code that overwrites a
// Value through which another object is reachable. The snapshot barrier of a concurrent collector would
// belong there, before the old Value is lost.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "vm/heap/allocator.h"
#include "vm/heap/block.h"
#include "vm/heap/memory_account.h"
#include "vm/heap/mutator.h"
#include "vm/heap/root.h"
#include "vm/object/function.h"
#include "vm/object/object.h"

namespace aspen {

class MarkPool;
class Tracer;

// Values outside of the heap that live as long as code that uses them can run. The collector says which code
// can, and the values of that lead it to more.
class CodeValues {
 public:
  virtual ~CodeValues() = default;
  // The address of a function of which there is a closure, or a word of a stack, which may be the address of
  // a function that a frame runs. Any marking thread.
  virtual void reach(uintptr_t word) = 0;
  // Visits the values of code that was reached, once in each collection. Returns whether there was any.
  virtual bool trace_reached(Tracer& tracer) = 0;
};

// None of these functions may allocate, or wait for a thread that allocates.
class RootSource {
 public:
  virtual ~RootSource() = default;
  // Visits every Value held outside of the heap, the native stacks and Root handles. No thread runs.
  virtual void trace_roots(Tracer& tracer) = 0;
  // Those of which trace_roots visits nothing; null: there are none. Stays the same during a collection.
  virtual CodeValues* code_values() { return nullptr; }
  // Everything reachable has been marked (Heap::is_marked); the rest is about to be freed. No thread runs.
  virtual void marked() {}
  // The number of bytes that trace_roots reads. Called under the heap's lock.
  virtual size_t root_bytes() const { return 0; }
  // A collection is requested: make every running strand take the slow path of its next safepoint, which
  // calls Heap::safepoint. Strands may stop before that, and a strand that starts meanwhile stops itself.
  virtual void request_stop() {}
  // This thread stops for a collection, its own or another thread's; it continues. Under the heap's lock.
  virtual void note_stop() {}
  virtual void note_resumption() {}
  // Heap::limit_reached() has just become true: make the strand on this thread take the slow path of its next
  // safepoint.
  virtual void heap_limit_reached([[maybe_unused]] Mutator& mutator) {}
  // Likewise, after Heap::is_crowded() has become true.
  virtual void heap_crowded() {}
  // In a RefusalScope of this thread: whether HeapExhausted may be thrown through the code that runs on it.
  // If not, the allocation succeeds beyond the limit.
  virtual bool may_refuse([[maybe_unused]] Mutator& mutator) { return true; }
  // This thread is about to make one object of `bytes` bytes, which takes time to fill. May stop the thread.
  virtual void large_allocated([[maybe_unused]] Mutator& mutator, [[maybe_unused]] size_t bytes) {}
};

// Is informed when a container is copied because it is shared (docs/ownership.md).
class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  // `bytes` of content were copied. Called on the copying thread, while its strand is at the instruction that
  // copies; several threads may call it at once.
  virtual void copied(size_t bytes) = 0;
};

struct HeapStatistics {
  uint64_t collections = 0;
  uint64_t pause_ns = 0;  // of all collections, each from the request on
  uint64_t longest_pause_ns = 0;
  uint64_t bytes_allocated = 0;  // since the heap was made; exact to a block of each thread
  size_t bytes_live = 0;         // found by the last collection
};

class Heap {
 public:
  // `roots` is first called when an object is allocated, so it may still be under construction here.
  // `limit_bytes` bounds bytes_used().
  Heap(size_t limit_bytes, RootSource& roots);
  // Finalizes every native object and returns all memory. Remaining Root handles become empty
  // (Root::attached). Precondition: no Mutator is left, and no thread drops a Root meanwhile.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // When this returns, objects that were unreachable at the call are freed and their finalizers have run, on
  // this thread or on the one that collected.
  void collect(Mutator& mutator);

  // Whether a thread waits to collect. A hint for any thread, so relaxed.
  bool stop_requested() const { return stop_requested_.load(std::memory_order_relaxed); }
  // Stops while another thread collects, if one has requested that, and helps it to mark. The strand on
  // `mutator` keeps all its Values; C++ code must have its Values where the collector can find them.
  void safepoint(Mutator& mutator) {
    if (stop_requested()) stop(mutator);
  }

  // Calls `action` while no other thread runs, as during a collection, and without a lock. `action` allocates
  // no objects and does not stop. Also by a thread that is outside.
  void while_others_stand(Mutator& mutator, const std::function<void()>& action);

  // Bytes an object takes, header included, rounded up to 8. Fixed when it is made (but see Allocator::trim).
  static size_t object_size(const Object* object);

  // Counts all memory of the machine: blocks in use, large objects, external memory of native objects
  // (NativeType::bytes), stacks, and Charges. For any thread; so are the next functions.
  const std::shared_ptr<MemoryAccount>& memory() const { return memory_; }
  size_t bytes_used() const { return memory_->used(); }
  // The maximum that bytes_used() has reached, exactly: while a container grows, its old and its new array
  // both count. It may exceed the limit by kReserveBytes for each running thread, because a native continues
  // until the place where it stops.
  size_t peak_bytes() const { return memory_->peak(); }
  static constexpr size_t kReserveBytes = size_t{256} << 10;
  // Bytes obtained from the system, free blocks included.
  size_t bytes_reserved() const;
  HeapStatistics statistics() const;
  size_t limit() const { return memory_->limit(); }
  // Not to be called while code runs.
  void set_limit(size_t limit_bytes) { memory_->set_limit(limit_bytes); }
  // Grows a charge of memory() to `bytes`, more than it has. Unlike Charge::grow_to, this
  // collects if a collection is due or if the limit would refuse it: unreachable objects may hold
  // charges.
  bool charge(Mutator& mutator, Charge& charge, size_t bytes);

  // The observer must outlive all running code; null: none. Not to be called while code runs.
  void observe_copies(CopyObserver* observer) { copy_observer_ = observer; }
  void note_copy(size_t bytes) {
    if (bytes >= kLargeCopy) large_copies_ += bytes;
    if (copy_observer_ != nullptr) copy_observer_->copied(bytes);
  }
  // Bytes that this thread has copied because containers were shared, in copies that take long.
  static uint64_t large_copies() { return large_copies_; }

  // Set when an allocation exceeded the limit; cleared by the strand that raises MemoryLimit, or by
  // find_room.
  bool limit_reached() const { return limit_reached_.load(std::memory_order_relaxed); }
  // Clears it. True if it was set: of several strands that see it, exactly one raises.
  bool clear_limit_reached() { return limit_reached_.exchange(false, std::memory_order_relaxed); }
  // Sets it if stacks, which cannot be refused, have exceeded the limit by far.
  void note_stacks(Mutator& mutator) {
    if (!memory_->has_room(0)) [[unlikely]]
      note_beyond_limit(mutator);
  }
  // Whether less memory is in use by now, with room for `bytes`; if so, the limit no longer counts as
  // reached. Collects to find out.
  bool find_room(Mutator& mutator, size_t bytes);
  // Free bytes that a program needs to make progress.
  size_t least_room() const { return limit() / 64; }
  // Whether the limit has caused many collections in a row, each of which found almost no room. True once
  // each time.
  bool take_hopeless();

  // True when half of the limit is in use. The other half is reserved for the next work in program order;
  // work that could be done ahead of that has to wait.
  bool is_crowded() const { return is_crowded_.load(std::memory_order_relaxed); }
  // Whether `bytes` more for work done ahead would leave that half free. If so, they are reserved for this
  // thread's next large object. May collect to find out.
  bool has_room_ahead(Mutator& mutator, size_t bytes);

  // Frees a backing store (Array, DictTable) that was replaced and that no other object can refer to. Other
  // objects wait for a collection, because a dead register may still point to them. Only large stores are
  // freed immediately.
  void release(Object* store) {
    assert(store->kind == Kind::Array || store->kind == Kind::DictTable);
    if (store->is_large()) release_unshared(store);
  }

  // For RootSource::marked.
  bool is_marked(const Object* object) const;

  // The object, live or not yet collected, that `address` points to or into; null if there is none. For
  // scanning the native stack, and tests. Not while another thread runs.
  Object* find_object(const void* address) const;

 private:
  friend class Allocator;
  friend class Tracer;
  friend class RootLink;
  friend class Mutator;
  friend NativeObject* new_native_object(Allocator&, const NativeType&, void*, size_t);
  friend void set_external_bytes(Allocator&, NativeObject&, size_t);

  void note_beyond_limit(Mutator& mutator);

  struct Hole {
    std::byte* begin;
    std::byte* end;
  };
  struct Finalization {
    const NativeType* type;
    void* state;
  };
  // The heap's lock, passed to code that may wait or call out, and releases it meanwhile.
  using Hold = std::unique_lock<std::mutex>;
  // Collections of a nearly empty heap must stay rare.
  static constexpr size_t kSmallestBudget = size_t{8} << 20;
  // Requests up to this size are not checked with the system first.
  static constexpr size_t kAlwaysGranted = size_t{16} << 20;

  // Allocation. Holes may be looked at with or without the lock: they belong to one allocator, or to nothing
  // that runs.
  static bool find_hole(std::byte* from, Hole& hole);
  static void take_hole(Allocator& allocator, const Hole& hole);
  static void end_hole(std::byte* cursor, const std::byte* end);
  // REQUIRES, for these: lock_ is not held.
  void* allocate_in_hole(Allocator& allocator, size_t bytes);
  void* allocate_overflow(Allocator& allocator, size_t bytes);
  void* allocate_large(Mutator& mutator, size_t bytes);
  bool can_allocate(Mutator& mutator, size_t bytes);
  void release_unshared(Object* store);
  std::byte* take_block(Allocator& allocator);
  Hole take_overflow_hole(Allocator& allocator, size_t bytes);
  // For ASPEN_STRESS_GC: collects at an allocation, less often if marking takes long.
  void collect_for_stress(Mutator& mutator, size_t bytes);
  void charge_object(Mutator& mutator, size_t bytes);
  void recharge_object(Mutator& mutator, NativeObject& object, size_t bytes);
  // REQUIRES, for these: lock_ is held.
  void give_back_free_blocks();
  std::byte* take_recyclable_block();
  bool take_wide_hole(size_t bytes, Hole& hole);
  void charge_object(Mutator& mutator, size_t bytes, Hold& hold);
  void release_large(Object* object);
  static void free_large(LargeHeader* header);
  void give_back_lines(std::byte* cursor, std::byte* end);
  void account(Allocator& allocator);
  void retire(Allocator& allocator);
  std::byte* take_free_block(Mutator& mutator, Hold& hold);
  void add_region(Mutator& mutator, Hold& hold);
  static Region* new_region();
  static void free_region(Region* region);
  bool over_limit(size_t bytes) const { return !memory_->has_room(bytes); }
  bool over(size_t limit, size_t bytes) const {
    const size_t total = memory_->used();
    return total > limit || bytes > limit - total;
  }
  bool fits_ahead(Mutator& mutator, size_t bytes, Hold& hold);
  void take_promise(Mutator& mutator);
  void uncharge_object(size_t bytes) { memory_->subtract(bytes); }
  size_t charged_since() const;
  void note_charges();
  void note_crowd(Mutator& mutator, size_t bytes, Hold& hold);
  bool system_grants(size_t bytes);
  void take_bytes(Mutator& mutator, size_t bytes, Hold& hold);
  bool take_below_limit(Mutator& mutator, size_t bytes, Hold& hold);
  void take_beyond_limit(Mutator& mutator, size_t bytes, Hold& hold);
  void collect_fully(Mutator& mutator, Hold& hold);
  void collect_for_room(Mutator& mutator, Hold& hold);
  void await_finalizers(Mutator& mutator, Hold& hold);
  void reach_limit(Mutator& mutator, Hold& hold);
  void collect_if_due(Mutator& mutator, size_t bytes, Hold& hold);

  // Threads: mutator.cpp. REQUIRES, for these two: lock_ is not held.
  void stop(Mutator& mutator);
  void stand_alone(Mutator& mutator, Mutator::State waiting, const std::function<void()>& action);
  // REQUIRES, for these: lock_ is held.
  void stand_still(Mutator& mutator, Mutator::State state, Hold& hold);
  bool others_run(const Mutator& mutator) const;
  void stop_others(Mutator& mutator, Hold& hold);
  void resume_others();

  // Collection: collector.cpp. REQUIRES: lock_ is held; after `collect` no other thread runs. The lock is
  // released while threads mark.
  void collect(Mutator& mutator, Hold& hold);
  void collect_alone(Mutator& mutator, Hold& hold, std::vector<Finalization>& dead);
  void mark_all(Hold& hold);
  void open_to_helpers(MarkPool* pool);
  void help_to_mark(Hold& hold);
  // Waits briefly for work to help with, or for the end of the collection. REQUIRES: lock_ is not held.
  void look_out() const;
  void add_up(const Tracer& tracer);
  void mark_left_out(Hold& hold);
  void trace_marked(Tracer& tracer) const;
  void clear_marks();
  void mark_values_of_code(Hold& hold);
  void mark_roots(Tracer& tracer, std::vector<Object*>& conservative);
  static void mark_lines(Region* region, const Object* object, size_t bytes);
  void take_dead(std::vector<Finalization>& dead);
  void sweep_large();
  void classify_blocks();
  size_t sweep_region(Region* region);
  static void poison_free_lines(Region* region, uint32_t block);
  void release_empty_regions(size_t blocks_free, size_t blocks_kept);
  void list_free_blocks(Region* region);

  // native_stack.cpp
  void scan_native_stacks(std::vector<Object*>& found) const;
  static void scan_words(const void* from, const void* to, std::vector<uintptr_t>& candidates);
  bool in_block(uintptr_t address) const;
  Object* find_small(uintptr_t address) const;
  Object* find_marked(uintptr_t address) const;
  Object* find_fresh(uintptr_t address) const;
  void find_large(std::vector<uintptr_t>& candidates, std::vector<Object*>& found) const;

  RootSource& roots_;
  const std::shared_ptr<MemoryAccount> memory_;
  static constexpr size_t kLargeCopy = size_t{64} << 10;
  static inline thread_local uint64_t large_copies_ = 0;
  CopyObserver* copy_observer_ = nullptr;
  // Written by any running thread, read at safepoints: relaxed, since no other data depends on them.
  std::atomic<bool> limit_reached_ = false;
  std::atomic<bool> is_crowded_ = false;
  // Written by the collector, under the lock. Read by threads that enter and leave, seq_cst (mutator.h), and
  // at safepoints, relaxed.
  std::atomic<bool> stop_requested_ = false;

  mutable std::mutex lock_;               // guards the members below, up to the next lock
  std::condition_variable one_stopped_;   // the collector waits for it
  std::condition_variable over_;          // a collection has ended
  Mutator* collector_ = nullptr;          // the thread that collects, or waits to collect
  std::vector<Mutator*> mutators_;        // all of them
  size_t standing_ = 0;                   // threads in stand_still
  size_t futures_met_ = 0;                // resolved futures that the last collection visited
  bool replaces_futures_ = false;         // whether this collection replaces futures
  bool has_left_out_ = false;             // this collection left unmarked children of marked objects
  std::atomic<MarkPool*> pool_{nullptr};  // open to helpers; null: nothing to help with
  size_t helpers_ = 0;                    // threads in help_to_mark
  std::condition_variable helpers_left_;  // helpers_ has become 0
  std::vector<Region*> regions_;          // ascending by address
  Region* reserve_ = nullptr;             // for code up to a safepoint when the system has no memory left
  std::vector<std::byte*> free_blocks_;   // taken from the back
  std::vector<std::byte*> recyclable_blocks_;  // partly live, taken from the back
  size_t blocks_in_use_ = 0;
  std::vector<LargeHeader*> large_;
  size_t large_bytes_ = 0;
  size_t granted_ = kAlwaysGranted;  // largest request that the system is known to grant
  size_t allocated_since_ = 0;       // since the last collection; exact to a block of each thread
  size_t charged_then_ = 0;          // bytes held by Charges after the last collection
  size_t budget_;                    // growth of both numbers that leads to the next collection
  size_t promised_ = 0;              // by has_room_ahead, to all mutators
  // Whether a program that cannot have another block may go on in holes between live objects: it is not
  // beyond the limit, and had allocated much when the limit last led to a collection. If it had not, it would
  // collect again for each few of them.
  bool holes_help_ = true;
  uint32_t times_in_vain_ = 0;   // collections of collect_for_room in a row that freed almost nothing
  size_t unstressed_bytes_ = 0;  // allocated since collect_for_stress last collected
  std::vector<NativeObject*> finalizable_;
  uint32_t finalizing_ = 0;            // threads that run finalizers of dead objects
  std::condition_variable finalized_;  // finalizing_ has become 0
  HeapStatistics statistics_;

  std::mutex roots_lock_;
  RootLink root_list_;  // circular; this one is no handle. Guarded by roots_lock_
};

// Makes a native object. Its type's `finalize` runs once, after the object was found dead or when the heap
// ends: on the thread that collects or ends the heap, without a lock. `type` must outlive the heap.
// `more`: external bytes beside those of the type.
NativeObject* new_native_object(Allocator& allocator, const NativeType& type, void* state, size_t more = 0);
// The object has that many external bytes now, beside those of its type. May collect. The limit does not
// refuse them, but the strand may have to stop.
void set_external_bytes(Allocator& allocator, NativeObject& object, size_t more);

// Grows before memory of dead objects is used again, in any machine. A cache that is keyed by addresses of
// objects keeps the epoch, and is stale in another one. Written by collecting threads, read by any thread.
// Relaxed: moving a machine between threads is synchronised by the host.
inline std::atomic<uint64_t> reuse_epoch{1};

// The slot of an object with flag::kTraced that refers to its trace, a Bytes object (error_trace.h).
Value& trace_slot(Object* object);

}  // namespace aspen
