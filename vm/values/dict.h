// Operations on dicts: insertion-ordered hash tables with keyed hashing.
//
// Updates are in place and require an unshared dict (ensure_unshared). Keys and values are moved into the
// dict: the caller has to share those that it keeps. Pointers to entries are valid until the next update. At
// most 2^30 entries, asserted; a caller with a size that a program chooses calls Strand::reserve first
// (dict_bytes).
#pragma once

#include <cstdint>

#include "vm/heap/allocator.h"
#include "vm/object/dict_objects.h"
#include "vm/values/equality.h"
#include "vm/values/string.h"

namespace aspen {

inline constexpr size_t kMostEntries = size_t{1} << 30;
// The maximum size of a dict of n entries.
constexpr size_t dict_bytes(size_t n) {
  if (n > kMostEntries) return kImpossibleBytes;
  return sizeof(Dict) + sizeof(DictTable) + 2 * DictTable::extra_bytes(n);
}

// An empty dict with room for `capacity` entries.
Dict* new_dict(Allocator& allocator, uint32_t capacity = 0);
// The same keys and values, now shared, in a new dict with room for `extra` more.
Dict* copy_dict(Allocator& allocator, const Dict* dict, uint32_t extra = 0);
// Copies a shared dict; returns an unshared one unchanged.
Dict* ensure_unshared_slow(Allocator& allocator, Dict* dict, uint32_t extra);
inline Dict* ensure_unshared(Allocator& allocator, Dict* dict, uint32_t extra = 0) {
  return dict->is_shared() ? ensure_unshared_slow(allocator, dict, extra) : dict;
}
// Makes room for `extra` more entries.
void reserve(Allocator& allocator, Dict* dict, uint32_t extra);

// The hash of a key in a dict.
inline uint32_t key_hash(const ValueContext& context, Value key) {
  if (key.is_small_int()) return static_cast<uint32_t>(mix_hash(context.seed, key.bits()) >> 32);
  if (is_kind(key, Kind::String)) return hash(as<String>(key), context.seed);
  return static_cast<uint32_t>(hash_value(context, key) >> 32);
}

// Null if there is no such key, or if a future in it was missed or code of the host failed
// (Strand::gave_up).
DictEntry* find(const ValueContext& context, Dict* dict, Value key);
inline const DictEntry* find(const ValueContext& context, const Dict* dict, Value key) {
  return find(context, const_cast<Dict*>(dict), key);
}

// The entry of the key. A new entry comes last in the order and has an undefined value, which the caller must
// overwrite before it allocates or looks up anything. An existing key is kept. Futures in a key are replaced
// by their values, so that its hash never changes. If a future was missed or code of the host failed, the
// dict is unchanged, and the returned entry belongs to no dict.
DictEntry& find_or_add(Allocator& allocator, const ValueContext& context, Dict* dict, Value key);
// Likewise for a dict that may be shared: `dict` becomes the one that the entry may be set in. If the key is
// new, this is often a newer version, on the same table, which the old dict does not see the entry of. So
// adding keys to the newest of many versions is amortised O(1) each. Else it is a copy.
DictEntry& own_entry(Allocator& allocator, const ValueContext& context, Dict*& dict, Value key);
// Likewise for the keys of a set, with unit as value: a dict that has the key stays as it is.
void add_key(Allocator& allocator, const ValueContext& context, Dict*& dict, Value key);
inline void set(Allocator& allocator, const ValueContext& context, Dict* dict, Value key, Value value) {
  find_or_add(allocator, context, dict, key).value = value;
}

// Removes the entry and returns its value, or undefined if there was none.
Value remove(const ValueContext& context, Dict* dict, Value key);
// Removes an entry of this dict that find, first_entry or last_entry returned.
void remove_entry(Dict* dict, DictEntry* entry);

// Iteration in insertion order: `for (uint32_t i = next_entry(d, 0); i != kNoEntry; i = next_entry(d, i + 1))
// entry_at(d, i)`.
inline constexpr uint32_t kNoEntry = ~uint32_t{0};
inline uint32_t next_entry(const Dict* dict, uint32_t position) {
  const DictTable* table = dict->table;
  if (!table) return kNoEntry;
  for (uint32_t i = position < table->first ? table->first : position; i < dict->used; ++i) {
    if (!table->entries()[i].key.is_undefined()) return i;
  }
  return kNoEntry;
}
inline DictEntry& entry_at(Dict* dict, uint32_t position) { return dict->table->entries()[position]; }
inline const DictEntry& entry_at(const Dict* dict, uint32_t position) {
  return dict->table->entries()[position];
}

// The entry with that hash of its key; kNoEntry if there is none, kSeveralEntries if there are several.
inline constexpr uint32_t kSeveralEntries = kNoEntry - 1;
uint32_t only_entry_with_hash(const Dict* dict, uint32_t hash);

// Null if the dict is empty.
DictEntry* first_entry(Dict* dict);
DictEntry* last_entry(Dict* dict);

}  // namespace aspen
