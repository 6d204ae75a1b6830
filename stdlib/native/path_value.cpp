#include "stdlib/native/path_value.h"

#include "vm/object/utf8.h"

namespace aspen {

Value path_value(Strand& s, std::string_view path) {
  if (valid_utf8(path)) return text_value(s, path);
  return reserve_text(s, path.size()) ? bytes_value(s, path) : Value::exception();
}

std::string shown_path(std::string_view path) {
  constexpr uint32_t kReplacement = 0xfffd;
  std::string out;
  for (size_t wrong; (wrong = find_invalid_utf8(path)) != kValidUtf8; path.remove_prefix(wrong + 1)) {
    out += path.substr(0, wrong);
    append_character(out, kReplacement);
  }
  return out.append(path);
}

Value path_error(Strand& s, int error_number, std::string_view path) {
  return s.io_error(error_number, shown_path(path));
}

}  // namespace aspen
