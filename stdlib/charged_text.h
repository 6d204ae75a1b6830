// Text that grows on a thread without a strand: counted before it is had (README.md, "Charge first").
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "vm/memory_account.h"

namespace aspen {

// Moves the text to a place of exactly so many bytes; std::string::reserve at least doubles what it has.
inline void move_to_capacity(std::string& text, size_t bytes) {
  std::string larger;
  larger.reserve(bytes);
  larger += text;
  text.swap(larger);
}

// Room for `more` bytes behind the text, and little besides: what counts sizes is near to what is held.
inline void make_tight_room(std::string& text, size_t more) {
  const size_t needed = text.size() + more;
  if (needed > text.capacity()) move_to_capacity(text, needed + needed / 8);
}

// Room for `more` bytes behind the text, by `charge`, which is for this text only. False if the limit forbids
// that; then nothing has changed. While text is copied to a larger place, both count.
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
