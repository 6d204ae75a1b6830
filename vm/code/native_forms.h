// Natives that have instructions of their own: a call takes several times as long as what they do for small
// Ints.
#pragma once

#include <optional>
#include <string_view>

#include "vm/code/instructions.h"

namespace aspen {

inline std::optional<Op> instruction_of(std::string_view native) {
  if (native == "bits.and") return Op::BitAnd;
  if (native == "bits.or") return Op::BitOr;
  if (native == "bits.xor") return Op::BitXor;
  if (native == "bits.shift_left") return Op::ShiftLeft;
  if (native == "bits.shift_right") return Op::ShiftRight;
  return {};
}
inline bool is_bits(Op op) { return op >= Op::BitAnd && op <= Op::ShiftRight; }

}  // namespace aspen
