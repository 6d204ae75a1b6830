// A system that has no memory for the stacks of strands: a strand that cannot get its first frames ends the
// program, and an error that nothing can catch passes frames that have no room.
#include <gtest/gtest.h>
#include <mimalloc.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "sched/memory.h"
#include "tests/unit/programs.h"

namespace aspen {
namespace {

// What mi_zalloc refuses: requests for so many bytes and more.
std::atomic<size_t> refused_from = SIZE_MAX;
std::atomic<uint64_t> refusals = 0;

}  // namespace
}  // namespace aspen

// Takes the place of mimalloc's own in this program. Only stacks are made with it (vm/heap/stack_memory.h).
extern "C" void* mi_zalloc(size_t bytes) noexcept {
  if (bytes < aspen::refused_from.load(std::memory_order_relaxed)) return mi_calloc(1, bytes);
  aspen::refusals.fetch_add(1, std::memory_order_relaxed);
  return nullptr;
}

namespace aspen {
namespace {

// More than the stack that a strand has from the beginning, of 12 values.
constexpr size_t kLargeBytes = 13 * sizeof(Value);

// `large` has twenty variables, which it needs after a loop that is split: a loop of its own, or (`is_below`)
// one of a function that it calls. The loop calls `step` with each number. A task of its own runs it.
std::string with_large_frame(const std::string& step, bool is_below) {
  constexpr int kVariables = 20;
  const std::string loop = "total = 0\n  for i in 0..2000 { total += step i }\n  ";
  std::string variables;
  std::string sum = "total";
  for (int i = 0; i < kVariables; ++i) {
    const std::string variable = "a" + std::to_string(i);
    variables += variable + " = n + " + std::to_string(i) + "\n  ";
    sum += " + " + variable;
  }
  const std::string calls = "total = small ()\n  more = small ()\n  total += more - more\n  ";
  return "step = n -> " + step + "\nsmall = _ -> {\n  " + loop + "total\n}\n" +  //
         "large = n -> {\n  " + variables + (is_below ? calls : loop) + sum + "\n}\n" +
         "print (match (try (await (spawn large 1))) { Ok v -> v, Err e -> \"caught {e}\" })\n";
}

// How a program ends, and what it has printed.
std::string run(const std::string& program, uint32_t workers, size_t refused) {
  std::string out;
  MachineOptions machine;
  machine.out = machine.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(machine));
  RuntimeOptions options;
  options.workers = workers;
  options.split = SplitPolicy::always;
  LoadedModule* module = load_and_start(engine, program, options);
  if (module == nullptr) return out;
  refused_from.store(refused, std::memory_order_relaxed);
  const Outcome outcome = engine.run(*module);
  refused_from.store(SIZE_MAX, std::memory_order_relaxed);
  engine.machine().out().flush();
  return outcome.finished() ? out : out + engine.headline(outcome);
}

// Whether a strand needs such a stack depends on the schedule, so programs run until some have been refused
// one. Each run ends, as in program order or because of memory, and nothing catches that.
void expect_an_end_without_stacks(const std::string& program, const std::string& expected) {
  if (!sched::kUsesMimalloc) GTEST_SKIP() << "stacks are made by another allocator";
  const std::string refused = "MemoryLimit: the program needs more memory than it may use";
  uint32_t ended_for_memory = 0;
  for (uint32_t tried = 0; tried < 1000 && ended_for_memory < 20; ++tried) {
    const uint32_t workers = tried % 2 == 0 ? 2 : 8;
    ASSERT_EQ(run(program, workers, SIZE_MAX), expected);
    refusals.store(0, std::memory_order_relaxed);
    const std::string end = run(program, workers, kLargeBytes);
    if (end != expected) {
      ASSERT_EQ(end, refused) << workers << " workers";
      ASSERT_GT(refusals.load(std::memory_order_relaxed), 0u);
    }
    ended_for_memory += end == refused;
  }
  EXPECT_EQ(ended_for_memory, 20u);
}

TEST(RefusedStacks, StrandsWithoutFramesEndTheProgram) {
  for (bool is_below : {false, true})
    expect_an_end_without_stacks(with_large_frame("if n % 20 == 0 { 0 } else { 1 + step (n - 1) }", is_below),
                                 "19210\n");
}

TEST(RefusedStacks, ErrorsPassFramesWithoutRoom) {
  for (bool is_below : {false, true})
    expect_an_end_without_stacks(
        with_large_frame("if n == 1500 { error \"no\" } else if n % 20 == 0 { 0 } else { 1 + step (n - 1) }",
                         is_below),
        "caught no\n");
}

TEST(RefusedStacks, ProgramsExitOrEndForMemory) {
  for (bool is_below : {false, true})
    expect_an_end_without_stacks(
        with_large_frame("if n == 1500 { exit 3 } else if n % 20 == 0 { 0 } else { 1 + step (n - 1) }",
                         is_below),
        "exit 3");
}

}  // namespace
}  // namespace aspen
