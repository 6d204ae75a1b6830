#include "vm/heap/heap.h"

#include <mimalloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "vm/heap/ordered_lock.h"
#include "vm/heap/poison.h"
#include "vm/heap/run_kinds.h"
#include "vm/object/dict_objects.h"
#include "vm/object/function.h"
#include "vm/object/future.h"
#include "vm/object/list_objects.h"
#include "vm/object/record_objects.h"
#include "vm/object/text_objects.h"

namespace aspen {

namespace {

bool at_block_end(const std::byte* address) {
  return reinterpret_cast<uintptr_t>(address) % kBlockBytes == 0;
}

// Tables and arrays of megabytes are read at random: with pages of 4 KiB each access would miss the TLB, and
// each page would cost a fault.
void prefer_huge_pages(void* memory, size_t bytes) {
  constexpr uintptr_t kHugePage = uintptr_t{2} << 20;
  auto begin = (reinterpret_cast<uintptr_t>(memory) + kHugePage - 1) & ~(kHugePage - 1);
  auto end = (reinterpret_cast<uintptr_t>(memory) + bytes) & ~(kHugePage - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // advice: may fail
}

template <class T>
void make_room_for(std::vector<T>& list, size_t count) {
  if (list.capacity() < count) list.reserve(std::max(count, 2 * list.capacity()));
}

}  // namespace

Heap::Heap(size_t limit_bytes, RootSource& roots)
    : roots_(roots), memory_(std::make_shared<MemoryAccount>(limit_bytes)), budget_(kSmallestBudget) {}

Heap::~Heap() {
  assert(mutators_.empty());
  // First, because what ends below may hold roots, and a handle without its value does nothing.
  while (root_list_.next_ != &root_list_) {
    RootLink* root = root_list_.next_;
    root->unlink();
    root->value_ = Value::undefined();
  }
  for (NativeObject* object : finalizable_) object->type->end(object->state);
  for (LargeHeader* header : large_) free_large(header);
  for (Region* region : regions_) free_region(region);
  if (reserve_) free_region(reserve_);
}

size_t Heap::object_size(const Object* object) {
  size_t n = object->length;
  if (object->kind == kFiller) return n;
  size_t traced = object->has(flag::kTraced) ? sizeof(Value) : 0;
  auto rounded = [](size_t bytes) { return (bytes + 7) & ~size_t{7}; };
  switch (object->kind) {
    case Kind::String: return rounded(sizeof(String) + static_cast<const String*>(object)->capacity) + traced;
    case Kind::Bytes: return rounded(sizeof(Bytes) + static_cast<const Bytes*>(object)->capacity);
    case Kind::List: return sizeof(List);
    case Kind::Array: return sizeof(Array) + n * sizeof(Value);
    case Kind::Tuple: return sizeof(Tuple) + n * sizeof(Value);
    case Kind::Record: return sizeof(Record) + object->extra * sizeof(Value) + traced;
    case Kind::LabelBox: return sizeof(LabelBox) + traced;
    case Kind::Dict: return sizeof(Dict);
    case Kind::DictTable: return rounded(sizeof(DictTable) + DictTable::extra_bytes(n));
    case Kind::Range: return sizeof(Range);
    case Kind::Int64: return sizeof(Int64);
    case Kind::BigInt: return sizeof(BigInt) + n * sizeof(uint64_t);
    case Kind::Closure: return sizeof(Closure) + n * sizeof(Value);
    case Kind::Partial: return sizeof(Partial) + n * sizeof(Value);
    case Kind::NativeFunction: return sizeof(NativeFunction);
    case Kind::Module: return sizeof(Module);
    case Kind::NativeObject: return sizeof(NativeObject);
    case Kind::Task:
    case Kind::Channel:
    case Kind::Cell:
    case Kind::Semaphore:
    case Kind::Fiber: return run_kind(object->kind).bytes;
    case Kind::Future: return sizeof(Future);
    case Kind::Segment: return sizeof(Segment) + n * sizeof(Value);
  }
  __builtin_unreachable();
}

Value& trace_slot(Object* object) {
  auto* end = reinterpret_cast<std::byte*>(object) + Heap::object_size(object);
  return reinterpret_cast<Value*>(end)[-1];
}

size_t Heap::bytes_reserved() const {
  const std::lock_guard hold(lock_);
  return regions_.size() * kRegionBytes + large_bytes_;
}

HeapStatistics Heap::statistics() const {
  const std::lock_guard hold(lock_);
  return statistics_;
}

void* Allocator::allocate_slow(size_t bytes) {
  assert(!OrderedLock::is_any_held() && "a thread that waits for the lock could not stop for a collection");
#ifdef ASPEN_STRESS_GC
  heap_.collect_for_stress(mutator_, bytes);
#endif
  if (bytes > kLargestInBlock) return heap_.allocate_large(mutator_, bytes);
  if (fits(cursor_, limit_, bytes)) return take(cursor_, bytes);
  if (bytes + kRedZoneBytes > kLineBytes) return heap_.allocate_overflow(*this, bytes);
  return heap_.allocate_in_hole(*this, bytes);
}

void Allocator::trim(Object* object, size_t old_bytes, size_t new_bytes) {
  old_bytes = (old_bytes + 7) & ~size_t{7};
  new_bytes = (new_bytes + 7) & ~size_t{7};
  assert(new_bytes <= old_bytes);
  if (new_bytes == old_bytes || object->is_large()) return;
  const size_t left = old_bytes - new_bytes;
  std::byte* end = reinterpret_cast<std::byte*>(object) + new_bytes + kRedZoneBytes;
  poison(end - kRedZoneBytes, left);
  if (end + left == cursor_) {
    cursor_ = end;
  } else {
    unpoison(end, sizeof(Object));
    new (end) Object(kFiller, 0, 0, static_cast<uint32_t>(left));
  }
}

void* Heap::allocate_in_hole(Allocator& allocator, size_t bytes) {
  std::byte* from = allocator.limit_;
  end_hole(allocator.cursor_, allocator.limit_);
  Hole hole;
  if (!from || at_block_end(from) || !find_hole(from, hole)) find_hole(take_block(allocator), hole);
  take_hole(allocator, hole);
  allocator.cursor_ = hole.begin;
  allocator.limit_ = hole.end;
  return Allocator::take(allocator.cursor_, bytes);
}

void* Heap::allocate_overflow(Allocator& allocator, size_t bytes) {
  if (!Allocator::fits(allocator.overflow_cursor_, allocator.overflow_limit_, bytes)) {
    const Hole hole = take_overflow_hole(allocator, bytes);
    take_hole(allocator, hole);
    allocator.overflow_cursor_ = hole.begin;
    allocator.overflow_limit_ = hole.end;
  }
  return Allocator::take(allocator.overflow_cursor_, bytes);
}

// A block with a hole in it, which belongs to this thread until the next collection.
std::byte* Heap::take_block(Allocator& allocator) {
  Hold hold(lock_);
  account(allocator);
  Mutator& mutator = allocator.mutator_;
  collect_if_due(mutator, 0, hold);
  if (!recyclable_blocks_.empty()) return take_recyclable_block();
  const bool has_room = take_below_limit(mutator, kBlockBytes, hold);
  // A collection that looked for room may have found holes instead.
  if (!recyclable_blocks_.empty() && (has_room || holes_help_)) {
    if (has_room) memory_->subtract(kBlockBytes);
    return take_recyclable_block();
  }
  if (!has_room) take_beyond_limit(mutator, kBlockBytes, hold);
  return take_free_block(mutator, hold);
}

std::byte* Heap::take_recyclable_block() {
  std::byte* block = recyclable_blocks_.back();
  recyclable_blocks_.pop_back();
  return block;
}

// A whole block; when the limit allows no more blocks, a hole with room for `bytes` between live objects.
Heap::Hole Heap::take_overflow_hole(Allocator& allocator, size_t bytes) {
  Hold hold(lock_);
  account(allocator);
  Mutator& mutator = allocator.mutator_;
  collect_if_due(mutator, 0, hold);
  give_back_lines(allocator.overflow_cursor_, allocator.overflow_limit_);
  allocator.overflow_cursor_ = allocator.overflow_limit_ = nullptr;
  Hole hole;
  if (over_limit(kBlockBytes) && take_wide_hole(bytes, hole)) return hole;
  if (!take_below_limit(mutator, kBlockBytes, hold)) {
    if (holes_help_ && take_wide_hole(bytes, hole)) return hole;
    take_beyond_limit(mutator, kBlockBytes, hold);
  }
  std::byte* block = take_free_block(mutator, hold);
  return {block, block + kBlockBytes};
}

// The other holes of its block are not used before the next collection.
bool Heap::take_wide_hole(size_t bytes, Hole& hole) {
  for (size_t i = recyclable_blocks_.size(); i-- > 0;) {
    std::byte* const block = recyclable_blocks_[i];
    for (std::byte* from = block; from != block + kBlockBytes && find_hole(from, hole); from = hole.end) {
      if (!Allocator::fits(hole.begin, hole.end, bytes)) continue;
      recyclable_blocks_.erase(recyclable_blocks_.begin() + static_cast<ptrdiff_t>(i));
      return true;
    }
  }
  return false;
}

void* Heap::allocate_large(Mutator& mutator, size_t bytes) {
  roots_.large_allocated(mutator, bytes);
  Hold hold(lock_);
  take_promise(mutator);
  collect_if_due(mutator, bytes, hold);
  make_room_for(large_, large_.size() + 1);
  take_bytes(mutator, bytes, hold);
  give_back_free_blocks();
  void* memory = mi_malloc(sizeof(LargeHeader) + bytes + kRedZoneBytes);
  if (!memory) {
    memory_->subtract(bytes);  // the collection may throw
    collect(mutator, hold);
    reach_limit(mutator, hold);
    take_bytes(mutator, bytes, hold);
    memory = mi_malloc(sizeof(LargeHeader) + bytes + kRedZoneBytes);
    if (!memory) {
      memory_->subtract(bytes);
      throw std::bad_alloc();
    }
  }
  prefer_huge_pages(memory, sizeof(LargeHeader) + bytes);
  poison(static_cast<std::byte*>(memory) + sizeof(LargeHeader) + bytes, kRedZoneBytes);
  auto* header = new (memory) LargeHeader{bytes, static_cast<uint32_t>(large_.size()), false};
  large_.push_back(header);
  large_bytes_ += bytes;
  allocated_since_ += bytes;
  statistics_.bytes_allocated += bytes;
  return header->object();
}

void Heap::release_unshared(Object* store) {
  const std::lock_guard hold(lock_);
  release_large(store);
}

void Heap::release_large(Object* object) {
  LargeHeader* header = LargeHeader::of(object);
  size_t bytes = header->bytes;
  large_bytes_ -= bytes;
  memory_->subtract(bytes);
  allocated_since_ -= std::min(allocated_since_, bytes);
  large_.back()->index = header->index;
  large_[header->index] = large_.back();
  large_.pop_back();
  reuse_epoch.fetch_add(1, std::memory_order_relaxed);
  free_large(header);
}

void Heap::free_large(LargeHeader* header) {
  unpoison(header, sizeof(LargeHeader) + header->bytes + kRedZoneBytes);
  mi_free(header);
}

// The first run of free lines at or after `from`, in its block.
bool Heap::find_hole(std::byte* from, Hole& hole) {
  Region* region = Region::of(from);
  size_t line = Region::line_of(from);
  size_t end = (line / kLinesPerBlock + 1) * kLinesPerBlock;
  while (line < end && region->lines[line] != Line::free) ++line;
  if (line == end) return false;
  hole.begin = reinterpret_cast<std::byte*>(region) + line * kLineBytes;
  while (line < end && region->lines[line] == Line::free) ++line;
  hole.end = reinterpret_cast<std::byte*>(region) + line * kLineBytes;
  return true;
}

void Heap::take_hole(Allocator& allocator, const Hole& hole) {
  size_t bytes = static_cast<size_t>(hole.end - hole.begin);
  Line* line = Region::of(hole.begin)->lines + Region::line_of(hole.begin);
  *line = Line::hole_start;
  std::memset(line + 1, static_cast<int>(Line::hole), bytes / kLineBytes - 1);
  allocator.taken_bytes_ += bytes;
}

void Heap::account(Allocator& allocator) {
  allocated_since_ += allocator.taken_bytes_;
  statistics_.bytes_allocated += allocator.taken_bytes_;
  allocator.taken_bytes_ = 0;
}

void Heap::end_hole(std::byte* cursor, const std::byte* end) {
  if (cursor >= end) return;
  unpoison(cursor, sizeof kHoleEnd);
  std::memcpy(cursor, &kHoleEnd, sizeof kHoleEnd);
}

// The whole free lines of an overflow hole become a hole for small objects.
void Heap::give_back_lines(std::byte* cursor, std::byte* end) {
  if (cursor == end) return;
  end_hole(cursor, end);
  size_t line = (Region::offset(cursor) + sizeof kHoleEnd + kLineBytes - 1) / kLineBytes;
  size_t end_line = Region::line_of(end - 1) + 1;
  if (line >= end_line) return;
  Region* region = Region::of(cursor);
  std::memset(region->lines + line, static_cast<int>(Line::free), end_line - line);
  poison(reinterpret_cast<std::byte*>(region) + line * kLineBytes, (end_line - line) * kLineBytes);
  allocated_since_ -= std::min(allocated_since_, (end_line - line) * kLineBytes);
  recyclable_blocks_.push_back(region->block(static_cast<uint32_t>(Region::offset(cursor) / kBlockBytes)));
}

void Heap::retire(Allocator& allocator) {
  account(allocator);
  end_hole(allocator.cursor_, allocator.limit_);
  end_hole(allocator.overflow_cursor_, allocator.overflow_limit_);
  allocator.cursor_ = allocator.limit_ = nullptr;
  allocator.overflow_cursor_ = allocator.overflow_limit_ = nullptr;
  allocator.spare_ = nullptr;
}

// The caller has counted its bytes.
std::byte* Heap::take_free_block(Mutator& mutator, Hold& hold) {
  try {
    if (free_blocks_.empty()) add_region(mutator, hold);
  } catch (const std::bad_alloc&) {
    memory_->subtract(kBlockBytes);
    throw;
  }
  std::byte* block = free_blocks_.back();
  free_blocks_.pop_back();
  Region::of(block)->start_using(static_cast<uint32_t>(Region::offset(block) / kBlockBytes));
  ++blocks_in_use_;
  return block;
}

Region* Heap::new_region() {
  void* memory = mi_malloc_aligned(kRegionBytes, kRegionBytes);
  if (!memory) return nullptr;
  auto* region = static_cast<Region*>(memory);
  std::memset(region->in_use, 0, sizeof region->in_use);
  poison(region->block(kFirstBlock), kRegionBytes - kFirstBlock * kBlockBytes);
  return region;
}

void Heap::free_region(Region* region) {
  unpoison(region, kRegionBytes);
  madvise(region, kRegionBytes, MADV_DONTNEED);  // mimalloc keeps the pages of what it frees for a while
  mi_free(region);
}

// When the system has no more memory, the reserve lets the program reach a safepoint, where MemoryLimit is
// raised. The lists of blocks get room for all blocks here, so a collection never needs more. After the
// reserve is used up, this throws std::bad_alloc.
void Heap::add_region(Mutator& mutator, Hold& hold) {
  make_room_for(regions_, regions_.size() + 1);
  make_room_for(free_blocks_, (regions_.size() + 1) * kBlocksPerRegion);
  make_room_for(recyclable_blocks_, (regions_.size() + 1) * kBlocksPerRegion);
  if (!reserve_) reserve_ = new_region();
  Region* region = new_region();
  if (!region) {
    reach_limit(mutator, hold);
    region = std::exchange(reserve_, nullptr);
    if (!region) throw std::bad_alloc();
  }
  regions_.insert(std::lower_bound(regions_.begin(), regions_.end(), region), region);
  for (uint32_t i = kBlocksPerRegion; i-- > kFirstBlock;) free_blocks_.push_back(region->block(i));
}

// What an object with a finalizer takes besides: a small state, and its places in the lists of such objects,
// which double, and of those that a collection ends.
static constexpr size_t kFinalizableBytes = 64;

static size_t external_bytes(const NativeType& type, size_t more) {
  return type.bytes + more + (type.finalize != nullptr ? kFinalizableBytes : 0);
}

NativeObject* new_native_object(Allocator& allocator, const NativeType& type, void* state, size_t more) {
  const size_t bytes = external_bytes(type, more);
  assert(bytes == 0 || type.finalize != nullptr);
  const RefusalScope owns_state(allocator, false);
  Heap& heap = allocator.heap();
  bool is_charged = false;
  try {
    if (bytes != 0) heap.charge_object(allocator.mutator(), bytes);
    is_charged = true;
    auto* object = allocator.make<NativeObject>(0, &type, state, bytes);
    if (!type.finalize) return object;
    const std::lock_guard hold(heap.lock_);
    heap.finalizable_.push_back(object);
    return object;
  } catch (const std::bad_alloc&) {  // the state has been taken over all the same
    if (is_charged) heap.uncharge_object(bytes);
    if (type.finalize) type.end(state);
    throw;
  }
}

void set_external_bytes(Allocator& allocator, NativeObject& object, size_t more) {
  assert(object.type->finalize != nullptr);
  const size_t bytes = external_bytes(*object.type, more);
  if (object.external_bytes.load(std::memory_order_relaxed) == bytes) return;
  const RefusalScope has_them_already(allocator, false);
  allocator.heap().recharge_object(allocator.mutator(), object, bytes);
}

}  // namespace aspen
