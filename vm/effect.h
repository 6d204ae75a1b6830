#pragma once

#include <cstdint>

namespace aspen {

// What a function may do to the world, weakest first (execution.md). `pure` work may run at any time on any
// worker, a `read` may pass other reads, a `write` happens in program order.
enum class Effect : uint8_t { pure, read, write };

}  // namespace aspen
