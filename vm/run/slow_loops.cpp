// Loops over sources other than small-integer ranges and lists.
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/operators/iteration.h"
#include "vm/run/operators/paid_int.h"
#include "vm/run/operators/show.h"
#include "vm/run/parallel/range_loop.h"
#include "vm/run/parallel/split.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/fiber.h"
#include "vm/values/bigint.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

// Sets the state for a range with small numbers and a small count; false if they are not small.
bool prepare_small_range(Value* state, Value start, Value end, Value step, bool inclusive) {
  if (!start.is_small_int() || !end.is_small_int() || !step.is_small_int()) return false;
  int64_t by = step.as_small_int();
  int64_t distance = end.as_small_int() - start.as_small_int();
  if (by < 0) {
    by = -by;
    distance = -distance;
  }
  int64_t count =
      inclusive ? (distance < 0 ? 0 : distance / by + 1) : (distance <= 0 ? 0 : (distance - 1) / by + 1);
  if (count > Value::kMaxSmallInt) return false;
  state[0] = start;
  state[1] = Value::small_int(count);
  state[2] = step;
  return true;
}

// The next number of a large range, which is state[1].
bool next_in_range(Strand& s, Value* state, Value& out) {
  Range* range = as<Range>(state[0]);
  if (!is_int(state[1])) return false;
  pay_to_compare(&s, state[1], range->end);
  pay_to_read(&s, state[1]);
  int order = int_compare(state[1], range->end);
  if (int_is_negative(range->step)) order = -order;
  if (order > 0 || (order == 0 && !range->inclusive())) return false;
  out = state[1];
  state[1] = int_add(s.allocator(), state[1], range->step);
  return true;
}

bool next_character(Strand& s, Value* state, Value& out) {
  String* text = as<String>(state[0]);
  auto offset = static_cast<uint32_t>(state[1].as_small_int());
  if (offset >= text->length) return false;
  std::string_view character = character_at(text, offset);
  state[1] = Value::small_int(offset + static_cast<int64_t>(character.size()));
  out = character.size() == 1 ? s.machine().character(static_cast<uint8_t>(character[0]))
                              : Value::object(make_string(s.allocator(), character, false));
  return true;
}

bool next_byte(Value* state, Value& out) {
  Bytes* bytes = as<Bytes>(state[0]);
  auto at = static_cast<uint32_t>(state[1].as_small_int());
  if (at >= bytes->length) return false;
  out = Value::small_int(bytes->data()[at]);
  state[1] = Value::small_int(at + 1);
  return true;
}

bool next_pair(Strand& s, Value* state, Value& out) {
  Dict* dict = as<Dict>(state[0]);
  uint32_t at = next_entry(dict, static_cast<uint32_t>(state[1].as_small_int()));
  if (at == kNoEntry) return false;
  if (state[2].is_small_int() && int64_t{at} >= state[2].as_small_int()) return false;
  state[1] = Value::small_int(at + 1);
  Tuple* pair = s.allocator().make<Tuple>(2 * sizeof(Value), 2u);
  const DictEntry& entry = entry_at(dict, at);
  pair->items()[0] = entry.key;
  pair->items()[1] = entry.value;
  share(entry.key);
  share(entry.value);
  out = Value::object(pair);
  return true;
}

bool next_element(Value* state, Value& out) {
  List* list = as<List>(state[0]);
  auto at = static_cast<uint32_t>(state[1].as_small_int());
  if (at >= list->length) return false;
  out = list->items[at];
  state[1] = Value::small_int(at + 1);
  return true;
}

bool next(Strand& s, Value* state, Value& out) {
  if (!state[0].is_object()) return false;
  switch (state[0].as_object()->kind) {
    case Kind::List: return next_element(state, out);
    case Kind::Range: return next_in_range(s, state, out);
    case Kind::String: return next_character(s, state, out);
    case Kind::Bytes: return next_byte(state, out);
    case Kind::Dict: return next_pair(s, state, out);
    default: return false;  // IterPrepare accepts no other kind
  }
}

}  // namespace

const Word* Interpreter::slow_IterPrepare(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value* state = base + a_of(pc);
  Value source = state[0];
  state[1] = Value::small_int(0);
  state[2] = Value::unit();
  const Word* next_pc = pc + info(Op::IterPrepare).words();
  if (is_kind(source, Kind::Range)) {
    Range* range = as<Range>(source);
    if (is_dict_part(*range)) {
      state[0] = range->step;
      state[1] = range->start;
      state[2] = range->end;
      return next_pc;
    }
    if (!prepare_small_range(state, range->start, range->end, range->step, range->inclusive()))
      state[1] = range->start;
    return next_pc;
  }
  for (Kind kind : {Kind::List, Kind::String, Kind::Bytes, Kind::Dict}) {
    if (is_kind(source, kind)) return next_pc;
  }
  if (comes_from_outside(source)) {
    // What is taken is gone, so a half may not begin again after that: it does so before, with its sums
    // known.
    if (!s.adds_apart(base, pc)) return next_pc;
    const Word* left = wait_for_turn(s, pc, Effect::write);
    return left != nullptr ? left : repeat_half(s, *s.links_.continues);
  }
  const bool not_called =
      !s.runs_library() && type_name(source) == "Function" && !is_kind(source, Kind::Partial);
  s.type_error("cannot iterate over " + shorten(s, source),
               not_called ? "a function gives its result when it is called: `f x`, or `f ()`"
                          : iteration_hint(source));
  return unwind(s);
}

const Word* Interpreter::slow_RangePrepare(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  Value* state = base + a_of(pc);
  bool inclusive = b_of(pc) != 0;
  const Word* next_pc = pc + info(Op::RangePrepare).words();
  if (prepare_small_range(state, state[0], state[1], Value::small_int(1), inclusive)) return next_pc;
  for (Value bound : {state[0], state[1]}) {
    if (is_int(bound)) continue;
    bad_bound(s, bound);
    return unwind(s);
  }
  Value start = state[0];
  state[0] = Value::object(s.allocator().make<Range>(0, start, state[1], Value::small_int(1), inclusive));
  state[1] = start;
  return next_pc;
}

// The next element of a channel, fiber or native object; undefined at the end. exception() as for choose.
Value Interpreter::next_from_outside(Strand& s, Value source) {
  if (is_kind(source, Kind::NativeObject))
    return as<NativeObject>(source)->type->next(s, as<NativeObject>(source)->state);
  if (is_kind(source, Kind::Fiber)) return resume(s, *as<Fiber>(source), Value::unit());
  return choose_one<Case::receive>(s, *as<Channel>(source));
}

// One step of the loop; the fast path has changed nothing.
const Word* Interpreter::step(Strand& s, const Word* pc, Value* base, bool sharing) {
  save(s, pc, base);
  if (!s.is_waiting() && s.must_poll(base)) {
    if (const Word* left = poll(s, pc)) return left;
    if (s.eager_) split_step_eagerly(s);
  }
  Value* state = base + a_of(pc);
  if (is_kind(state[0], Kind::Segment)) return end_iteration(s, pc, base);
  const Word* next_pc = pc + info(Op::IterNext).words();
  Value element;
  if (state[0].is_small_int()) {
    if (state[1] == Value::small_int(0)) return end_elements(s, pc, base);
    element = state[0];
    state[0] = unshifted(static_cast<int64_t>(static_cast<uint64_t>(shifted(state[0])) +
                                              static_cast<uint64_t>(shifted(state[2]))));
    state[1] = Value::small_int(state[1].as_small_int() - 1);
  } else if (comes_from_outside(state[0])) {
    if (!s.is_head()) {
      if (const Word* left = wait_for_turn(s, pc, Effect::write)) return left;
    }
    element = next_from_outside(s, state[0]);
    if (element.is_exception()) return unwind(s);
    if (element.is_undefined()) return next_pc;
  } else if (!next(s, state, element)) {
    return end_elements(s, pc, base);
  }
  if (sharing) share(element);
  base[b_of(pc)] = element;
  return begin_iteration(s, pc, next_pc + static_cast<int32_t>(pc[1]));
}

const Word* Interpreter::slow_IterNext(Strand& s, const Word* pc, Value* base) {
  return step(s, pc, base, false);
}
const Word* Interpreter::slow_IterNextShared(Strand& s, const Word* pc, Value* base) {
  return step(s, pc, base, true);
}

}  // namespace aspen
