// In builds with ASPEN_STRESS_FRAMES each return into a frame treats it as after a split that the compiler's
// rows of calls (function.h) allow: dead registers are cleared, and after some returns live ones are shared.
#pragma once

#include <algorithm>
#include <cassert>

#include "vm/object/function.h"

namespace aspen {

// `base`: of the frame that `to` belongs to; the call's `results` begin at register `first`.
inline void stress_frame([[maybe_unused]] const Proto* proto, [[maybe_unused]] const Word* to,
                         [[maybe_unused]] Value* base, [[maybe_unused]] unsigned first,
                         [[maybe_unused]] unsigned results) {
#ifdef ASPEN_STRESS_FRAMES
  // Seldom enough that loops with in-place updates do not copy at each step.
  constexpr unsigned kReturnsPerSplit = 61;
  static thread_local unsigned returns = 0;
  const CallSite* call = proto->call_site(to);
  assert(call != nullptr && "each call has its row");
  bool split = ++returns % kReturnsPerSplit == 0;
  unsigned followed = std::min(proto->frame_size, 64u);
  for (unsigned r = 0; r < followed; ++r) {
    if (r >= first && r < first + results) continue;
    if (!call->is_live(r)) base[r] = Value::undefined();
    if (call->is_live(r) && split) share(base[r]);
  }
#endif
}

}  // namespace aspen
