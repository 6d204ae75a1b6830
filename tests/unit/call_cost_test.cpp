// What calls that nobody splits leave in the heap: nothing. tools/bench/calls counts instructions.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/engine.h"
#include "vm/runtime.h"

namespace aspen {
namespace {

// Bytes that the heap has given out, exact to a block of each thread, for fib of a number.
uint64_t bytes_allocated(int n, SplitPolicy split) {
  Engine engine(MachineOptions{});
  std::string error;
  const std::string text =
      "fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }\nfib " + std::to_string(n);
  CompileResult compiled = compile_text("test.asp", text, engine.catalogue(), {});
  LoadedModule* module = compiled.ok() ? engine.load(compiled.program, error) : nullptr;
  RuntimeOptions options;
  options.workers = 1;
  options.split = split;
  const bool started = module != nullptr && engine.machine().start_runtime(options, error);
  if (!started) return ADD_FAILURE() << compiled.render() << error, 0;
  EXPECT_TRUE(engine.run(*module).finished());
  engine.machine().runtime()->shut_down();
  const StrandNumbers numbers = engine.machine().runtime()->statistics().total();
  EXPECT_EQ(numbers.split > 0, split == SplitPolicy::always);
  engine.machine().heap().collect(engine.machine().mutator());  // which accounts for what threads have taken
  return engine.machine().heap().statistics().bytes_allocated;
}

// 57,313 calls beside 177: a word for each would be several blocks.
TEST(CallCost, AnUnsplitCallAllocatesNothing) {
  EXPECT_EQ(bytes_allocated(22, SplitPolicy::on_demand), bytes_allocated(10, SplitPolicy::on_demand));
  EXPECT_EQ(bytes_allocated(22, SplitPolicy::on_demand), bytes_allocated(22, SplitPolicy::never));
}

TEST(CallCost, ASplitCallIsSeenToAllocate) {
  EXPECT_GT(bytes_allocated(15, SplitPolicy::always), bytes_allocated(10, SplitPolicy::always) + (1 << 16));
}

}  // namespace
}  // namespace aspen
