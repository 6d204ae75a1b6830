// Upper, lower and title case of characters, as Unicode has them for texts of no language in particular: one
// character may become several.
#pragma once

#include <cstdint>
#include <string_view>

#include "vm/scratch.h"

namespace aspen {

enum class Case : uint8_t { upper, title, lower };

// The text is valid; `at` is where one of its characters begins. A capital sigma at the end of a word has a
// small letter of its own: that depends on what stands around it.
void append_in_case(ScratchText& out, Case wanted, std::string_view text, size_t at);

}  // namespace aspen
