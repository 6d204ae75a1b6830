// Layout of the memory for small objects. Internal to the heap.
//
// A region is 1 MiB, aligned to its size, so the side tables of an object are found from its address. Its
// first block's worth of bytes holds the tables; the other 31 are blocks of 32 KiB, each cut into lines of
// 128 bytes. Allocation bumps a cursor through runs of free lines ("holes"); a collection marks objects and
// the lines they touch, and what is unmarked is free again.
//
// The invariant that makes any address decidable (native_stack.h): a mark bit means that an object which
// survived the last collection starts there, and a hole taken since then contains only objects, from its
// first line up to the allocator's cursor, or to kHoleEnd if the allocator has left it. kRedZoneBytes
// (poison.h) follow each object that is no filler.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "vm/object/object.h"

namespace aspen {

inline constexpr size_t kLineBytes = 128;
inline constexpr size_t kBlockBytes = size_t{32} << 10;
inline constexpr size_t kRegionBytes = size_t{1} << 20;
inline constexpr uint32_t kLinesPerBlock = kBlockBytes / kLineBytes;
inline constexpr uint32_t kBlocksPerRegion = kRegionBytes / kBlockBytes;
inline constexpr uint32_t kFirstBlock = 1;  // block 0 of a region is its tables

// The state of a line.
enum class Line : uint8_t {
  free,
  live,        // part of an object that survived the last collection
  hole_start,  // first line of a hole taken since then
  hole,        // another line of such a hole
};

// Marks the end of the objects in a hole. No object begins like this: its kind would be 0xff.
inline constexpr uint64_t kHoleEnd = ~uint64_t{0};
// The kind of the remains of a shortened object: a header with the number of remaining bytes as `length`.
inline constexpr Kind kFiller = static_cast<Kind>(0xfe);

// The tables of an unused block are undefined, so a new region touches no memory that it does not need.
struct Region {
  uint64_t marks[kRegionBytes / 8 / 64];  // a bit for each 8 bytes: an object starts there
  Line lines[kRegionBytes / kLineBytes];
  bool in_use[kBlocksPerRegion];

  static Region* of(const void* address) {
    return reinterpret_cast<Region*>(reinterpret_cast<uintptr_t>(address) & ~(kRegionBytes - 1));
  }
  static size_t offset(const void* address) {
    return reinterpret_cast<uintptr_t>(address) & (kRegionBytes - 1);
  }
  static size_t line_of(const void* address) { return offset(address) / kLineBytes; }
  std::byte* block(uint32_t index) { return reinterpret_cast<std::byte*>(this) + index * kBlockBytes; }
  Line* block_lines(uint32_t index) { return lines + index * kLinesPerBlock; }
  uint64_t* block_marks(uint32_t index) { return marks + index * (kBlockBytes / 8 / 64); }

  void clear_tables(uint32_t index) {
    std::memset(block_marks(index), 0, kBlockBytes / 8 / 8);
    std::memset(block_lines(index), static_cast<int>(Line::free), kLinesPerBlock);
  }
  void start_using(uint32_t index) {
    clear_tables(index);
    in_use[index] = true;
  }

  bool marked(const void* object) const {
    size_t bit = offset(object) / 8;
    return marks[bit / 64] >> (bit % 64) & 1;
  }
  // False if it was already marked.
  bool mark(const void* object) {
    size_t bit = offset(object) / 8;
    uint64_t mask = uint64_t{1} << (bit % 64);
    if (marks[bit / 64] & mask) return false;
    marks[bit / 64] |= mask;
    return true;
  }
  // Likewise while other threads mark (mark_pool.h says why relaxed suffices).
  bool mark_among_others(const void* object) {
    size_t bit = offset(object) / 8;
    uint64_t mask = uint64_t{1} << (bit % 64);
    std::atomic_ref word(marks[bit / 64]);
    if (word.load(std::memory_order_relaxed) & mask) return false;
    return (word.fetch_or(mask, std::memory_order_relaxed) & mask) == 0;
  }
};
static_assert(sizeof(Region) <= kBlockBytes * kFirstBlock);

// Directly before an object that is too large for a block.
struct LargeHeader {
  size_t bytes;    // of the object
  uint32_t index;  // in Heap's table
  bool marked;
  static LargeHeader* of(const void* object) {
    return reinterpret_cast<LargeHeader*>(const_cast<void*>(object)) - 1;
  }
  Object* object() { return reinterpret_cast<Object*>(this + 1); }
};
static_assert(sizeof(LargeHeader) == 16);

}  // namespace aspen
