#include "vm/heap/memory_account.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "tests/unit/vm/test_heap.h"
#include "vm/object/value.h"
#include "vm/run/machine.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

TEST(MemoryAccount, CountsWhatIsChargedAndGivenBack) {
  auto account = std::make_shared<MemoryAccount>(1000);
  {
    Charge charge(account);
    EXPECT_TRUE(charge.grow_to(600));
    EXPECT_TRUE(charge.grow_to(500)) << "it has as many";
    EXPECT_EQ(charge.bytes(), 600u);
    Charge other(account);
    EXPECT_FALSE(other.grow_to(401));
    EXPECT_EQ(other.bytes(), 0u);
    EXPECT_TRUE(other.grow_to(400));
    charge.shrink_to(100);
    EXPECT_EQ(account->used(), 500u);
    EXPECT_EQ(account->charged(), 500u);
  }
  EXPECT_EQ(account->used(), 0u);
  EXPECT_EQ(account->charged(), 0u);
  EXPECT_EQ(account->peak(), 1000u);
  Charge charge(account);
  EXPECT_FALSE(charge.grow_to(SIZE_MAX));
}

TEST(MemoryAccount, ChargesMove) {
  auto account = std::make_shared<MemoryAccount>(1000);
  Charge first(account);
  ASSERT_TRUE(first.grow_to(300));
  Charge second(std::move(first));
  EXPECT_EQ(second.bytes(), 300u);
  Charge third(account);
  ASSERT_TRUE(third.grow_to(200));
  third = std::move(second);
  EXPECT_EQ(account->used(), 300u) << "what it had before is given back";
  third = Charge();
  EXPECT_EQ(account->used(), 0u);
  EXPECT_TRUE(Charge().grow_to(SIZE_MAX)) << "without an account nothing is counted";
}

TEST(MemoryAccount, OutlivesTheHeap) {
  Charge charge;
  {
    TestHeap test;
    charge = Charge(test.heap.memory());
    ASSERT_TRUE(charge.grow_to(kMebibyte));
  }
  EXPECT_TRUE(charge.grow_to(2 * kMebibyte));
}

TEST(MemoryAccount, ThreadsTogetherNeverPassTheLimit) {
  constexpr size_t kLimit = 10'000;
  auto account = std::make_shared<MemoryAccount>(kLimit);
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] {
      std::minstd_rand random(seed + 1);
      Charge charge(account);
      for (int i = 0; i < 20'000; ++i) {
        const size_t bytes = random() % (2 * kLimit);
        if (!charge.grow_to(bytes)) ++refused;
        if (i % 3 == 0) charge.shrink_to(bytes / 2);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(account->peak(), kLimit);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(account->used(), 0u);
  EXPECT_EQ(account->charged(), 0u);
}

TEST(MemoryAccount, BoundsTheHeap) {
  TestHeap test(16 * kMebibyte);
  Charge charge(test.heap.memory());
  ASSERT_TRUE(charge.grow_to(10 * kMebibyte));
  EXPECT_FALSE(test.allocator.can_allocate(7 * kMebibyte));
  EXPECT_FALSE(test.allocator.has_room_ahead(1)) << "half of the limit is in use";
  charge.shrink_to(0);
  EXPECT_TRUE(test.allocator.can_allocate(7 * kMebibyte));
  test.roots.values.push_back(Value::object(new_string(test.allocator, 15 * kMebibyte, true)));
  EXPECT_FALSE(charge.grow_to(kMebibyte)) << "and the heap bounds charges";
  EXPECT_TRUE(charge.grow_to(kMebibyte / 2));
  EXPECT_LE(test.heap.peak_bytes(), test.heap.limit());
}

// A native object that holds a charge.
void drop_charge(void* state) { delete static_cast<Charge*>(state); }
constexpr NativeType kHolder{"Holder", drop_charge, nullptr};

bool hold_charge(TestHeap& test, size_t bytes) {
  auto charge = std::make_unique<Charge>(test.heap.memory());
  if (!test.heap.charge(test.mutator, *charge, bytes)) return false;
  new_native_object(test.allocator, kHolder, charge.release());
  return true;
}

TEST(MemoryAccount, ChargesOfGarbageAreCollectedAtTheLimit) {
  TestHeap test(4 * kMebibyte);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(hold_charge(test, kMebibyte)) << i;
  EXPECT_LE(test.heap.peak_bytes(), test.heap.limit());
  EXPECT_FALSE(test.heap.limit_reached());
}

TEST(MemoryAccount, ChargesOfGarbageLeadToCollections) {
  TestHeap test;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(hold_charge(test, kMebibyte));
  EXPECT_LE(test.heap.peak_bytes(), 20 * kMebibyte);
  EXPECT_GT(test.heap.statistics().collections, 5u);
}

TEST(MemoryAccount, AStrandThatIsRefusedRaises) {
  MachineOptions options;
  options.limits.heap_bytes = 8 * kMebibyte;
  Machine machine(options);
  Strand& strand = machine.main_strand();
  Charge charge(machine.heap().memory());
  EXPECT_TRUE(strand.charge(charge, 7 * kMebibyte));
  EXPECT_FALSE(strand.charge(charge, 9 * kMebibyte));
  EXPECT_EQ(charge.bytes(), 7 * kMebibyte);
  const Value error = strand.take_error();
  ASSERT_TRUE(is_kind(error, Kind::LabelBox));
  EXPECT_EQ(as<LabelBox>(error)->name(), sym::kMemoryLimit);
  EXPECT_GE(machine.heap().peak_bytes(), 7 * kMebibyte);
  EXPECT_LE(machine.heap().peak_bytes(), machine.heap().limit());
}

}  // namespace
}  // namespace aspen
