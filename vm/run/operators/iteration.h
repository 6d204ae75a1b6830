// What errors say about values that are no collections, no bounds of a range, or options.
#pragma once

#include <string_view>

#include "vm/run/strand.h"

namespace aspen {

// As natives call the arguments that they iterate over.
inline constexpr std::string_view kIterable = "something to iterate";

// Of a function that got too few arguments and is used as their result, often one that `map` called with an
// entry of a dict.
inline constexpr const char* kWaitsForMore =
    "this function waits for more arguments; to take a pair apart, write `(k, v) -> …`";

// What to write instead of iterating over this value.
std::string_view iteration_hint(Value source);

// Of an option where its value is needed; empty for other values.
std::string_view option_hint(Value v);

// Raises that `bound` is no Int.
Value bad_bound(Strand& s, Value bound);

}  // namespace aspen
