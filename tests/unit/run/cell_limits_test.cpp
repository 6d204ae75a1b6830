// MemoryLimit never comes between the start of a use of a cell or a permit and its end: not in cell.update,
// cell.change and semaphore.with.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/programs.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;
constexpr size_t kStepBytes = 29 << 10;  // no divisor of a block's size
constexpr int kLimits = 12;

// Allocates until MemoryLimit has struck three times, and then waits for the cell and the permit.
std::string program(const std::string& uses) {
  return "c = cell 0\ns = semaphore 1\n"
         "pass = () -> 0\n"
         "late = f -> { semaphore.acquire s; taken = Some f; pass (); try (f ()); semaphore.release s; taken "
         "}\n"
         "fill = () -> { kept = None; loop { " +
         uses +
         "; kept = Some kept } }\n"
         "for i in 0..3 { match try (fill ()) { Err (MemoryLimit _) -> (), other -> print other } }\n"
         "match try (cell.update (n -> n + 1) c) { Err (Broken _) -> cell.set 0 c, _ -> () }\n"
         "semaphore.with s pass\n"
         "print \"free\"";
}

std::string ending(size_t limit, const std::string& text) {
  std::string out;
  MachineOptions options;
  options.limits.heap_bytes = limit;
  options.out = options.err = [&](std::string_view piece) { out += piece; };
  {
    Engine engine(options);
    LoadedModule* module = load_and_start(engine, text, RuntimeOptions{.workers = 1});
    if (module == nullptr) return {};
    const Outcome outcome = engine.run(*module);
    if (!outcome.finished()) out += engine.headline(outcome);
  }  // writes what is still buffered
  return out;
}

int times_free(const std::string& uses) {
  int count = 0;
  for (int i = 0; i < kLimits; ++i)
    count +=
        ending(kMebibyte + kMebibyte / 2 + static_cast<size_t>(i) * kStepBytes, program(uses)) == "free\n"
            ? 1
            : 0;
  return count;
}

TEST(CellLimits, CellsAndPermitsAreFreeAfterEachMemoryLimit) {
  EXPECT_EQ(times_free("cell.update (n -> n + 1) c"), kLimits);
  EXPECT_EQ(times_free("cell.update (n -> len [n]) c"), kLimits);
  EXPECT_EQ(times_free("cell.change (n -> n + 1) c"), kLimits);
  EXPECT_EQ(times_free("semaphore.with s pass"), kLimits);
  EXPECT_EQ(times_free("semaphore.with s (() -> [kept])"), kLimits);
}

// The limits reach each place: a call between the two loses the permit.
TEST(CellLimits, TheLimitsStrikeWhereACallWouldLoseThePermit) { EXPECT_LT(times_free("late pass"), kLimits); }

}  // namespace
}  // namespace aspen
