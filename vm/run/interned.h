// Shapes and names that a program makes while it runs. They live as long as the machine, so their memory is
// charged to it for good.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "vm/values/record.h"

namespace aspen {

class Strand;

// The shape with these fields. Null with MemoryLimit pending, or if the strand has to wait for its turn.
const Shape* intern_shape(Strand& strand, std::span<const Symbol> fields);
// The symbol of a name. Nothing: likewise.
std::optional<Symbol> intern_name(Strand& strand, std::string_view name);

}  // namespace aspen
