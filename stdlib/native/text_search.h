// Finds one text in another in linear time for all texts: std::string_view::find takes the product of both
// lengths in the worst case.
#pragma once

#include <string_view>

#include "vm/run/strand.h"

namespace aspen {

// The first position at or after `from`, and the last one; npos if there is none. Both pay for the pass
// (Strand::work), and return npos if the strand has to stop.
size_t find_part(Strand& strand, std::string_view text, std::string_view part, size_t from = 0);
size_t find_last_part(Strand& strand, std::string_view text, std::string_view part);

}  // namespace aspen
