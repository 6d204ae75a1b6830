#include "stdlib/system/give_up.h"

#include <sys/eventfd.h>

namespace aspen {

// If the system has no descriptor for the bell, giving up takes effect when the time has passed.
bool GiveUp::wait(pollfd waiting, int milliseconds) {
  if (!bell_) bell_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  bell_number_.store(bell_.number(), std::memory_order_seq_cst);
  if (is_given_up()) return false;
  pollfd both[] = {waiting, {bell_.number(), POLLIN, 0}};
  return ::poll(both, 2, milliseconds) > 0 && both[0].revents != 0;
}

std::unique_lock<std::mutex> GiveUp::give_up() {
  is_given_up_.store(true, std::memory_order_seq_cst);
  const int bell = bell_number_.load(std::memory_order_seq_cst);
  if (bell >= 0) ::eventfd_write(bell, 1);
  return enter();
}

}  // namespace aspen
