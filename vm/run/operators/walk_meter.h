// Makes a walk over the elements of values pay for each step. The walk may take very long; and in a value
// that contains itself, which only bytecode of another compiler can make, it would never end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aspen {

class Strand;

class WalkMeter {
 public:
  // Without a strand, steps are free.
  explicit WalkMeter(Strand* strand) : strand_(strand) {}
  ~WalkMeter();
  WalkMeter(const WalkMeter&) = delete;
  WalkMeter& operator=(const WalkMeter&) = delete;

  // Call it before each step. `bytes` is the size of the walk's stack. False: the strand gives up
  // (Strand::give_up), because it has to stop or the stack exceeds the heap's limit; the result is dropped.
  bool step(size_t bytes) { return ++steps_ % kStepsAtOnce != 0 || pay(bytes); }
  uint64_t steps() const { return steps_; }

 private:
  static constexpr uint64_t kStepsAtOnce = 1024;
  static constexpr uint64_t kStepWork = 4;

  bool pay(size_t bytes);

  Strand* strand_;
  uint64_t steps_ = 0;
};

}  // namespace aspen
