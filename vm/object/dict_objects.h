// Layouts of Dict and its table. Operations are in dict.h.
#pragma once

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
struct DictTable : Object {
  static constexpr Kind kKind = Kind::DictTable;
  explicit DictTable(uint32_t entries) : Object(kKind, 0, 0, entries), used(0), first(0) {}
  uint32_t used;   // entries written so far, deleted ones included
  uint32_t first;  // no live entry before this position: keeps pop_first amortised O(1)
  uint32_t index_mask() const { return length * 2 - 1; }
  DictEntry* entries() { return reinterpret_cast<DictEntry*>(this + 1); }
  const DictEntry* entries() const { return reinterpret_cast<const DictEntry*>(this + 1); }
  uint32_t* hashes() { return reinterpret_cast<uint32_t*>(entries() + length); }
  uint32_t* index() { return hashes() + length; }
  static constexpr size_t extra_bytes(size_t entries) {
    return entries * (sizeof(DictEntry) + 3 * sizeof(uint32_t));
  }
};
static_assert(sizeof(DictTable) % 8 == 0);

// `length` counts the live entries; an empty dict may have no table. The table belongs to one Dict.
struct Dict : Object {
  static constexpr Kind kKind = Kind::Dict;
  explicit Dict(DictTable* t) : Object(kKind, 0, 0, 0), table(t) {}
  DictTable* table;
};

}  // namespace aspen
