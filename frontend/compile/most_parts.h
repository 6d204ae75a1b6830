// How many parts a construct may have: each takes a register, and a function has 250
// (FunctionWriter::alloc).
#pragma once

#include <cstddef>

namespace aspen {

inline constexpr size_t kMostParts = 200;         // arguments, elements of a tuple, captured values
inline constexpr size_t kMostPatternParts = 100;  // of a list pattern, before its rest and after it

}  // namespace aspen
