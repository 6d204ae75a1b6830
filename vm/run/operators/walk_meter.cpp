#include "vm/run/operators/walk_meter.h"

#include "vm/heap/heap.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"

namespace aspen {

WalkMeter::~WalkMeter() {
  if (strand_ != nullptr) strand_->work(steps_ % kStepsAtOnce * kStepWork);
}

bool WalkMeter::pay(size_t bytes) {
  if (strand_ == nullptr) return true;
  if (bytes > strand_->machine().heap().limit()) {
    strand_->raise(sym::kMemoryLimit, "a value is nested too deeply");
    strand_->give_up();
    return false;
  }
  if (strand_->work(kStepsAtOnce * kStepWork)) return true;
  strand_->raise_stop();
  if (!strand_->gave_up()) strand_->give_up();
  return false;
}

}  // namespace aspen
