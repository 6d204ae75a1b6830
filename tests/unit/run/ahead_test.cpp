// Work ahead of a program leaves it the memory that it needs: half of the limit is the program's own.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/unit/programs.h"
#include "tests/unit/vm/test_heap.h"
#include "tests/unit/vm/values.h"
#include "vm/run/parallel/read_ahead.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

constexpr size_t kLimit = size_t{12} << 20;

std::string run(const std::string& text, const RuntimeOptions& options, size_t limit) {
  std::string out;
  MachineOptions machine;
  machine.limits.heap_bytes = limit;
  machine.out = machine.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(machine));
  LoadedModule* module = load_and_start(engine, text, options);
  if (module == nullptr) return out;
  const Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  return outcome.finished() ? out : out + engine.headline(outcome);
}

void expect_in_each_schedule(const std::string& program, const std::string& expected, size_t limit = kLimit) {
  for (SplitPolicy split :
       {SplitPolicy::on_demand, SplitPolicy::never, SplitPolicy::always, SplitPolicy::chaos}) {
    for (uint32_t workers : {2, 8}) {
      RuntimeOptions options;
      options.workers = workers;
      options.split = split;
      options.seed = workers + 1;
      EXPECT_EQ(run(program, options, limit), expected)
          << program << workers << " workers, split " << int(split);
      if (kIsSlow) return;
    }
  }
}

// A text in use and one that is about to be garbage, 4 MB, are all that these need in program order.
TEST(Ahead, LeavesRoomForLargeTexts) {
  expect_in_each_schedule("print (sum (map (i -> len (string.repeat 2000000 \"a\")) (0..40)))\n",
                          "80000000\n");
}

// In program order, less than 3 MiB. If every call is split, the pairs lie between futures that are garbage
// soon, so that their blocks are used less well: with 11 MiB, half of which is the head's own, it is now and
// then refused what it needs.
TEST(Ahead, LeavesRoomForManySmallObjects) {
  constexpr size_t kForScattered = size_t{16} << 20;
  expect_in_each_schedule("print (sum (map (i -> len (map (k -> (i, k)) (0..25000))) (0..40)))\n",
                          "1000000\n", kForScattered);
}

// Loops that could run ahead for ever: 64 iterations ahead would need more than the limit.
TEST(Ahead, LoopsWithoutAnEndLeaveRoom) {
  const std::string make = "make = n -> list (n..n + 25000)\nt = 0\n";
  expect_in_each_schedule(
      make + "for i in 0..1_000_000_000_000 { t += len (make i); if i == 40 { break } }\nprint t\n",
      "1025000\n");
  expect_in_each_schedule(make + "i = 0\nloop { t += len (make i); i += 1; if i == 40 { break } }\nprint t\n",
                          "1000000\n");
  expect_in_each_schedule(make + "i = 0\nwhile true { t += len (make i); i += 1; if i == 40 { error t } }\n",
                          "error: 1000000");
}

// In program order, each needs 6.1 MiB. Halves that add apart hold more at one time, and joining them copies
// one. With less than twice as much, a busy machine may let halves ahead hold what the head is refused:
// halves_ahead_test.cpp looks at that in one schedule.
TEST(Ahead, HalvesNeedNoMoreThanTheirLoop) {
  constexpr size_t kTight = size_t{13} << 20;
  expect_in_each_schedule("found = []\nfor i in 0..500_000 { found |>= push (i % 7) }\nprint (len found)\n",
                          "500000\n", kTight);
  expect_in_each_schedule("text = \"\"\nfor i in 0..600_000 { text += \"{i},\" }\nprint (len text)\n",
                          "4088890\n", kTight);
  expect_in_each_schedule(
      "data, count = b\"\", 0\nfor i in 0..600_000 { data += b\"abcdef\"; count += i }\n"
      "print (len data, count)\n",
      "(3600000, 179999700000)\n", kTight);
}

TEST(Ahead, LeavesRoomForWhatIsRead) {
  std::string path = (std::filesystem::temp_directory_path() / "aspen-ahead-XXXXXX").string();
  const int file = mkstemp(path.data());
  ASSERT_GE(file, 0);
  ::close(file);
  std::ofstream(path) << std::string(2'000'000, 'a');
  expect_in_each_schedule("print (sum (map (i -> len (fs.read \"" + path + "\")) (0..40)))\n", "80000000\n");
  expect_in_each_schedule("print (sum (map (i -> len (fs.read_bytes \"" + path + "\")) (0..40)))\n",
                          "80000000\n");
  std::filesystem::remove(path);
}

TEST(Ahead, AHeapIsCrowdedUntilHalfIsFreeAgain) {
  TestHeap test(size_t{16} << 20);
  EXPECT_TRUE(test.allocator.has_room_ahead(size_t{7} << 20));
  EXPECT_FALSE(test.allocator.has_room_ahead(size_t{9} << 20));
  while (!test.heap.is_crowded()) {
    test.roots.values.push_back(Value::object(new_string(test.allocator, 3000, true)));
    ASSERT_LT(test.roots.values.size(), 6000u);
  }
  EXPECT_LT(test.heap.bytes_used(), size_t{10} << 20);
  EXPECT_FALSE(test.heap.limit_reached());
  EXPECT_FALSE(test.allocator.has_room_ahead(1));
  EXPECT_TRUE(test.allocator.can_allocate(size_t{4} << 20)) << "for a strand that is not ahead";
  test.roots.values.clear();
  test.collect();
  EXPECT_FALSE(test.heap.is_crowded());
  EXPECT_TRUE(test.allocator.has_room_ahead(size_t{7} << 20));
}

// Several threads ask before one of them allocates.
TEST(Ahead, RoomIsPromisedOnce) {
  TestHeap test(size_t{16} << 20);
  Mutator other(test.heap);
  EXPECT_TRUE(other.allocator().has_room_ahead(size_t{5} << 20));
  EXPECT_FALSE(test.allocator.has_room_ahead(size_t{5} << 20));
  EXPECT_TRUE(other.allocator().has_room_ahead(size_t{7} << 20)) << "instead of what it has asked for before";
  EXPECT_FALSE(test.allocator.has_room_ahead(size_t{2} << 20));
  EXPECT_TRUE(test.allocator.can_allocate(size_t{15} << 20)) << "for a strand that is not ahead";
  test.roots.values.push_back(Value::object(new_string(other.allocator(), 5 << 20, true)));
  EXPECT_TRUE(test.allocator.has_room_ahead(size_t{2} << 20)) << "of seven, five are used, and none promised";
}

TEST(Ahead, ReadsAreBoundedByWhatTheyBring) {
  constexpr size_t kMiB = size_t{1} << 20;
  ReadAhead ahead;
  int begun = 0;
  for (; ahead.has_room(SIZE_MAX); ++begun) ahead.begin();
  EXPECT_EQ(begun, 64) << "of which nothing is known yet";
  for (int i = 0; i < begun; ++i) ahead.end(100);
  for (begun = 0; begun < 1000 && ahead.has_room(SIZE_MAX); ++begun) ahead.begin();
  EXPECT_EQ(begun, 1000) << "that bring little";
  EXPECT_FALSE(ahead.has_room(kMiB)) << "in a heap where that is much";
  for (int i = 0; i < begun; ++i) ahead.end(kMiB);
  EXPECT_FALSE(ahead.has_room(SIZE_MAX)) << "as long as the results are not taken";
  for (int i = 0; i < begun; ++i) ahead.take(kMiB);
  EXPECT_TRUE(ahead.has_room(SIZE_MAX));
}

}  // namespace
}  // namespace aspen
