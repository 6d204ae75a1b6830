// For natives that wait, or that need other tasks to run.
#pragma once

#include <cmath>

#include "stdlib/native/native.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/task.h"

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

constexpr double kLongestWait = 1e9;  // seconds

// The time in so many seconds, by the scheduler's clock. False if that is not a time, with an error about
// `what` ("sleep: seconds") pending.
bool deadline(Strand& s, std::string_view what, double seconds, uint64_t& at_ns);

}  // namespace aspen
