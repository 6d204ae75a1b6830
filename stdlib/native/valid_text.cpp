#include "stdlib/native/valid_text.h"

#include <cstdint>

#include "vm/object/utf8.h"

namespace aspen {

std::string replace_invalid(std::string_view text) {
  constexpr uint32_t kReplacement = 0xfffd;
  std::string valid;
  for (size_t wrong; (wrong = find_invalid_utf8(text)) != kValidUtf8; text.remove_prefix(wrong + 1)) {
    valid += text.substr(0, wrong);
    append_character(valid, kReplacement);
  }
  return valid.append(text);
}

}  // namespace aspen
