// What characters are, by the Unicode character database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aspen {

bool is_space(uint32_t code);

// Bytes of white space at the start and at the end of valid text, and bytes of other characters at its start.
size_t leading_space(std::string_view text);
size_t trailing_space(std::string_view text);
size_t leading_word(std::string_view text);

}  // namespace aspen
