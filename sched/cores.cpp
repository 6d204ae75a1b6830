#include "sched/cores.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

namespace aspen::sched {

namespace {

namespace fs = std::filesystem;

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double quota_by_period(double quota, double period) {
  return quota > 0 && period > 0 ? quota / period : kUnlimited;
}

// Version 2: "QUOTA PERIOD", where the quota may be the word "max", which is not read as a number.
double quota_in_v2(const fs::path& group) {
  double quota = 0, period = 0;
  std::ifstream(group / "cpu.max") >> quota >> period;
  return quota_by_period(quota, period);
}

// Version 1: a file for each; -1 is no quota.
double quota_in_v1(const fs::path& group) {
  double quota = 0, period = 0;
  std::ifstream(group / "cpu.cfs_quota_us") >> quota;
  std::ifstream(group / "cpu.cfs_period_us") >> period;
  return quota_by_period(quota, period);
}

// The least quota of a group and all groups above it, up to `mount`. Within a container the name may be the
// one outside: its own folder is not there, but the ones above it are.
template <class QuotaIn>
double least_quota(const fs::path& mount, const fs::path& name, QuotaIn quota_in) {
  double least = quota_in(mount);
  fs::path group = mount;
  for (const fs::path& part : name.relative_path()) {
    if (part == "..") break;  // outside of what is mounted here
    group /= part;
    least = std::min(least, quota_in(group));
  }
  return least;
}

bool names_cpu(const std::string& controllers) {
  return ("," + controllers + ",").find(",cpu,") != std::string::npos;
}

// A line of /proc/self/cgroup: "NUMBER:CONTROLLERS:NAME"; version 2 names no controllers.
double quota_of_line(const fs::path& mounts, const std::string& line) {
  const size_t first = line.find(':'), second = line.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) return kUnlimited;
  const std::string controllers = line.substr(first + 1, second - first - 1);
  const fs::path name = line.substr(second + 1);
  if (controllers.empty())
    return std::min(least_quota(mounts, name, quota_in_v2),
                    least_quota(mounts / "unified", name, quota_in_v2));
  if (!names_cpu(controllers)) return kUnlimited;
  return std::min(least_quota(mounts / controllers, name, quota_in_v1),
                  least_quota(mounts / "cpu", name, quota_in_v1));
}

}  // namespace

uint32_t cores_by_quota(const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  double least = kUnlimited;
  for (std::string line; std::getline(groups, line);)
    least = std::min(least, quota_of_line(root / "sys/fs/cgroup", line));
  if (least >= std::numeric_limits<uint32_t>::max()) return UINT32_MAX;
  return std::max(1u, static_cast<uint32_t>(std::ceil(least)));
}

uint32_t cores_by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());  // more cores than the set has room for
}

}  // namespace aspen::sched
