// System calls that a signal may interrupt.
#pragma once

#include <cerrno>

namespace aspen {

// What `call` returns, made again as long as a signal interrupts it: a call that gives -1 and EINTR has done
// nothing yet. Not for close, which has closed the descriptor by then.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace aspen
