#pragma once

#include "stdlib/json_text.h"
#include "stdlib/native.h"

namespace aspen {

Value parse_json(Strand& s, Octets text);
// A String, on one line.
Value show_json(Strand& s, Value v);
// The same for any value: what JSON cannot hold is the text that shows it.
Value show_json_leniently(Strand& s, Value v);

// A text that stands in a longer one.
struct JsonText {
  enum class End : uint8_t {
    last,      // nothing comes behind it
    followed,  // by what is no part of it
    wrong,     // the last octet is known to be a mistake
    cut_off,   // it would go on
  };
  std::string_view text;
  End end = End::last;
  // Where it begins is asked for in errors only: behind `before`, which begins at `origin`.
  std::string_view before = {};
  JsonPlace origin = {};

  JsonPlace begin() const {
    JsonPlace place = origin;
    place.pass(before);
    return place;
  }
};

// The same for such a text; a ValueError if it is wrong or cut off. Errors begin with `name`, and tell places
// in the longer text.
Value parse_json_part(Strand& s, const JsonText& json, std::string_view name);

}  // namespace aspen
