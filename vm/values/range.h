// The number of elements of a Range.
#pragma once

#include "vm/heap/allocator.h"
#include "vm/object/object.h"

namespace aspen {

// How many numbers there are from `start` on; all arguments are Ints. The result is an Int of any size.
Value range_length(Allocator& allocator, Value start, Value end, Value step, bool inclusive);
inline Value range_length(Allocator& allocator, const Range& range) {
  return range_length(allocator, range.start, range.end, range.step, range.inclusive());
}

}  // namespace aspen
