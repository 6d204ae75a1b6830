// Upper, lower and title case of characters by Unicode's rules without a language: one character may become
// several.
#pragma once

#include <cstdint>
#include <string_view>

#include "vm/run/scratch.h"

namespace aspen {

enum class Case : uint8_t { upper, title, lower };

// Precondition: the text is valid and `at` is the start of a character. The text around it matters: a capital
// sigma at the end of a word has its own small letter.
void append_in_case(ScratchText& out, Case wanted, std::string_view text, size_t at);

}  // namespace aspen
