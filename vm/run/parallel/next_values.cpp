#include "vm/run/parallel/next_values.h"

#include <bit>

#include "vm/code/loop_sites.h"
#include "vm/object/future.h"

namespace aspen {

namespace {

Value of_double(double d) { return Value::from_bits(std::bit_cast<uint64_t>(d)); }

// The operands are known, or undefined.
Value added(Value a, Value b) {
  if (a.is_double() && b.is_double()) return of_double(a.as_double() + b.as_double());
  if (!a.is_small_int() || !b.is_small_int()) return Value::undefined();
  const int64_t sum = a.as_small_int() + b.as_small_int();
  return sum >= Value::kMinSmallInt && sum <= Value::kMaxSmallInt ? Value::small_int(sum)
                                                                  : Value::undefined();
}

Value subtracted(Value a, Value b) {
  if (a.is_double() && b.is_double()) return of_double(a.as_double() - b.as_double());
  if (!a.is_small_int() || !b.is_small_int()) return Value::undefined();
  const int64_t difference = a.as_small_int() - b.as_small_int();
  return difference >= Value::kMinSmallInt && difference <= Value::kMaxSmallInt ? Value::small_int(difference)
                                                                                : Value::undefined();
}

Value multiplied(Value a, Value b) {
  if (a.is_double() && b.is_double()) return of_double(a.as_double() * b.as_double());
  if (!a.is_small_int() || !b.is_small_int()) return Value::undefined();
  int64_t product;
  if (__builtin_mul_overflow(a.as_small_int(), b.as_small_int(), &product)) return Value::undefined();
  return product >= Value::kMinSmallInt && product <= Value::kMaxSmallInt ? Value::small_int(product)
                                                                          : Value::undefined();
}

// A future with a value counts as that value. No register is changed.
Value known(Value v) {
  look_through(v);
  return v;
}

Value calculated(Op op, Value a, Value b) {
  switch (op) {
    case Op::Add: return added(a, b);
    case Op::Sub: return subtracted(a, b);
    default: return multiplied(a, b);
  }
}

Value result_of(const Word* update, const Value* frame) {
  const Update form = update_at(update);
  const Value left = known(frame[form.left]);
  const Value right = form.right >= 0 ? known(frame[form.right]) : form.constant;
  return calculated(form.op, left, right);
}

}  // namespace

uint64_t next_values(const Proto& proto, const LoopSite& loop, uint32_t at, Value* frame,
                     std::array<Value, 64>& values) {
  uint64_t found = 0;
  for (const uint32_t word : loop.updates) {
    if (word == 0) break;
    const Word* update = proto.code + word;
    const unsigned r = a_of(update);
    const Value v = at <= word ? result_of(update, frame) : known(frame[r]);
    if (!v.is_small_int() && !v.is_double()) continue;
    values[r] = v;
    found |= uint64_t{1} << r;
  }
  return found;
}

}  // namespace aspen
