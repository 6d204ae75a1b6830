// Whether two parts of a function's code compute the same value, for analyses of finished code.
#pragma once

#include <vector>

#include "vm/code/chunk.h"

namespace aspen {

// Whether the last instructions of `block` give R[again] the value that the last ones of `before` have given
// R[value]: the same instructions, on registers that hold what they held. Precondition: the instructions of
// `before` run one after the other, and those of `block` directly after them.
bool computes_again(const FunctionCode& function, const std::vector<uint32_t>& before, uint8_t value,
                    const std::vector<uint32_t>& block, uint8_t again);

}  // namespace aspen
