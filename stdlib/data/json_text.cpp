#include "stdlib/data/json_text.h"

#include "vm/object/utf8.h"

namespace aspen {

void JsonPlace::pass(std::string_view text) {
  for (size_t newline; (newline = text.find('\n')) != text.npos; text.remove_prefix(newline + 1)) {
    ++line;
    column = 1;
  }
  column += count_code_points(text);
}

std::string JsonPlace::show() const {
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace aspen
