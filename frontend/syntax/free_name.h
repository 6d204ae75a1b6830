#pragma once
// Names that mean something else than the text around them says.

#include <vector>

#include "frontend/syntax/arena.h"

namespace aspen {

// A free name of a macro's body, at this offset of the expanded text.
struct FreeName {
  uint32_t offset;
  NameScope scope;
};

using FreeNames = std::vector<FreeName>;  // by offset

}  // namespace aspen
