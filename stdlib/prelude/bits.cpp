// Module bits. Integers of any size, as an infinite two's complement.
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"

namespace aspen {

namespace {

Value both(Strand& s, Value a, Value b) { return bit_and(s, a, b); }
Value either(Strand& s, Value a, Value b) { return bit_or(s, a, b); }
Value one_of(Strand& s, Value a, Value b) { return bit_xor(s, a, b); }
Value inverted(Strand& s, Value a) { return bit_not(s, a); }
Value left(Strand& s, Value n, Value v) { return shift_left(s, v, n); }
Value right(Strand& s, Value n, Value v) { return shift_right(s, v, n); }
Value ones(Strand& s, Value v) { return popcount(s, v); }

Value length(Strand& s, Value v) {
  if (!is_int(v)) return wrong_type(s, 0, v, "an Int");
  return int_value(s, static_cast<int64_t>(int_bits(v)));
}

Value has_bit(Strand& s, Count n, Value v) {
  if (!is_int(v)) return wrong_type(s, 1, v, "an Int");
  Value shifted = int_shift_right(s.allocator(), v, n);
  return Value::boolean(int_and(s.allocator(), shifted, Value::small_int(1)) == Value::small_int(1));
}

const NativeDescriptor kRows[] = {
    row<both>("bits.and", "a b", kBorrows, R"(The bits that both have.
bits.and 6 3 => 2)"),
    row<either>("bits.or", "a b", kBorrows, R"(The bits that either has.
bits.or 6 3 => 7)"),
    row<one_of>("bits.xor", "a b", kBorrows, R"(The bits that exactly one of them has.
bits.xor 6 3 => 5)"),
    row<inverted>("bits.not", "v", kBorrows, R"(All bits inverted: -v - 1.
bits.not 0 => -1)"),
    row<left>("bits.shift_left", "n v", kBorrows, R"(v shifted left by n bits.
bits.shift_left 4 1 => 16)"),
    row<right>("bits.shift_right", "n v", kBorrows, R"(v shifted right by n bits, rounding down.
bits.shift_right 2 16 => 4)"),
    row<ones>("bits.popcount", "v", kBorrows, R"(How many bits of the magnitude are one.
bits.popcount 255 => 8)"),
    row<length>("bits.length", "v", kBorrows, R"(How many bits the magnitude takes.
bits.length 255 => 8)"),
    row<has_bit>("bits.test", "n v", kBorrows, R"(Whether bit n, counted from 0, is one.
bits.test 1 6 => true)"),
};

}  // namespace

NativeTable bits_natives() { return kRows; }

}  // namespace aspen
