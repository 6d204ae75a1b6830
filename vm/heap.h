// The memory of one machine: where objects are made (allocator.h), kept alive and reclaimed.
//
// A non-moving mark-region collector (after Blackburn and McKinley, "Immix", 2008). Collections stop the
// world and may happen at any allocation. What is reachable from the RootSource, from Root handles, and from
// the native stack (native_stack.h) lives on.
//
// Threads: one worker runs a machine today, and everything here belongs to it. Later there is an Allocator to
// each worker; a collection will stop the workers at safepoints, and roots are already reported strand by
// strand.
//
// In-place mutators (list.h, dict.h, the interpreter's Set… instructions) are the only code that overwrites a
// Value another object could be reached through; a concurrent collector's snapshot barrier belongs there,
// before the old Value is lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vm/allocator.h"
#include "vm/block.h"
#include "vm/function.h"
#include "vm/object.h"
#include "vm/root.h"
#include "vm/tracer.h"

namespace aspen {

class RootSource {
 public:
  virtual ~RootSource() = default;
  // Visits every Value held outside the heap, the native stack and Root handles. Must not allocate.
  virtual void trace_roots(Tracer& tracer) = 0;
  // How much memory trace_roots looks at, which counts as used.
  virtual size_t root_bytes() const { return 0; }
  // Heap::limit_reached() has just become true: make the next safepoint take its slow path. Must not
  // allocate.
  virtual void heap_limit_reached() {}
  // A single object of so many bytes has been made, which takes time to fill. Must not allocate.
  virtual void large_allocated([[maybe_unused]] size_t bytes) {}
};

// Told of containers that are copied because they are shared (README.md, "Ownership").
class CopyObserver {
 public:
  virtual ~CopyObserver() = default;
  // So many bytes of content. The strand that runs stands at the instruction that copies.
  virtual void copied(size_t bytes) = 0;
};

struct HeapStatistics {
  uint64_t collections = 0;
  uint64_t pause_ns = 0;  // all collections together
  uint64_t longest_pause_ns = 0;
  uint64_t bytes_allocated = 0;  // since the beginning; exact to a hole
  size_t bytes_live = 0;         // what the last collection found
};

class Heap {
 public:
  // `roots` is asked when something is allocated and not before, so it may still be under construction.
  // `limit_bytes` bounds bytes_used() and the roots' own.
  Heap(size_t limit_bytes, RootSource& roots);
  // Finalizes every native object and returns all memory. Root handles that are left say so (Root::attached).
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  void collect();

  // Bytes an object takes, header included, rounded up to 8. Fixed when it is made (but see Allocator::trim).
  static size_t object_size(const Object* object);

  // Blocks in use and large objects, in bytes.
  size_t bytes_used() const { return blocks_in_use_ * kBlockBytes + large_bytes_; }
  // What the system has given, free blocks included.
  size_t bytes_reserved() const { return regions_.size() * kRegionBytes + large_bytes_; }
  size_t limit() const { return limit_bytes_; }
  const HeapStatistics& statistics() const { return statistics_; }

  // Null: nobody. The observer must outlive what runs. Not while something runs.
  void observe_copies(CopyObserver* observer) { copy_observer_ = observer; }
  void note_copy(size_t bytes) {
    if (copy_observer_ != nullptr) copy_observer_->copied(bytes);
  }

  // Whether `bytes` more, in one object or several, fit below the limit; collects if that is needed to tell.
  // Strand::reserve asks this before an operation whose size a program chooses.
  bool can_allocate(size_t bytes);
  // Set when an allocation went beyond the limit, until cleared by whoever raises MemoryLimit.
  bool limit_reached() const { return limit_reached_; }
  void clear_limit_reached() { limit_reached_ = false; }
  void set_limit(size_t limit_bytes) { limit_bytes_ = limit_bytes; }

  // Gives back a backing store (Array, DictTable) that was replaced. Other objects wait for a collection: a
  // register that is dead may still point to them. Only large ones return at once.
  void release(Object* store) {
    assert(store->kind == Kind::Array || store->kind == Kind::DictTable);
    if (store->flags & flag::kLarge) release_large(store);
  }

  // The live or not yet collected object that `address` points to or into; null if there is none. For the
  // native stack, and tests.
  Object* find_object(const void* address) const;

 private:
  friend class Allocator;
  friend class Tracer;
  friend class RootLink;
  friend class NativeStackScope;
  friend NativeObject* new_native_object(Allocator&, const NativeType&, void*);

  struct Hole {
    std::byte* begin;
    std::byte* end;
  };
  // Collections of a heap with little in it must stay rare.
  static constexpr size_t kSmallestBudget = size_t{8} << 20;
  // So much at once is not worth asking the system about.
  static constexpr size_t kAlwaysGranted = size_t{16} << 20;

  // Allocation: heap.cpp
  void* allocate_in_hole(Allocator& allocator, size_t bytes);
  void* allocate_overflow(Allocator& allocator, size_t bytes);
  void* allocate_large(size_t bytes);
  void release_large(Object* object);
  bool find_hole(std::byte* from, Hole& hole) const;
  void take_hole(const Hole& hole);
  static void end_hole(std::byte* cursor, const std::byte* end);
  void give_back_lines(std::byte* cursor, std::byte* end);
  void retire(Allocator& allocator);
  std::byte* take_recyclable_block();
  std::byte* take_free_block();
  void add_region();
  static Region* new_region();
  static void free_region(Region* region);
  // What the limit is compared with counts the strands' stacks, too.
  bool over_limit(size_t bytes) const {
    size_t used = bytes_used() + roots_.root_bytes();
    return used > limit_bytes_ || bytes > limit_bytes_ - used;
  }
  bool system_grants(size_t bytes);
  void make_room(size_t bytes);
  void reach_limit();
  void collect_if_due(size_t bytes);
  // What ASPEN_STRESS_GC does at each allocation: collects, but seldom while marking takes long.
  void collect_for_stress(size_t bytes);

  // Collection: collector.cpp
  void collect_now();
  void clear_marks();
  void mark_roots(Tracer& tracer, const std::vector<Object*>& conservative);
  bool is_marked(const Object* object) const;
  static void mark_lines(Region* region, const Object* object, size_t bytes);
  void finalize_dead();
  void sweep_large();
  void set_budget();
  void classify_blocks();
  size_t sweep_region(Region* region);
  static void poison_free_lines(Region* region, uint32_t block);
  void release_empty_regions(size_t blocks_free);
  void list_free_blocks(Region* region);

  // native_stack.cpp
  void scan_native_stack(std::vector<Object*>& found) const;
  void scan_words_to(const void* base, std::vector<uintptr_t>& candidates) const;
  bool in_block(uintptr_t address) const;
  Object* find_small(uintptr_t address) const;
  Object* find_marked(uintptr_t address) const;
  Object* find_fresh(uintptr_t address) const;
  void find_large(std::vector<uintptr_t>& candidates, std::vector<Object*>& found) const;

  RootSource& roots_;
  size_t limit_bytes_;
  bool limit_reached_ = false;
  bool collecting_ = false;
  std::vector<Allocator*> allocators_;   // those that have allocated
  std::vector<Region*> regions_;         // ascending by address
  Region* reserve_ = nullptr;            // for the way to a safepoint when the system has no memory left
  std::vector<std::byte*> free_blocks_;  // taken from the back
  std::vector<std::byte*> recyclable_blocks_;  // partly live, taken from the back
  size_t blocks_in_use_ = 0;
  std::vector<LargeHeader*> large_;
  size_t large_bytes_ = 0;
  size_t granted_ = kAlwaysGranted;  // how much at once the system is known to give
  size_t allocated_since_ = 0;       // since the last collection; exact to a hole
  size_t budget_;                    // how much of that leads to the next one
  size_t unstressed_bytes_ = 0;      // allocated since collect_for_stress last collected
  std::vector<NativeObject*> finalizable_;
  RootLink root_list_;                 // circular; this one holds nothing
  const void* native_base_ = nullptr;  // of the outermost NativeStackScope
  HeapStatistics statistics_;
  CopyObserver* copy_observer_ = nullptr;
};

// A native object whose type's `finalize` runs once, when it is found dead or when the heap ends. `type`
// outlives the heap.
NativeObject* new_native_object(Allocator& allocator, const NativeType& type, void* state);

}  // namespace aspen
