// What the lines of files are as values: texts, or Bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "stdlib/native.h"
#include "vm/record.h"

namespace aspen {

enum class LineForm : uint8_t {
  text,   // a line that is not UTF-8 is a ValueError
  lossy,  // text with U+FFFD in the place of each byte that is not UTF-8
  bytes,
};

// Of options, which argument 0 is: `lossy: true` or `bytes: true`. False with an error pending.
bool read_line_form(Strand& s, const Record& options, LineForm& out);

// Of a line without its end, which is UTF-8 if the form is `text`.
Value line_value(Strand& s, LineForm form, std::string_view line);

}  // namespace aspen
