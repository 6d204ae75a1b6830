// Where objects come from. Each thread has one, in its Mutator (mutator.h), and bumps a cursor through holes
// that nobody else may touch; only taking the next block, or a large object, synchronises.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "vm/object.h"
#include "vm/poison.h"

namespace aspen {

class Heap;
class Mutator;
struct NativeObject;

// What the size functions (list_bytes …) give for an object that cannot be, however much memory there is. No
// Heap has so much.
inline constexpr size_t kImpossibleBytes = SIZE_MAX / 4;

// Thrown by an allocation that the limit forbids, where a RefusalScope says that the caller can end there.
struct HeapExhausted {};

class Allocator {
 public:
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Raw memory for one object, 8-byte aligned and not cleared; `bytes` includes the header and is rounded up
  // here. May collect first. The caller fills the object before it allocates again. Never null: when the
  // machine's memory limit is reached, HeapExhausted is thrown in a RefusalScope; elsewhere a bounded reserve
  // is used and Heap::limit_reached() is set, which raises MemoryLimit at the next safepoint. Sizes beyond a
  // block's share are allocated singly: pass `large` to the object's flags through Allocator::make only.
  void* allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
#ifndef ASPEN_STRESS_GC
    // A hole may have room for more than goes into blocks.
    if (bytes <= kLargestInBlock && fits(cursor_, limit_, bytes)) [[likely]] {
      return take(cursor_, bytes);
    }
#endif
    return allocate_slow(bytes);
  }

  // A new T with `extra_bytes` behind it, constructed from `args`. kLarge is set where it applies.
  template <class T, class... Args>
  T* make(size_t extra_bytes, Args&&... args) {
    T* object = new (allocate(sizeof(T) + extra_bytes)) T(std::forward<Args>(args)...);
    if (sizeof(T) + extra_bytes > kLargestInBlock) [[unlikely]]
      object->set(flag::kLarge);
    return object;
  }

  // Makes an object that was just made shorter by giving up its end; both sizes as for allocate. The caller
  // has written the header that says so.
  void trim(Object* object, size_t old_bytes, size_t new_bytes);

  // Whether `bytes` more, in one object or several, fit below the limit; collects if that is needed to tell.
  // Strand::reserve asks this before an operation whose size a program chooses. What another thread then
  // allocates first is gone; the limit is reached in that case.
  bool can_allocate(size_t bytes);
  // The same of what is done ahead of the program (Heap::has_room_ahead).
  bool has_room_ahead(size_t bytes);

  // The wrapper of an operation (Operation::wrap) that nobody refers to any more, for the next one; null
  // after a collection.
  void set_spare(NativeObject& object) { spare_ = &object; }
  NativeObject* take_spare() { return std::exchange(spare_, nullptr); }

  // Whether the innermost RefusalScope of this thread allows to throw.
  bool may_refuse() const { return may_refuse_; }

  Heap& heap() { return heap_; }
  Mutator& mutator() { return mutator_; }

  // Objects larger than this are allocated singly.
  static constexpr size_t kLargestInBlock = 4096;

 private:
  friend class Heap;
  friend class Mutator;
  friend class RefusalScope;
  Allocator(Heap& heap, Mutator& mutator) : heap_(heap), mutator_(mutator) {}
  void* allocate_slow(size_t bytes);
  // The memory of a hole is poisoned up to where an object is made in it.
  static bool fits(const std::byte* cursor, const std::byte* limit, size_t bytes) {
    return bytes + kRedZoneBytes <= static_cast<size_t>(limit - cursor);
  }
  static void* take(std::byte*& cursor, size_t bytes) {
    void* p = cursor;
    unpoison(p, bytes);
    cursor += bytes + kRedZoneBytes;
    return p;
  }

  // All of this belongs to the thread, and to the collector while the thread does not run.
  std::byte* cursor_ = nullptr;  // next free byte of the current hole
  std::byte* limit_ = nullptr;   // end of the hole; so far, lines behind it are still to be looked through
  // A second hole, a whole block at first, for objects of more than a line that do not fit the first, so that
  // its rest is not wasted.
  std::byte* overflow_cursor_ = nullptr;
  std::byte* overflow_limit_ = nullptr;
  size_t taken_bytes_ = 0;  // of holes, since the heap was last told
  NativeObject* spare_ = nullptr;
  bool may_refuse_ = false;
  Heap& heap_;
  Mutator& mutator_;
};

// While it lasts, code of this thread catches HeapExhausted, or (`false`) calls what must not be left by an
// exception: other strands, and code of the host's. RootSource::may_refuse decides whether the limit applies.
class RefusalScope {
 public:
  explicit RefusalScope(Allocator& allocator, bool may_refuse = true)
      : allocator_(allocator), before_(std::exchange(allocator.may_refuse_, may_refuse)) {}
  ~RefusalScope() { allocator_.may_refuse_ = before_; }
  RefusalScope(const RefusalScope&) = delete;
  RefusalScope& operator=(const RefusalScope&) = delete;

 private:
  Allocator& allocator_;
  bool before_;
};

}  // namespace aspen
