// The number of cores for the process: quotas of control groups in made-up system folders, and the affinity
// mask.
#include "sched/cores.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include "sched/platform.h"

namespace aspen::sched {
namespace {

namespace fs = std::filesystem;

class Cores : public testing::Test {
 protected:
  Cores() : root_(fs::temp_directory_path() / ("aspen-cores-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
  }
  ~Cores() override { fs::remove_all(root_); }

  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  uint32_t found() const { return cores_by_quota(root_); }

  const fs::path root_;
};

TEST_F(Cores, WithoutGroupsThereIsNoQuota) {
  EXPECT_EQ(found(), UINT32_MAX);
  write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(found(), UINT32_MAX);
  write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(found(), UINT32_MAX);
}

TEST_F(Cores, VersionTwo) {
  write("proc/self/cgroup", "0::/jobs/one\n");
  write("sys/fs/cgroup/jobs/one/cpu.max", "300000 100000\n");
  EXPECT_EQ(found(), 3u);
  write("sys/fs/cgroup/jobs/one/cpu.max", "250000 100000\n");
  EXPECT_EQ(found(), 3u) << "a part of a core is a core";
  write("sys/fs/cgroup/jobs/one/cpu.max", "1000 100000\n");
  EXPECT_EQ(found(), 1u);
}

TEST_F(Cores, TheLeastQuotaAboveCounts) {
  write("proc/self/cgroup", "0::/jobs/one\n");
  write("sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
  write("sys/fs/cgroup/jobs/cpu.max", "200000 100000\n");
  EXPECT_EQ(found(), 2u);
  write("sys/fs/cgroup/jobs/one/cpu.max", "400000 100000\n");
  EXPECT_EQ(found(), 2u);
  write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(found(), 1u);
}

TEST_F(Cores, WithinAContainerTheNameMayBeTheOneOutside) {
  write("proc/self/cgroup", "0::/../../elsewhere\n");
  write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(found(), 2u);
  write("proc/self/cgroup", "0::/docker/0123\n");
  EXPECT_EQ(found(), 2u);
}

TEST_F(Cores, VersionOne) {
  write("proc/self/cgroup", "5:memory:/jobs\n4:cpu,cpuacct:/jobs/one\n3:cpuset:/jobs\n");
  write("sys/fs/cgroup/cpu,cpuacct/jobs/one/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu,cpuacct/jobs/one/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(found(), UINT32_MAX);
  write("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "150000\n");
  write("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(found(), 3u);
  write("sys/fs/cgroup/cpu,cpuacct/jobs/one/cpu.cfs_quota_us", "100000\n");
  EXPECT_EQ(found(), 1u);
}

TEST_F(Cores, BothVersionsAtOnce) {
  write("proc/self/cgroup", "4:cpu:/a\n0::/b\n");
  write("sys/fs/cgroup/unified/b/cpu.max", "700000 100000\n");
  EXPECT_EQ(found(), 7u);
  write("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "200000\n");
  write("sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(found(), 2u);
}

TEST_F(Cores, RubbishIsNoQuota) {
  write("proc/self/cgroup", "rubbish\n::\n0:\n0::/a\n");
  write("sys/fs/cgroup/a/cpu.max", "-5 0\n");
  EXPECT_EQ(found(), UINT32_MAX);
}

TEST_F(Cores, AThreadThatMayRunOnOneCoreHasOne) {
  uint32_t found = 0;
  std::thread([&] {
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    int first = 0;
    while (!CPU_ISSET(first, &set)) ++first;
    CPU_ZERO(&set);
    CPU_SET(first, &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    found = cores_by_affinity();
  }).join();
  EXPECT_EQ(found, 1u);
  EXPECT_EQ(cores(), std::max(1u, std::min(cores_by_affinity(), cores_by_quota("/"))));
}

}  // namespace
}  // namespace aspen::sched
