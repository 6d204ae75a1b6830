#include "vm/run/parallel/range_loop.h"

#include <algorithm>
#include <cassert>

#include "vm/code/instructions.h"
#include "vm/object/dict_objects.h"
#include "vm/object/symbol.h"
#include "vm/values/bigint.h"
#include "vm/values/list.h"
#include "vm/values/range.h"

namespace aspen {

namespace {

constexpr uint64_t kMostCounted = uint64_t{1} << 62;

// ---- Finding the loop

struct Scan {
  explicit Scan(const Proto& proto) : code(proto.code), size(proto.code_size) {}

  // The word of the first instruction, from `at` on, for which `is_it` is true.
  template <class Predicate>
  uint32_t find(uint32_t at, Predicate is_it) const {
    while (at < size && !is_it(code[at])) at += info(op_of(code[at])).words();
    assert(at < size && "the library's table of ranges fits its code");
    return at;
  }

  const Word* code;
  uint32_t size;
};

bool prepares(Word word) { return op_of(word) == Op::IterPrepare || op_of(word) == Op::RangePrepare; }
bool steps(Word word) { return op_of(word) == Op::IterNext || op_of(word) == Op::IterNextShared; }

// ---- Ranges with numbers that are not all small: state[0] is the Range, state[1] the next number

uint64_t numbers_left(Allocator& allocator, const Range& range, Value next) {
  Value count = range_length(allocator, next, range.end, range.step, range.inclusive());
  if (int_compare(count, make_int(allocator, kMostCounted)) >= 0) return kMostCounted;
  int64_t left = 0;
  [[maybe_unused]] const bool fits = fits_int64(count, left);
  assert(fits);
  return static_cast<uint64_t>(left);
}

Value rest_of_range(Allocator& allocator, Value* state, uint64_t kept) {
  const Range* range = as<Range>(state[0]);
  Value middle = int_mul(allocator, make_int(allocator, static_cast<int64_t>(kept)), range->step);
  middle = int_add(allocator, state[1], middle);
  Value rest = Value::object(allocator.make<Range>(0, middle, range->end, range->step, range->inclusive()));
  state[0] = Value::object(allocator.make<Range>(0, state[1], middle, range->step, false));
  return rest;
}

// state[0] is the next number, state[1] the number of those left, state[2] the step.
Value rest_of_small_range(Allocator& allocator, Value* state, uint64_t kept) {
  const int64_t next = state[0].as_small_int(), step = state[2].as_small_int();
  const int64_t left = state[1].as_small_int(), count = static_cast<int64_t>(kept);
  Value first = make_int(allocator, next + count * step),
        last = make_int(allocator, next + (left - 1) * step);
  state[1] = Value::small_int(count);
  return Value::object(allocator.make<Range>(0, first, last, state[2], true));
}

// ---- Lists: state[0] is the list, state[1] the position; the loop ends at the end of the list

Value rest_of_list(Allocator& allocator, Value* state, uint64_t kept) {
  List* list = as<List>(state[0]);
  const auto middle = static_cast<uint32_t>(static_cast<uint64_t>(state[1].as_small_int()) + kept);
  List* rest = slice(allocator, list, middle, list->length);
  state[0] = Value::object(slice(allocator, list, 0, middle));
  return Value::object(rest);
}

// ---- Dicts: state[0] is the dict, state[1] the position of an entry, state[2] the end if it is an Int

uint64_t entries_end(const Value* state) {
  const Dict* dict = as<Dict>(state[0]);
  if (state[2].is_small_int()) return static_cast<uint64_t>(state[2].as_small_int());
  return dict->used;
}

uint64_t entries_left(const Value* state) {
  const auto at = static_cast<uint64_t>(state[1].as_small_int()), end = entries_end(state);
  return end > at ? end - at : 0;
}

Value rest_of_dict(Allocator& allocator, Value* state, uint64_t kept) {
  share(state[0]);
  Value middle = Value::small_int(state[1].as_small_int() + static_cast<int64_t>(kept));
  Value end = Value::small_int(static_cast<int64_t>(entries_end(state)));
  state[2] = middle;
  return Value::object(allocator.make<Range>(0, middle, end, state[0], false));
}

}  // namespace

void make_range_loop(Proto& function, const RangeRow& row) {
  const Scan scan(function);
  auto loop = std::make_unique<RangeLoop>();
  loop->rest = &row.rest;
  loop->source = static_cast<uint8_t>(row.source);
  loop->decisive = row.decisive;
  const uint32_t prepared = scan.find(0, prepares);
  loop->state = a_of(scan.code[prepared]);
  loop->end = scan.find(prepared, [&](Word w) { return steps(w) && a_of(w) == loop->state; });
  const Word* next = scan.code + loop->end;
  loop->begin = loop->end + info(op_of(next[0])).words() + next[1];
  if (row.fills) {
    loop->push = scan.find(loop->begin, [](Word w) { return op_of(w) == Op::PushList; });
    loop->out = a_of(scan.code[loop->push]);
  }
  assert(row.rest.arity == function.arity + 1 + (row.fills && loop->out >= function.arity));
  row.rest.is_rest = true;
  function.range = std::move(loop);
}

bool is_private(const Proto& function, unsigned reg) {
  if (function.is_rest) return reg + 1u == function.arity;
  const RangeLoop* loop = function.range.get();
  if (loop == nullptr) return false;
  const bool is_state = reg >= loop->state && reg < loop->state + 3u;
  return reg == loop->out || (reg >= function.arity && !is_state);
}

bool is_decisive(Decisive which, Value value) {
  switch (which) {
    case Decisive::none: return false;
    case Decisive::if_true: return value.is_true();
    case Decisive::if_false: return value.is_false();
    case Decisive::if_some:
      return is_kind(value, Kind::LabelBox) && as<LabelBox>(value)->name() == sym::kSome;
  }
  return false;
}

uint64_t elements_left(Allocator& allocator, const Value* state) {
  if (state[0].is_small_int()) return static_cast<uint64_t>(state[1].as_small_int());
  if (!state[0].is_object()) return 0;
  switch (state[0].as_object()->kind) {
    case Kind::List: return as<List>(state[0])->length - static_cast<uint64_t>(state[1].as_small_int());
    case Kind::Range: return numbers_left(allocator, *as<Range>(state[0]), state[1]);
    case Kind::Dict: return entries_left(state);
    default: return 0;
  }
}

Value take_rest(Allocator& allocator, Value* state, uint64_t kept) {
  if (state[0].is_small_int()) return rest_of_small_range(allocator, state, kept);
  switch (state[0].as_object()->kind) {
    case Kind::List: return rest_of_list(allocator, state, kept);
    case Kind::Range: return rest_of_range(allocator, state, kept);
    default: return rest_of_dict(allocator, state, kept);
  }
}

}  // namespace aspen
