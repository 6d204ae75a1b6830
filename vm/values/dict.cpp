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
uint32_t find_slot(DictTable* table, uint32_t hash, Match match) {
  const uint32_t mask = table->index_mask();
  const uint32_t* index = table->index();
  const DictEntry* entries = table->entries();
  for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
    uint32_t slot = index[at];
    if (slot == 0) return at;
    if (((slot ^ hash) & ~mask) == 0 && match(entries[position_in(slot, mask)].key)) return at;
  }
}

bool same_string(String* a, Value b) {
  if (!is_kind(b, Kind::String)) return false;
  const auto* other = static_cast<const String*>(b.as_object());
  return other->length == a->length && std::memcmp(other->data(), a->data(), a->length) == 0;
}

// kNoSlot if comparing keys failed, which code of a host may.
constexpr uint32_t kNoSlot = ~uint32_t{0};
uint32_t find_key(const ValueContext& context, DictTable* table, Value key, uint32_t hash) {
  if (key.is_small_int()) {
    return find_slot(table, hash, [&](Value other) {
      return other == key || (!other.is_small_int() && same_key(context, other, key));
    });
  }
  if (is_kind(key, Kind::String)) {
    auto* string = static_cast<String*>(key.as_object());
    return find_slot(table, hash, [&](Value other) { return other == key || same_string(string, other); });
  }
  uint32_t at = find_slot(table, hash, [&](Value other) { return same_key(context, other, key); });
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

// Copies the live entries of `from`, in order, to the start of `to`, which may be the same table.
void compact_entries(DictTable* from, DictTable* to) {
  uint32_t used = 0;
  uint32_t end = from->used;
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
    compact_entries(old, table);
    fill_index(table);
    allocator.heap().release(old);
  }
  dict->table = table;
}

// Makes room for one more entry in a full table: reclaims deleted entries if that frees a good part of the
// table, else grows it.
void make_room(Allocator& allocator, Dict* dict) {
  DictTable* table = dict->table;
  if (!table || dict->length > table->length / 4 * 3) {
    return move_to_new_table(allocator, dict, table ? size_t{table->length} * 2 : kFewestEntries);
  }
  compact_entries(table, table);
  std::memset(table->index(), 0, 2 * size_t{table->length} * sizeof(uint32_t));
  fill_index(table);
}

DictEntry& add_entry(Dict* dict, uint32_t slot, uint32_t hash, Value key) {
  DictTable* table = dict->table;
  uint32_t position = table->used++;
  table->index()[slot] = slot_for(hash, position, table->index_mask());
  table->hashes()[position] = hash;
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

// Also drops deleted entries at either end, so that first and last are found in constant time.
void erase_entry(Dict* dict, uint32_t position) {
  DictTable* table = dict->table;
  DictEntry* entries = table->entries();
  entries[position] = {Value::undefined(), Value::undefined()};
  --dict->length;
  while (table->used > table->first && entries[table->used - 1].key.is_undefined()) --table->used;
  while (table->first < table->used && entries[table->first].key.is_undefined()) ++table->first;
  if (table->first == table->used) table->first = table->used = 0;
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
  compact_entries(dict->table, table);
  copy->length = table->used;
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
  if (dict->table && dict->table->length - dict->table->used >= extra) return;
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
  DictTable* table = dict->table;
  uint32_t hash;
  if (!hash_key(context, key, hash)) return nullptr;
  uint32_t at = find_key(context, table, key, hash);
  if (at == kNoSlot) [[unlikely]]
    return nullptr;
  uint32_t slot = table->index()[at];
  return slot ? &table->entries()[position_in(slot, table->index_mask())] : nullptr;
}

DictEntry& find_or_add(Allocator& allocator, const ValueContext& context, Dict* dict, Value key) {
  assert(!dict->is_shared());
  static thread_local DictEntry stand_in;
  uint32_t hash;
  if (!hash_key(context, key, hash)) return stand_in = {Value::undefined(), Value::undefined()};
  uint32_t at = 0;
  if (DictTable* table = dict->table) {
    at = find_key(context, table, key, hash);
    if (at == kNoSlot) [[unlikely]]
      return stand_in = {Value::undefined(), Value::undefined()};
    if (uint32_t slot = table->index()[at]) return table->entries()[position_in(slot, table->index_mask())];
  }
  if (!dict->table || dict->table->used == dict->table->length) {
    make_room(allocator, dict);
    at = find_slot(dict->table, hash, [](Value) { return false; });
  }
  return add_entry(dict, at, hash, key);
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
  for (uint32_t at = hash & mask; table->index()[at] != 0; at = (at + 1) & mask) {
    uint32_t position = position_in(table->index()[at], mask);
    if (table->hashes()[position] != hash) continue;
    if (only != kNoEntry) return kSeveralEntries;
    only = position;
  }
  return only;
}

DictEntry* first_entry(Dict* dict) {
  return dict->length ? &dict->table->entries()[dict->table->first] : nullptr;
}
DictEntry* last_entry(Dict* dict) {
  return dict->length ? &dict->table->entries()[dict->table->used - 1] : nullptr;
}

}  // namespace aspen
