#include "vm/heap/native_stack.h"

#include <algorithm>

#include "vm/heap/heap.h"

namespace aspen {

bool Heap::in_block(uintptr_t address) const {
  auto* region = Region::of(reinterpret_cast<const void*>(address));
  size_t block = Region::offset(reinterpret_cast<const void*>(address)) / kBlockBytes;
  if (block < kFirstBlock || !std::binary_search(regions_.begin(), regions_.end(), region)) return false;
  return region->in_use[block];
}

Object* Heap::find_small(uintptr_t address) const {
  if (!in_block(address)) return nullptr;
  const void* p = reinterpret_cast<const void*>(address);
  switch (Region::of(p)->lines[Region::line_of(p)]) {
    case Line::free: return nullptr;
    case Line::live: return find_marked(address);
    case Line::hole_start:
    case Line::hole: return find_fresh(address);
  }
  return nullptr;
}

// The object of the nearest mark at or before the address, if it extends that far.
Object* Heap::find_marked(uintptr_t address) const {
  Region* region = Region::of(reinterpret_cast<const void*>(address));
  size_t offset = address & (kRegionBytes - 1);
  size_t first_word = offset / kBlockBytes * (kBlockBytes / 8 / 64);
  size_t word = offset / 8 / 64;
  uint64_t bits = region->marks[word] & (~uint64_t{0} >> (63 - offset / 8 % 64));
  while (bits == 0 && word > first_word) bits = region->marks[--word];
  if (bits == 0) return nullptr;
  size_t bit = word * 64 + 63 - static_cast<size_t>(__builtin_clzll(bits));
  auto* object = reinterpret_cast<Object*>(reinterpret_cast<std::byte*>(region) + bit * 8);
  return address < reinterpret_cast<uintptr_t>(object) + object_size(object) ? object : nullptr;
}

// Walks a hole from its first line, because only that tells where its objects begin.
Object* Heap::find_fresh(uintptr_t address) const {
  Region* region = Region::of(reinterpret_cast<const void*>(address));
  size_t line = Region::line_of(reinterpret_cast<const void*>(address));
  while (region->lines[line] != Line::hole_start) --line;
  uintptr_t at = reinterpret_cast<uintptr_t>(region) + line * kLineBytes;
  while (*reinterpret_cast<const uint64_t*>(at) != kHoleEnd) {
    auto* object = reinterpret_cast<Object*>(at);
    const bool is_filler = object->kind == kFiller;
    at += object_size(object);
    if (address < at) return is_filler ? nullptr : object;
    at += is_filler ? 0 : kRedZoneBytes;
    if (address < at) return nullptr;
  }
  return nullptr;
}

Object* Heap::find_object(const void* address) const {
  const std::lock_guard hold(lock_);
  for (Mutator* mutator : mutators_) {
    end_hole(mutator->allocator_.cursor_, mutator->allocator_.limit_);
    end_hole(mutator->allocator_.overflow_cursor_, mutator->allocator_.overflow_limit_);
  }
  auto target = reinterpret_cast<uintptr_t>(address);
  if (Object* object = find_small(target)) return object;
  std::vector<Object*> found;
  std::vector<uintptr_t> candidates{target};
  find_large(candidates, found);
  return found.empty() ? nullptr : found.front();
}

// There may be many large objects, but there are few candidates, so each object is searched for in the list
// of candidates.
void Heap::find_large(std::vector<uintptr_t>& candidates, std::vector<Object*>& found) const {
  if (candidates.empty()) return;
  std::sort(candidates.begin(), candidates.end());
  for (LargeHeader* header : large_) {
    auto begin = reinterpret_cast<uintptr_t>(header->object());
    auto at = std::lower_bound(candidates.begin(), candidates.end(), begin);
    if (at != candidates.end() && *at < begin + header->bytes) found.push_back(header->object());
  }
}

void Heap::scan_native_stacks(std::vector<Object*>& found) const {
  std::vector<uintptr_t> candidates;
  for (const Mutator* mutator : mutators_) {
    if (mutator->base_) scan_words(mutator->top_, mutator->base_, candidates);
  }
  std::vector<uintptr_t> elsewhere;
  for (uintptr_t address : candidates) {
    if (Object* object = find_small(address)) {
      found.push_back(object);
    } else {
      elsewhere.push_back(address);
    }
  }
  find_large(elsewhere, found);
}

// Reads the frames of all functions, including red zones between variables.
__attribute__((noinline, no_sanitize("address"), no_sanitize("thread"))) void Heap::scan_words(
    const void* from, const void* to, std::vector<uintptr_t>& candidates) {
  auto* word = static_cast<const uintptr_t*>(from);
  for (auto* end = static_cast<const uintptr_t*>(to); word < end; ++word) {
    // A copy, because push_back takes a reference, and would read the word under the address sanitizer.
    const uintptr_t bits = *word;
    uintptr_t tag = bits >> 48;
    if (tag == 0) {
      if (bits >= kLineBytes) candidates.push_back(bits);
    } else if (tag == Value::kObjectTag >> 48) {
      candidates.push_back(bits ^ Value::kObjectTag);
    }
  }
}

[[gnu::noinline]] void clear_stack_ahead() {
  constexpr size_t kBytes = size_t{16} << 10;  // calls from a strand's start to a collection need less
  volatile std::byte ahead[kBytes];
  for (volatile std::byte& each : ahead) each = std::byte{};
}

}  // namespace aspen
