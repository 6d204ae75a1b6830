// A dynamically typed value in 64 bits (NaN boxing).
//
// A double represents itself. All other values are negative quiet NaNs that hardware never produces: the top
// sixteen bits are the tag, the low forty-eight the payload. Hardware's own NaN is 0x7ff8… or 0xfff8…, so
// every value below kFirstTag is a double. A Value is written by a single store, so a concurrent reader never
// sees half of one.
#pragma once

#include <bit>
#include <cstdint>

namespace aspen {

struct Object;

// Index of an interned name (symbol.h): fields and labels.
using Symbol = uint32_t;

class Value {
 public:
  static constexpr uint64_t kFirstTag = 0xfff9ull << 48;
  static constexpr uint64_t kObjectTag = 0xfffcull << 48;
  static constexpr uint64_t kSpecialTag = 0xfffdull << 48;
  static constexpr uint64_t kLabelTag = 0xfffeull << 48;
  // All ones, so that two values are both small integers if their bitwise `and` is at least the tag.
  static constexpr uint64_t kIntTag = 0xffffull << 48;
  static constexpr uint64_t kPayloadMask = (1ull << 48) - 1;
  static constexpr int64_t kMaxSmallInt = (1ll << 47) - 1;
  static constexpr int64_t kMinSmallInt = -(1ll << 47);

  // Uninitialised on purpose: the code that uses an array of registers fills it.
  Value() = default;

  static constexpr Value from_bits(uint64_t bits) { return Value(bits); }
  static constexpr Value unit() { return Value(kSpecialTag | 0); }
  static constexpr Value boolean(bool b) { return Value(kSpecialTag | 2 | static_cast<uint64_t>(b)); }
  // An empty place: a slot before its line has run, a deleted dict entry, an element taken out. Programs
  // never see it.
  static constexpr Value undefined() { return Value(kSpecialTag | 1); }
  // A native returns it after Strand::raise: "an error is pending". Programs never see it.
  static constexpr Value exception() { return Value(kSpecialTag | 4); }
  // Precondition: kMinSmallInt <= i <= kMaxSmallInt. For any integer see bigint.h.
  static constexpr Value small_int(int64_t i) {
    return Value(kIntTag | (static_cast<uint64_t>(i) & kPayloadMask));
  }
  static Value number(double d) {
    // A NaN with a payload could look like a tag, so there is only one NaN.
    return d == d ? Value(std::bit_cast<uint64_t>(d)) : nan();
  }
  static constexpr Value nan() { return Value(0x7ff8ull << 48); }
  static constexpr Value label(Symbol name) { return Value(kLabelTag | name); }
  static Value object(const Object* o) { return Value(kObjectTag | reinterpret_cast<uint64_t>(o)); }

  constexpr uint64_t bits() const { return bits_; }
  constexpr bool is_double() const { return bits_ < kFirstTag; }
  constexpr bool is_small_int() const { return bits_ >= kIntTag; }
  constexpr bool is_object() const { return (bits_ >> 48) == (kObjectTag >> 48); }
  // A label without payload; one with payload is an object (kind LabelBox).
  constexpr bool is_bare_label() const { return (bits_ >> 48) == (kLabelTag >> 48); }
  constexpr bool is_bool() const { return (bits_ | 1) == (kSpecialTag | 3); }
  constexpr bool is_unit() const { return bits_ == kSpecialTag; }
  constexpr bool is_undefined() const { return bits_ == (kSpecialTag | 1); }
  constexpr bool is_exception() const { return bits_ == (kSpecialTag | 4); }
  constexpr bool is_true() const { return bits_ == (kSpecialTag | 3); }
  constexpr bool is_false() const { return bits_ == (kSpecialTag | 2); }

  double as_double() const { return std::bit_cast<double>(bits_); }
  constexpr int64_t as_small_int() const { return static_cast<int64_t>(bits_ << 16) >> 16; }
  constexpr Symbol as_bare_label() const { return static_cast<Symbol>(bits_); }
  Object* as_object() const { return reinterpret_cast<Object*>(bits_ ^ kObjectTag); }

  // Identity of representation, not the language's `==` (compare.h).
  friend constexpr bool operator==(Value a, Value b) { return a.bits_ == b.bits_; }

 private:
  explicit constexpr Value(uint64_t bits) : bits_(bits) {}
  uint64_t bits_;
};

static_assert(sizeof(Value) == 8);

}  // namespace aspen
