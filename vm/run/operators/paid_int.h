// Arithmetic of Ints that are longer than LongArithmetic::kPieceBits, for operators and natives. Each
// function pays for its pieces (Strand::work), so a limit stops it within milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/values/bigint.h"
#include "vm/values/long_int.h"

namespace aspen {

class Strand;

inline bool is_long_int(Value v) {
  return is_kind(v, Kind::BigInt) && v.as_object()->length > LongArithmetic::kPieceBits / 64;
}

// For Ints of any size. Value::exception(), with the reason pending, if the strand has to stop. The caller
// has reserved the memory of the result, and has refused zero divisors and negative exponents.
Value long_multiply(Strand& strand, Value a, Value b);
Value long_quotient(Strand& strand, Value a, Value b);
Value long_remainder(Strand& strand, Value a, Value b);
Value long_power(Strand& strand, Value base, uint64_t exponent);
Value long_root(Strand& strand, Value a);
Value long_gcd(Strand& strand, Value a, Value b);

// Pays for an operation that reads each limb of its operands once. False with the reason pending.
bool pay_for_limbs(Strand& strand, Value a, Value b = Value::small_int(0));

// Likewise for a comparison, which reads all limbs only if the first ones are equal. Its result is right even
// if the strand has to stop. Without a strand it is free.
void pay_to_compare(Strand* strand, Value a, Value b);
// Likewise for what reads all limbs of one Int.
void pay_to_read(Strand* strand, Value v);

// Like the functions of bigint.h without a strand. append_int returns false if the strand has to stop, and
// does not raise: the caller has to.
bool append_int(Strand& strand, std::string& out, Value v, int base = 10);
// Value::exception(), with the reason pending, if the strand has to stop or the Int is too long.
std::optional<Value> parse_int(Strand& strand, std::string_view text, int base = 10);

}  // namespace aspen
