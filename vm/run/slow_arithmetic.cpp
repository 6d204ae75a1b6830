// Arithmetic, comparison and logic outside of the fast paths.
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/paid_text.h"
#include "vm/run/operators/show.h"
#include "vm/values/bytes.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

using Binary = Value (*)(Strand&, Value, Value);

Value constant(const Word* pc) { return Value::from_bits(wide(pc + 1)); }
Value small_constant(const Word* pc) { return Value::small_int(static_cast<int8_t>(c_of(pc))); }

// An instruction specialised for Floats stays so for an Int with a Float; any other operands return it to the
// general form.
bool still_floats(Value a, Value b) {
  return is_number(a) && is_number(b) && (a.is_double() || b.is_double());
}

const Word* generalise(const Word* pc, Op general) {
  store_op(pc, general);
  return pc;
}

}  // namespace

#define BINARY(name, function)                                                   \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    return finish(s, pc, function(s, base[b_of(pc)], base[c_of(pc)]));           \
  }
BINARY(Add, add)
BINARY(Sub, sub)
BINARY(Mul, mul)
BINARY(Div, div)
BINARY(FloorDiv, floor_div)
BINARY(Mod, mod)
BINARY(Pow, pow)
#undef BINARY

#define BINARY_SMALL(name, function)                                             \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    return finish(s, pc, function(s, base[b_of(pc)], small_constant(pc)));       \
  }
BINARY_SMALL(MulInt, mul)
BINARY_SMALL(FloorDivInt, floor_div)
BINARY_SMALL(ModInt, mod)
#undef BINARY_SMALL

// `x - 1` is compiled to AddInt -1; the error names the operator in the source.
const Word* Interpreter::slow_AddInt(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  int64_t c = static_cast<int8_t>(c_of(pc));
  Value b = base[b_of(pc)];
  return finish(s, pc, c < 0 ? sub(s, b, Value::small_int(-c)) : add(s, b, Value::small_int(c)));
}

// Hash functions and random generators use Ints of 48 to 64 bits: a product that fits, and the remainder that
// reduces it.
static Value wide_product(Strand& s, Value b, Value k) {
  int64_t product;
  if (__builtin_mul_overflow(b.as_small_int(), k.as_small_int(), &product)) return mul(s, b, k);
  return make_int(s.allocator(), product);
}

static Value wide_mod(Value b, Value k) {
  int64_t remainder = as<Int64>(b)->value % k.as_small_int();
  return Value::small_int(remainder < 0 ? remainder + k.as_small_int() : remainder);
}

#define BINARY_VALUE(name, call)                                                 \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    Value b = base[b_of(pc)], k = constant(pc);                                  \
    return finish(s, pc, call);                                                  \
  }
BINARY_VALUE(AddValue, add(s, b, k))
BINARY_VALUE(SubValue, sub(s, b, k))
BINARY_VALUE(MulValue, both_small_ints(b, k) ? wide_product(s, b, k) : mul(s, b, k))
BINARY_VALUE(DivValue, div(s, b, k))
BINARY_VALUE(FloorDivValue, floor_div(s, b, k))
BINARY_VALUE(ModValue, is_kind(b, Kind::Int64) && k.is_small_int() && k.as_small_int() > 0 ? wide_mod(b, k)
                                                                                           : mod(s, b, k))
BINARY_VALUE(PowValue, pow(s, b, k))
BINARY_VALUE(SubFromValue, sub(s, k, b))
BINARY_VALUE(DivFromValue, div(s, k, b))
#undef BINARY_VALUE

#define FLOATS(name, general, function, right)                                   \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) { \
    save(s, pc, base);                                                           \
    Value b = base[b_of(pc)], c = right;                                         \
    if (!still_floats(b, c)) return generalise(pc, Op::general);                 \
    return finish(s, pc, function(s, b, c));                                     \
  }
FLOATS(AddFloat, Add, add, base[c_of(pc)])
FLOATS(SubFloat, Sub, sub, base[c_of(pc)])
FLOATS(MulFloat, Mul, mul, base[c_of(pc)])
FLOATS(DivFloat, Div, div, base[c_of(pc)])
FLOATS(AddValueFloat, AddValue, add, constant(pc))
FLOATS(SubValueFloat, SubValue, sub, constant(pc))
FLOATS(MulValueFloat, MulValue, mul, constant(pc))
FLOATS(DivValueFloat, DivValue, div, constant(pc))
#undef FLOATS

const Word* Interpreter::slow_Neg(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, neg(s, base[b_of(pc)]));
}

// Counts a copy: the left side is shared, so `add` copies it.
static void note_copied_operand(Strand& s, Value a, Value b) {
  if (!a.is_object() || !b.is_object() || a.as_object()->kind != b.as_object()->kind) return;
  Kind kind = a.as_object()->kind;
  size_t length = a.as_object()->length;
  if (kind == Kind::List) s.allocator().heap().note_copy(length * sizeof(Value));
  if (kind == Kind::String || kind == Kind::Bytes) s.allocator().heap().note_copy(length);
}

// An unshared left side grows in place: it is dead after the addition, so no code can see the change.
Value add_in_place(Strand& s, Value a, Value b) {
  Allocator& allocator = s.allocator();
  if (is_kind(a, Kind::String) && is_kind(b, Kind::String) && !a.as_object()->is_shared()) {
    String* text = as<String>(a);
    if (!s.reserve(growth_bytes(text, as<String>(b)->length))) return Value::exception();
    return Value::object(append_in_place(allocator, text, as<String>(b)));
  }
  if (is_kind(a, Kind::List) && is_kind(b, Kind::List) && is_writable(as<List>(a))) {
    if (!s.reserve(growth_bytes(as<List>(a), ListEnd::back, b.as_object()->length)))
      return Value::exception();
    append_elements(allocator, as<List>(a), as<List>(b));
    return a;
  }
  if (is_kind(a, Kind::Bytes) && is_kind(b, Kind::Bytes) && !a.as_object()->is_shared()) {
    if (!s.reserve(growth_bytes(as<Bytes>(a), as<Bytes>(b)->length))) return Value::exception();
    return Value::object(append_in_place(allocator, as<Bytes>(a), as<Bytes>(b)->view()));
  }
  if (is_kind(a, Kind::List) && is_kind(b, Kind::List)) {
    if (List* sum = continued(allocator, as<List>(a), b.as_object()->length)) {
      add_last_elements(sum, as<List>(b));
      return Value::object(sum);
    }
  }
  note_copied_operand(s, a, b);
  return add(s, a, b);
}

const Word* Interpreter::slow_AddInPlace(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  return finish(s, pc, add_in_place(s, base[a_of(pc)], base[b_of(pc)]));
}

// ---- Comparison

namespace {

enum class Relation { less, less_equal, greater, greater_equal, equal };

// By code point, which for UTF-8 is by byte; most texts differ in the first byte.
Order order_text(Strand& s, const String* a, const String* b) {
  int difference = 0;
  if (a->length != 0 && b->length != 0) {
    difference = static_cast<unsigned char>(a->data()[0]) - static_cast<unsigned char>(b->data()[0]);
    if (difference == 0) difference = compare_texts(&s, a->view(), b->view());
  } else {
    difference = static_cast<int>(a->length != 0) - static_cast<int>(b->length != 0);
  }
  return difference < 0 ? Order::less : difference > 0 ? Order::greater : Order::equal;
}

// False if an error is pending, or a future was missed.
bool compare(Strand& s, Relation relation, Value a, Value b, bool& result) {
  if (relation == Relation::equal) {
    result = equal(s.machine().value_context(s), a, b);
    return !s.gave_up();
  }
  Order found = is_kind(a, Kind::String) && is_kind(b, Kind::String)
                    ? order_text(s, as<String>(a), as<String>(b))
                    : order(s, a, b);
  if (found == Order::raised) return false;
  switch (relation) {
    case Relation::less: result = found == Order::less; break;
    case Relation::less_equal: result = found == Order::less || found == Order::equal; break;
    case Relation::greater: result = found == Order::greater; break;
    case Relation::greater_equal: result = found == Order::greater || found == Order::equal; break;
    case Relation::equal: break;
  }
  return true;
}

const Word* after(const Word* pc, bool jump) {
  unsigned words = words_of(op_of(pc));
  return pc + words + (jump ? static_cast<int32_t>(pc[words - 1]) : 0);
}

}  // namespace

#define COMPARE(name, relation, sense)                                                             \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) {                   \
    save(s, pc, base);                                                                             \
    bool result;                                                                                   \
    if (!compare(s, Relation::relation, base[b_of(pc)], base[c_of(pc)], result)) return unwind(s); \
    return finish(s, pc, Value::boolean(result == sense));                                         \
  }
COMPARE(Less, less, true)
COMPARE(LessEqual, less_equal, true)
COMPARE(Equal, equal, true)
COMPARE(NotEqual, equal, false)
#undef COMPARE

// These may compare the best that a loop has seen.
#define COMPARE_BEST(name, relation)                                                               \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) {                   \
    save(s, pc, base);                                                                             \
    if (const Word* elsewhere = prepare_error(s, pc, base)) return elsewhere;                      \
    bool result;                                                                                   \
    if (!compare(s, Relation::relation, base[a_of(pc)], base[b_of(pc)], result)) return unwind(s); \
    return after(pc, !result);                                                                     \
  }
COMPARE_BEST(JumpIfNotLess, less)
COMPARE_BEST(JumpIfNotLessEqual, less_equal)
#undef COMPARE_BEST

#define COMPARE_JUMP(name, relation, sense, right)                                        \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) {          \
    save(s, pc, base);                                                                    \
    bool result;                                                                          \
    if (!compare(s, Relation::relation, base[a_of(pc)], right, result)) return unwind(s); \
    return after(pc, result == sense);                                                    \
  }
COMPARE_JUMP(JumpIfLess, less, true, base[b_of(pc)])
COMPARE_JUMP(JumpIfLessEqual, less_equal, true, base[b_of(pc)])
COMPARE_JUMP(JumpIfEqual, equal, true, base[b_of(pc)])
COMPARE_JUMP(JumpIfNotEqual, equal, false, base[b_of(pc)])
COMPARE_JUMP(JumpIfLessInt, less, true, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfNotLessInt, less, false, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfLessEqualInt, less_equal, true, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfNotLessEqualInt, less_equal, false, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfGreaterInt, greater, true, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfNotGreaterInt, greater, false, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfGreaterEqualInt, greater_equal, true, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfNotGreaterEqualInt, greater_equal, false, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfEqualInt, equal, true, Value::small_int(bc_of(pc)))
COMPARE_JUMP(JumpIfNotEqualInt, equal, false, Value::small_int(bc_of(pc)))
#define DIVISIBLE_JUMP(name, sense, divisor)                                                    \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) {                \
    save(s, pc, base);                                                                          \
    Value rest = mod(s, base[a_of(pc)], divisor);                                               \
    bool result;                                                                                \
    if (rest.is_exception() || !compare(s, Relation::equal, rest, Value::small_int(0), result)) \
      return unwind(s);                                                                         \
    return after(pc, result == sense);                                                          \
  }
DIVISIBLE_JUMP(JumpIfDivisible, true, base[b_of(pc)])
DIVISIBLE_JUMP(JumpIfNotDivisible, false, base[b_of(pc)])
DIVISIBLE_JUMP(JumpIfDivisibleInt, true, Value::small_int(bc_of(pc)))
DIVISIBLE_JUMP(JumpIfNotDivisibleInt, false, Value::small_int(bc_of(pc)))
#undef DIVISIBLE_JUMP
#define COMPARE_LOOP(name, relation, sense, right)                                        \
  const Word* Interpreter::slow_##name(Strand& s, const Word* pc, Value* base) {          \
    save(s, pc, base);                                                                    \
    if (s.must_poll(base)) {                                                              \
      if (const Word* left = poll(s, pc)) return left;                                    \
    }                                                                                     \
    bool result;                                                                          \
    if (!compare(s, Relation::relation, base[a_of(pc)], right, result)) return unwind(s); \
    const Word* next = after(pc, result == sense);                                        \
    return result == sense ? begin_iteration(s, pc, next) : next;                         \
  }
COMPARE_LOOP(LoopIfLess, less, true, base[b_of(pc)])
COMPARE_LOOP(LoopIfLessEqual, less_equal, true, base[b_of(pc)])
COMPARE_LOOP(LoopIfLessInt, less, true, Value::small_int(bc_of(pc)))
COMPARE_LOOP(LoopIfLessEqualInt, less_equal, true, Value::small_int(bc_of(pc)))
COMPARE_LOOP(LoopIfGreaterInt, greater, true, Value::small_int(bc_of(pc)))
COMPARE_LOOP(LoopIfGreaterEqualInt, greater_equal, true, Value::small_int(bc_of(pc)))
COMPARE_LOOP(LoopIfEqualInt, equal, true, Value::small_int(bc_of(pc)))
COMPARE_LOOP(LoopIfNotEqualInt, equal, false, Value::small_int(bc_of(pc)))
#undef COMPARE_LOOP
COMPARE_JUMP(JumpIfEqualValue, equal, true, constant(pc))
COMPARE_JUMP(JumpIfNotEqualValue, equal, false, constant(pc))
#undef COMPARE_JUMP

// ---- Bools

// `text` is the value that is no Bool. Python's literals are labels here, and options decide in other
// languages.
static std::string_view condition_hint(Value found, std::string_view text) {
  if (is_kind(found, Kind::Partial)) return kWaitsForMore;
  if (text == "True") return "a capitalised word is a label; the Bool is `true`";
  if (text == "False") return "a capitalised word is a label; the Bool is `false`";
  if (text == "None" || text.starts_with("Some ")) return "test it: `x is Some v`, or `x != None`";
  return "only true and false decide; compare, for instance `x != 0` or `not empty? xs`";
}

const Word* Interpreter::not_bool(Strand& s, const Word* pc, Value* base, Value found) {
  save(s, pc, base);
  const std::string text = shorten(s, found);
  s.type_error("expected a Bool, not " + text, condition_hint(found, text));
  return unwind(s);
}

// The value is a Bool now, but was a future before its operand was touched: the instruction runs again.
const Word* Interpreter::check_bool(Strand& s, const Word* pc, Value* base, Value found) {
  return found.is_bool() ? pc : not_bool(s, pc, base, found);
}

const Word* Interpreter::slow_Not(Strand& s, const Word* pc, Value* base) {
  return check_bool(s, pc, base, base[b_of(pc)]);
}
const Word* Interpreter::slow_CheckBool(Strand& s, const Word* pc, Value* base) {
  return check_bool(s, pc, base, base[a_of(pc)]);
}
const Word* Interpreter::slow_JumpIf(Strand& s, const Word* pc, Value* base) {
  return check_bool(s, pc, base, base[a_of(pc)]);
}
const Word* Interpreter::slow_JumpIfNot(Strand& s, const Word* pc, Value* base) {
  return check_bool(s, pc, base, base[a_of(pc)]);
}

}  // namespace aspen
