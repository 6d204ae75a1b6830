// A heap with roots of its own, for tests that need no machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "vm/heap/heap.h"
#include "vm/heap/native_stack.h"
#include "vm/heap/tracer.h"
#include "vm/run/operators/compare.h"
#include "vm/values/record.h"

namespace aspen {

// Roots are `values`; `limit_signals` counts the heap's signals about its limit.
class TestRoots : public RootSource {
 public:
  void trace_roots(Tracer& tracer) override {
    tracer.visit_range(values.data(), values.data() + values.size());
  }
  void heap_limit_reached(Mutator& /*mutator*/) override { ++limit_signals; }

  std::vector<Value> values;
  std::atomic<int> limit_signals = 0;  // of any thread
};

struct TestHeap {
  explicit TestHeap(size_t limit = SIZE_MAX) : heap(limit, roots) {}
  void collect() { heap.collect(mutator); }

  TestRoots roots;
  Heap heap;
  Mutator mutator{heap};
  Allocator& allocator = mutator.allocator();
  ShapeTable shapes;
  ValueContext context{0x1234'5678'9abc'def0, shapes};
};

// The number of steps of a random test: in stress builds, each allocation collects.
#ifdef ASPEN_STRESS_GC
inline constexpr int kRandomSteps = 3'000;
#else
inline constexpr int kRandomSteps = 100'000;
#endif

}  // namespace aspen
