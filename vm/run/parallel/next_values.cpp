#include "vm/run/parallel/next_values.h"

#include <bit>

#include "vm/code/loop_sites.h"
#include "vm/heap/heap.h"
#include "vm/object/future.h"

namespace aspen {

namespace {

constexpr size_t kMostBytes = 512, kMostElements = 16;

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

// If two strands have a container, an update by one of them copies it. So only short ones are passed on.
bool can_pass_on(Value v) {
  if (v.is_undefined() || is_future(v) || is_kind(v, Kind::Dict)) return false;
  if (is_kind(v, Kind::List)) return v.as_object()->length <= kMostElements;
  return !v.is_object() || Heap::object_size(v.as_object()) <= kMostBytes;
}

}  // namespace

uint64_t next_values(const Proto& proto, const LoopSite& loop, uint32_t at, Value* frame,
                     std::array<Value, 64>& values) {
  uint64_t found = 0;
  const auto add = [&](unsigned reg, Value v) {
    if (!can_pass_on(v)) return;
    values[reg] = v;
    found |= uint64_t{1} << reg;
  };
  for (const uint32_t word : loop.updates) {
    if (word == 0) continue;
    const unsigned reg = a_of(proto.code + word);
    add(reg, at <= word ? result_of(proto.code + word, frame) : known(frame[reg]));
  }
  for (const LoopSite::Settled& settled : loop.settled) {
    if (settled.word != 0 && at >= settled.word) add(settled.reg, known(frame[settled.reg]));
  }
  return found;
}

}  // namespace aspen
