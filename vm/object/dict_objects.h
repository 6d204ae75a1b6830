// Layouts of Dict and its table. Operations are in dict.h.
#pragma once

#include <atomic>

#include "vm/object/object.h"

namespace aspen {

struct DictEntry {
  Value key;  // undefined: deleted
  Value value;
};

// `length` is the capacity in entries. After it come the entries in insertion order, their hashes, and the
// open-addressing index: twice as many 32-bit slots, a power of two. A slot is 0 if free, else an entry's
// position plus one in its low bits, under index_mask, and the high bits of the hash above, so that most
// different keys are distinguished without reading the entry.
//
// Shared dicts may be versions of one table. Each sees its first `Dict::used` entries, and entries are only
// added: to the newest version, by a new one (own_entry). So a worker may read the index while another one
// writes it; relaxed, because a slot that is new to the reader is an entry that its dict does not see.
struct DictTable : Object {
  static constexpr Kind kKind = Kind::DictTable;
  explicit DictTable(uint32_t entries) : Object(kKind, 0, 0, entries), used(0), first(0), live(0) {}
  // Entries written so far, deleted ones included. Workers that add to one shared dict at once count up
  // against each other; relaxed, because what they write reaches others with the dict that sees it.
  uint32_t used;
  uint32_t first;  // no live entry before this position: keeps pop_first amortised O(1)
  // If there are several versions: how many entries the longest one saw at the last collection. Those behind
  // are dead, unless a version that is new since then sees them.
  uint32_t live;
  uint32_t unused = 0;  // entries begin at a multiple of 8 bytes
  uint32_t index_mask() const { return length * 2 - 1; }
  bool has_versions() const {
    return std::atomic_ref(const_cast<uint32_t&>(live)).load(std::memory_order_relaxed) != 0;
  }
  DictEntry* entries() { return reinterpret_cast<DictEntry*>(this + 1); }
  const DictEntry* entries() const { return reinterpret_cast<const DictEntry*>(this + 1); }
  uint32_t* hashes() { return reinterpret_cast<uint32_t*>(entries() + length); }
  uint32_t* index() { return hashes() + length; }
  uint32_t slot(uint32_t at) { return std::atomic_ref(index()[at]).load(std::memory_order_relaxed); }
  void set_slot(uint32_t at, uint32_t slot) {
    std::atomic_ref(index()[at]).store(slot, std::memory_order_relaxed);
  }
  static constexpr size_t extra_bytes(size_t entries) {
    return entries * (sizeof(DictEntry) + 3 * sizeof(uint32_t));
  }
};
static_assert(sizeof(DictTable) % 8 == 0);

// `length` counts the live entries; an empty dict may have no table. The table of an unshared dict belongs to
// it alone, and `used` is the table's.
struct Dict : Object {
  static constexpr Kind kKind = Kind::Dict;
  explicit Dict(DictTable* t) : Object(kKind, 0, 0, 0), table(t), used(0) {}
  DictTable* table;
  uint32_t used;  // of the table's entries, deleted ones included

  // Whether there may be several versions on the table. Set by any worker that continues the dict; relaxed,
  // like a list's mark (List::share_array). The collector reads it, which has stopped them.
  bool has_versions() const {
    return std::atomic_ref(const_cast<uint16_t&>(extra)).load(std::memory_order_relaxed) != 0;
  }
  void set_has_versions() { std::atomic_ref(extra).store(1, std::memory_order_relaxed); }
};

}  // namespace aspen
