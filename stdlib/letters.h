// What characters are, by the Unicode character database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aspen {

bool is_space(uint32_t code);

// Bytes of white space at the end of valid text.
size_t trailing_space(std::string_view text);

}  // namespace aspen
