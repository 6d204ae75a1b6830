// Allocates objects. Each thread has an allocator, in its Mutator (mutator.h), and bumps a cursor through
// holes that no other thread may touch; only taking another block, or a large object, synchronises.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "vm/heap/poison.h"
#include "vm/object/object.h"

namespace aspen {

class Heap;
class Mutator;
struct NativeObject;

// The result of the size functions (list_bytes …) for an object that cannot exist, however much memory there
// is. No Heap is that large.
inline constexpr size_t kImpossibleBytes = SIZE_MAX / 4;

// Thrown by an allocation that the limit refuses, where a RefusalScope says that the caller can end there.
struct HeapExhausted {};

class Allocator {
 public:
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // Raw memory for one object, 8-byte aligned and not cleared; `bytes` includes the header and is rounded up
  // here. May collect first. The caller must fill the object before it allocates again. Never null: at the
  // machine's memory limit it throws HeapExhausted inside a RefusalScope; elsewhere it uses a bounded reserve
  // and sets Heap::limit_reached(), and the next safepoint raises MemoryLimit. Objects too large for a block
  // are allocated singly: only Allocator::make may pass `large` to the object's flags.
  void* allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
#ifndef ASPEN_STRESS_GC
    // A hole may have room for more bytes than an object in a block may have.
    if (bytes <= kLargestInBlock && fits(cursor_, limit_, bytes)) [[likely]] {
      return take(cursor_, bytes);
    }
#endif
    return allocate_slow(bytes);
  }

  // A new T with `extra_bytes` after it, constructed from `args`. kLarge is set where it applies.
  template <class T, class... Args>
  T* make(size_t extra_bytes, Args&&... args) {
    T* object = new (allocate(sizeof(T) + extra_bytes)) T(std::forward<Args>(args)...);
    if (sizeof(T) + extra_bytes > kLargestInBlock) [[unlikely]]
      object->set(flag::kLarge);
    return object;
  }

  // Shortens an object that was just made, by freeing its end; both sizes as for allocate. The caller has
  // already written the new length to the header.
  void trim(Object* object, size_t old_bytes, size_t new_bytes);

  // Whether `bytes` more, in one object or several, fit below the limit; collects if that is needed to find
  // out. Strand::reserve calls it before an operation with a size that a program chooses. Another thread may
  // still allocate that memory first; the limit is then reached.
  bool can_allocate(size_t bytes);
  // Likewise for work ahead of the program (Heap::has_room_ahead).
  bool has_room_ahead(size_t bytes);

  // An operation's wrapper object (Operation::wrap) without any reference left, to be used again for the next
  // one; null after a collection.
  void set_spare(NativeObject& object) { spare_ = &object; }
  NativeObject* take_spare() { return std::exchange(spare_, nullptr); }

  // Whether the innermost RefusalScope of this thread allows HeapExhausted to be thrown.
  bool may_refuse() const { return may_refuse_; }

  Heap& heap() { return heap_; }
  Mutator& mutator() { return mutator_; }

  // Objects with more bytes than this are allocated singly.
  static constexpr size_t kLargestInBlock = 4096;

 private:
  friend class Heap;
  friend class Mutator;
  friend class RefusalScope;
  Allocator(Heap& heap, Mutator& mutator) : heap_(heap), mutator_(mutator) {}
  void* allocate_slow(size_t bytes);
  // The memory of a hole is poisoned from the first byte that no object occupies.
  static bool fits(const std::byte* cursor, const std::byte* limit, size_t bytes) {
    return bytes + kRedZoneBytes <= static_cast<size_t>(limit - cursor);
  }
  static void* take(std::byte*& cursor, size_t bytes) {
    void* p = cursor;
    unpoison(p, bytes);
    cursor += bytes + kRedZoneBytes;
    return p;
  }

  // Used by the thread, and by the collector while the thread does not run.
  std::byte* cursor_ = nullptr;  // next free byte of the current hole
  std::byte* limit_ = nullptr;   // end of the hole; the search for the next hole of the block starts here
  // A second hole, at first a whole block, for objects larger than a line that do not fit the first hole, so
  // that the rest of the first one is not wasted.
  std::byte* overflow_cursor_ = nullptr;
  std::byte* overflow_limit_ = nullptr;
  size_t taken_bytes_ = 0;  // in holes, since the last report to the heap
  NativeObject* spare_ = nullptr;
  bool may_refuse_ = false;
  Heap& heap_;
  Mutator& mutator_;
};

// During its lifetime, code of this thread catches HeapExhausted, or (`false`) calls code that no exception
// may pass through: other strands, the host's code. RootSource::may_refuse decides whether the limit applies.
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
