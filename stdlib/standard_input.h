// Standard input. Nobody else's mode of reading it is changed: other processes may share it, and the host
// may read it by stdio, which is asked for no more than is taken.
#pragma once

#include <memory>

#include "stdlib/stream.h"

namespace aspen {

class StandardInput final : public Stream {
 public:
  bool is_endless() const override { return true; }
  // If another process reads the input first, a step blocks.
  bool can_be_polled() const override { return false; }
  int descriptor() const override;
  Progress fill(const Portion& wanted, size_t most) override;

 private:
  void before_taking(const Portion& wanted) override;
};

// The process has only one.
const std::shared_ptr<StandardInput>& standard_input();

}  // namespace aspen
