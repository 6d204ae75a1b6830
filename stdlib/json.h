#pragma once

#include "stdlib/json_text.h"
#include "stdlib/native.h"

namespace aspen {

Value parse_json(Strand& s, Octets text);
// A String, on one line.
Value show_json(Strand& s, Value v);

// A text that stands in a longer one.
struct JsonText {
  enum class End : uint8_t {
    whole,
    wrong,    // the last octet is known to be a mistake
    cut_off,  // it would go on
  };
  std::string_view text;
  JsonPlace begin = {};  // of the text in the longer one
  End end = End::whole;
};

// The same for such a text; a ValueError unless it is whole. Errors begin with `name`, and tell places in the
// longer text.
Value parse_json_part(Strand& s, const JsonText& json, std::string_view name);

}  // namespace aspen
