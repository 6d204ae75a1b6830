#include "vm/run/parallel/halves.h"

#include "vm/values/list.h"

namespace aspen {

namespace {

// No other Value has a tag with these: kFirstTag, and the two tags after it.
constexpr uint64_t tag_of(unsigned flags) {
  return flags == 0 ? Value::kIntTag : Value::kFirstTag + (uint64_t{flags - 1} << 48);
}
unsigned flags_of(Value state_2) {
  const uint64_t tag = state_2.bits() & ~Value::kPayloadMask;
  return tag >= Value::kFirstTag && tag <= tag_of(3)
             ? static_cast<unsigned>((tag - Value::kFirstTag) >> 48) + 1
             : 0;
}
void set_flags(Value& state_2, unsigned flags) {
  state_2 = Value::from_bits(tag_of(flags) | (state_2.bits() & Value::kPayloadMask));
}

}  // namespace

bool has_at_end(Value state_2, AtEnd what) { return (flags_of(state_2) & static_cast<unsigned>(what)) != 0; }
void set_at_end(Value& state_2, AtEnd what) {
  set_flags(state_2, flags_of(state_2) | static_cast<unsigned>(what));
}
void clear_at_end(Value& state_2, AtEnd what) {
  if (has_at_end(state_2, what)) set_flags(state_2, flags_of(state_2) & ~static_cast<unsigned>(what));
}

bool can_halve(const Value* state) { return state[0].is_small_int() || is_kind(state[0], Kind::List); }

void halve_state(Allocator& allocator, Value* state, Value* rest, uint64_t kept) {
  const int64_t next = state[0].as_small_int(), left = state[1].as_small_int();
  const int64_t count = static_cast<int64_t>(kept);
  if (state[0].is_small_int()) {
    const int64_t step = state[2].as_small_int();
    rest[0] = Value::small_int(next + count * step);
    rest[1] = Value::small_int(left - count);
    rest[2] = Value::small_int(step);
    state[1] = Value::small_int(count);
  } else {
    auto* list = as<List>(state[0]);
    rest[0] = state[0];
    rest[1] = Value::small_int(left + count);
    rest[2] = Value::unit();
    state[0] = Value::object(slice(allocator, list, 0, static_cast<uint32_t>(left + count)));
  }
}

namespace {

SumKind kind_of(Value v) {
  if (is_summand(v)) return SumKind::Int;
  if (v.is_double()) return SumKind::Float;
  if (!v.is_object()) return SumKind::none;
  switch (v.as_object()->kind) {
    case Kind::String: return SumKind::String;
    case Kind::Bytes: return SumKind::Bytes;
    case Kind::List: return SumKind::List;
    case Kind::Future: return as<Future>(v)->sum_kind();
    default: return SumKind::none;
  }
}

}  // namespace

SumKind sum_kind(const LoopSite& loop, unsigned reg, Value v) {
  const SumKind kind = kind_of(v);
  const bool is_number = (loop.numbers >> reg & 1) != 0, appends = (loop.appends >> reg & 1) != 0;
  switch (kind) {
    case SumKind::none: return kind;
    case SumKind::Int:
    case SumKind::Float: return is_number ? kind : SumKind::none;
    case SumKind::String:
    case SumKind::Bytes: return is_number && appends ? kind : SumKind::none;
    case SumKind::List: return appends ? kind : SumKind::none;
  }
  return SumKind::none;
}

}  // namespace aspen
