// How many cores the process may use at once: as many as its threads may run on, unless a quota of its
// control group, or of one above it, is worth fewer.
#pragma once

#include <cstdint>
#include <filesystem>

namespace aspen::sched {

// What the quotas are worth, rounded up; UINT32_MAX if there is none. `root` is where the system's /proc and
// /sys are: "/", but in tests. Both versions of control groups count, also at the same time.
uint32_t cores_by_quota(const std::filesystem::path& root);
// Of the affinity mask of the calling thread; 1 at least.
uint32_t cores_by_affinity();

}  // namespace aspen::sched
