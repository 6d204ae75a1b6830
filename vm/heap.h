// The memory of one machine: where objects are made (allocator.h), kept alive and reclaimed.
//
// A non-moving mark-region collector (after Blackburn and McKinley, "Immix", 2008). Collections stop the
// world and may happen at any allocation. What is reachable from the RootSource, from Root handles, and from
// the native stacks (native_stack.h) lives on.
//
// Threads: each that runs code of the machine has a Mutator, whose header says when it may touch objects and
// how a collection stops it. Unless another line says less, what stands here may be called by every thread
// that runs. Two locks, neither held by who waits: `lock_`, and `roots_lock_` for the list of Root handles,
// which a thread that is outside may drop during a collection.
//
// In-place mutators (list.h, dict.h, the interpreter's Set… instructions) are the only code that overwrites a
// Value another object could be reached through; a concurrent collector's snapshot barrier belongs there,
// before the old Value is lost.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "vm/allocator.h"
#include "vm/block.h"
#include "vm/function.h"
#include "vm/memory_account.h"
#include "vm/mutator.h"
#include "vm/object.h"
#include "vm/root.h"

namespace aspen {

class MarkPool;
class Tracer;

// None of these may allocate or wait for somebody who does.
class RootSource {
 public:
  virtual ~RootSource() = default;
  // Visits every Value held outside the heap, the native stacks and Root handles. Nobody runs.
  virtual void trace_roots(Tracer& tracer) = 0;
  // All that can be reached has been marked (Heap::is_marked); what has not is about to go. Nobody runs.
  virtual void marked() {}
  // How many bytes trace_roots looks at. Called under the heap's lock.
  virtual size_t root_bytes() const { return 0; }
  // A collection is wanted: make every strand that runs take the slow path of its next safepoint, which calls
  // Heap::safepoint. Those that stop at once are as good; and one that starts meanwhile stops by itself.
  virtual void request_stop() {}
  // This thread stands still for a collection, its own or another's, and goes on. Under the heap's lock.
  virtual void note_stop() {}
  virtual void note_resumption() {}
  // Heap::limit_reached() has just become true: make the next safepoint of what runs on this thread take its
  // slow path.
  virtual void heap_limit_reached([[maybe_unused]] Mutator& mutator) {}
  // The same of Heap::is_crowded().
  virtual void heap_crowded() {}
  // In a RefusalScope of this thread: whether what runs on it may be left by HeapExhausted. If not, the
  // allocation goes on beyond the limit.
  virtual bool may_refuse([[maybe_unused]] Mutator& mutator) { return true; }
  // This thread is about to make a single object of so many bytes, which takes time to fill. May stop.
  virtual void large_allocated([[maybe_unused]] Mutator& mutator, [[maybe_unused]] size_t bytes) {}
};

// Told of containers that are copied because they are shared (README.md, "Ownership").
class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  // So many bytes of content. Called by the thread that copies, whose strand stands at the instruction that
  // does; by several at once.
  virtual void copied(size_t bytes) = 0;
};

struct HeapStatistics {
  uint64_t collections = 0;
  uint64_t pause_ns = 0;  // all collections together, each from when it was wanted
  uint64_t longest_pause_ns = 0;
  uint64_t bytes_allocated = 0;  // since the beginning; exact to a block of each thread
  size_t bytes_live = 0;         // what the last collection found
};

class Heap {
 public:
  // `roots` is asked when something is allocated and not before, so it may still be under construction.
  // `limit_bytes` bounds bytes_used().
  Heap(size_t limit_bytes, RootSource& roots);
  // Finalizes every native object and returns all memory. Root handles that are left say so (Root::attached).
  // Precondition: no Mutator is left, and nobody drops a Root.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // What was unreachable when this was called is given back; finalizers have run, on this thread or on the
  // one that collected already.
  void collect(Mutator& mutator);

  // Whether a thread waits to collect. Any thread; a hint, so relaxed.
  bool stop_requested() const { return stop_requested_.load(std::memory_order_relaxed); }
  // Stops while another thread collects, if one wants to, and helps it to mark. What runs on `mutator` finds
  // all its Values again, but Values of its own must be where the collector sees them.
  void safepoint(Mutator& mutator) {
    if (stop_requested()) stop(mutator);
  }

  // Bytes an object takes, header included, rounded up to 8. Fixed when it is made (but see Allocator::trim).
  static size_t object_size(const Object* object);

  // What all memory of the machine is counted by: blocks in use, large objects, what native objects take
  // elsewhere (NativeType::bytes), stacks, and Charges. Any thread, like the next ones.
  const std::shared_ptr<MemoryAccount>& memory() const { return memory_; }
  size_t bytes_used() const { return memory_->used(); }
  // The most that bytes_used() has been, exactly: where a container grows, its old and its new array count
  // both. It passes the limit by at most kReserveBytes for each thread that runs, as a native goes on to the
  // place where it stops.
  size_t peak_bytes() const { return memory_->peak(); }
  static constexpr size_t kReserveBytes = size_t{256} << 10;
  // What the system has given, free blocks included.
  size_t bytes_reserved() const;
  HeapStatistics statistics() const;
  size_t limit() const { return memory_->limit(); }
  // Not while something runs.
  void set_limit(size_t limit_bytes) { memory_->set_limit(limit_bytes); }
  // Grows a charge of memory() to `bytes`, which are more than it has. Unlike Charge::grow_to it collects
  // when a collection is due, or when the limit stands against it: objects that nobody refers to may hold
  // charges.
  bool charge(Mutator& mutator, Charge& charge, size_t bytes);

  // Null: nobody. The observer must outlive what runs. Not while something runs.
  void observe_copies(CopyObserver* observer) { copy_observer_ = observer; }
  void note_copy(size_t bytes) {
    if (copy_observer_ != nullptr) copy_observer_->copied(bytes);
  }

  // Set when an allocation went beyond the limit, until cleared by whoever raises MemoryLimit, or by
  // find_room.
  bool limit_reached() const { return limit_reached_.load(std::memory_order_relaxed); }
  // Whether it was set: of several strands that see it, one raises.
  bool clear_limit_reached() { return limit_reached_.exchange(false, std::memory_order_relaxed); }
  // Whether less is in use by now, and there is room for `bytes`: then the limit has not been reached any
  // more. Collects to tell.
  bool find_room(Mutator& mutator, size_t bytes);
  // What must be free for a program to get on.
  size_t least_room() const { return limit() / 64; }
  // Whether the limit has led to one collection after the other, each of which has found next to no room;
  // once.
  bool take_hopeless();

  // Half of the limit is in use: the rest is for what has to be done next in the program. What may be done
  // ahead of that waits.
  bool is_crowded() const { return is_crowded_.load(std::memory_order_relaxed); }
  // Whether `bytes` more, done ahead, would leave that half alone: then they are promised to this thread, for
  // the next large object that it allocates. May collect to tell.
  bool has_room_ahead(Mutator& mutator, size_t bytes);

  // Gives back a backing store (Array, DictTable) that was replaced, and that nobody else can know. Other
  // objects wait for a collection: a register that is dead may still point to them. Only large ones return at
  // once.
  void release(Object* store) {
    assert(store->kind == Kind::Array || store->kind == Kind::DictTable);
    if (store->is_large()) release_unshared(store);
  }

  // In RootSource::marked.
  bool is_marked(const Object* object) const;

  // The live or not yet collected object that `address` points to or into; null if there is none. For the
  // native stack, and tests. Not while another thread runs.
  Object* find_object(const void* address) const;

 private:
  friend class Allocator;
  friend class Tracer;
  friend class RootLink;
  friend class Mutator;
  friend NativeObject* new_native_object(Allocator&, const NativeType&, void*);

  struct Hole {
    std::byte* begin;
    std::byte* end;
  };
  struct Finalization {
    const NativeType* type;
    void* state;
  };
  // The heap's lock, handed to what may wait meanwhile or call out.
  using Hold = std::unique_lock<std::mutex>;
  // Collections of a heap with little in it must stay rare.
  static constexpr size_t kSmallestBudget = size_t{8} << 20;
  // So much at once is not worth asking the system about.
  static constexpr size_t kAlwaysGranted = size_t{16} << 20;

  // Allocation: heap.cpp. Under the lock, but for the first group.
  void* allocate_in_hole(Allocator& allocator, size_t bytes);
  void* allocate_overflow(Allocator& allocator, size_t bytes);
  void* allocate_large(Mutator& mutator, size_t bytes);
  bool can_allocate(Mutator& mutator, size_t bytes);
  void release_unshared(Object* store);
  static bool find_hole(std::byte* from, Hole& hole);
  static void take_hole(Allocator& allocator, const Hole& hole);
  static void end_hole(std::byte* cursor, const std::byte* end);
  std::byte* take_block(Allocator& allocator);
  std::byte* take_overflow_block(Allocator& allocator);
  // What ASPEN_STRESS_GC does at each allocation: collects, but seldom while marking takes long.
  void collect_for_stress(Mutator& mutator, size_t bytes);

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
  void charge_object(Mutator& mutator, size_t bytes);
  void uncharge_object(size_t bytes) { memory_->subtract(bytes); }
  size_t charged_since() const;
  void note_charges();
  void note_crowd(Mutator& mutator, size_t bytes, Hold& hold);
  bool system_grants(size_t bytes);
  void take_bytes(Mutator& mutator, size_t bytes, Hold& hold);
  void collect_fully(Mutator& mutator, Hold& hold);
  void collect_for_room(Mutator& mutator, Hold& hold);
  void await_finalizers(Mutator& mutator, Hold& hold);
  void reach_limit(Mutator& mutator, Hold& hold);
  void collect_if_due(Mutator& mutator, size_t bytes, Hold& hold);

  // Threads: mutator.cpp. Under the lock, but for stop.
  void stop(Mutator& mutator);
  void stand_still(Mutator& mutator, Mutator::State state, Hold& hold);
  bool others_run(const Mutator& mutator) const;
  void stop_others(Mutator& mutator, Hold& hold);
  void resume_others();

  // Collection: collector.cpp. While nobody runs; the lock is given up while marking.
  void collect(Mutator& mutator, Hold& hold);
  void collect_alone(Mutator& mutator, Hold& hold, std::vector<Finalization>& dead);
  void mark_all(Hold& hold);
  void open_to_helpers(MarkPool* pool);
  void help_to_mark(Hold& hold);
  // Without the lock, for a while: until there is something to help with, or the collection is over.
  void look_out() const;
  void add_up(const Tracer& tracer);
  void mark_left_out(Hold& hold);
  void trace_marked(Tracer& tracer) const;
  void clear_marks();
  void mark_roots(Tracer& tracer, const std::vector<Object*>& conservative);
  static void mark_lines(Region* region, const Object* object, size_t bytes);
  void take_dead(std::vector<Finalization>& dead);
  void sweep_large();
  void classify_blocks();
  size_t sweep_region(Region* region);
  static void poison_free_lines(Region* region, uint32_t block);
  void release_empty_regions(size_t blocks_free);
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
  CopyObserver* copy_observer_ = nullptr;
  // Written by any running thread, read at safepoints: relaxed, since nothing else follows from it.
  std::atomic<bool> limit_reached_ = false;
  std::atomic<bool> is_crowded_ = false;
  // Written by the collector, under the lock. Read by who enters and leaves, seq_cst (mutator.h), and at
  // safepoints, relaxed.
  std::atomic<bool> stop_requested_ = false;

  mutable std::mutex lock_;                   // guards all that follows, up to the next lock
  std::condition_variable somebody_stopped_;  // the collector waits for it
  std::condition_variable over_;              // a collection is
  Mutator* collector_ = nullptr;              // who collects, or waits to
  std::vector<Mutator*> mutators_;            // all of them
  size_t standing_ = 0;                       // threads in stand_still
  size_t futures_met_ = 0;                    // resolved ones, by the last collection
  bool replaces_futures_ = false;             // this one does
  bool has_left_out_ = false;                 // this one has marked objects with children that are not marked
  std::atomic<MarkPool*> pool_{nullptr};      // open to those; null: nothing to help with
  size_t helpers_ = 0;                        // of them, in help_to_mark
  std::condition_variable helpers_left_;      // all of them have
  std::vector<Region*> regions_;              // ascending by address
  Region* reserve_ = nullptr;                 // for the way to a safepoint when the system has no memory left
  std::vector<std::byte*> free_blocks_;       // taken from the back
  std::vector<std::byte*> recyclable_blocks_;  // partly live, taken from the back
  size_t blocks_in_use_ = 0;
  std::vector<LargeHeader*> large_;
  size_t large_bytes_ = 0;
  size_t granted_ = kAlwaysGranted;  // how much at once the system is known to give
  size_t allocated_since_ = 0;       // since the last collection; exact to a block of each thread
  size_t charged_then_ = 0;          // what Charges held after the last collection
  size_t budget_;                    // how much more of both leads to the next one
  size_t promised_ = 0;              // by has_room_ahead, to all mutators together
  uint32_t times_in_vain_ = 0;       // collect_for_room has helped next to nothing, one after the other
  size_t unstressed_bytes_ = 0;      // allocated since collect_for_stress last collected
  std::vector<NativeObject*> finalizable_;
  uint32_t finalizing_ = 0;            // threads that run finalizers of dead objects
  std::condition_variable finalized_;  // there are none of those
  HeapStatistics statistics_;

  std::mutex roots_lock_;
  RootLink root_list_;  // circular; this one holds nothing. Under roots_lock_
};

// A native object whose type's `finalize` runs once, when it is found dead or when the heap ends: on the
// thread that collects or ends the heap, which holds no lock meanwhile. `type` outlives the heap.
NativeObject* new_native_object(Allocator& allocator, const NativeType& type, void* state);

}  // namespace aspen
