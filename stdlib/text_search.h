// Where one text stands in another, in linear time whatever they are: std::string_view::find takes the
// product of both lengths at worst.
#pragma once

#include <string_view>

#include "vm/strand.h"

namespace aspen {

// The first place at or behind `from`, and the last one; npos if there is none. Both pay for the pass
// (Strand::work), and find nothing if the strand has to stop.
size_t find_part(Strand& strand, std::string_view text, std::string_view part, size_t from = 0);
size_t find_last_part(Strand& strand, std::string_view text, std::string_view part);

}  // namespace aspen
