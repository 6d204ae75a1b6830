#pragma once

#include <cstdint>

namespace aspen {

// What a function may do to the world, weakest first (execution.md). `pure` work may run at any time on any
// worker, a `read` may pass other reads, a `write` happens in program order.
enum class Effect : uint8_t { pure, read, write };

// Where else a function's effects come from than its own code and the functions that it was compiled to call:
// from values that only a call of it shows. `calls…`: it calls the value, or passes it to what does.
// `iterates…`: it goes through the elements of the value, or passes it to what does; that is a write should
// it be a channel or a fiber.
struct Reach {
  uint32_t calls = 0;  // bit i: parameter i, which keeps its value
  uint32_t iterates = 0;
  uint32_t calls_captured = 0;  // bit i: captured value i
  uint32_t iterates_captured = 0;
  uint8_t given =
      0;  // arguments in such calls, at most: with more than a function takes, its value is called
  bool calls_unknown = false;  // any other value
  bool iterates_unknown = false;

  bool operator==(const Reach&) const = default;
};

}  // namespace aspen
