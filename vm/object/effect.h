#pragma once

#include <cstdint>

namespace aspen {

// Effects of a function, weakest first (docs/bytecode.md). `pure` work may run at any time on any worker. A
// `read` may pass other reads and outputs. An `output`, which is text for a person or a log, and a `write`
// happen in program order.
enum class Effect : uint8_t { pure, read, output, write };

// Sources of a function's effects other than its own code and the functions that it was compiled to call:
// values that are only known at a call. `calls…`: it calls the value, or passes it to code that does.
// `iterates…`: it iterates over the value, or passes it to code that does; this is a write if the value is a
// channel or a fiber.
struct Reach {
  uint32_t calls = 0;  // bit i: parameter i, which keeps its value
  uint32_t iterates = 0;
  uint32_t calls_captured = 0;  // bit i: captured value i
  uint32_t iterates_captured = 0;
  uint8_t given =
      0;  // arguments in such calls, at most: with more than a function takes, its value is called
  bool calls_unknown = false;  // it also calls other values
  bool iterates_unknown = false;

  bool operator==(const Reach&) const = default;
};

}  // namespace aspen
