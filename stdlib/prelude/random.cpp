// Module random. Functions that use the system's generator have an effect. Functions that take a generator
// are pure: a generator is a value, `Rng state`, and the next generator is returned with the number.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "stdlib/native/elements.h"
#include "stdlib/native/generator.h"
#include "stdlib/native/natives.h"
#include "vm/values/bigint.h"
#include "vm/values/range.h"

namespace aspen {

Generator& system_generator() {
  static thread_local Generator generator = [] {
    std::random_device device;
    return Generator(uint64_t{device()} << 32 | device());
  }();
  return generator;
}

// A generator that is passed as an argument.
struct RngArgument {
  Generator generator;
};

constexpr const char* kRngLabel = "Rng";

template <>
struct Argument<RngArgument> {
  static RngArgument read(Strand& s, Value* args, unsigned i, bool& ok) {
    int64_t state = 0;
    bool labelled = is_kind(args[i], Kind::LabelBox) &&
                    as<LabelBox>(args[i])->name() == s.machine().symbols().intern(kRngLabel);
    Value payload = labelled ? as<LabelBox>(args[i])->payload : Value::unit();
    bool fits = s.touch(payload) && fits_int64(payload, state);
    if (!fits) refuse(s, args, i, ok, "a generator, from random.from_seed");
    return {Generator(static_cast<uint64_t>(state))};
  }
};

namespace {

Value rng_value(Strand& s, const Generator& generator) {
  Value state = int_value(s, static_cast<int64_t>(generator.state()));
  return Value::object(s.allocator().make<LabelBox>(0, s.machine().symbols().intern(kRngLabel), state));
}

// Mixes the bits of an Int of any size into one seed.
uint64_t seed_of(Value n) {
  int64_t small;
  if (fits_int64(n, small)) return static_cast<uint64_t>(small);
  const auto* big = static_cast<const BigInt*>(n.as_object());
  Generator mixed(big->extra);
  for (uint32_t i = 0; i < big->length; ++i) mixed = Generator(mixed.next() ^ big->limbs()[i]);
  return mixed.state();
}

// ---- Drawing, from any generator

Value draw_int(Strand& s, int64_t n, Generator& from) {
  if (n <= 0) return bad_argument(s, 0, "must be positive");
  return int_value(s, static_cast<int64_t>(from.below(static_cast<uint64_t>(n))));
}

Value draw_between(Strand& s, int64_t low, int64_t high, Generator& from) {
  if (high < low) return bad_argument(s, 1, "must not be less than lo");
  uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  uint64_t offset = span == 0 ? from.next() : from.below(span);
  return int_value(s, static_cast<int64_t>(static_cast<uint64_t>(low) + offset));
}

// The method of Box and Muller.
double draw_normal(Generator& from) {
  double radius = std::sqrt(-2 * std::log(1 - from.unit()));
  return radius * std::cos(2 * std::numbers::pi * from.unit());
}

// The elements as a list; null with an error pending.
List* elements_to_choose(Strand& s, Value xs, unsigned parameter) {
  List* list = is_kind(xs, Kind::List) ? as<List>(xs) : list_of(s, xs);
  if (!list || list->length > 0) return list;
  empty_error(s, parameter, sym::kValueError);
  return nullptr;
}

// Without its elements.
Value draw_from_range(Strand& s, const Range& range, Generator& from) {
  const Value length = range_length(s.allocator(), range);
  if (length == Value::small_int(0)) return empty_error(s, 0, sym::kValueError);
  if (!length.is_small_int()) return bad_argument(s, 0, "has too many elements");
  const auto at = static_cast<int64_t>(from.below(static_cast<uint64_t>(length.as_small_int())));
  return int_add(s.allocator(), range.start, int_mul(s.allocator(), Value::small_int(at), range.step));
}

Value draw_element(Strand& s, Value xs, Generator& from) {
  if (is_kind(xs, Kind::Range)) return draw_from_range(s, *as<Range>(xs), from);
  List* list = elements_to_choose(s, xs, 0);
  return list ? shared(list->items[from.below(list->length)]) : Value::exception();
}

// The method of Fisher and Yates. The first `count` places get elements chosen from all.
void mix(Strand& s, List* list, uint32_t count, Generator& from) {
  for (uint32_t i = 0; i < count && s.work(kPieceWork); ++i) {
    std::swap(list->items[i], list->items[i + from.below(list->length - i)]);
  }
}

Value shuffled(Strand& s, Value xs, Generator& from) {
  List* list = is_kind(xs, Kind::List) ? ensure_unshared(s.allocator(), as<List>(xs)) : list_of(s, xs);
  if (!list) return Value::exception();
  mix(s, list, list->length, from);
  return Value::object(list);
}

Value with_rng(Strand& s, Value drawn, const Generator& from) {
  return drawn.is_exception() ? drawn : pair(s, drawn, rng_value(s, from));
}

// ---- The functions

Value random_int(Strand& s, int64_t n) { return draw_int(s, n, system_generator()); }
Value random_between(Strand& s, int64_t low, int64_t high) {
  return draw_between(s, low, high, system_generator());
}
Value random_float(Strand&, UnitArgument) { return Value::number(system_generator().unit()); }
Value random_bool(Strand&, UnitArgument) { return Value::boolean(system_generator().next() >> 63); }
Value random_normal(Strand&, double mean, double deviation) {
  return Value::number(mean + deviation * draw_normal(system_generator()));
}
Value random_pick(Strand& s, Iterable xs) { return draw_element(s, xs.value, system_generator()); }
Value random_shuffle(Strand& s, Iterable xs) { return shuffled(s, xs.value, system_generator()); }

Value random_sample(Strand& s, Count n, Iterable xs) {
  List* list = list_of(s, xs.value);
  if (!list) return Value::exception();
  if (n > list->length) return bad_argument(s, 0, "is more than there are elements");
  mix(s, list, n, system_generator());
  return Value::object(slice_dead(s.allocator(), list, 0, n));
}

Value random_bytes(Strand& s, Count n) {
  if (!reserve_text(s, n)) return Value::exception();
  constexpr uint32_t kMostAtOnce = 256;  // getentropy gives no more
  constexpr uint64_t kCallWork = 500, kWorkPerByte = 4;
  Bytes* out = new_bytes(s.allocator(), n);
  for (uint32_t i = 0, size = 0; i < n; i += size) {
    size = std::min(kMostAtOnce, n - i);
    if (!s.work(kCallWork + size * kWorkPerByte)) return s.raise_stop();
    if (getentropy(out->data() + i, size) != 0) return s.io_error(errno, "the system's random bytes");
  }
  return Value::object(out);
}

Value shuffle(Strand& s, Value seed, Iterable xs) {
  if (!is_int(seed)) return wrong_type(s, 0, seed, "an Int");
  Generator from(seed_of(seed));
  return shuffled(s, xs.value, from);
}

Value from_seed(Strand& s, Value n) {
  if (!is_int(n)) return wrong_type(s, 0, n, "an Int");
  return rng_value(s, Generator(seed_of(n)));
}

Value next_int(Strand& s, int64_t n, RngArgument rng) {
  Value drawn = draw_int(s, n, rng.generator);
  return with_rng(s, drawn, rng.generator);
}

Value next_between(Strand& s, int64_t low, int64_t high, RngArgument rng) {
  Value drawn = draw_between(s, low, high, rng.generator);
  return with_rng(s, drawn, rng.generator);
}

Value next_float(Strand& s, RngArgument rng) {
  Value drawn = Value::number(rng.generator.unit());
  return with_rng(s, drawn, rng.generator);
}

Value next_pick(Strand& s, Iterable xs, RngArgument rng) {
  Value drawn = draw_element(s, xs.value, rng.generator);
  return with_rng(s, drawn, rng.generator);
}

Value next_shuffle(Strand& s, Iterable xs, RngArgument rng) {
  Value drawn = shuffled(s, xs.value, rng.generator);
  return with_rng(s, drawn, rng.generator);
}

const NativeDescriptor kRows[] = {
    row<shuffle>("shuffle", "seed xs", keeps(1),
                 R"(The elements in an order that depends only on the seed, an Int.
sort (shuffle 1 [3, 1, 2]) => [1, 2, 3])"),
    row<random_int>("random.int", "n", kBorrows, R"(A random integer from 0 to n - 1.
random.int 1 => 0)",
                    Effect::write),
    row<random_between>("random.between", "lo hi", kBorrows, R"(A random integer from lo to hi, both included.
random.between 3 3 => 3)",
                        Effect::write),
    row<random_float>("random.float", "()", kBorrows, "A random Float of at least 0 and less than 1.",
                      Effect::write),
    row<random_bool>("random.bool", "()", kBorrows, "A random Bool.", Effect::write),
    row<random_normal>("random.normal", "mean deviation", kBorrows, "A random Float, normally distributed.",
                       Effect::write),
    row<random_pick>("random.pick", "xs", kBorrows, R"(A random element. ValueError if there is none.
random.pick [5] => 5)",
                     Effect::write),
    row<random_shuffle>("random.shuffle", "xs", keeps(0), "The elements in random order, in a list.",
                        Effect::write),
    row<random_sample>("random.sample", "n xs", kBorrows,
                       "n elements chosen at random, none of them twice, in random order.", Effect::write),
    row<random_bytes>("random.bytes", "n", kBorrows, "n random bytes, good enough for keys.", Effect::write),
    row<from_seed>("random.from_seed", "n", kBorrows,
                   "A generator that gives the same numbers for the same Int on every machine. It is a "
                   "value: each function `random.next_…` gives a result and the next generator."),
    row<next_int>("random.next_int", "n rng", kBorrows,
                  R"(A random integer from 0 to n - 1, and the next generator.
(random.next_int 1 (random.from_seed 7)).0 => 0)"),
    row<next_between>("random.next_between", "lo hi rng", kBorrows,
                      R"(A random integer from lo to hi, both included, and the next generator.
(random.next_between 3 3 (random.from_seed 7)).0 => 3)"),
    row<next_float>("random.next_float", "rng", kBorrows,
                    "A random Float of at least 0 and less than 1, and the next generator."),
    row<next_pick>("random.next_pick", "xs rng", kBorrows, R"(An element, and the next generator.
(random.next_pick [5] (random.from_seed 7)).0 => 5)"),
    row<next_shuffle>("random.next_shuffle", "xs rng", keeps(0),
                      "The elements in another order, and the next generator."),
};

}  // namespace

NativeTable random_natives() { return kRows; }

}  // namespace aspen
