// Text that grows on a thread without a strand, charged before it is allocated (README.md, "Charge first").
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "vm/memory_account.h"

namespace aspen {

// Moves the text to a buffer of exactly `bytes`; std::string::reserve at least doubles the capacity.
inline void move_to_capacity(std::string& text, size_t bytes) {
  std::string larger;
  larger.reserve(bytes);
  larger += text;
  text.swap(larger);
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
