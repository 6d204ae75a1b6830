// Standard input. Does not change the mode of its descriptor, as other processes may share it. The host may
// read it by stdio, so this takes from stdio's buffer, and no more than the program has asked for.
#pragma once

#include <memory>

#include "stdlib/system/stream.h"

namespace aspen {

class StandardInput final : public Stream {
 public:
  bool is_endless() const override { return true; }
  // If another process has read the input first, a step blocks.
  bool can_be_polled() const override { return false; }
  int descriptor() const override;
  Progress fill(const Portion& wanted, size_t most) override;

 private:
  void before_taking(const Portion& wanted) override;
};

// The process has one only.
const std::shared_ptr<StandardInput>& standard_input();

}  // namespace aspen
