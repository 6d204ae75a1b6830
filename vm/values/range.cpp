#include "vm/values/range.h"

#include "vm/values/bigint.h"

namespace aspen {

Value range_length(Allocator& allocator, Value start, Value end, Value step, bool inclusive) {
  const bool down = int_is_negative(step);
  Value span = down ? int_sub(allocator, start, end) : int_sub(allocator, end, start);
  if (down) step = int_neg(allocator, step);
  if (int_is_negative(span)) return Value::small_int(0);
  if (inclusive) return int_add(allocator, int_floor_div(allocator, span, step), Value::small_int(1));
  Value rounded = int_add(allocator, span, int_sub(allocator, step, Value::small_int(1)));
  return int_floor_div(allocator, rounded, step);
}

}  // namespace aspen
