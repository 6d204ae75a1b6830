// Text that grows on a thread without a strand, charged before it is allocated (README.md, "Charge first").
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "vm/heap/memory_account.h"

namespace aspen {

// Returns the pages of a large text to the system at once. The allocator would keep freed pages for a while,
// so a text that grows would take twice its size. Afterwards the content of the text is undefined.
inline void drop_pages(std::string& text) {
  constexpr size_t kLargeBytes = size_t{256} << 10;
  constexpr uintptr_t kPageBytes = 4096;
  if (text.capacity() < kLargeBytes) return;
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(text.data()) + kPageBytes - 1) & ~(kPageBytes - 1);
  const uintptr_t end = reinterpret_cast<uintptr_t>(text.data() + text.capacity()) & ~(kPageBytes - 1);
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);  // advice: may fail
}

// Moves the text to a place of exactly so many bytes; std::string::reserve at least doubles what it has.
inline void move_to_capacity(std::string& text, size_t bytes) {
  std::string larger;
  larger.reserve(bytes);
  larger += text;
  text.swap(larger);
  drop_pages(larger);
}

// Makes room for `more` bytes after the text and for little else: sizes are counted, not capacities.
inline void make_tight_room(std::string& text, size_t more) {
  const size_t needed = text.size() + more;
  if (needed > text.capacity()) move_to_capacity(text, needed + needed / 8);
}

// Makes room for `more` bytes after the text, charged to `charge`, which serves this text only. False if the
// memory limit forbids it; nothing has changed then. While the text is copied, both buffers are charged.
inline bool make_charged_room(std::string& text, Charge& charge, size_t more) {
  const size_t held = text.capacity(), needed = text.size() + more;
  if (needed <= held) return true;
  size_t wanted = std::max(2 * held, needed);
  if (!charge.grow_to(held + wanted)) {
    wanted = needed + needed / 8;
    if (!charge.grow_to(held + wanted)) return false;
  }
  move_to_capacity(text, wanted);
  charge.shrink_to(text.capacity());
  return true;
}

}  // namespace aspen
