#include "stdlib/json_text.h"

#include <algorithm>

#include "vm/utf8.h"

namespace aspen {

void JsonPlace::pass(std::string_view text) {
  line += static_cast<uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (const size_t newline = text.rfind('\n'); newline != text.npos) {
    column = 1;
    text.remove_prefix(newline + 1);
  }
  column += count_code_points(text);
}

std::string JsonPlace::show() const {
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace aspen
