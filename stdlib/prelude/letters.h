// Properties of characters, by the Unicode character database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aspen {

bool is_space(uint32_t code);

// The number of bytes of white space at the end of the text, which must be valid UTF-8.
size_t trailing_space(std::string_view text);

}  // namespace aspen
