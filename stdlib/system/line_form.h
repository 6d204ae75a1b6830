// The form in which natives give lines of files: as text, or as Bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "stdlib/native/native.h"
#include "vm/values/record.h"

namespace aspen {

enum class LineForm : uint8_t {
  text,   // a line that is not UTF-8 is a ValueError
  lossy,  // text in which U+FFFD replaces each byte that is not UTF-8
  bytes,
};

// Reads the form from argument 0, options: `lossy: true` or `bytes: true`. False with an error pending.
bool read_line_form(Strand& s, const Record& options, LineForm& out);

// Precondition: `line` has no line end, and is UTF-8 if the form is `text`.
Value line_value(Strand& s, LineForm form, std::string_view line);

}  // namespace aspen
