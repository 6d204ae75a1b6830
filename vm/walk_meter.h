// What a walk over the elements of values pays, as it goes. They may be more than anyone waits for; and where
// bytecode that our compiler did not write has made a value that holds itself, they have no end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aspen {

class Strand;

class WalkMeter {
 public:
  // Without a strand nobody pays.
  explicit WalkMeter(Strand* strand) : strand_(strand) {}
  ~WalkMeter();
  WalkMeter(const WalkMeter&) = delete;
  WalkMeter& operator=(const WalkMeter&) = delete;

  // Before each step. `bytes` is what the walk has stacked up. False: the strand gives up (Strand::give_up),
  // as it has to stop or as that is more than the whole heap may hold, and what the walk returns is dropped.
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
