// A machine for tests of operations on values, and short ways to make and read values.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "vm/heap/native_stack.h"
#include "vm/heap/poison.h"
#include "vm/run/machine.h"
#include "vm/run/operators/compare.h"
#include "vm/run/operators/number.h"
#include "vm/run/operators/show.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

// In builds in which every allocation collects, or is checked, a program of some hundred MB takes a minute.
#if defined(ASPEN_STRESS_GC) || defined(ASPEN_HAS_ASAN)
inline constexpr bool kIsSlow = true;
#else
inline constexpr bool kIsSlow = false;
#endif

// The number of rounds or levels of a test: few in builds in which every allocation collects.
constexpr int rounds(int n) {
#ifdef ASPEN_STRESS_GC
  return n < 300 ? 1 : n / 300;
#else
  return n;
#endif
}

// A local of the test's own body: the collector finds the test's Values from this address down.
class Values {
 public:
  [[gnu::always_inline]] explicit Values(MachineOptions options = {})
      : machine(options), scope_(machine.mutator()) {}

  Value integer(std::string_view text) { return parse_int(allocator(), text).value(); }
  Value integer(int64_t i) { return make_int(allocator(), i); }
  Value text(std::string_view s) { return Value::object(make_string(allocator(), s)); }
  Value bytes(std::string_view s) { return Value::object(make_bytes(allocator(), s)); }
  Value list(std::initializer_list<Value> items) {
    return Value::object(new_list(allocator(), items.begin(), static_cast<uint32_t>(items.size())));
  }
  Value tuple(std::initializer_list<Value> items) {
    Tuple* t = allocator().make<Tuple>(items.size() * sizeof(Value), static_cast<uint32_t>(items.size()));
    std::copy(items.begin(), items.end(), t->items());
    return Value::object(t);
  }
  Value dict(std::initializer_list<std::pair<Value, Value>> entries) {
    Dict* d = new_dict(allocator());
    for (auto [key, value] : entries) set(allocator(), machine.value_context(), d, key, value);
    return Value::object(d);
  }
  Value record(std::initializer_list<std::pair<const char*, Value>> fields) {
    std::vector<Symbol> names;
    std::vector<Value> slots;
    for (auto [name, value] : fields) names.push_back(machine.symbols().intern(name)), slots.push_back(value);
    return Value::object(new_record(allocator(), machine.shapes().intern(names), slots.data()));
  }
  Value bare(std::string_view name) { return Value::label(machine.symbols().intern(name)); }
  Value label(std::string_view name, Value payload) {
    return Value::object(allocator().make<LabelBox>(0, machine.symbols().intern(name), payload));
  }
  Value range(int64_t start, int64_t end, int64_t step, bool inclusive) {
    return Value::object(allocator().make<Range>(0, integer(start), integer(end), integer(step), inclusive));
  }

  std::string show(Value v) {
    std::string out;
    append_show(out, machine, v);
    return out;
  }
  // The value's text, or for an error, its kind and message.
  std::string outcome(Value v) {
    if (!v.is_exception()) return show(v);
    Value error = strand().take_error();
    const LabelBox* box = as<LabelBox>(error);
    std::string message;
    append_text(message, machine, as<Record>(box->payload)->slots()[0]);
    return std::string(machine.symbols().name(box->name())) + ": " + message;
  }

  Strand& strand() { return machine.main_strand(); }
  Allocator& allocator() { return strand().allocator(); }

  Machine machine;

 private:
  NativeStackScope scope_;
};

}  // namespace aspen
