// Lines of texts. A line ends with "\n" or "\r\n".
#pragma once

#include <algorithm>
#include <string_view>

namespace aspen {

// Takes the first line off the text, and returns it without its end.
inline std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace aspen
