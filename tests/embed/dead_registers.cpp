// The limit on memory refuses nothing because of a list that a function has used and returned from, although
// a register still refers to it.
#include <aspen/aspen.hpp>

#include "tests/embed/check.h"

int main() {
  aspen::Vm vm({.limits = {.heap_bytes = size_t{32} << 20}});
  const auto program = vm.compile(R"(
phase = n -> { xs = []; for i in 0..n { xs |>= push "item {i}" }; len xs }
work = () -> {
    n = phase 400_000
    n + len (string.repeat 20_000_000 "x")
}
work ()
)",
                                  "work.asp");
  CHECK(program);
  if (!program) return 1;
  const auto ran = vm.run(*program);
  CHECK(ran);
  if (!ran) std::printf("%s", ran.error().render().c_str());
  return failures;
}
