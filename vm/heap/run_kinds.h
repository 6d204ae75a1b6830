// What the heap has to know of the objects of running programs: tasks, and what tasks wait for. The table is
// in vm/run/tasks/run_kinds.cpp, because the heap knows neither.
#pragma once

#include <cstddef>

#include "vm/object/object.h"

namespace aspen {

class Tracer;

struct RunKind {
  size_t bytes;  // of each object
  // Visits what an object refers to. Null if it refers to nothing.
  void (*trace)(Object* object, Tracer& tracer);
};

constexpr Kind kFirstRunKind = Kind::Task, kLastRunKind = Kind::Fiber;
extern const RunKind kRunKinds[];  // in the order of kinds.def

// Precondition: `kind` lies between the first and the last.
inline const RunKind& run_kind(Kind kind) {
  return kRunKinds[static_cast<size_t>(kind) - static_cast<size_t>(kFirstRunKind)];
}

}  // namespace aspen
