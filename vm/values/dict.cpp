#include "vm/values/dict.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/heap/heap.h"

namespace aspen {

namespace {

constexpr size_t kFewestEntries = 4;

DictTable* new_table(Allocator& allocator, size_t entries) {
  assert(entries <= kMostEntries);
  size_t capacity = std::bit_ceil(std::max(entries, kFewestEntries));
  auto* table = allocator.make<DictTable>(DictTable::extra_bytes(capacity), static_cast<uint32_t>(capacity));
  std::memset(table->index(), 0, 2 * capacity * sizeof(uint32_t));
  return table;
}

uint32_t slot_for(uint32_t hash, uint32_t position, uint32_t mask) { return (hash & ~mask) | (position + 1); }
uint32_t position_in(uint32_t slot, uint32_t mask) { return (slot & mask) - 1; }

// The slot in the index of a key with that hash, or the free slot where it would be. `match` compares an
// entry's key.
template <class Match>
uint32_t find_slot(const Dict* dict, uint32_t hash, Match match) {
  DictTable* table = dict->table;
  const uint32_t mask = table->index_mask();
  const uint32_t used = dict->used;
  const DictEntry* entries = table->entries();
  for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
    uint32_t slot = table->slot(at);
    if (slot == 0) return at;
    if (((slot ^ hash) & ~mask) != 0) continue;
    const uint32_t position = position_in(slot, mask);
    if (position < used && match(entries[position].key)) return at;
  }
}

// The entry that find_slot has found; null if it has found a free slot. That may have been taken since, for
// a newer version of the dict.
DictEntry* entry_in_slot(Dict* dict, uint32_t at) {
  DictTable* table = dict->table;
  const uint32_t slot = table->slot(at);
  if (slot == 0) return nullptr;
  const uint32_t position = position_in(slot, table->index_mask());
  return position < dict->used ? &table->entries()[position] : nullptr;
}

// For a new entry with that hash.
uint32_t free_slot(const Dict* dict, uint32_t hash) {
  return find_slot(dict, hash, [](Value) { return false; });
}

// The strand pays for the comparison of long ones.
bool same_string(const ValueContext& context, String* a, Value b) {
  constexpr uint32_t kLong = 512;
  if (!is_kind(b, Kind::String)) return false;
  const auto* other = static_cast<const String*>(b.as_object());
  if (other->length != a->length) return false;
  if (a->length > kLong) return same_key_slow(context, Value::object(a), b);
  return std::memcmp(other->data(), a->data(), a->length) == 0;
}

// kNoSlot if comparing keys failed, which code of a host may.
constexpr uint32_t kNoSlot = ~uint32_t{0};
uint32_t find_key(const ValueContext& context, const Dict* dict, Value key, uint32_t hash) {
  if (key.is_small_int()) {
    return find_slot(dict, hash, [&](Value other) {
      return other == key || (!other.is_small_int() && same_key(context, other, key));
    });
  }
  if (is_kind(key, Kind::String)) {
    auto* string = static_cast<String*>(key.as_object());
    return find_slot(dict, hash,
                     [&](Value other) { return other == key || same_string(context, string, other); });
  }
  uint32_t at = find_slot(dict, hash, [&](Value other) { return same_key(context, other, key); });
  return context.gave_up() ? kNoSlot : at;
}

// The slot of an entry that exists.
uint32_t find_position(DictTable* table, uint32_t position) {
  const uint32_t mask = table->index_mask();
  uint32_t at = table->hashes()[position] & mask;
  while (position_in(table->index()[at], mask) != position) at = (at + 1) & mask;
  return at;
}

// Consecutive entries may be far apart in the index: prefetches its cache lines some entries ahead.
void fill_index(DictTable* table) {
  constexpr uint32_t kAhead = 16;
  const uint32_t mask = table->index_mask();
  const uint32_t* hashes = table->hashes();
  uint32_t* index = table->index();
  for (uint32_t i = 0; i < table->used; ++i) {
    if (i + kAhead < table->used) __builtin_prefetch(index + (hashes[i + kAhead] & mask), 1);
    uint32_t at = hashes[i] & mask;
    while (index[at] != 0) at = (at + 1) & mask;
    index[at] = slot_for(hashes[i], i, mask);
  }
}

// Copies the live entries of the dict, in order, to the start of `to`, which may be its own table.
void compact_entries(const Dict* dict, DictTable* to) {
  DictTable* from = dict->table;
  uint32_t used = 0;
  const uint32_t end = dict->used;
  for (uint32_t i = from->first; i < end; ++i) {
    if (from->entries()[i].key.is_undefined()) continue;
    to->entries()[used] = from->entries()[i];
    to->hashes()[used++] = from->hashes()[i];
  }
  to->used = used;
  to->first = 0;
}

void move_to_new_table(Allocator& allocator, Dict* dict, size_t entries) {
  DictTable* table = new_table(allocator, entries);
  if (DictTable* old = dict->table) {
    compact_entries(dict, table);
    fill_index(table);
    allocator.heap().release(old);
  }
  dict->table = table;
  dict->used = table->used;
}

// Makes room for one more entry in a full table: reclaims deleted entries if that frees a good part of the
// table, else grows it.
void make_room(Allocator& allocator, Dict* dict) {
  DictTable* table = dict->table;
  if (!table || dict->length > table->length / 4 * 3) {
    return move_to_new_table(allocator, dict, table ? size_t{table->length} * 2 : kFewestEntries);
  }
  compact_entries(dict, table);
  dict->used = table->used;
  std::memset(table->index(), 0, 2 * size_t{table->length} * sizeof(uint32_t));
  fill_index(table);
}

// In the first place that the dict does not use, which is its own.
DictEntry& add_entry(Dict* dict, uint32_t slot, uint32_t hash, Value key) {
  DictTable* table = dict->table;
  const uint32_t position = dict->used++;
  table->hashes()[position] = hash;
  table->set_slot(slot, slot_for(hash, position, table->index_mask()));
  ++dict->length;
  return table->entries()[position] = {key, Value::undefined()};
}

// Closes the gap: moves later entries of the same run up, unless that puts them before their home slot.
void erase_slot(DictTable* table, uint32_t gap) {
  const uint32_t mask = table->index_mask();
  uint32_t* index = table->index();
  for (uint32_t at = (gap + 1) & mask; index[at] != 0; at = (at + 1) & mask) {
    uint32_t home = table->hashes()[position_in(index[at], mask)] & mask;
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    index[gap] = index[at];
    gap = at;
  }
  index[gap] = 0;
}

// Moves the live entries to the start of their table. Each keeps its slot in the index.
void close_gaps(Dict* dict) {
  DictTable* table = dict->table;
  const uint32_t mask = table->index_mask();
  uint32_t used = 0;
  for (uint32_t i = table->first; i < table->used; ++i) {
    if (table->entries()[i].key.is_undefined()) continue;
    const uint32_t hash = table->hashes()[i];
    table->set_slot(find_position(table, i), slot_for(hash, used, mask));
    table->entries()[used] = table->entries()[i];
    table->hashes()[used++] = hash;
  }
  table->first = 0;
  table->used = used;
}

// Also drops deleted entries at either end, so that first and last are found in constant time; and those in
// between where they are most of all, so that a walk over the dict takes time for what is there.
void erase_entry(Dict* dict, uint32_t position) {
  DictTable* table = dict->table;
  DictEntry* entries = table->entries();
  entries[position] = {Value::undefined(), Value::undefined()};
  --dict->length;
  assert(table->used == dict->used);
  while (table->used > table->first && entries[table->used - 1].key.is_undefined()) --table->used;
  while (table->first < table->used && entries[table->first].key.is_undefined()) ++table->first;
  if (table->first == table->used) table->first = table->used = 0;
  constexpr uint32_t kFew = 64, kMostShare = 8;
  const uint32_t span = table->used - table->first;
  if (span > kFew && dict->length < span / kMostShare) close_gaps(dict);
  dict->used = table->used;
}

}  // namespace

Dict* new_dict(Allocator& allocator, uint32_t capacity) {
  DictTable* table = capacity ? new_table(allocator, capacity) : nullptr;
  return allocator.make<Dict>(0, table);
}

Dict* copy_dict(Allocator& allocator, const Dict* dict, uint32_t extra) {
  Dict* copy = new_dict(allocator, dict->length + extra);
  if (dict->length == 0) return copy;
  DictTable* table = copy->table;
  compact_entries(dict, table);
  copy->length = copy->used = table->used;
  for (uint32_t i = 0; i < table->used; ++i) {
    share(table->entries()[i].key);
    share(table->entries()[i].value);
  }
  fill_index(table);
  return copy;
}

Dict* ensure_unshared_slow(Allocator& allocator, Dict* dict, uint32_t extra) {
  allocator.heap().note_copy(dict->length * sizeof(DictEntry));
  return copy_dict(allocator, dict, extra);
}

void reserve(Allocator& allocator, Dict* dict, uint32_t extra) {
  assert(!dict->is_shared());
  if (dict->table && dict->table->length - dict->used >= extra) return;
  move_to_new_table(allocator, dict, size_t{dict->length} + extra);
}

namespace {

// Replaces futures in a key by their values and computes its hash; false if a future was missed.
bool hash_key(const ValueContext& context, Value& key, uint32_t& hash) {
  if (!touch(context, key)) return false;
  hash = key_hash(context, key);
  return key.is_small_int() || is_kind(key, Kind::String) || !context.gave_up();
}

}  // namespace

DictEntry* find(const ValueContext& context, Dict* dict, Value key) {
  if (dict->length == 0) return nullptr;
  uint32_t hash;
  if (!hash_key(context, key, hash)) return nullptr;
  uint32_t at = find_key(context, dict, key, hash);
  if (at == kNoSlot) [[unlikely]]
    return nullptr;
  return entry_in_slot(dict, at);
}

namespace {

// Belongs to no dict.
DictEntry& stand_in() {
  static thread_local DictEntry entry;
  return entry = {Value::undefined(), Value::undefined()};
}

// Of an unshared dict: a new entry with that hash, where `slot` is free for it if the table has room.
DictEntry& add_in_place(Allocator& allocator, Dict* dict, uint32_t slot, uint32_t hash, Value key) {
  if (!dict->table || dict->used == dict->table->length) {
    make_room(allocator, dict);
    slot = free_slot(dict, hash);
  }
  DictEntry& entry = add_entry(dict, slot, hash, key);
  dict->table->used = dict->used;
  return entry;
}

// A dict with so many entries is copied rather than continued: that takes no longer, and the copy can be
// changed in place.
constexpr uint32_t kCopiedRather = 32;

// A newer version of a shared dict, with a place for one entry more, which the caller has to add before it
// allocates: a collection would not find the entry. Null if another worker adds one, or the dict is not the
// newest version, or has deleted entries, or no room.
Dict* newer_version(Allocator& allocator, Dict* dict) {
  DictTable* table = dict->table;
  if (dict->length <= kCopiedRather || dict->length != dict->used || dict->used == table->length)
    return nullptr;
  std::atomic_ref used(table->used);
  if (used.load(std::memory_order_relaxed) != dict->used) return nullptr;
  auto* newer = allocator.make<Dict>(0, table);
  newer->length = newer->used = dict->used;
  share(Value::object(newer));
  newer->set_has_versions();
  dict->set_has_versions();
  if (!table->has_versions()) std::atomic_ref(table->live).store(dict->used, std::memory_order_relaxed);
  uint32_t expected = dict->used;
  return used.compare_exchange_strong(expected, expected + 1, std::memory_order_relaxed) ? newer : nullptr;
}

// The entry of the key, new or not. One that is there may be written to only if `owned`: else a shared dict
// that has the key stays as it is.
DictEntry& add_or_find(Allocator& allocator, const ValueContext& context, Dict*& dict, Value key,
                       bool owned) {
  uint32_t hash, at = 0;
  if (!hash_key(context, key, hash)) return stand_in();
  DictEntry* found = nullptr;
  if (dict->table) {
    at = find_key(context, dict, key, hash);
    if (at == kNoSlot) [[unlikely]]
      return stand_in();
    found = entry_in_slot(dict, at);
  }
  if (!dict->is_shared()) return found ? *found : add_in_place(allocator, dict, at, hash, key);
  if (found && !owned) return stand_in();
  if (!found) {
    if (Dict* newer = newer_version(allocator, dict)) return add_entry(dict = newer, at, hash, key);
  }
  dict = ensure_unshared_slow(allocator, dict, 1);
  if (found) {
    at = find_key(context, dict, key, hash);
    return at == kNoSlot ? stand_in() : *entry_in_slot(dict, at);
  }
  return add_in_place(allocator, dict, free_slot(dict, hash), hash, key);
}

}  // namespace

DictEntry& find_or_add(Allocator& allocator, const ValueContext& context, Dict* dict, Value key) {
  assert(!dict->is_shared());
  return own_entry(allocator, context, dict, key);
}

void add_key(Allocator& allocator, const ValueContext& context, Dict*& dict, Value key) {
  add_or_find(allocator, context, dict, key, false).value = Value::unit();
}

DictEntry& own_entry(Allocator& allocator, const ValueContext& context, Dict*& dict, Value key) {
  return add_or_find(allocator, context, dict, key, true);
}

Value remove(const ValueContext& context, Dict* dict, Value key) {
  DictEntry* entry = find(context, dict, key);
  if (!entry) return Value::undefined();
  Value value = entry->value;
  remove_entry(dict, entry);
  return value;
}

void remove_entry(Dict* dict, DictEntry* entry) {
  assert(!dict->is_shared());
  auto position = static_cast<uint32_t>(entry - dict->table->entries());
  erase_slot(dict->table, find_position(dict->table, position));
  erase_entry(dict, position);
}

uint32_t only_entry_with_hash(const Dict* dict, uint32_t hash) {
  if (dict->length == 0) return kNoEntry;
  DictTable* table = dict->table;
  const uint32_t mask = table->index_mask();
  uint32_t only = kNoEntry;
  for (uint32_t at = hash & mask; table->slot(at) != 0; at = (at + 1) & mask) {
    uint32_t position = position_in(table->slot(at), mask);
    if (position >= dict->used || table->hashes()[position] != hash) continue;
    if (only != kNoEntry) return kSeveralEntries;
    only = position;
  }
  return only;
}

DictEntry* first_entry(Dict* dict) {
  return dict->length ? &dict->table->entries()[dict->table->first] : nullptr;
}
DictEntry* last_entry(Dict* dict) { return dict->length ? &dict->table->entries()[dict->used - 1] : nullptr; }

}  // namespace aspen
