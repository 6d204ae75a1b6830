// System calls that a signal may interrupt.
#pragma once

#include <cerrno>

namespace aspen {

// Calls `call` again as long as a signal interrupts it, and returns its result. A call that gives -1 and
// EINTR must have done nothing. Not for close, which has closed the descriptor by then.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace aspen
