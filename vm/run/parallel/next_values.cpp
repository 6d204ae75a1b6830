#include "vm/run/parallel/next_values.h"

#include <bit>

#include "vm/code/loop_sites.h"
#include "vm/object/future.h"

namespace aspen {

namespace {

// A future with a value counts as that value. No register is changed.
Value known(Value v) {
  look_through(v);
  return v;
}

double calculated(Op op, double a, double b) { return op == Op::Add ? a + b : op == Op::Sub ? a - b : a * b; }

// Undefined for what is no small Int.
Value calculated(Op op, int64_t a, int64_t b) {
  int64_t result = op == Op::Add ? a + b : a - b;
  if (op == Op::Mul && __builtin_mul_overflow(a, b, &result)) return Value::undefined();
  const bool is_small = result >= Value::kMinSmallInt && result <= Value::kMaxSmallInt;
  return is_small ? Value::small_int(result) : Value::undefined();
}

// Undefined for operands of other kinds.
Value calculated(Op op, Value a, Value b) {
  if (a.is_double() && b.is_double())
    return Value::from_bits(std::bit_cast<uint64_t>(calculated(op, a.as_double(), b.as_double())));
  if (!a.is_small_int() || !b.is_small_int()) return Value::undefined();
  return calculated(op, a.as_small_int(), b.as_small_int());
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
  const auto add = [&](unsigned reg, Value v) {
    if (!v.is_small_int() && !v.is_double()) return;
    values[reg] = v;
    found |= uint64_t{1} << reg;
  };
  for (const uint32_t word : loop.updates) {
    if (word != 0 && at <= word) add(a_of(proto.code + word), result_of(proto.code + word, frame));
  }
  for (const LoopSite::Settled& settled : loop.settled) {
    if (settled.word != 0 && at >= settled.word) add(settled.reg, known(frame[settled.reg]));
  }
  return found;
}

}  // namespace aspen
