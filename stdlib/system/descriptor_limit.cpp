#include "stdlib/system/descriptor_limit.h"

#include <sys/resource.h>

#include "vm/heap/heap.h"
#include "vm/run/machine.h"

namespace aspen {

void close_abandoned(Strand& s, int newest) {
  std::atomic<uint32_t>& opened = s.machine().opened_descriptors();
  const uint32_t since = opened.fetch_add(1, std::memory_order_relaxed) + 1;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t most = limit.rlim_cur;
  if (static_cast<rlim_t>(newest) < most / 4 * 3 || since < most / 16) return;
  opened.store(0, std::memory_order_relaxed);
  s.machine().heap().collect(s.allocator().mutator());
}

}  // namespace aspen
