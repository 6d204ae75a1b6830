// Layouts of Dict and its table. Operations stand in dict.h.
#pragma once

#include "vm/object.h"

namespace aspen {

struct DictEntry {
  Value key;    // undefined: deleted
  Value value;
  uint64_t hash;
};

// `length` is the capacity in entries, followed inline by the entries in insertion order and the open-addressing index:
// a power of two of 32-bit slots, each 0 (free) or an entry's position plus one.
struct DictTable : Object {
  static constexpr Kind kKind = Kind::DictTable;
  DictTable(uint32_t entries, uint32_t slots)
      : Object(kKind, 0, 0, entries), index_mask(slots - 1), used(0), first(0) {}
  uint32_t index_mask;
  uint32_t used;   // entries written so far, deleted ones included
  uint32_t first;  // position of the first entry that may be alive: keeps pop_first amortised O(1)
  uint32_t pad = 0;
  DictEntry* entries() { return reinterpret_cast<DictEntry*>(this + 1); }
  uint32_t* index() { return reinterpret_cast<uint32_t*>(entries() + length); }
};
static_assert(sizeof(DictTable) % 8 == 0);

// `length` counts the live entries; an empty dict may have no table. The table belongs to one Dict.
struct Dict : Object {
  static constexpr Kind kKind = Kind::Dict;
  explicit Dict(DictTable* t) : Object(kKind, 0, 0, 0), table(t) {}
  DictTable* table;
};

}  // namespace aspen
