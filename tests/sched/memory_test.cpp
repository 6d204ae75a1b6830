#include "sched/memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace aspen::sched {
namespace {

// More blocks than a thread keeps of one size.
constexpr size_t kMany = 500;

TEST(Memory, ReusesTheLastBlockOfASize) {
  if (!kUsesMimalloc) GTEST_SKIP();
  void* first = allocate(200);
  void* second = allocate(200);
  ASSERT_NE(first, second);
  release(first, 200);
  release(second, 200);
  EXPECT_EQ(allocate(200), second);
  EXPECT_EQ(allocate(200), first);
  release(first, 200);
  release(second, 200);
}

TEST(Memory, GivesEachBlockToOneOwner) {
  for (const size_t bytes : {1, 31, 32, 33, 264, 511, 512, 513, 5000}) {
    for (int round = 0; round < 2; ++round) {
      std::vector<void*> blocks;
      for (size_t i = 0; i < kMany; ++i) {
        blocks.push_back(allocate(bytes));
        std::memset(blocks.back(), static_cast<int>(i), bytes);
      }
      EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), kMany) << bytes;
      for (size_t i = 0; i < kMany; ++i) {
        EXPECT_EQ(static_cast<unsigned char*>(blocks[i])[bytes - 1], static_cast<unsigned char>(i));
        release(blocks[i], bytes);
      }
    }
  }
}

// One thread frees what another has allocated, more than it keeps, and ends.
TEST(Memory, MovesBetweenThreads) {
  std::vector<void*> blocks;
  for (size_t i = 0; i < kMany; ++i) blocks.push_back(allocate(100));
  std::thread([&] {
    release(allocate(100), 100);
    for (void* block : blocks) release(block, 100);
  }).join();
  std::vector<void*> others;
  for (size_t i = 0; i < kMany; ++i) others.push_back(allocate(100));
  EXPECT_EQ(std::set<void*>(others.begin(), others.end()).size(), kMany);
  for (void* block : others) release(block, 100);
}

}  // namespace
}  // namespace aspen::sched
