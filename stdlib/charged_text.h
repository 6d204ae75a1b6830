// Text that grows on a thread without a strand: counted before it is had (memory_account.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "vm/memory_account.h"

namespace aspen {

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
  text.reserve(wanted);
  charge.shrink_to(text.capacity());
  return true;
}

}  // namespace aspen
