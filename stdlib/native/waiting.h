// For natives that wait, or that need other tasks to run.
#pragma once

#include <cmath>
#include <memory>
#include <span>

#include "stdlib/native/native.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/task.h"
#include "vm/values/bytes.h"

namespace aspen {

template <>
struct Argument<Task&> {
  static Task& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Task>(s, a, i, ok, "a Task");
  }
};
template <>
struct Argument<Channel&> {
  static Channel& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Channel>(s, a, i, ok, "a Channel");
  }
};
template <>
struct Argument<Cell&> {
  static Cell& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Cell>(s, a, i, ok, "a Cell");
  }
};
template <>
struct Argument<Semaphore&> {
  static Semaphore& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Semaphore>(s, a, i, ok, "a Semaphore");
  }
};

constexpr NativeDescriptor in_tasks(NativeDescriptor native) {
  native.uses_tasks = true;
  return native;
}

// Likewise for natives that change the world outside, or look at it.
constexpr NativeDescriptor outside(NativeDescriptor native, Effect effect = Effect::write) {
  native.effect = effect;
  return in_tasks(native);
}

// The cases of a wait for one of many events. The strand keeps them, with the value that they come from,
// until the wait is over: while its entries are in queues, the native runs again without allocating anything.
class KeptCases {
 public:
  // Before the first wait. False, with MemoryLimit pending, if there are too many. Then set each of them.
  static bool make(Strand& s, Value from, uint32_t count) {
    constexpr uint32_t kMost = uint32_t{1} << 24;
    const size_t bytes = count * sizeof(Case);
    if (count > kMost) return fail_with(s.memory_exhausted());
    if (!s.reserve(bytes)) return false;
    const Value cases = Value::object(new_bytes(s.allocator(), static_cast<uint32_t>(bytes)));
    s.keep(pair(s, from, cases));
    std::uninitialized_fill_n(of(s).data(), count, Case{Case::time});
    return true;
  }
  static std::span<Case> of(const Strand& s) {
    Bytes* cases = as<Bytes>(as<Tuple>(s.kept())->items()[1]);
    return {reinterpret_cast<Case*>(cases->data()), cases->length / sizeof(Case)};
  }
  // The value that they come from.
  static Value source(const Strand& s) { return as<Tuple>(s.kept())->items()[0]; }
};

constexpr double kLongestWait = 1e9;  // seconds

// The time in so many seconds, by the scheduler's clock. False if that is not a time, with an error about
// `what` ("sleep: seconds") pending.
bool deadline(Strand& s, std::string_view what, double seconds, uint64_t& at_ns);

}  // namespace aspen
