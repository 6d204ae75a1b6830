// What calls that are not split leave in the heap: nothing. tools/bench/calls counts instructions.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/programs.h"

namespace aspen {
namespace {

// Bytes that the heap has given out, exact to one block for each thread, after fib of a number.
uint64_t bytes_allocated(int n, SplitPolicy split) {
  Engine engine(MachineOptions{});
  const std::string text =
      "fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }\nfib " + std::to_string(n);
  RuntimeOptions options;
  options.workers = 1;
  options.split = split;
  LoadedModule* module = load_and_start(engine, text, options);
  if (module == nullptr) return 0;
  EXPECT_TRUE(engine.run(*module).finished());
  engine.machine().runtime()->shut_down();
  const StrandNumbers numbers = engine.machine().runtime()->statistics().total();
  EXPECT_EQ(numbers.split > 0, split == SplitPolicy::always);
  engine.machine().heap().collect(engine.machine().mutator());  // which counts the threads' blocks, too
  return engine.machine().heap().statistics().bytes_allocated;
}

// 57,313 calls, compared with 177: one word for each call would be several blocks.
TEST(CallCost, AnUnsplitCallAllocatesNothing) {
  EXPECT_EQ(bytes_allocated(22, SplitPolicy::on_demand), bytes_allocated(10, SplitPolicy::on_demand));
  EXPECT_EQ(bytes_allocated(22, SplitPolicy::on_demand), bytes_allocated(22, SplitPolicy::never));
}

TEST(CallCost, ASplitCallIsSeenToAllocate) {
  EXPECT_GT(bytes_allocated(15, SplitPolicy::always), bytes_allocated(10, SplitPolicy::always) + (1 << 16));
}

}  // namespace
}  // namespace aspen
